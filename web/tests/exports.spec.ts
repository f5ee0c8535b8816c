/** Saved files: exports are those of `costumier export`, byte for byte; a film has the pictures of the stage. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, OUT, run, TOP, visit } from "./common";

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap(name =>
    statSync(join(folder, name)).isDirectory() ? walk(join(folder, name)) : [join(folder, name)],
  );

const CASES: [button: RegExp, formats: string[], whole: boolean][] = [
  [/^GIF/, ["gif"], false],
  [/^WebP/, ["webp"], false],
  [/^APNG/, ["apng"], false],
  [/^PNG frames/, ["frames"], false],
  [/^Sheet/, ["sheet", "aseprite-json", "texturepacker-json"], false],
  [/^\.aseprite/, ["aseprite"], true],
  [/^Contact/, ["contact"], true],
  [/^Palettes/, ["pal"], true],
  [/^PNG pictures/, ["png"], true],
  [/^Godot/, ["sheet", "godot"], false],
];

for (const [button, formats, whole] of CASES) {
  test(`${formats.join(" + ")}: as the command line writes it`, async ({ page }) => {
    await visit(page, "actor=6~walk~east&tick=0");
    await page.locator(".take select").nth(1).selectOption("2");
    const coming = page.waitForEvent("download");
    await page.locator(".formats").getByRole("button", { name: button }).click();
    const download = await coming;
    const folder = mkdtempSync(join(OUT, "export-"));
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const theirs = join(folder, "cli");
    run(
      "export",
      "sample",
      "6",
      "-o",
      theirs,
      ...formats.flatMap(one => ["--as", one]),
      "--scale-up",
      "2",
      ...(whole ? [] : ["--chore", "walk", "--facing", "east"]),
      "--quiet",
    );
    const made = new Map(walk(theirs).map(path => [relative(theirs, path), readFileSync(path)]));
    // Without the command's own list of written files.
    made.delete(".costumier-written");
    if (file.endsWith(".zip")) {
      execFileSync("unzip", ["-q", file, "-d", join(folder, "page")]);
      const got = walk(join(folder, "page")).map(path => relative(join(folder, "page"), path));
      expect(got.sort()).toEqual([...made.keys()].sort());
      for (const name of got) expect(readFileSync(join(folder, "page", name)).equals(made.get(name)!), name).toBe(true);
    } else {
      const bytes = readFileSync(file);
      expect([...made.values()].some(one => one.equals(bytes))).toBe(true);
    }
  });
}

test("a message names the missing part: no room behind pixels of 16 bits", async ({ page }) => {
  const game = join(TOP, "target", "judges", "sixteen", "he100");
  test.skip(!existsSync(game), "write it with the example judge-games");
  await visit(page, "actor=1&tick=0");
  await drop(page, [game]);
  await page.waitForFunction(() => (globalThis as any).costumier.store.state.game.info.bits_per_pixel === 16);
  await page.locator(".take select").first().selectOption("chore");
  await page.locator(".take select").nth(2).selectOption("room");
  const coming = page.waitForEvent("download");
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  await coming;
  await expect(page.locator(".saving [role=status]")).toContainText(/Not all could be made: costume 1: .*16 bits/);
});

test("the whole wardrobe as a zip", async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, "actor=1~stand~south&tick=0");
  await page.locator(".take select").first().selectOption("all");
  const coming = page.waitForEvent("download", { timeout: 100_000 });
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  const folder = mkdtempSync(join(OUT, "export-"));
  const file = join(folder, "all.zip");
  await (await coming).saveAs(file);
  execFileSync("unzip", ["-q", file, "-d", join(folder, "page")]);
  run("export", "sample", "-o", join(folder, "cli"), "--as", "gif", "--quiet");
  const list = (of: string) =>
    walk(join(folder, of))
      .map(path => relative(join(folder, of), path))
      // The command's own list of written files.
      .filter(name => name !== ".costumier-written")
      .sort();
  expect(list("page")).toEqual(list("cli"));
  for (const name of list("cli"))
    expect(readFileSync(join(folder, "page", name)).equals(readFileSync(join(folder, "cli", name))), name).toBe(true);
});

test("the stage as PNG is its picture", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=3");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PNG" }).click();
  const file = join(OUT, "still.png");
  await (await coming).saveAs(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = await page.evaluate(() => [
    (globalThis as any).costumier.playback.frame.width,
    (globalThis as any).costumier.playback.frame.height,
  ]);
  // At the zoom of the stage.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width! * 3, height! * 3]);
  await expect(page.locator(".saving")).toContainText("-tick-0-3x.png");
  await expect(page.locator(".saving")).toContainText("background: transparent");
  // With a plain colour behind the figure, it is saved.
  await page.getByLabel("Behind the figure").selectOption("flat");
  const [plain] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save PNG" }).click(),
  ]);
  const base64 = readFileSync((await plain.path())!).toString("base64");
  const found = await page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), one => one.charCodeAt(0));
    const pen = new OffscreenCanvas(1, 1).getContext("2d")!;
    pen.drawImage(await createImageBitmap(new Blob([data], { type: "image/png" })), 0, 0);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [`rgb(${r}, ${g}, ${b})`, a, getComputedStyle(document.querySelector(".pane")!).backgroundColor];
  }, base64);
  expect(found.slice(0, 2)).toEqual([found[2], 255]);
});

/** Presses a format's button. Returns the name and the bytes of the saved file. */
async function saved(page: Page, button: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent("download", { timeout: 40_000 });
  await page.locator(".formats").getByRole("button", { name: button }).click();
  const download = await coming;
  const file = join(mkdtempSync(join(OUT, "film-")), download.suggestedFilename());
  await download.saveAs(file);
  return { name: download.suggestedFilename(), bytes: readFileSync(file) };
}

