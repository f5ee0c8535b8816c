/** Saved films in time: no picture is there twice where the film begins anew, and it plays at the speed of the stage. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, ready, run, sampleGame, visit } from "./common";

/** Presses a button that saves a file. Returns the file's path. */
async function saved(page: Page, group: ".share" | ".formats", button: RegExp): Promise<string> {
  const coming = page.waitForEvent("download", { timeout: 40_000 });
  await page.locator(group).getByRole("button", { name: button }).click();
  const download = await coming;
  const path = join(mkdtempSync(join(OUT, "times-")), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** The milliseconds that each picture of an animated file is shown. */
function delays(page: Page, path: string): Promise<number[]> {
  const type = path.endsWith(".apng") ? "image/png" : `image/${path.split(".").at(-1)}`;
  return page.evaluate(
    async ([base64, type]) => {
      const data = Uint8Array.from(atob(base64), one => one.charCodeAt(0));
      const decoder = new (globalThis as any).ImageDecoder({ data, type });
      await decoder.completed;
      await decoder.tracks.ready;
      const all: number[] = [];
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        all.push(image.duration / 1000);
        image.close();
      }
      return all;
    },
    [readFileSync(path).toString("base64"), type] as const,
  );
}

/** The seconds and the number of pictures of a video; `null` where nothing is installed that reads it. */
function length(path: string): { seconds: number; pictures: number } | null {
  if (!existsSync("/usr/bin/ffprobe")) return null;
  const what = ["-count_frames", "-show_entries", "stream=nb_read_frames:format=duration"];
  const { streams, format } = JSON.parse(
    execFileSync("ffprobe", ["-v", "error", ...what, "-of", "json", path], { encoding: "utf8" }),
  );
  return { seconds: Number(format.duration), pictures: Number(streams[0].nb_read_frames) };
}

/** Opens the v7 sample with one figure on the stage. */
async function v7(page: Page, chore: string, facing: string): Promise<void> {
  await visit(page);
  await openSample(page, "sample-v7");
  await page.evaluate(
    actor => {
      const { store } = (globalThis as any).costumier;
      store.actor(actor);
      store.set({ background: "checks", playing: false });
    },
    { chore, facing, scale: 255 },
  );
  await ready(page);
}

for (const [chore, facing] of [
  ["walk", "east"],
  ["talk-start", "south"],
  ["stand", "south"],
] as const)
  test(`a GIF of v7 has the pictures of the export, and the first one once: ${chore} ${facing}`, async ({ page }) => {
    await v7(page, chore, facing);
    const ours = await delays(page, await saved(page, ".share", /^Save GIF/));
    const out = mkdtempSync(join(OUT, "times-"));
    run(
      "export",
      sampleGame("sample-v7"),
      "1",
      "-o",
      out,
      "--as",
      "gif",
      "--chore",
      chore,
      "--facing",
      facing,
      "--quiet",
    );
    const theirs = await delays(page, join(out, "costume-001", `${chore}-${facing}.gif`));
    if (chore === "walk") expect(theirs).toHaveLength(8);
    expect(ours).toEqual(theirs);
  });

test("a video of v7 goes on from its last picture to its first", async ({ page }) => {
  await v7(page, "walk", "east");
  const path = await saved(page, ".share", /^Save WebM/);
  const ring: number = await page.evaluate(() => {
    const { ticks, loops_to } = (globalThis as any).costumier.playback.clip;
    return ticks - loops_to;
  });
  expect(ring).toBe(8);
  // The page plays no videos: its policy forbids them. An empty one does.
  const empty = await page.context().newPage();
  await empty.route("**/empty.html", route => route.fulfill({ body: "", contentType: "text/html" }));
  await empty.goto("./empty.html");
  const unlike = await empty.evaluate(
    async ([base64, ring]) => {
      const video = document.createElement("video");
      const data = Uint8Array.from(atob(base64), one => one.charCodeAt(0));
      video.src = URL.createObjectURL(new Blob([data], { type: "video/webm" }));
      video.muted = true;
      await new Promise((done, failed) => ((video.onloadeddata = done), (video.onerror = failed)));
      const all: Uint8ClampedArray[] = [];
      for (let picture = 0; picture < 3 * ring; picture++) {
        await new Promise(done => {
          video.onseeked = done;
          video.currentTime = (picture + 0.5) / 10;
        });
        const pen = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext("2d")!;
        pen.drawImage(video, 0, 0);
        all.push(pen.getImageData(0, 0, video.videoWidth, video.videoHeight).data);
      }
      // How much each picture differs from the next, and from the one a loop later.
      const off = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
        one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
      return all.slice(0, 2 * ring).map((one, i) => [off(one, all[i + 1]!), off(one, all[i + ring]!)] as const);
    },
    [readFileSync(path).toString("base64"), ring] as const,
  );
  await empty.close();
  const same = Math.max(...unlike.map(one => one[1]));
  const next = Math.min(...unlike.map(one => one[0]));
  expect(next, JSON.stringify(unlike)).toBeGreaterThan(2 * same);
  const read = length(path);
  if (read) expect(read.pictures % ring).toBe(0);
});

test("files of what the stage shows play at a quarter of the speed where the stage does", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&speed=0.25");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.speed)).toBe(0.25);
  const shared = await saved(page, ".share", /^Save GIF/);
  const all = [shared];
  for (const button of [/^GIF/, /^WebP/, /^APNG/]) all.push(await saved(page, ".formats", button));
  for (const path of all) {
    const found = await delays(page, path);
    expect(found.length, path).toBeGreaterThan(2);
    expect(new Set(found), path).toEqual(new Set([400]));
  }
  const read = length(await saved(page, ".share", /^Save WebM/));
  if (read) expect(read.pictures / read.seconds).toBeCloseTo(2.5, 2);
  // Stored animations have the game's speed, and the panel says so.
  await page.locator(".take select").first().selectOption("chore");
  await expect(page.locator(".lacks")).toContainText("the speed");
  expect(new Set(await delays(page, await saved(page, ".formats", /^GIF/)))).toEqual(new Set([100]));
});

test("a video of 3.2 seconds is never said to have 4", async ({ page }) => {
  await v7(page, "walk", "east");
  await page.evaluate(() => {
    const said: string[] = ((globalThis as any).said = []);
    const status = document.querySelector(".saving [role=status]")!;
    new MutationObserver(() => said.push(status.textContent!)).observe(status, { childList: true, subtree: true });
  });
  const read = length(await saved(page, ".share", /^Save WebM/));
  if (read) expect(read.seconds).toBeCloseTo(3.2, 2);
  await expect(page.locator(".saving [role=status]")).toContainText("webm, 3.2 seconds,");
  const said: string[] = await page.evaluate(() => (globalThis as any).said);
  expect(said.filter(one => /\bof 3\.2\b/.test(one)).length).toBeGreaterThan(0);
  expect(said.filter(one => /\b4\b/.test(one))).toEqual([]);
});
