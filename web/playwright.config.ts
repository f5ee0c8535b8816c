import { defineConfig } from "@playwright/test";

/** `VIEWER_PORT` serves several runs at once. */
const port = process.env["VIEWER_PORT"] ?? "4180";
const address = `http://127.0.0.1:${port}/some/where/`;

// One build, served as any static host would, under a path that is not the root; driven in Debian's Chromium.
export default defineConfig({
  testDir: "tests",
  workers: 1,
  timeout: 45_000,
  reporter: [["list"]],
  use: {
    actionTimeout: 8_000,
    baseURL: address,
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
    serviceWorkers: "block",
  },
  webServer: {
    command: `node tools/serve.mjs ${port} /some/where/`,
    url: address,
    reuseExistingServer: false,
  },
});
