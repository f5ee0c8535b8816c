/** The stage's picture and its place: onion skin, 4:3, the room's shape, what lies next to it, full screen. */
import { expect, test, type Page } from "@playwright/test";
import { visit } from "./common";

/** Relative luminance, and colours as seen without long or without medium cones (Viénot 1999, simplified). */
const BLIND = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
} as const;

for (const behind of ["checks", "room"] as const) {
  test(`onion skin over ${behind}: before and after are two colours, for the colour-blind too`, async ({ page }) => {
    const place = behind === "room" ? "~150~160~box~box" : "";
    await visit(page, `actor=2~walk~east${place}&tick=3&zoom=4&behind=${behind}&room=2`);
    await page.waitForTimeout(500);
    // Pictures stay in the page: half a million numbers take longer to send than to compare.
    await page.evaluate(() => {
      const { width, height } = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      const pen = document.querySelector<HTMLCanvasElement>(".pane canvas")!.getContext("2d")!;
      const look = () => pen.getImageData(0, 0, width, height).data;
      Object.assign(globalThis, { look, plain: look() });
      (globalThis as any).costumier.store.set({ onion: 2 });
    });
    await page.waitForFunction(() => {
      const { look, plain } = globalThis as any;
      return look().some((value: number, i: number) => value !== plain[i]);
    });
    // The new colours that are rather orange, and rather blue.
    const found = await page.evaluate(() => {
      const { look, plain } = globalThis as any;
      const with1: Uint8ClampedArray = look();
      const found: Record<"before" | "after", [number, number, number][]> = { before: [], after: [] };
      for (let at = 0; at < plain.length; at += 4) {
        if ([0, 1, 2, 3].every(i => plain[at + i] === with1[at + i]) || !with1[at + 3]) continue;
        const [r, g, b] = with1.subarray(at, at + 3) as unknown as [number, number, number];
        if (r > b + 60) found.before.push([r, g, b]);
        if (b > r + 60) found.after.push([r, g, b]);
      }
      return found;
    });
    expect(found.before.length).toBeGreaterThan(100);
    expect(found.after.length).toBeGreaterThan(100);
    const mean = (all: [number, number, number][]) =>
      [0, 1, 2].map(i => all.reduce((sum, one) => sum + one[i]!, 0) / all.length);
    for (const [kind, matrix] of Object.entries(BLIND)) {
      const seen = (colour: number[]) =>
        matrix.map(row => row.reduce<number>((sum, part, i) => sum + part * colour[i]!, 0));
      const [before, after] = [seen(mean(found.before)), seen(mean(found.after))];
      const far = Math.hypot(...before.map((one, i) => one - after[i]!));
      expect(far, kind).toBeGreaterThan(80);
    }
    // The figure itself is as it was: nothing lies over it.
    const changed = await page.evaluate(async () => {
      const { client, playback } = (globalThis as any).costumier;
      const said = { ...playback.said(), background: false, onion: 0 };
      const figure = await client.ask("stage", { said, tick: 3 });
      await client.ask("stage", { said: playback.said(), tick: 3 });
      const { stage } = (globalThis as any).costumier;
      const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      const shown = (globalThis as any).look();
      let wrong = 0;
      for (let i = 0; i < figure.data.length; i += 4) {
        if (figure.data[i + 3] !== 255) continue;
        const [x, y] = [figure.x + ((i / 4) % figure.width), figure.y + Math.floor(i / 4 / figure.width)];
        // Feet lie over it, as before.
        const [left, top] = stage.to(x, y);
        if (top + 1 < 0 || top + 1 >= canvas.height) continue;
        const [r, g, b] = shown.subarray(((top + 1) * canvas.width + left + 1) * 4);
        if (Math.abs(r! - figure.data[i]) + Math.abs(g! - figure.data[i + 1]) + Math.abs(b! - figure.data[i + 2]) > 3)
          wrong++;
      }
      return wrong;
    });
    expect(changed).toBeLessThan(40);
  });
}