/**
 * Compares an animated file, as the browser plays it, with the stage at each tick. Returns the number of ticks that differ, of
 * all ticks, and of pictures.
 */
function compared(page: Page, bytes: Buffer, type: string, scale: number) {
  return page.evaluate(
    async ([base64, type, scale]) => {
      const { client, playback, store } = (globalThis as any).costumier;
      const decoder = new (globalThis as any).ImageDecoder({
        data: Uint8Array.from(atob(base64), one => one.charCodeAt(0)),
        type,
      });
      await decoder.completed;
      await decoder.tracks.ready;
      const ticks: Uint8ClampedArray[] = [];
      let size = [0, 0];
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        size = [image.displayWidth, image.displayHeight];
        const pen = new OffscreenCanvas(size[0]!, size[1]!).getContext("2d")!;
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, size[0]!, size[1]!);
        for (let at = 0; at < Math.round(image.duration / 100_000); at++) ticks.push(data);
        image.close();
      }
      // A film holds all of the figures, of which the stage may be too small to show the edges.
      const now = playback.said();
      const said = now.background ? now : { ...now, view: [-300, -300, 600, 600] };
      const stage = [];
      for (let tick = 0; tick < ticks.length; tick++)
        stage.push(await client.ask("stage", { said: { ...said, onion: 0 }, tick }));
      // Without a room, a film is as large as the drawn pixels of all its pictures.
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const frame of stage)
        for (let i = 3; i < frame.data.length; i += 4) {
          if (!frame.data[i]) continue;
          const [x, y] = [((i - 3) / 4) % frame.width, Math.floor((i - 3) / 4 / frame.width)];
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
      const wanted = [(right - left + 1) * scale, (bottom - top + 1) * scale];
      let wrong = 0;
      for (const [tick, frame] of stage.entries()) {
        let same = wanted.join() === size.join();
        for (let y = 0; same && y < size[1]!; y++)
          for (let x = 0; same && x < size[0]!; x++) {
            const from = ((top + Math.floor(y / scale)) * frame.width + left + Math.floor(x / scale)) * 4;
            const to = (y * size[0]! + x) * 4;
            for (let part = 0; part < 4; part++)
              if (frame.data[from + 3] ? frame.data[from + part] !== ticks[tick]![to + part] : ticks[tick]![to + 3])
                same = false;
          }
        if (!same) wrong++;
      }
      const pictures = new Set(stage.map(frame => frame.data.join())).size;
      return { wrong, ticks: ticks.length, pictures, wanted, size, playing: store.state.playing };
    },
    [bytes.toString("base64"), type, scale] as const,
  );
}

