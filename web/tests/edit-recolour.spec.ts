/** Recolouring in Edit: an edit of the costume's palette, in the colours of the costume's own room. */
import axe from "axe-core";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, ready, sampleGame, visit } from "./common";
import { changes, dice, edit, editAt, packedAsRendered, sameAsRendered, settled, stroke } from "./edit-common";
import { place } from "./edit-random";

const begin = (page: Page, hash = "actor=1~walk~east&tick=2&zoom=4") => editAt(page, hash);

const swatch = (page: Page, colour: number) => page.locator(".edit-palette .swatch").nth(colour);
const room = (page: Page, colour: number) => page.locator(".edit-recolour .room-colours button").nth(colour);

const palettes = (page: Page): Promise<{ draft: number[]; actor: Record<string, number> }> =>
  page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    return { draft: [...(await app.edit).draft.drafted.head.palette], actor: app.store.chosen.palette };
  });

/** Gives the colour that is chosen another one of the room. */
async function recolour(page: Page, colour: number): Promise<void> {
  const before = await changes(page);
  await room(page, colour).click();
  await expect.poll(() => changes(page)).toBe(before + 1);
  await settled(page);
}

test("a colour is given another one of the costume's own room, as an edit that undo takes back", async ({ page }) => {
  await begin(page);
  // The stage shows another room: the colours to choose from stay those of the costume's own.
  const [own, other] = await page.evaluate(async () => {
    const { client, store } = (globalThis as any).costumier;
    const found = await client.ask("colours", { id: 1, room: null });
    store.set({ room: found.others[0].palettes[0].room });
    const { room } = found.chosen;
    return [{ room, rgb: [...(await client.ask("palette", { room }))] }, found.others[0].palettes[0].room] as const;
  });
  await settled(page);
  const before = await palettes(page);
  await swatch(page, 9).dblclick();
  const words = page.locator(".edit-recolour p");
  await expect(words).toContainText(`Colour 9 is room colour ${before.draft[9]} of room ${own.room}, its own.`);
  await expect(words).toContainText(`The stage shows the colours of room ${other}.`);
  const size = (at: string) => page.locator(at).evaluate(one => getComputedStyle(one).fontSize);
  expect(await size(".edit-recolour p")).toBe(await size("body"));
  for (const colour of [1, 44, 200])
    expect(await room(page, colour).evaluate(one => (one as HTMLElement).style.backgroundColor)).toBe(
      `rgb(${own.rgb.slice(3 * colour, 3 * colour + 3).join(", ")})`,
    );
  await expect(room(page, before.draft[9]!)).toHaveAttribute("aria-pressed", "true");
  await expect(room(page, 255)).toBeInViewport();
  const box = await room(page, 0).boundingBox();
  await recolour(page, 44);
  await recolour(page, 45);
  await expect(room(page, 45)).toHaveAttribute("aria-pressed", "true");
  expect(await room(page, 0).boundingBox()).toEqual(box);
  const after = await palettes(page);
  expect(after).toEqual({ draft: before.draft.with(9, 45), actor: {} });
  // It is in the database.
  await page.reload();
  await ready(page);
  await edit(page);
  expect(await palettes(page)).toEqual(after);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ room: null }));
  await settled(page);
  await packedAsRendered(page, sampleGame("sample"), "recoloured");
  for (const left of [1, 0]) {
    await page.keyboard.press("Control+z");
    await expect.poll(() => changes(page)).toBe(left);
  }
  await settled(page);
  expect(await palettes(page)).toEqual(before);
  await sameAsRendered(page, sampleGame("sample"), "undone");
});

test("what the actor has for looking does not hide the new colour; the one that is not drawn has none", async ({
  page,
}) => {
  await visit(page, "actor=1~walk~east&tick=2&zoom=4");
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ palette: { 9: 50, 10: 51 } }));
  await edit(page);
  await swatch(page, 9).dblclick();
  await recolour(page, 44);
  expect((await palettes(page)).actor).toEqual({ 10: 51 });
  await swatch(page, 0).click();
  await expect(page.locator(".edit-recolour p")).toHaveText("Colour 0 is not drawn.");
  await expect(page.locator(".edit-recolour .room-colours")).toBeHidden();
  await swatch(page, 11).click();
  await expect(page.locator(".edit-recolour p")).toContainText("Colour 11 is room colour");
});

