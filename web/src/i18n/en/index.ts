/** All translations of this language, one file per page and game; `legend.json` is loaded on demand. */
import { byName } from "..";

export default byName(import.meta.glob<object>(["./*.json", "!./legend.json"], { eager: true, import: "default" }));
