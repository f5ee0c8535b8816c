import { defineConfig } from "@playwright/test";

/** `VIEWER_PORT` serves several runs at once. */
const port = process.env["VIEWER_PORT"] ?? "4182";
const address = `http://127.0.0.1:${port}/`;

// Playwright runs these tests; Puppeteer drives the Firefox that is installed.
export default defineConfig({
  testDir: ".",
  workers: 1,
  // Firefox may take a while to start.
  timeout: 120_000,
  reporter: [["list"]],
  use: { baseURL: address },
  webServer: {
    command: `node ../tools/serve.mjs ${port} /`,
    url: address,
    reuseExistingServer: false,
  },
});
