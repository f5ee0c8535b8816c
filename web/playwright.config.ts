import { defineConfig } from "@playwright/test";

// One build, served as any static host would, under a path that is not the root; driven in Debian's Chromium.
export default defineConfig({
  testDir: "tests",
  workers: 1,
  timeout: 45_000,
  reporter: [["list"]],
  use: {
    actionTimeout: 8_000,
    baseURL: "http://127.0.0.1:4180/some/where/",
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
    serviceWorkers: "block",
  },
  webServer: {
    command: "node tools/serve.mjs 4180 /some/where/",
    url: "http://127.0.0.1:4180/some/where/",
    reuseExistingServer: false,
  },
});
