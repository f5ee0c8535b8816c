/** Tests a picture that is dropped on an open game: the page says what it shows, and its links show the same. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { edit } from "./edit-common";
import { drop, openSample, OUT, ready, run, sampleGame, visit } from "./common";

const folder = () => mkdtempSync(join(OUT, "explain-"));
const dialog = (page: Page) => page.getByRole("dialog");

/** A picture of the stage, which is that of `render`, as few bytes. */
const stage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { data } = (globalThis as any).costumier.playback.frame;
    return new Uint8Array(await crypto.subtle.digest("SHA-256", data.slice())).join();
  });
const inFile = (page: Page, path: string): Promise<string> =>
  page.evaluate(async text => {
    const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", data)).join();
  }, readFileSync(path).toString("base64"));

for (const which of ["sample", "sample-v2", "sample-v7", "sample-he"])
  test(`a screenshot of ${which}: each figure has its link, which shows the same pixels`, async ({ page }) => {
    test.setTimeout(120_000);
    // The room of Humongous has 640 × 480 pixels.
    await page.setViewportSize({ width: 1440, height: 1100 });
    await visit(page, "actor=1~walk~east&tick=0");
    if (which !== "sample") await openSample(page, which);
    const out = folder();
    const scenes = join(out, "scenes.json");
    const shot = join(out, "shot.png");
    const actors = [{ costume: 1, position: [136, 128], facing: "east", steps: [{ perform: "walk" }, { ticks: 7 }] }];
    writeFileSync(scenes, JSON.stringify({ scenes: [{ name: "shot", room: 1, actors }] }));
    run("render", sampleGame(which), "--scenes", scenes, "-o", out, "--quiet");
    await drop(page, [shot]);
    const link = dialog(page).getByRole("link").first();
    await expect(link).toHaveText(/^(Odile|Costume 1): walk, east, tick \d+$/, { timeout: 60_000 });
    await link.click();
    await expect(dialog(page)).toHaveCount(0);
    await ready(page);
    expect(await page.evaluate(() => (globalThis as any).costumier.store.state.background)).toBe("room");
    const wanted = await inFile(page, shot);
    await expect.poll(() => stage(page), { timeout: 20_000 }).toBe(wanted);
  });

test("what is no picture of the game is told in one sentence, and the game stays", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0");
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(90, 70);
    const pen = canvas.getContext("2d")!;
    for (let i = 0; i < 6300; i++) {
      pen.fillStyle = `hsl(${(i * 7919) % 360} 60% ${(i * 104729) % 90}%)`;
      pen.fillRect(i % 90, Math.floor(i / 90), 1, 1);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  const noise = join(folder(), "noise.png");
  writeFileSync(noise, Uint8Array.from(bytes));
  const before = await stage(page);
  await drop(page, [noise]);
  await expect(page.getByRole("alert")).toContainText("Nothing of this game is in noise.png.");
  const broken = join(folder(), "broken.png");
  writeFileSync(broken, Uint8Array.from(bytes.slice(0, 60)));
  await drop(page, [broken]);
  await expect(page.getByRole("alert")).toContainText("broken.png is a picture, not a game.");
  expect(await stage(page)).toEqual(before);
});

test("on a phone the picture is as wide as the dialog, and its title and links are in view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "actor=1~walk~east&tick=0");
  const out = folder();
  run("export", "sample", "6", "-o", out, "--as", "frames", "--chore", "walk", "--facing", "east", "--quiet");
  await drop(page, [join(out, "costume-006/walk-east/frame-004.png")]);
  const link = dialog(page).getByRole("link").first();
  await expect(link).toHaveText(/^Minuet: walk, east, tick \d+$/, { timeout: 60_000 });
  const wide = await dialog(page).evaluate(one => [one.scrollWidth - one.clientWidth, one.scrollLeft]);
  expect(wide).toEqual([0, 0]);
  for (const one of [link, dialog(page).getByRole("heading")]) await expect(one).toBeInViewport({ ratio: 0.99 });
  // Still by whole pixels.
  const [shown, own] = await dialog(page)
    .locator("canvas")
    .evaluate((one: HTMLCanvasElement) => [one.getBoundingClientRect().width, one.width]);
  expect(shown! % own!).toBe(0);
});

test("a screenshot that is pasted is explained, but not in a field, and Edit keeps it for painting", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await visit(page, "actor=1~walk~east&tick=0");
  /** Pastes the stage's picture, as a browser does with an image in the clipboard. */
  const paste = (at: string) =>
    page.evaluate(async at => {
      const { width, height, data } = (globalThis as any).costumier.playback.frame;
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext("2d")!.putImageData(new ImageData(data, width, height), 0, 0);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], "image.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(at)!.dispatchEvent(event);
    }, at);
  await paste("#search");
  await page.waitForTimeout(500);
  await expect(dialog(page)).toHaveCount(0);
  await paste("body");
  await expect(dialog(page).getByRole("heading")).toHaveText("What image.png shows", { timeout: 60_000 });
  await expect(dialog(page).getByRole("link").first()).toHaveText(/^Odile: /);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await edit(page);
  await paste("body");
  await expect(page.locator("dialog.bring")).toBeAttached();
  await expect(page.getByRole("heading", { name: "What image.png shows" })).toHaveCount(0);
});
