// The page in Firefox as it is installed (Playwright needs a patched one): opens the sample, plays, takes a zip, exports, and shows the very
// pixels that Chromium shows.
//
//     node firefox/run.mjs      FIREFOX and CHROMIUM name the browsers; without Firefox it says so and ends well

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
if (!existsSync(firefox)) {
  console.log(`no Firefox at ${firefox}: skipped`);
  process.exit(0);
}
const here = fileURLToPath(new URL("..", import.meta.url));
const server = spawn("node", [join(here, "tools/serve.mjs"), "4181", "/"], { stdio: "inherit" });
const address = "http://127.0.0.1:4181/";
const STATES = [
  "actor=1~walk~east&tick=3&zoom=3",
  "actor=2~walk~west~150~120~box~box&tick=5&zoom=2&behind=room&room=2",
  "actor=4~stand~south&tick=1&zoom=2",
  "actor=6~walk~north&tick=2&zoom=4&outlines=1",
];
const ready = page =>
  page.waitForFunction(
    () => globalThis.costumier?.store.state.phase === "ready" && globalThis.costumier.playback.frame !== null,
    { timeout: 30_000 },
  );
// The same part of the world in both: panes are not of one size, since fonts differ.
const picture = async () => {
  const { client, playback } = globalThis.costumier;
  const said = playback.said();
  const view = said.background ? [0, 0, 320, 200] : [-80, -90, 160, 110];
  const { data, width, height } = await client.ask("stage", { said: { ...said, view }, tick: playback.scene });
  return `${width}×${height} ${[...data].reduce((sum, one, i) => (sum * 31 + one * ((i % 251) + 1)) % 2147483647, 7)}`;
};

async function look(browser, zip) {
  const seen = [];
  for (const state of STATES) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    const wrong = [];
    page.on("pageerror", error => wrong.push(error.message));
    await page.goto(`${address}#${state}`);
    await ready(page);
    const tick = Number(/tick=(\d+)/.exec(state)[1]);
    await page.waitForFunction(wanted => globalThis.costumier.playback.frame.tick === wanted, {}, tick);
    await new Promise(done => setTimeout(done, 700));
    seen.push(await page.evaluate(picture));
    if (wrong.length) throw new Error(`${state}: ${wrong.join("; ")}`);
    await page.close();
  }
  const page = await browser.newPage();
  await page.goto(address);
  await ready(page);
  const before = await page.evaluate(() => globalThis.costumier.playback.scene);
  await page.waitForFunction(was => globalThis.costumier.playback.scene > was + 3, {}, before);
  const input = await page.$("#pick-files");
  await input.uploadFile(zip);
  await page.waitForFunction(
    () => !globalThis.costumier.store.state.sample && globalThis.costumier.store.state.phase === "ready",
    { timeout: 30_000 },
  );
  await ready(page);
  seen.push(await page.evaluate(() => globalThis.costumier.store.state.game.info.key));
  const bytes = await page.evaluate(async () => {
    const made = await globalThis.costumier.client.ask("export", {
      ids: [6],
      options: { formats: ["gif"], chore: ["walk"], facing: ["east"] },
      zip: null,
    });
    return [...made.bytes].reduce((sum, one) => (sum * 31 + one) % 2147483647, 7);
  });
  seen.push(`gif ${bytes}`);
  await page.close();
  return seen;
}

let bad = 1;
try {
  const { sampleZip } = await import("../tests/games.mjs");
  const zip = sampleZip();
  await new Promise(done => setTimeout(done, 300));
  const one = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
  const inFirefox = await look(one, zip);
  await one.close();
  const two = await puppeteer.launch({
    browser: "chrome",
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox"],
  });
  const inChromium = await look(two, zip);
  await two.close();
  const differ = inFirefox.filter((one, i) => one !== inChromium[i]);
  console.log(`Firefox and Chromium: ${inFirefox.length} things compared, ${differ.length} differ`);
  if (differ.length) console.log(inFirefox, inChromium);
  bad = differ.length ? 1 : 0;
} catch (error) {
  console.error(error);
} finally {
  server.kill();
  process.exit(bad);
}
