/** The page in use: the sample plays, every panel works, keys act, links restore the view. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { drop, opened, openSample, OUT, ready, unchanging, visit } from "./common";

const tick = (page: import("@playwright/test").Page) =>
  page.evaluate(() => (globalThis as any).costumier.playback.tick as number);

test("every costume of the wardrobe has a picture, a name and its counts", async ({ page }) => {
  await visit(page);
  const cells = page.locator(".cell:visible");
  await expect(cells).toHaveCount(6);
  await expect(cells.first()).toHaveAccessibleName(
    /Odile ?walks, talks\s+4 directions ?, costume 1, room 1 wardrobe, 66 pics, 2 limbs, 16 colours/,
  );
  await expect
    .poll(() =>
      cells.evaluateAll(
        all =>
          all.filter(one => {
            const canvas = one.querySelector("canvas")!;
            return canvas
              .getContext("2d")!
              .getImageData(0, 0, canvas.width, canvas.height)
              .data.some(value => value > 0);
          }).length,
      ),
    )
    .toBe(6);
});

test("search and filter by id, name, room, size and state", async ({ page }) => {
  await visit(page);
  const shown = () =>
    page
      .getByRole("option")
      .filter({ visible: true })
      .evaluateAll(all => all.map(one => one.querySelector(".name")!.textContent));
  for (const [words, names] of [
    ["drag", ["Paper dragon"]],
    ["3", ["Sergeant Tick"]],
    ["stage", ["Balthasar", "Paper dragon"]],
    ["32 colours", ["Balthasar"]],
  ] as const) {
    await page.getByRole("searchbox").fill(words);
    await expect.poll(shown, words).toEqual(expect.arrayContaining([...names]));
    if (words !== "3") expect((await shown()).length, words).toBe(names.length);
  }
  await page.getByRole("searchbox").fill("guybrush");
  await expect(page.locator(".wardrobe .count")).toHaveText("0 of 6 costumes");
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("Room", { exact: true }).first().selectOption("2");
  await expect(page.locator(".wardrobe .count")).toHaveText("2 of 6 costumes");
});

test("by keyboard: the wardrobe's list, play, step, chore, facing, zoom", async ({ page }) => {
  await visit(page);
  await page.getByRole("listbox").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cell[aria-selected=true]")).toHaveAccessibleName(/Minuet/);
  await expect(page.getByRole("img", { name: /Minuet: walk, south/ })).toBeVisible();
  await page.getByRole("heading", { name: "Stage" }).click();
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const ticks = await page.evaluate(() => (globalThis as any).costumier.playback.clip.ticks as number);
  const here = await tick(page);
  await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe((here + 1) % ticks);
  await page.keyboard.press(",");
  await expect.poll(() => tick(page)).toBe(here);
  // A loop is a ring: once around in both directions.
  for (let i = 0; i < ticks; i++) await page.keyboard.press(",");
  await expect.poll(() => tick(page)).toBe(here);
  for (let i = 0; i < ticks; i++) await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(here);
  await page.keyboard.press("d");
  await expect(page.getByRole("button", { name: "Face east" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("l");
  await expect(page.locator(".chore[aria-pressed=true]")).toHaveText(/^sit/);
  await page.keyboard.press("3");
  await expect(page.getByLabel("Zoom", { exact: true })).toHaveText("3×");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByLabel("Use letter keys as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("4");
  await expect(page.getByLabel("Zoom", { exact: true })).toHaveText("3×");
});

test("letters typed into the search change nothing else", async ({ page }) => {
  await visit(page, "actor=1~walk~south");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("od . 3 d");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.facing)).toBe("south");
  await expect(page.getByRole("searchbox")).toHaveValue("od . 3 d");
});

test("time: a row for each limb, scrubbing, solo and mute change the picture and come back", async ({ page }) => {
  await visit(page, "actor=4~walk~east&tick=3");
  const rows = page.locator(".row");
  await expect(rows).toHaveCount(await page.evaluate(() => (globalThis as any).costumier.playback.clip.limbs.length));
  const drawn = () =>
    page.evaluate(() =>
      [...((globalThis as any).costumier.playback.frame.data as Uint8ClampedArray)]
        .filter((_, i) => i % 4 === 3)
        .reduce((sum, one) => sum + (one ? 1 : 0), 0),
    );
  const whole = await drawn();
  await rows
    .first()
    .getByRole("button", { name: /^Show only limb/ })
    .click();
  await expect.poll(drawn).toBeLessThan(whole);
  await rows
    .first()
    .getByRole("button", { name: /^Show only limb/ })
    .click();
  await expect.poll(drawn).toBe(whole);
  // Hiding any visible limb changes the picture.
  await page.evaluate(() =>
    (globalThis as any).costumier.time.mute((globalThis as any).costumier.playback.frame.placed[0].limb),
  );
  await expect.poll(drawn).not.toBe(whole);
  await page.keyboard.press("Shift+S");
  await expect.poll(drawn).toBe(whole);
  await page.getByRole("slider", { name: "Tick" }).fill("1");
  await expect.poll(() => tick(page)).toBe(1);
});

test("stage: zoom is whole squares of device pixels; outlines, onion skin, feet are drawn over", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=2&zoom=4");
  const look = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      return canvas
        .getContext("2d")!
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.reduce((sum, value, i) => (sum * 31 + value * (i % 97)) % 1000003, 7);
    });
  const plain = await look();
  for (const name of ["Outlines", "Feet", /Onion skin/]) {
    const button = page.getByRole("button", { name });
    await button.click();
    await expect.poll(look, String(name)).not.toBe(plain);
    if (typeof name !== "string") for (let i = 0; i < 3; i++) await button.click();
    else await button.click();
    await expect.poll(look, String(name)).toBe(plain);
  }
});

test("the room: the actor is put where it can be seen, scales and is dragged", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0");
  await page.getByLabel("Behind the figure").selectOption("room");
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.chosen.scale)).toBe("box");
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame.height))
    .toBeGreaterThan(100);
  const from = await page.evaluate(() => {
    const { playback, stage } = (globalThis as any).costumier;
    const [x, y, w, h] = playback.frame.placed[0].area;
    const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
    const [left, top] = stage.to(x + w / 2, y + h / 2);
    return [box.left + left / devicePixelRatio, box.top + top / devicePixelRatio] as const;
  });
  const before = await page.evaluate(() => (globalThis as any).costumier.store.chosen.x as number);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] - 60, from[1], { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.store.chosen.x as number))
    .toBeLessThan(before);
});

test("several actors, each with its own costume; one is removed again", async ({ page }) => {
  await visit(page);
  await page.getByRole("button", { name: "+ add a figure" }).click();
  await expect(page.locator(".people")).toContainText("Now pick a costume in the wardrobe.");
  await page
    .locator(".cell")
    .and(page.getByRole("option", { name: /Balthasar/ }))
    .click();
  await expect(
    page.getByRole("group", { name: "Actors on the stage" }).getByRole("button", { name: "Balthasar", exact: true }),
  ).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(() =>
      page.evaluate(
        () => new Set((globalThis as any).costumier.playback.frame.placed.map((one: any) => one.actor)).size,
      ),
    )
    .toBe(2);
  await page.getByRole("button", { name: /^remove / }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.state.actors.length)).toBe(1);
});

test("two costumes are compared: side by side at one size, feet on one line, both do the same", async ({ page }) => {
  await visit(page, "actor=1~walk~east");
  await page.getByRole("button", { name: "+ add a figure" }).click();
  await page.getByLabel("all do the same").check();
  await page.locator("#costume-3").click();
  await ready(page);
  const actors = () =>
    page.evaluate(() =>
      (globalThis as any).costumier.store.state.actors.map((one: any) => [one.costume, one.chore, one.facing, one.y]),
    );
  expect(await actors()).toEqual([
    [1, "walk", "east", 0],
    [3, "walk", "east", 0],
  ]);
  await page.getByRole("button", { name: "Face west" }).click();
  await page.locator(".chore", { hasText: /^stand$/ }).click();
  expect(await actors()).toEqual([
    [1, "stand", "west", 0],
    [3, "stand", "west", 0],
  ]);
  const apart = await page.evaluate(() => {
    const { frame } = (globalThis as any).costumier.playback;
    const [one, other] = [0, 1].map(actor => frame.placed.filter((it: any) => it.actor === actor));
    const left = (all: any[]) => Math.min(...all.map(it => it.area[0]));
    const right = (all: any[]) => Math.max(...all.map(it => it.area[0] + it.area[2]));
    return Math.max(left(one), left(other)) - Math.min(right(one), right(other));
  });
  expect(apart).toBeGreaterThanOrEqual(0);
  // Only what is chosen, again.
  await page.getByLabel("all do the same").uncheck();
  await page.getByRole("button", { name: "Face east" }).click();
  expect((await actors()).map((one: any) => one[2])).toEqual(["west", "east"]);
});

test("the address brings the same picture back", async ({ page, context }) => {
  await visit(page, "actor=2~walk~west~150~120~box~box&tick=2&zoom=2&behind=room&room=2");
  await page.waitForFunction(() => (globalThis as any).costumier.playback.frame?.tick === 2);
  await page.getByRole("button", { name: "One tick on" }).click();
  await expect.poll(() => page.url()).toContain("tick=3");
  const picture = () => (globalThis as any).costumier.stage.picture().toDataURL();
  const before = await page.evaluate(picture);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other);
  await expect.poll(() => other.evaluate(picture)).toBe(before);
});

test("back leads to the costume before", async ({ page }) => {
  await visit(page);
  await page.waitForTimeout(800);
  await page
    .locator(".cell")
    .and(page.getByRole("option", { name: /Minuet/ }))
    .click();
  await expect(page.locator(".cell[aria-selected=true]")).toHaveAccessibleName(/Minuet/);
  await page.waitForTimeout(800);
  await page.goBack();
  await expect(page.locator(".cell[aria-selected=true]")).toHaveAccessibleName(/Odile/);
});

test("with reduced motion, the page stands still until Play is pressed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page);
  const before = await page.evaluate(() => (globalThis as any).costumier.playback.scene);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (globalThis as any).costumier.playback.scene)).toBe(before);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(was => (globalThis as any).costumier.playback.scene > was, before);
});

// cargo run -p costumier-benches --example large-game -- target/viewer/large: its rooms have a thing that is there from
// the beginning, and one that is not.
const large = join(OUT, "large");
test("objects of the room can be left out, and the address says so", async ({ page }) => {
  test.skip(!existsSync(large), "write it with the example large-game");
  await visit(page);
  await drop(page, [large]);
  await opened(page, /BENCH/i);
  await page.getByLabel("Behind the figure").selectOption("room");
  // So small that all of the room is in view, things and all.
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame.height)).toBe(200);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
  const picture = () => page.evaluate(() => [...(globalThis as any).costumier.playback.frame.data].join());
  await unchanging(page, picture);
  const before = await picture();
  const seen = new Set([before]);
  for (const which of ["all", "none"]) {
    const last = await picture();
    await page.getByLabel("Objects in the room").selectOption(which);
    await expect.poll(() => page.url()).toContain(`objects=${which}`);
    await expect.poll(picture).not.toBe(last);
    seen.add(await picture());
  }
  expect(seen.size).toBe(3);
  await page.getByLabel("Objects in the room").selectOption("initial");
  await expect.poll(picture).toBe(before);
});

test("one sheet explains the panels; conditions are one field; each way to save is there once", async ({ page }) => {
  await visit(page, "actor=1&tick=0");
  await expect(page.getByRole("button", { name: "What am I looking at?" })).toHaveCount(0);
  await page.getByRole("button", { name: "Keys and panels" }).click();
  const help = page.getByRole("dialog");
  for (const title of ["Stage", "Time", "Actions", "Colours", "Save", "Bytes", "Wardrobe"])
    await expect(help.locator("dt", { hasText: new RegExp(`^${title}$`) })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Save PNG" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "as the stage is now" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /sheet/i })).toHaveCount(2);
  await openSample(page, "sample-he");
  const conditions = page.getByLabel("Conditions that are set");
  await expect(conditions).toHaveCount(1);
  await conditions.fill("5, 2 17 5");
  await conditions.press("Tab");
  await expect(conditions).toHaveValue("2, 5");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.conditions)).toEqual([2, 5]);
});
