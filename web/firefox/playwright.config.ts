import { defineConfig } from "@playwright/test";

// Playwright runs these tests; Puppeteer drives the Firefox that is installed.
export default defineConfig({
  testDir: ".",
  workers: 1,
  // Firefox may take a while to start.
  timeout: 120_000,
  reporter: [["list"]],
  webServer: {
    command: "node ../tools/serve.mjs 4182 /",
    url: "http://127.0.0.1:4182/",
    reuseExistingServer: false,
  },
});
