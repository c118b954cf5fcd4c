import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess({ script: true }),
  // Styles go into files: the page's security policy allows no others.
  compilerOptions: { css: "external", runes: true },
};
