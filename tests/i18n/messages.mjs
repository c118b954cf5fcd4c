/** Writes the cases of messages.json with the web client's formatter, as a JSON list. Needs web/node_modules. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const typescript = createRequire(new URL("web/", root))("typescript");
const { outputText } = typescript.transpileModule(read("web/src/lib/message.ts"), { compilerOptions: { module: "esnext", target: "es2022" } });
const { format } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const written = JSON.parse(read("tests/i18n/messages.json")).map(({ message, language, values, seats, names }) =>
  format(message, values, { language, seats, names: (table) => names[table] }),
);
console.log(JSON.stringify(written));
