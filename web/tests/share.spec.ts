/** The buttons next to the stage: a link, and files of the view, named after game, costume and chore. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, opened, OUT, ready, visit } from "./common";

const SCENE = "actor=2~walk~east~150~160~box~box&actor=4~walk~west~215~128~box~box&tick=2&zoom=2&behind=room&room=2";

async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const coming = page.waitForEvent("download", { timeout: 60_000 });
  await page.locator(".share, .formats").getByRole("button", { name: button }).click();
  const download = await coming;
  const path = join(mkdtempSync(join(OUT, "share-")), download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), path };
}

test("Copy link: another page shows the same picture", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, SCENE);
  await page.waitForFunction(() => (globalThis as any).costumier.playback.frame?.tick === 2);
  await page.getByRole("button", { name: "Copy link" }).click();
  const saying = page.locator(".saving");
  await expect(saying).toContainText("Link copied. Your friend sees this scene of the sample game.");
  // It takes no clicks but its own, and goes by itself.
  const under = await saying.evaluate(one => {
    const { left, top, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + 4, top + height / 2));
  });
  expect(under).toBe(false);
  await expect(saying).toBeHidden({ timeout: 12_000 });
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("tick=2");
  const picture = () => (globalThis as any).costumier.stage.picture().toDataURL();
  const before = await page.evaluate(picture);
  const other = await context.newPage();
  await other.goto(link);
  await ready(other);
  await expect.poll(() => other.evaluate(picture)).toBe(before);
});

test("Save GIF, PNG, WebM and sheet: named after game, costume and chore, at the zoom of the stage", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await visit(page, SCENE);
  // After everything is loaded, the view no longer changes.
  await expect(page.locator(".cell[data-drawn]")).toHaveCount(6, { timeout: 20_000 });
  await page.waitForTimeout(500);
  const name = "the-costume-department-balthasar-walk-east";
  const view = await page.evaluate(() => (globalThis as any).costumier.playback.frame);
  const png = await saved(page, "Save PNG");
  expect(png.name).toBe(`${name}-tick-2-2x.png`);
  const bytes = readFileSync(png.path);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([view.width * 2, view.height * 2]);
  await page.getByRole("button", { name: "Save GIF" }).click();
  const gif = await saved(page, "The whole stage");
  expect(gif.name).toBe(`${name}-2x.gif`);
  await expect(page.locator(".saving")).toContainText(
    `Saved: ${name}-2x.gif, ${view.width * 2} × ${view.height * 2} pixels`,
  );
  // One figure without the room is smaller.
  await page.getByRole("button", { name: "Save GIF" }).click();
  const alone = readFileSync((await saved(page, "Balthasar alone")).path);
  expect(alone.readUInt16LE(6)).toBeLessThan(view.width);
  // A far place does not make it smaller.
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ scale: "box", y: 128 }));
  await page.getByRole("button", { name: "Save GIF" }).click();
  const far = readFileSync((await saved(page, "Balthasar alone")).path);
  expect(far.subarray(6, 10)).toEqual(alone.subarray(6, 10));
  const head = readFileSync(gif.path);
  expect([head.readUInt16LE(6), head.readUInt16LE(8)]).toEqual([view.width * 2, view.height * 2]);
  const sheet = await saved(page, "Sheet + JSON");
  expect(sheet.name).toBe(`${name}-sheet.zip`);
  const video = await saved(page, "Save WebM");
  expect(video.name).toBe(`${name}-2x.webm`);
  await expect(page.locator(".saving")).toContainText(/ seconds, [\d.]+ (kB|MB)/);
  // The browser plays it: its size, its length, and a picture in the middle that is the stage's at that tick. This page
  // plays no videos (its policy forbids them), so an empty one does.
  const [scale, tick] = [2, 5];
  const empty = await page.context().newPage();
  await empty.route("**/empty.html", route => route.fulfill({ body: "", contentType: "text/html" }));
  await empty.goto("./empty.html");
  const played = await empty.evaluate(
    async ([base64, scale, tick]) => {
      const video = document.createElement("video");
      const data = Uint8Array.from(atob(base64), one => one.charCodeAt(0));
      video.src = URL.createObjectURL(new Blob([data], { type: "video/webm" }));
      video.muted = true;
      await new Promise((done, failed) => ((video.onloadeddata = done), (video.onerror = failed)));
      await new Promise(done => {
        video.onseeked = done;
        video.currentTime = (tick + 0.5) / 10;
      });
      const [width, height] = [video.videoWidth, video.videoHeight];
      const pen = new OffscreenCanvas(width, height).getContext("2d")!;
      pen.drawImage(video, 0, 0);
      const { data: shown } = pen.getImageData(0, 0, width, height);
      const pixels: number[] = [];
      for (let y = 0; y + scale <= height; y += scale)
        for (let x = 0; x + scale <= width; x += scale)
          pixels.push(...shown.subarray((y * width + x) * 4).subarray(0, 3));
      return { size: [width, height], duration: video.duration, pixels };
    },
    [readFileSync(video.path).toString("base64"), scale, tick] as const,
  );
  await empty.close();
  const off = (at: number) =>
    page.evaluate(
      async ([pixels, at]) => {
        const { client, playback } = (globalThis as any).costumier;
        const frame = await client.ask("stage", { said: { ...playback.said(), onion: 0 }, tick: at });
        if (pixels.length !== frame.width * frame.height * 3) throw new Error("another size");
        return (
          pixels.reduce((sum, one, i) => sum + Math.abs(one - frame.data[Math.floor(i / 3) * 4 + (i % 3)]), 0) /
          pixels.length
        );
      },
      [played.pixels, at] as const,
    );
  const [right, wrong] = [await off(tick), await off(tick + 3)];
  expect(played.size).toEqual([view.width * 2, view.height * 2].map(one => one + (one % 2)));
  expect(played.duration).toBeGreaterThanOrEqual(3);
  expect(right, `${right} and ${wrong}`).toBeLessThan(4);
  expect(right).toBeLessThan(wrong);
});

