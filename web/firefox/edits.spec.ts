/** Edits in Firefox as it is installed: the same as in Chromium (`tests/edit-random.ts`), in three kinds of games. */
import { existsSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import puppeteer, { type Browser } from "puppeteer-core";
import { settled } from "../tests/edit-common";
import { randomEdits } from "../tests/edit-random";
import { sampleFolder, sampleZip } from "../tests/games.mjs";

/** How many edits are made in each kind of game; the full check makes 102 in all (`EDITS=34`). */
const EDITS = Number(process.env["EDITS"] ?? 4);
const FIREFOX = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
let browser: Browser;

test.skip(!existsSync(FIREFOX), `no Firefox at ${FIREFOX}`);
test.beforeAll(async () => {
  browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true, timeout: 90_000 });
});
test.afterAll(() => browser?.close());

for (const which of ["sample", "sample-v6", "sample-v8"])
  test(`${which}: each edit is the pixel under the pointer, the command line's patch, and what render draws`, async () => {
    test.setTimeout(90_000 + EDITS * 20_000);
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on("pageerror", error => void wrong.push(String(error)));
    await page.setViewport({ width: 1440, height: 1000 });
    // The visitor has met the page before.
    await page.evaluateOnNewDocument(() => localStorage.setItem("costumier-met", "yes"));
    await page.goto("http://127.0.0.1:4182/#actor=1~walk~east&tick=0&zoom=3");
    const isReady = (isSample: boolean) => {
      const app = (globalThis as any).costumier;
      const { phase, sample } = app?.store.state ?? {};
      return phase === "ready" && sample === isSample && app.playback.firstAt !== null;
    };
    await page.waitForFunction(isReady, { timeout: 30_000 }, true);
    if (which !== "sample") {
      await (await page.$("#pick-files"))!.uploadFile(sampleZip(which));
      await page.waitForFunction(isReady, { timeout: 30_000 }, false);
    }
    // Puppeteer's page has what the edits need of Playwright's.
    const driven = page as unknown as Page;
    await randomEdits(driven, which, sampleFolder(which), EDITS, async () => {
      const buttons = await page.$$("button");
      const names = await Promise.all(buttons.map(one => one.evaluate(button => button.textContent?.trim())));
      await buttons[names.indexOf("Edit")]!.click();
      await settled(driven);
    });
    expect(wrong).toEqual([]);
    await page.close();
  });
