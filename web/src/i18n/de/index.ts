/** All sentences of this language, a file for each part of the page and for each game; the legend's come with the legend. */
import { byName } from "..";

export default byName(import.meta.glob<object>(["./*.json", "!./legend.json"], { eager: true, import: "default" }));