test("ffprobe reads the video, where it is installed", async ({ page }) => {
  test.skip(!existsSync("/usr/bin/ffprobe"), "no ffprobe");
  await visit(page, "actor=6~walk~east&tick=0&zoom=3");
  const { path } = await saved(page, "Save WebM");
  const said = execFileSync(
    "ffprobe",
    [
      "-v",
      "error",
      "-count_frames",
      "-show_entries",
      "stream=codec_name,nb_read_frames:format=duration",
      "-of",
      "json",
      path,
    ],
    { encoding: "utf8" },
  );
  const { streams, format } = JSON.parse(said);
  expect(streams[0].codec_name).toMatch(/^vp[89]$/);
  expect(Number(streams[0].nb_read_frames)).toBe(Math.round(Number(format.duration) * 10));
});

// cargo run -p costumier-benches --example large-game -- target/viewer/large
const large = join(OUT, "large");
test("500 costumes are exported while the stage keeps its frames; Stop ends it", async ({ page }) => {
  test.skip(!existsSync(large), "write it with the example large-game");
  test.setTimeout(120_000);
  await visit(page, "actor=1~walk~east");
  await drop(page, [large]);
  await opened(page, /BENCH/i);
  await page.waitForTimeout(2000);
  await page.locator(".take select").first().selectOption("all");
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  await expect(page.locator(".saving [role=status]")).toContainText(/ of 500 costumes/, { timeout: 30_000 });
  const times = await page.evaluate(async () => {
    const { playback } = (globalThis as any).costumier;
    playback.times.length = 0;
    await new Promise(done => setTimeout(done, 3000));
    return ([...playback.times] as number[]).sort((a, b) => a - b);
  });
  const median = times[Math.floor(times.length / 2)]!;
  console.log(`while 500 costumes are exported: ${(1000 / median).toFixed(1)} frames a second on the median`);
  expect(1000 / median).toBeGreaterThan(50);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.locator(".saving [role=status]")).toContainText("was stopped: nothing is saved");
});

test("the room's palette can be chosen, where a room has several", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0");
  const field = page.locator(".colours label", { hasText: "Palette" });
  await expect(field).toBeHidden();
  // As in a game whose rooms have several: requests to the worker have the chosen one.
  const asked = await page.evaluate(async () => {
    const { store, client, playback } = (globalThis as any).costumier;
    const said: number[] = [];
    const ask = client.ask.bind(client);
    client.ask = (op: string, what: any) => {
      if (op === "stage") said.push(what.said.palette);
      return ask(op, op === "stage" ? { ...what, said: { ...what.said, palette: 0 } } : what);
    };
    store.set({ scenery: { ...store.state.scenery, palettes: ["PALS APAL 1", "PALS APAL 2"] } });
    await new Promise(done => setTimeout(done, 200));
    return { said, playback: playback !== null };
  });
  expect(asked.playback).toBe(true);
  await expect(field).toBeVisible();
  await field.locator("select").selectOption("1");
  await expect.poll(() => page.url()).toContain("palette=1");
});
