import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// `npm run dev` shows the client beside a server that was started with ./run serve.
const server = "http://127.0.0.1:8000";

/** SVG files included as text lose their comments and line breaks. */
const compactSvg: Plugin = {
  name: "compact-svg",
  transform: (code, id) => (id.endsWith(".svg?raw") ? code.replace(/<!--.*?-->|\\n/g, "") : undefined),
};

export default defineConfig({
  plugins: [svelte(), compactSvg],
  base: "/",
  build: {
    outDir: "../src/tradewinds/web/pages",
    emptyOutDir: true,
    assetsDir: "assets",
    // The page may load its own files only, so nothing is written into others as data.
    assetsInlineLimit: 0,
    target: "es2022",
    // Every browser that reads this script knows how to load ahead.
    modulePreload: { polyfill: false },
    // What many pages need is one file: small ones pack badly.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: "shared", test: /src[\\/](lib|parts)[\\/]/, minShareCount: 3 }] } },
    },
  },
  // The pieces are drawn in the games' Python packages.
  server: { fs: { allow: [".."] }, proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
