/** All sentences of this language, a file for each part of the page and for each game. */
import { byName } from "..";

export default byName(import.meta.glob<object>("./*.json", { eager: true, import: "default" }));
