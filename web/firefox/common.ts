/** The Firefox that is installed, driven by Puppeteer, and the page in it. */
import { existsSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import puppeteer, { type Browser, type Page as Driven } from "puppeteer-core";
import { sampleZip } from "../tests/games.mjs";

const FIREFOX = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";

/** Starts Firefox for the tests of a file. Returns a function that opens a page. */
export function inFirefox(): () => Promise<{ page: Page; open: (which: string) => Promise<void>; wrong: string[] }> {
  let browser: Browser;
  test.skip(!existsSync(FIREFOX), `no Firefox at ${FIREFOX}`);
  test.beforeAll(async () => {
    // Tests read the clipboard without a press of a person.
    const extraPrefsFirefox = { "dom.events.testing.asyncClipboard": true };
    const how = { browser: "firefox", executablePath: FIREFOX, headless: true, timeout: 90_000 } as const;
    browser = await puppeteer.launch({ ...how, extraPrefsFirefox });
  });
  test.afterAll(() => browser?.close());
  return async () => {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on("pageerror", error => void wrong.push(String(error)));
    await page.setViewport({ width: 1440, height: 1000 });
    // The visitor has met the page before.
    await page.evaluateOnNewDocument(() => {
      try {
        localStorage.setItem("costumier-met", "yes");
      } catch {
        // A blank page has none.
      }
    });
    // Puppeteer's page has what the tests need of Playwright's.
    return { page: page as unknown as Page, open: which => open(page, which), wrong };
  };
}

/** Opens the page with an edition of the sample. */
async function open(page: Driven, which: string): Promise<void> {
  await page.goto(`${test.info().project.use.baseURL}#actor=1~walk~east&tick=0&zoom=3`);
  const isReady = (isSample: boolean) => {
    const app = (globalThis as any).costumier;
    const { phase, sample } = app?.store.state ?? {};
    return phase === "ready" && sample === isSample && app.playback.firstAt !== null;
  };
  await page.waitForFunction(isReady, { timeout: 30_000 }, true);
  if (which === "sample") return;
  await (await page.$("input#pick-files"))!.uploadFile(sampleZip(which));
  await page.waitForFunction(isReady, { timeout: 30_000 }, false);
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.state.costume !== null)).toBe(true);
}
