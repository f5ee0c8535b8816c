/** The stage: it keeps its size, zooms at the pointer, and stays in view; keys, history and the room. */
import { expect, test, type CDPSession, type Page } from "@playwright/test";
import { openSample, visit } from "./common";

/** Sizes of the canvas while something happens. */
async function sizes(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const seen: string[] = [];
    (globalThis as any).sizes = seen;
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const look = () => {
      const now = `${canvas.width} × ${canvas.height} at ${(globalThis as any).costumier.stage.zoom}`;
      if (seen.at(-1) !== now) seen.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  await act();
  return page.evaluate(() => (globalThis as any).sizes as string[]);
}

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const) {
  test(`${width} × ${height}: the canvas keeps its size while it plays, is pointed at and gets the focus`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Costume 4 has sounds in its walk.
    await visit(page, "actor=1~walk~east");
    await page.waitForTimeout(1500);
    const seen = await sizes(page, async () => {
      const box = (await page.locator(".pane canvas").boundingBox())!;
      for (let i = 0; i < 12; i++) {
        await page.mouse.move(box.x + box.width / 2 + i, box.y + box.height * 0.6 + i);
        await page.waitForTimeout(80);
      }
      await page.evaluate(() => {
        // Ticks with events, of which some take more words than there is room for.
        const { playback } = (globalThis as any).costumier;
        const clip = playback.clip;
        playback.clip = {
          ...clip,
          events: [0, 1, 2].flatMap(tick =>
            Array.from({ length: 40 }, () => ({ actor: 0, tick, limb: 1, event: "sound", text: "sound 12" })),
          ),
        };
      });
      await page.waitForTimeout(1500);
      await page.keyboard.press("Tab");
      await page.locator(".pane canvas").focus();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await page.waitForTimeout(400);
    });
    expect(seen.length, seen.join(", ")).toBe(1);
    await expect(page.locator("#stage-keys")).toBeVisible();
  });
}

test("the wheel zooms where the pointer is", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=3&behind=room");
  await page.waitForFunction(() => (globalThis as any).costumier.store.chosen.scale === "box");
  await page.waitForTimeout(500);
  const box = (await page.locator(".pane canvas").boundingBox())!;
  const at = [box.x + box.width * 0.6, box.y + box.height * 0.55] as const;
  const under = () =>
    page.evaluate(([x, y]) => {
      const { stage } = (globalThis as any).costumier;
      const canvas = document.querySelector(".pane canvas")!.getBoundingClientRect();
      return stage.from((x - canvas.left) * devicePixelRatio, (y - canvas.top) * devicePixelRatio) as number[];
    }, at);
  const before = await under();
  await page.locator(".pane canvas").focus();
  await page.mouse.move(...at);
  for (let i = 0; i < 3; i++) {
    await page.mouse.wheel(0, -100);
    await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.state.zoom)).toBe(4 + i);
    const now = await under();
    expect(Math.abs(now[0]! - before[0]!), `${now} ${before}`).toBeLessThanOrEqual(1);
    expect(Math.abs(now[1]! - before[1]!), `${now} ${before}`).toBeLessThanOrEqual(1);
  }
});

test("a dragged view stays inside the room, and over the figure", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=6&behind=room");
  await page.waitForFunction(() => (globalThis as any).costumier.store.chosen.scale === "box");
  const dragOff = async () => {
    const box = (await page.locator(".pane canvas").boundingBox())!;
    for (let i = 0; i < 9; i++) {
      await page.mouse.move(box.x + 8, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 8, box.y + box.height - 8, { steps: 3 });
      await page.mouse.up();
    }
  };
  await dragOff();
  const corner = await page.evaluate(() => (globalThis as any).costumier.stage.from(0, 0) as number[]);
  expect(corner).toEqual([0, 0]);
  await page.getByLabel("Behind the figure").selectOption("checks");
  await page.evaluate(() => (globalThis as any).costumier.store.set({ zoom: 4 }));
  await page.waitForTimeout(300);
  await dragOff();
  const opaque = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
  expect(opaque).toBeGreaterThan(500);
});

