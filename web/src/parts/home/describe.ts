/** Tables in words: clocks, options, who sits there, and how long ago something was. */
import { editionName, optionName, optionValue } from "../../games/words";
import type { ListedResult, ListedTable, Pace, SeatInfo, TableInfo } from "../../lib/wire";
import { say, words } from "../../lib/words.svelte";

export function timeWords(seconds: number): string {
  if (seconds < 60 || seconds % 60) return say("home.seconds", { n: seconds });
  return seconds === 60 ? say("home.minute") : say("home.minutes", { n: seconds / 60 });
}

export function dayWords(days: number): string {
  return days === 1 ? say("home.day") : say("home.days", { n: days });
}

export function clockWords(clock: Pace): string {
  const time = clock.kind === "days" ? dayWords(clock.days ?? 1) : timeWords(clock.seconds ?? 0);
  if (clock.kind === "bank" && clock.increment) return say("home.clock_said.bank_more", { time, more: timeWords(clock.increment) });
  return say(`home.clock_said.${clock.kind}`, { time });
}

/** The rules and habits of a table, one phrase each. */
export function settingsOf(table: TableInfo): string[] {
  const choices = Object.entries(table.options).map(([option, value]) => `${optionName(table.game, option)}: ${optionValue(table.game, option, value)}`);
  return [
    editionName(table.game, table.edition, table.title),
    say("home.players_n", { n: table.players }),
    clockWords(table.clock),
    ...choices,
    say(table.public ? "home.said.public" : "home.said.private"),
    say(table.spectators ? "home.said.spectators" : "home.said.no_spectators"),
    say(table.hints ? "home.said.hints" : "home.said.no_hints"),
  ];
}

function seatName(seat: SeatInfo): string {
  if (seat.kind === "bot") return say("home.bot_name", { name: seat.name, level: say(`common.level.${seat.level}`) });
  return seat.name || say("home.nobody");
}

/** Everybody at a table but those at some seats, as a list in the language of the page. */
export function companyOf(seats: SeatInfo[], without: number[] = []): string {
  const names = seats.filter((seat, place) => seat.kind !== "open" && !without.includes(place)).map(seatName);
  return new Intl.ListFormat(words.language, { type: "conjunction" }).format(names);
}

/** How a game ended, for whoever looks: the own place and points, or who has won. */
export function resultWords({ seats, mine }: ListedTable, { scores, shares, resigned }: ListedResult): string {
  const seat = mine.length === 1 && !resigned.includes(mine[0]!) ? mine[0]! : null;
  const best = shares.flatMap((share, place) => (share > 0 ? [place] : []));
  if (seat === null) {
    const names = new Intl.ListFormat(words.language).format(best.map((place) => seatName(seats[place]!)));
    return say("home.result.winner", { names, n: scores[best[0]!]! });
  }
  if (best.includes(seat)) return say(best.length > 1 ? "home.result.shared" : "home.result.won", { n: scores[seat]! });
  // Whoever loses a tie by the rules comes after those who win it.
  const ahead = scores.filter((points, place) => points > scores[seat]! || (points === scores[seat]! && shares[place]! > 0)).length;
  return say("home.result.place", { place: ahead + 1, players: scores.length, n: scores[seat]! });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60]];

export function ago(milliseconds: number): string {
  const seconds = (milliseconds - Date.now()) / 1000;
  const speech = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  for (const [unit, length] of UNITS) if (-seconds >= length) return speech.format(Math.round(seconds / length), unit);
  return speech.format(0, "second");
}
