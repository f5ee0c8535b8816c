import { defineConfig } from "vite";

// Relative addresses throughout: the built page works under any path. Workers are modules of their own.
export default defineConfig({
  base: "./",
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  optimizeDeps: { exclude: ["costumier"] },
  server: { fs: { allow: [".."] } },
});