test("4:3: the picture is 1.2 times as high, the pixel under the pointer is the same, a link brings it back", async ({
  page,
}) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=4");
  await page.getByRole("button", { name: "4:3" }).click();
  const canvas = await page.locator(".pane canvas").evaluate((one: HTMLCanvasElement) => {
    const box = one.getBoundingClientRect();
    return [box.width / one.width, box.height / one.height];
  });
  expect(canvas[0]).toBeCloseTo(1, 3);
  expect(canvas[1]).toBeCloseTo(1.2, 3);
  await expect.poll(() => page.url()).toContain("tall=1");
  const at = await page.evaluate(() => {
    const { stage, playback } = (globalThis as any).costumier;
    const one = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const box = one.getBoundingClientRect();
    const [x, y, w, h] = playback.frame.placed[0].area;
    const pixel = [x + Math.floor(w / 2), y + Math.floor(h / 2)];
    const [left, top] = stage.to(...pixel);
    return { pixel, place: [box.x + left + 1, box.y + (top + 1) * 1.2] as const };
  });
  await page.mouse.move(...at.place);
  await expect(page.locator(".facts")).toHaveText(new RegExp(`^${at.pixel[0]}, ${at.pixel[1]} `));
});

/** The room on the stage: how much of it is seen, its zoom, and what of the pane it leaves empty, in pixels of the screen. */
const seenRoom = (page: Page) =>
  page.evaluate(() => {
    const { stage, store } = (globalThis as any).costumier;
    const { width, height } = store.state.scenery;
    const [[left, top], [right, bottom]] = [stage.to(0, 0), stage.to(width, height)];
    const [w, h] = stage.size;
    return {
      isWhole: left >= 0 && top >= 0 && right <= w && bottom <= h,
      zoom: stage.zoom,
      spare: [w - (right - left), h - (bottom - top)],
    };
  });

