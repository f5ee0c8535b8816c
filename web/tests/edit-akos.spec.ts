/** Time of AKOS costumes: plain windows are edited as COST commands are; of programs the text is shown. */
import { expect, test, type Page } from "@playwright/test";
import { join } from "node:path";
import { drop, opened, OUT, ready, sampleGame, visit } from "./common";
import { changes, dragged, edit, patched, press, row, sameAsRendered, settled, tickAt, undo } from "./edit-common";

async function begin(page: Page, which: string, words: RegExp, costume = 1): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page);
  await drop(page, [sampleGame(which)]);
  await opened(page, words);
  await page.evaluate(id => (globalThis as any).costumier.choose(id), costume);
  await ready(page);
  await page.evaluate(() => {
    const { store } = (globalThis as any).costumier;
    store.actor({ chore: "walk", facing: "east" });
    store.set({ zoom: 4 });
  });
  await edit(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
}

const chosen = (page: Page) => page.evaluate(() => ({ ...(globalThis as any).costumier.store.chosen }));

for (const [which, words] of [
  ["sample-v7", /v7/],
  ["sample-v8", /v8/],
  ["sample-he", /he/i],
] as const)
  test(`boxes of plain windows are held, moved, copied, taken out, and show another picture (${which})`, async ({
    page,
  }) => {
    await begin(page, which, words);
    const all = await row(page);
    // The row is as long as the clip, in which a shorter loop begins again.
    const again = all.at(-1) === all[0];
    const before = again ? all.slice(0, -1) : all;
    const whole = (loop: (number | null)[]) => (again ? [...loop, loop[0]!] : loop);
    const wide = (await tickAt(page, 1))[0] - (await tickAt(page, 0))[0];
    const edge = await tickAt(page, 3);
    await dragged(page, [edge[0] - 1, edge[1]], [edge[0] + 2 * wide, edge[1]]);
    expect(await row(page)).toEqual(whole([...before.slice(0, 3), before[2], before[2], ...before.slice(3)]));
    await undo(page);
    expect(await row(page)).toEqual(whole(before));
    await dragged(page, await tickAt(page, 0.4), await tickAt(page, 3.8));
    expect(await row(page)).toEqual(whole([...before.slice(1, 4), before[0], ...before.slice(4)]));
    await undo(page);
    await dragged(page, await tickAt(page, 0.4), await tickAt(page, 3.8), () => page.keyboard.down("Alt"));
    await page.keyboard.up("Alt");
    expect(await row(page)).toEqual(whole([...before.slice(0, 4), before[0], ...before.slice(4)]));
    const game = await patched(page, sampleGame(which));
    expect(game.same).toBe(true);
    await sameAsRendered(page, game.folder, "copied command");
    await undo(page);
    await page.mouse.click(...(await tickAt(page, 1.5)));
    const count = await changes(page);
    await page.keyboard.press("Delete");
    await expect.poll(() => changes(page)).toBe(count + 1);
    await settled(page);
    expect(await row(page)).toEqual(whole([before[0], ...before.slice(2)]));
    await undo(page);
    await page.mouse.click(...(await tickAt(page, 1.5)));
    await press(page, "New drawing");
    const table: number = await page.evaluate(
      async () => (await (globalThis as any).costumier.edit).draft.drafted.head.limbs[0].pictures.length,
    );
    expect(await row(page)).toEqual(whole([before[0], table - 1, ...before.slice(2)]));
    const loopsTo = () => page.evaluate(() => (globalThis as any).costumier.playback.clip.loops_to);
    expect(await loopsTo()).not.toBe(null);
    await press(page, "Once, loop");
    expect(await loopsTo()).toBe(null);
    const last = await patched(page, sampleGame(which));
    expect(last.same).toBe(true);
    await sameAsRendered(page, last.folder, "new drawing, once");
    if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, `akos-${which}.png`) });
  });

test("a new chore and new facings of an AKOS costume are copies and mirror images", async ({ page }) => {
  await begin(page, "sample-v7", /v7/);
  await press(page, "New chore");
  const { chore } = await chosen(page);
  expect(chore).toBeGreaterThan(7);
  const shown = () =>
    page.evaluate(async () => {
      const { client, playback } = (globalThis as any).costumier;
      const said = { ...playback.said(), view: [-60, -100, 121, 130], edits: false };
      const { data } = await client.ask("stage", { said, tick: playback.scene });
      return Array.from({ length: 130 }, (_, y) =>
        Array.from({ length: 121 }, (_, x) => data.slice(4 * (y * 121 + x), 4 * (y * 121 + x) + 4).join(".")).join(" "),
      );
    });
  const east = await shown();
  const mirror = (rows: string[]) => rows.map(one => one.split(" ").reverse().join(" "));
  for (const [facing, how, wanted] of [
    ["north", "copied", east],
    ["south", "mirrored", mirror(east)],
    ["west", "mirrored", mirror(east)],
  ] as const) {
    await page.evaluate(() => (globalThis as any).costumier.store.actor({ facing: "east" }));
    await settled(page);
    const count = await changes(page);
    await page.getByLabel("New facing").selectOption(`${facing} ${how}`);
    await expect.poll(() => changes(page)).toBe(count + 1);
    await settled(page);
    expect((await chosen(page)).facing).toBe(facing);
    expect(await shown(), `${facing}, ${how}`).toEqual(wanted);
  }
  const game = await patched(page, sampleGame("sample-v7"));
  expect(game.same).toBe(true);
  await sameAsRendered(page, game.folder, "new facings");
});

test("of a limb that runs a program its text is shown, and why its boxes stay", async ({ page }) => {
  await begin(page, "sample-v7", /v7/, 10);
  const text = page.locator(".edit-program");
  await expect(text).toContainText("Limb 0 plays a program here, not a list of pictures");
  await expect(text.locator("pre")).toContainText(/goto to=/);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "akos-program.png") });
  await page.locator(".edit-time").getByRole("button", { name: "Longer", exact: true }).click();
  await expect(page.locator(".edit-line")).toContainText("plays a program here");
  expect(await changes(page)).toBe(0);
});