test.describe("touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test("two fingers zoom the stage, and neither the room nor the page goes away", async ({ page }) => {
    await visit(page, "actor=1~stand~south&tick=0&zoom=2&behind=room");
    await page.waitForFunction(() => (globalThis as any).costumier.store.chosen.scale === "box");
    const cdp: CDPSession = await page.context().newCDPSession(page);
    const box = (await page.locator(".pane canvas").boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const fingers = (apart: number) => [
      { x: x - apart, y, id: 1 },
      { x: x + apart, y, id: 2 },
    ];
    const touch = (type: string, touchPoints: object[]) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints } as never);
    const under = () =>
      page.evaluate(() => {
        const { stage } = (globalThis as any).costumier;
        return stage.under([stage.size[0] / 2, stage.size[1] / 2]) as number[];
      });
    const before = await under();
    await touch("touchStart", [fingers(30)[0]!]);
    await touch("touchStart", fingers(30));
    for (const apart of [40, 60, 75]) await touch("touchMove", fingers(apart));
    await touch("touchEnd", []);
    expect(await page.evaluate(() => (globalThis as any).costumier.store.state.zoom)).toBe(5);
    const after = await under();
    expect(Math.hypot(after[0]! - before[0]!, after[1]! - before[1]!)).toBeLessThan(4);
    expect(await page.evaluate(() => [scrollX, scrollY, visualViewport!.scale])).toEqual([0, 0, 1]);
    // One finger moves the view, whatever way it goes.
    await touch("touchStart", [{ x: box.x + 20, y: box.y + 20, id: 3 }]);
    for (let by = 0; by <= 700; by += 50) await touch("touchMove", [{ x: box.x + 20, y: box.y + 20 + by, id: 3 }]);
    await touch("touchEnd", []);
    const [, top] = await page.evaluate(() => (globalThis as any).costumier.stage.from(0, 0) as number[]);
    expect(top).toBe(0);
  });
});

test("F6 leads out of the search box, from panel to panel, and back with Shift", async ({ page }) => {
  await visit(page);
  await page.keyboard.press("/");
  const at = () => page.evaluate(() => document.activeElement!.id || document.activeElement!.closest("section")?.id);
  expect(await at()).toBe("search");
  const seen = [];
  for (let i = 0; i < 7; i++) {
    await page.keyboard.press("F6");
    seen.push(await at());
  }
  expect(seen).toEqual(["stage", "time", "actions", "take", "colours", "bytes", "search"]);
  await page.keyboard.press("Shift+F6");
  expect(await at()).toBe("bytes");
});

test("settings of one costume do not apply to the next", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0");
  await page.getByLabel("Mirrored").check();
  await page.evaluate(() =>
    (globalThis as any).costumier.store.actor({ palette: { 3: 9 }, vars: { 1: 2 }, conditions: [2] }),
  );
  await page.locator("#costume-2").click();
  await expect(page.getByLabel("Mirrored")).not.toBeChecked();
  const actor = await page.evaluate(() => (globalThis as any).costumier.store.chosen);
  expect(actor).toMatchObject({ costume: 2, flip: false, palette: {}, vars: {}, conditions: [], talking: false });
});

test("costumes that are chosen quickly are one entry of the history; back leads to the one before", async ({
  page,
}) => {
  await visit(page, "actor=1~walk~south");
  await page.waitForTimeout(800);
  const before = await page.evaluate(() => history.length);
  await page.getByRole("heading", { name: "Stage" }).click();
  for (let i = 0; i < 15; i++) await page.keyboard.press("n");
  await page.waitForTimeout(900);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.chosen.costume)).not.toBe(1);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.chosen.costume)).toBe(1);
});

for (const which of ["sample-v2", "sample-v3-ega", "sample-v8"]) {
  test(`${which}: the actor stands in its room and follows the pointer there`, async ({ page }) => {
    await visit(page);
    await openSample(page, which);
    await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
    await page.getByLabel("Behind the figure").selectOption("room");
    const figure = () =>
      page.evaluate(() => {
        const { playback, store } = (globalThis as any).costumier;
        const { frame } = playback;
        const { scenery } = store.state;
        const placed = frame?.placed[0]?.area;
        return placed && scenery && { placed, feet: frame.feet[0], room: [scenery.width, scenery.height] };
      });
    await expect.poll(async () => (await figure())?.feet[0] ?? -1).toBeGreaterThan(0);
    await page.waitForTimeout(400);
    const stands = (await figure())!;
    expect(stands.feet[0]).toBeLessThan(stands.room[0]);
    expect(stands.feet[1]).toBeLessThanOrEqual(stands.room[1] + 20);
    // As far as the pointer goes, to a cell where positions are cells.
    const grip = await page.evaluate(
      ([x, y, w, h]) => {
        const { stage } = (globalThis as any).costumier;
        const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
        const [left, top] = stage.to(x + w / 2, y + h / 2);
        return [box.left + left / devicePixelRatio, box.top + top / devicePixelRatio, stage.zoom / devicePixelRatio];
      },
      stands.placed as [number, number, number, number],
    );
    await page.mouse.move(grip[0]!, grip[1]!);
    await page.mouse.down();
    await page.mouse.move(grip[0]! - 40 * grip[2]!, grip[1]!, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs(stands.feet[0] - 40 - (await figure())!.feet[0])).toBeLessThanOrEqual(8);
    // Another actor stands next to it, not eight times as far away.
    await page.getByRole("button", { name: "+ add a figure" }).click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame?.feet.length ?? 0))
      .toBe(2);
    const feet = await page.evaluate(() => (globalThis as any).costumier.playback.frame.feet as number[][]);
    expect(Math.abs(feet[0]![0]! - feet[1]![0]!)).toBeLessThan(250);
  });
}