const FILMS: [name: string, hash: string, act?: (page: Page) => Promise<unknown>][] = [
  ["as it is stored", "actor=1~walk~east&tick=0"],
  ["changed colours", "actor=1~walk~east~0~0~~~~1:15,2:14,3:13,4:12&tick=0"],
  ["mirrored, smaller", "actor=1~walk~east~0~0~128~~f&tick=0"],
  ["a limb hidden", "actor=1~walk~east&tick=0&muted=1"],
  ["a limb alone", "actor=1~walk~east&tick=0&solo=1"],
  ["talking", "actor=1~stand~south~0~0~~~t&tick=0"],
  ["another actor, who repeats at another time", "actor=1~walk~east&actor=2~walk~west~40~4&tick=0"],
  ["in the room", "actor=1~walk~east~150~120~box~box&tick=0&behind=room&zoom=2"],
];
for (const [name, hash] of FILMS) {
  test(`a film has the pictures of the stage: ${name}`, async ({ page }) => {
    await visit(page, hash);
    await page.waitForTimeout(400);
    await page.locator(".take select").nth(1).selectOption("1");
    const made = await saved(page, /^GIF/);
    expect(made.name).toMatch(/^the-costume-department-odile-(walk-east|stand-south)\.gif$/);
    const found = await compared(page, made.bytes, "image/gif", 1);
    expect(found.wrong, JSON.stringify(found)).toBe(0);
    expect(found.ticks).toBeGreaterThan(2);
    await expect(page.locator(".saving [role=status]")).toContainText(made.name);
  });
}

test("films in the other formats, larger: WebP and APNG show the same; frames come as a zip", async ({ page }) => {
  await visit(page, "actor=1~walk~east~0~0~~~f~1:15,2:14&tick=0");
  await page.locator(".take select").nth(1).selectOption("2");
  for (const [button, ending, type] of [
    [/^WebP/, "webp", "image/webp"],
    [/^APNG/, "apng", "image/png"],
  ] as const) {
    const made = await saved(page, button);
    expect(made.name).toBe(`the-costume-department-odile-walk-east-2x.${ending}`);
    const found = await compared(page, made.bytes, type, 2);
    expect(found.wrong, `${ending} ${JSON.stringify(found)}`).toBe(0);
    expect(found.pictures).toBeGreaterThan(2);
  }
  const frames = await saved(page, /^PNG frames/);
  expect(frames.name).toBe("the-costume-department-odile-walk-east-2x-frames.zip");
  expect(frames.bytes.subarray(0, 2).toString()).toBe("PK");
});

test("for exports, the page lists what is on the stage and not in the files", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0");
  const lacks = page.locator(".lacks");
  await expect(lacks).toBeEmpty();
  await page.getByLabel("Mirrored").check();
  await page.evaluate(() => (globalThis as any).costumier.time.mute(1));
  await expect(lacks).toContainText(
    "The other files hold the costume as it is stored. These settings do not change them: hidden limbs, mirroring.",
  );
  await page.locator(".take select").first().selectOption("chore");
  await expect(lacks).toHaveText(/^These files hold the costume as it is stored. These settings do not change them:/);
  const made = await saved(page, /^GIF/);
  expect(made.name).toBe("the-costume-department-odile-walk-east.gif");
  const theirs = join(mkdtempSync(join(OUT, "export-")), "cli");
  run("export", "sample", "1", "-o", theirs, "--as", "gif", "--chore", "walk", "--facing", "east", "--quiet");
  expect(walk(theirs).some(path => readFileSync(path).equals(made.bytes))).toBe(true);
});

test("while files are made, the stage plays on; progress is shown, and Stop stops", async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, "actor=1~walk~east");
  await page.locator(".take select").first().selectOption("all");
  await page.locator(".take select").nth(1).selectOption("8");
  await page.evaluate(() => {
    const said: string[] = ((globalThis as any).said = []);
    const status = document.querySelector(".saving [role=status]")!;
    new MutationObserver(() => said.push(status.textContent!)).observe(status, { childList: true, subtree: true });
  });
  const scene = () => page.evaluate(() => (globalThis as any).costumier.playback.frame.tick as number);
  const [began, before] = [Date.now(), await scene()];
  expect((await saved(page, /^Sheet/)).name).toMatch(/sheet\.zip$/);
  // At least half of the ticks: other programs run on the machine.
  expect(await scene()).toBeGreaterThan(before + (Date.now() - began) / 200);
  const said = await page.evaluate(() => (globalThis as any).said as string[]);
  expect(said.filter(one => /Making Sheet \+ JSON: \d of 6 costumes/.test(one)).length).toBeGreaterThan(3);
  let downloads = 0;
  page.on("download", () => downloads++);
  await page
    .locator(".formats")
    .getByRole("button", { name: /^Sheet/ })
    .click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.locator(".saving [role=status]")).toContainText("stopped: nothing is saved");
  await expect(page.locator(".saving progress")).toBeHidden();
  const then = await scene();
  await expect.poll(scene).toBeGreaterThan(then + 4);
  expect(downloads).toBe(0);
  // And the next one is made.
  await page.locator(".take select").first().selectOption("costume");
  expect((await saved(page, /^Contact/)).name).toBe("the-costume-department-odile-8x-contact.png");
});
