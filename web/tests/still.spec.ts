/** No element moves by itself: elements that appear have a place already, or lie over the page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { drop, opened, OUT, sampleGame, visit } from "./common";

/** Every edition of the sample. */
const EDITIONS = ["v5", "v2", "v3-ega", "v4-ega", "v6", "v7", "v8", "he72", "he", "he99-16"];

test("every costume of every edition, 200 ticks and 100 pixels: the canvas keeps its rectangle", async ({ page }) => {
  test.setTimeout(600_000);
  await visit(page, "actor=1~walk~east");
  let [costumes, frames] = [0, 0];
  const began = Date.now();
  for (const edition of EDITIONS) {
    if (edition !== "v5") {
      const key = await page.evaluate(() => (globalThis as any).costumier.store.state.game.info.key);
      await drop(page, [sampleGame(`sample-${edition}`)]);
      // The stage takes the shape of the room that the game opens on.
      await page.waitForFunction(was => {
        const { phase, game, background, scenery } = (globalThis as any).costumier.store.state;
        return phase === "ready" && game.info.key !== was && (background !== "room" || scenery);
      }, key);
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    const seen = await page.evaluate(async () => {
      const app = (globalThis as any).costumier;
      const { store, playback, stage } = app;
      const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      const rectangle = () => {
        const { x, y, width, height } = canvas.getBoundingClientRect();
        return [x, y, width, height, canvas.width, canvas.height].join();
      };
      const first = rectangle();
      const wrong = new Set<string>();
      let [frames, pixels, told] = [0, 0, 0];
      store.set({ playing: false });
      // The page reports each shown frame, so no time is lost.
      let come = () => {};
      playback.listen(() => come());
      const shown = (tick: number) =>
        new Promise<void>(done => {
          come = () => {
            if (playback.frame?.tick === tick && playback.settled) done();
          };
          come();
        });
      const all = store.state.game.costumes as { id: number }[];
      for (const { id } of all) {
        app.choose(id);
        store.set({ playing: false });
        playback.seek(0);
        await shown(0);
        // From its first picture on, a figure keeps size and place.
        const place = () => `${stage.zoom} ${stage.to(0, 0)}`;
        const stands = place();
        // Each tick of the ring, and then some of those that repeat it.
        const { ticks } = playback.clip;
        for (let tick = 1; tick <= 200; tick += tick <= ticks ? 1 : 7) {
          playback.seek(tick);
          await shown(tick);
          frames++;
          if (rectangle() !== first) wrong.add(`costume ${id}, tick ${tick}: ${rectangle()} instead of ${first}`);
          if (place() !== stands) wrong.add(`costume ${id}, tick ${tick}: ${place()} instead of ${stands}`);
        }
        // A hundred pixels all over the stage. The line about each comes a moment later.
        const box = canvas.getBoundingClientRect();
        for (let pixel = 0; pixel < 100; pixel++) {
          const clientX = box.x + (((pixel % 10) + 0.5) / 10) * box.width;
          const clientY = box.y + ((Math.floor(pixel / 10) + 0.5) / 10) * box.height;
          canvas.dispatchEvent(
            new PointerEvent("pointermove", { clientX, clientY, pointerType: "mouse", bubbles: true }),
          );
          await new Promise(done => setTimeout(done, 3));
          pixels++;
          if (document.querySelector(".facts")!.textContent) told++;
          if (rectangle() !== first) wrong.add(`costume ${id}, pixel ${pixel}: ${rectangle()} instead of ${first}`);
        }
      }
      return { wrong: [...wrong].slice(0, 5), frames, pixels, told, costumes: all.length };
    });
    expect(seen.wrong, edition).toEqual([]);
    expect(seen.pixels, edition).toBe(100 * seen.costumes);
    // Most pixels have a text, so the line under the stage changed during the check of its place.
    expect(seen.told, edition).toBeGreaterThan(10 * seen.costumes);
    costumes += seen.costumes;
    frames += seen.frames;
  }
  console.log(`${costumes} costumes of ${EDITIONS.length} editions, ${frames} frames in ${Date.now() - began} ms`);
  expect(costumes).toBeGreaterThan(60);
});

test("notices lie over the page, which does not move", async ({ page }) => {
  await visit(page, "actor=1~walk~east");
  await page.waitForTimeout(800);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".panel, .pane canvas, .top, .bar")].map(one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.className, x, y, width, height].join(" ");
      }),
    );
  await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
  await page.waitForTimeout(300);
  const before = await places();
  await page.evaluate(() => {
    const { notices } = (globalThis as any).costumier;
    for (let i = 0; i < 5; i++) notices.show(`Notice ${i}: ${"words ".repeat(40)}`, { kind: "x", text: "y", at: 4 });
  });
  await expect(page.locator(".notice")).toHaveCount(3);
  expect(await places()).toEqual(before);
  await page.locator(".notice").last().getByRole("button", { name: "Details" }).click();
  await expect(page.locator(".notice").last()).toContainText("byte 4");
  expect(await places()).toEqual(before);
});

// Dropped files that are no game, and their messages.
for (const [name, bytes, words] of [
  [
    "cat.png",
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a],
    "cat.png is a picture, not a game. Open the folder or the zip of a game.",
  ],
  [
    "empty.zip",
    [0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)],
    "empty.zip is empty: there are no files in it.",
  ],
  ["letter.txt", [...Buffer.from("Dear diary,\nno game today.")], "letter.txt is a text, not a game."],
  ["song.mp3", [0x49, 0x44, 0x33, 3, 0, 0, 0, 0], "song.mp3 is music, not a game."],
  ["setup.exe", [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0], "setup.exe is a program, not a game."],
] as const) {
  test(`words of people: ${words}`, async ({ page }) => {
    const path = join(OUT, name);
    const rest = name === "empty.zip" ? 0 : 200;
    writeFileSync(path, Uint8Array.from([...bytes, ...Array.from({ length: rest }, () => 32)]));
    await visit(page, "actor=1~walk~east");
    await drop(page, [path]);
    const notice = page.getByRole("alert");
    await expect(notice).toContainText(words);
    await expect(notice.locator(".details")).toBeHidden();
    await opened(page, /the sample game/);
    // The next message replaces it.
    await drop(page, [path]);
    await expect(notice).toHaveCount(1);
    await notice.getByRole("button", { name: "Choose another file …" }).click();
    await expect(page.locator("#open-menu")).toBeVisible();
  });
}
