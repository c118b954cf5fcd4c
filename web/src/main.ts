/** The page starts here. */
import { mount } from "svelte";
import App from "./App.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import { prefs } from "./lib/prefs.svelte";
import { words } from "./lib/words.svelte";

await words.use(prefs.language);
mount(App, { target: document.getElementById("app")! });
