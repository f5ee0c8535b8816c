/** What is marked in a room: z-planes, walk boxes, objects. Marks lie over the picture, where the room has them. */
import { expect, test, type Page } from "@playwright/test";
import { openSample, ready, visit } from "./common";
import { dice } from "./edit-common";

/** Waits until the stage has marks, or has none. */
const marked = async (page: Page, how: string) => {
  await page.waitForFunction(how => {
    const { store, stage } = (globalThis as any).costumier;
    return store.state.marked === how && (how === "none") === (stage.marks === null);
  }, how);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/**
 * The stage's pixels at these pixels of the room, of those that are visible, and the library's picture. Of a pixel with a third
 * number, the lowest row is taken, and not the middle.
 */
const look = (page: Page, spots: (readonly [number, number, number?])[]) =>
  page.evaluate(spots => {
    const { stage } = (globalThis as any).costumier;
    const of = (canvas: HTMLCanvasElement) => canvas.getContext("2d", { willReadFrequently: true })!;
    const copy = new OffscreenCanvas(stage.canvas.width, stage.canvas.height);
    const pen = copy.getContext("2d")!;
    pen.drawImage(stage.canvas, 0, 0);
    const seen = spots.map(([x, y, isLow]) => {
      const [left, top] = stage.to(x, y).map((one: number, i: number) => {
        return Math.floor(one + (i && isLow ? stage.zoom - 1 : stage.zoom / 2));
      });
      const isIn = left >= 0 && top >= 0 && left < copy.width && top < copy.height;
      return isIn ? [...pen.getImageData(left, top, 1, 1).data].join() : null;
    });
    const held = stage.picture();
    return { seen, held: [...of(held).getImageData(0, 0, held.width, held.height).data].join() };
  }, spots);

for (const which of ["sample", "sample-v7", "sample-v2"])
  test(`${which}: corners of boxes, edges of objects and z-planes are marked, in any order, and the picture stays`, async ({
    page,
  }) => {
    await visit(page);
    if (which !== "sample") await openSample(page, which);
    await page.evaluate(() => (globalThis as any).costumier.store.behind("room"));
    await ready(page);
    const select = page.getByLabel("Marked in the room");
    const room = await page.evaluate(async () => {
      const { client, store } = (globalThis as any).costumier;
      const { boxes, planes, id, width, height } = store.state.scenery;
      // No sample has objects.
      const objects = [
        { number: 21, name: "sign", area: [16, 24, 32, 16], states: [1], initial: 1 },
        { number: 22, name: null, area: [width - 40, height - 30, 24, 8], states: [1, 2], initial: 0 },
      ];
      const { ask } = client;
      client.ask = async (op: string, asked: object) => (op === "objects" ? objects : ask.call(client, op, asked));
      // A pixel of each plane, and one of none.
      const hidden: [number, number][] = [];
      for (let plane = 1; plane <= planes; plane++) {
        const { data } = await client.ask("plane", { room: id, plane });
        const at = Array.from({ length: width * height }, (_, i) => i).filter(i => data[4 * i + 3]);
        for (const i of at.filter((_, n) => n % Math.ceil(at.length / 40) === 0))
          hidden.push([i % width, Math.floor(i / width)]);
      }
      return {
        boxes: boxes.flatMap((box: any) => box.corners),
        objects: objects
          .filter((one: any) => one.area[2] > 0 && one.area[3] > 0)
          .map(({ area: [x, y, w, h] }: any) => [x + Math.floor(w / 2), y + h - 1, 1]),
        planes: hidden,
      } as Record<string, [number, number, number?][]>;
    });
    const spots = Object.values(room).flat();
    const isInside = (seen: (string | null)[]) => seen.filter(one => one !== null).length;
    await page.evaluate(() =>
      (globalThis as any).costumier.store.set({ playing: false, feet: false, outlines: false }),
    );
    await ready(page);
    const plain = await look(page, spots);
    expect(isInside(plain.seen)).toBeGreaterThan(3);
    const next = dice(530 + which.length);
    for (let step = 0; step < 12; step++) {
      const how = ["none", "planes", "boxes", "objects"][next(4)]!;
      if (next(2)) await select.selectOption(how);
      else while ((await select.inputValue()) !== how) await page.locator("#stage").press("p");
      await marked(page, how);
      const now = await look(page, spots);
      expect(now.held, how).toBe(plain.held);
      let at = 0;
      for (const [kind, places] of Object.entries(room))
        for (const place of places) {
          const [before, after] = [plain.seen[at], now.seen[at]];
          at++;
          if (before === null || (how !== kind && how !== "none")) continue;
          expect(after === before, `${how} at ${place.join()}`).toBe(how === "none");
        }
    }
    // A link has what is marked.
    await select.selectOption("boxes");
    await marked(page, "boxes");
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("marked=boxes");
    await page.getByLabel("Behind the figure").selectOption("checks");
    await expect(select).toHaveValue("none");
    await select.selectOption("objects");
    await expect(page.getByLabel("Behind the figure")).toHaveValue("room");
  });