test("by keys, and on the whole screen", async ({ page }) => {
  // Colours on their way to others are no contrast to measure.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(9, false));
  const button = page.locator(".edit-palette").getByRole("button", { name: "Recolour", exact: true });
  const before = await palettes(page);
  const now = before.draft[9]!;
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(room(page, now)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  await expect(room(page, now + 1)).toBeFocused();
  expect((await palettes(page)).draft[9]).toBe(now + 1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => changes(page)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(page.locator(".edit-recolour")).toBeHidden();
  await button.click();
  await page.getByRole("button", { name: "Full screen" }).click();
  await settled(page);
  for (const colour of [0, now]) {
    await expect(room(page, colour)).toBeInViewport();
    const at = (await room(page, colour).boundingBox())!;
    const isThere = ([x, y]: [number, number]) => document.elementFromPoint(x, y)?.closest(".edit-recolour") !== null;
    expect(await page.evaluate(isThere, [at.x + 4, at.y + 4] as [number, number])).toBe(true);
  }
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "recolour-full.png") });
  await recolour(page, 60);
  await page.evaluate(axe.source);
  const found: axe.AxeResults = await page.evaluate(() => (globalThis as any).axe.run(document));
  expect(found.violations.map(one => `${one.id}: ${one.nodes[0]?.target}`)).toEqual([]);
});

test("on a phone the colours stand below those to paint with", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 860 });
  await visit(page, "actor=1~walk~east&tick=2&panel=actions");
  await edit(page);
  const button = page.locator(".edit-palette .recolour");
  await button.click();
  expect(await button.evaluate(one => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
  await expect(page.locator(".edit-recolour p")).toBeInViewport();
  await recolour(page, 20);
  expect((await palettes(page)).draft[1]).toBe(20);
  await expect(page.locator(".pane canvas")).toBeInViewport({ ratio: 0.9 });
});

for (const which of ["sample", "sample-v7"])
  test(`recolouring, strokes, undo and redo at random in ${which}`, async ({ page }) => {
    test.setTimeout(150_000);
    if (which === "sample") await begin(page);
    else {
      await page.setViewportSize({ width: 1440, height: 1000 });
      await visit(page);
      await openSample(page, which);
      await page.evaluate(() => (globalThis as any).costumier.choose(1));
      await ready(page);
      await edit(page);
    }
    const roll = dice([...which].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7));
    const history: string[] = [JSON.stringify((await palettes(page)).draft)];
    let at = 0;
    await page.locator(".edit-palette .recolour").click();
    const isPossible = await room(page, 1)
      .waitFor({ state: "visible", timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
    for (let step = 0; step < 24; step++) {
      const act = roll(5);
      if (act < 2 && isPossible) {
        const colour = 1 + roll(14);
        await swatch(page, colour).click();
        const chosen = 20 + roll(100);
        if ((await room(page, chosen).getAttribute("aria-pressed")) === "true") continue;
        await recolour(page, chosen);
        history.splice(++at, Infinity, JSON.stringify((await palettes(page)).draft));
      } else if (act === 2) {
        const before = await changes(page);
        await stroke(page, [await place(page, roll), await place(page, roll)]);
        if ((await changes(page)) === before) continue;
        history.splice(++at, Infinity, history[at - 1]!);
      } else {
        const isBack = act === 3;
        if (isBack ? !at : at === history.length - 1) continue;
        await page.keyboard.press(isBack ? "Control+z" : "Control+y");
        at += isBack ? -1 : 1;
        await expect.poll(() => changes(page)).toBe(at);
        await settled(page);
      }
      expect(JSON.stringify((await palettes(page)).draft), `step ${step}`).toBe(history[at]);
      if (step % 6 === 5) {
        await packedAsRendered(page, sampleGame(which), `step ${step}`);
      }
    }
  });
