/* A bot as a program of its own, in JavaScript, with nothing but Node.js:

    tradewinds arena bombay --bots "program:node docs/examples/outside_bot.mjs" --bots greedy,novice --games 60

It does what outside_bot.py does: each line of standard input asks for a decision, each line of standard output is one.
Whatever else it has to say goes to standard error. */
import { createInterface } from "node:readline";

/** The largest number in a move's sentence; what costs points is not appealing. */
function appeal({ sentence }) {
  if (sentence.includes("give up")) return -1;
  return Math.max(0, ...(sentence.match(/\d+/g) ?? []).map(Number));
}

/** The most appealing move; among equals the seed decides, so that the same question gets the same answer. */
function choose({ legal, seed }) {
  const most = Math.max(...legal.map(appeal));
  const best = legal.filter((choice) => appeal(choice) === most);
  return best[seed % best.length].text;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ id: request.id, ok: true, move: choose(request) }));
}