for (const [width, height, hash] of [
  [1440, 900, ""],
  [1440, 900, "actor=2~walk~east&behind=room"],
  [1280, 800, "actor=2~walk~east&behind=room"],
  [1280, 720, "actor=2~walk~east&behind=room"],
  [1024, 768, ""],
  [1024, 768, "actor=2~walk~east&behind=room"],
  [820, 1180, "actor=2~walk~east&behind=room"],
] as const)
  test(`${width} × ${height}, #${hash}: the room is seen whole, twice as large, and the stage is as high`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await visit(page, hash);
    await page.waitForTimeout(300);
    const seen = await seenRoom(page);
    expect(seen).toMatchObject({ isWhole: true, zoom: 2 });
    expect(seen.spare[1]).toBeLessThanOrEqual(1);
    // The rows of the timeline keep a place, and the page does not scroll.
    await expect(page.locator(".tracks")).toBeInViewport({ ratio: 0.99 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    // A wider window is a larger stage, and back.
    await page.setViewportSize({ width: 1920, height: 1200 });
    await expect.poll(() => seenRoom(page)).toMatchObject({ isWhole: true, zoom: 3 });
    await page.setViewportSize({ width, height });
    await expect.poll(() => seenRoom(page)).toEqual(seen);
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`${width} × ${height}: a pixel that is clicked is explained next to the stage`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=2~stand~south~150~120~box~box&tick=0&behind=room&room=2");
    const chain = page.locator(".chain");
    const at = await page.evaluate(() => {
      const { stage, playback } = (globalThis as any).costumier;
      const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
      const [x, y, w, h] = playback.frame.placed[0].area;
      const [left, top] = stage.to(x + Math.floor(w / 2), y + Math.floor(h / 2));
      return [box.x + left + 1, box.y + top + 1] as const;
    });
    await page.mouse.click(...at);
    await expect(chain).toHaveClass(/pinned/);
    await expect(chain).toBeInViewport({ ratio: 0.99 });
    await expect(chain).toContainText("run of");
    // It is not under the stage, and stays while the pointer goes to it.
    const [box, pane] = [(await chain.boundingBox())!, (await page.locator(".pane").boundingBox())!];
    expect(box.x).toBeGreaterThan(pane.x + pane.width);
    await chain.hover();
    await expect(chain).toContainText("run of");
    await chain.getByRole("button", { name: "Close" }).click();
    await expect(chain).not.toHaveClass(/pinned/);
  });

  test(`${width} × ${height}: while time runs, a clicked pixel keeps its buttons through a press`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=2~walk~south~150~120~box~box&behind=room&room=2");
    const ticks = () => page.evaluate(() => (globalThis as any).costumier.playback.tick as number);
    const pass = async () => {
      for (let i = 0; i < 2; i++) {
        const before = await ticks();
        await expect.poll(ticks).not.toBe(before);
      }
    };
    const at = await page.evaluate(() => {
      const { stage, playback } = (globalThis as any).costumier;
      const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
      const [x, y, w, h] = playback.frame.placed[0].area;
      const [left, top] = stage.to(x + Math.floor(w / 2), y + Math.floor(h / 2));
      return [box.x + left + 1, box.y + top + 1] as const;
    });
    await page.mouse.click(...at);
    const close = page.locator(".chain").getByRole("button", { name: "Close" });
    await close.focus();
    await pass();
    await expect(close).toBeFocused();
    await close.hover();
    await page.mouse.down();
    await pass();
    await page.mouse.up();
    await expect(page.locator(".chain")).not.toHaveClass(/pinned/);
  });

  test(`${width} × ${height}: bytes lie next to the stage, which shows the whole room`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=2~walk~east&tick=2&behind=room&panel=bytes");
    await expect(page.locator(".hex .byte").first()).toBeInViewport();
    await expect(page.locator(".listing .line").first()).toBeInViewport();
    expect(await seenRoom(page)).toMatchObject({ isWhole: true, zoom: 2 });
    const [bytes, pane] = await Promise.all([".hex", ".pane"].map(one => page.locator(one).boundingBox()));
    expect(bytes!.x).toBeGreaterThan(pane!.x + pane!.width);
    expect(bytes!.height).toBeGreaterThan(150);
    // A whole row of bytes is seen.
    const cut = await page.locator(".hex").evaluate(one => one.scrollWidth - one.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
    // A byte of a picture: nothing lies over its picture or the texts about it.
    await page.evaluate(() => (globalThis as any).costumier.bytes.show(2, 0x347c));
    await expect(page.locator(".preview canvas")).toBeVisible();
    const parts = [".preview canvas", ".preview p >> nth=0", ".preview button", ".listing", ".legend"];
    const boxes = await Promise.all(parts.map(async one => (await page.locator(one).boundingBox())!));
    for (const [i, a] of boxes.entries())
      for (const [k, b] of boxes.entries())
        if (i < k) {
          const isApart = a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1 || a.x + a.width <= b.x + 1;
          expect(isApart, `${parts[i]} and ${parts[k]}`).toBe(true);
        }
  });
}

test("full screen: the room is as large as it goes, nothing is cut, and what plays it lies over it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "actor=2~walk~east&behind=room");
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect
    .poll(() => page.evaluate(() => [(globalThis as any).costumier.stage.size, [innerWidth, innerHeight]].join(" ")))
    .toBe("1440,900 1440,900");
  expect(await seenRoom(page)).toMatchObject({ isWhole: true, zoom: 4 });
  await page.mouse.move(700, 400);
  await expect(page.locator(".bar")).toHaveCSS("opacity", "1");
  await expect(page.locator(".bar")).toHaveCSS("opacity", "0");
  await page.mouse.move(710, 400);
  await expect(page.locator(".bar")).toHaveCSS("opacity", "1");
  const [facts, time] = await Promise.all([".facts", "#time"].map(one => page.locator(one).boundingBox()));
  expect(facts!.y + facts!.height).toBeLessThanOrEqual(time!.y);
  await page.keyboard.press("v");
  await expect.poll(() => seenRoom(page)).toMatchObject({ isWhole: true, zoom: 2 });
});

test("full screen: stage and time alone, and back", async ({ page }) => {
  await visit(page, "actor=1~walk~east");
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("middle");
  await expect(page.locator(".pane canvas")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeInViewport();
  await page.keyboard.press("v");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
});
