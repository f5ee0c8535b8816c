import { defineConfig, type HtmlTagDescriptor } from "vite";
import { homepage, repository, version } from "./tools/addresses.mjs";

/** What programs show that preview links: their picture must have a whole address. */
const preview: HtmlTagDescriptor[] = [
  ["og:url", homepage],
  ["og:image", `${homepage}/preview.png`],
].map(([property, content]) => ({ tag: "meta", attrs: { property, content }, injectTo: "head" as const }));

// Names with short hashes: a hash does not compress, and the first script names twenty files.
const output = {
  entryFileNames: "assets/[name]-[hash:6].js",
  chunkFileNames: "assets/[name]-[hash:6].js",
  assetFileNames: "assets/[name]-[hash:6][extname]",
};

// Relative addresses throughout: the built page works under any path. Workers are modules of their own.
export default defineConfig({
  base: "./",
  plugins: [{ name: "preview", transformIndexHtml: () => (homepage ? preview : []) }],
  define: { __REPOSITORY__: JSON.stringify(repository), __VERSION__: JSON.stringify(version) },
  worker: { format: "es", rollupOptions: { output } },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rollupOptions: { output },
  },
  optimizeDeps: { exclude: ["costumier"] },
  server: { fs: { allow: [".."] } },
});
