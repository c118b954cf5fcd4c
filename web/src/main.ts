/** Entry point. */
import { mount } from "svelte";
import App from "./App.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import { i18n } from "./lib/i18n.svelte";
import { preferences } from "./lib/preferences.svelte";

await i18n.use(preferences.language);
mount(App, { target: document.getElementById("app")! });
