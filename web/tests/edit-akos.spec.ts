/** Time of AKOS costumes: plain windows, and pictures in a row within programs, are edited as COST commands are; programs as text. */
import { expect, test, type Page } from "@playwright/test";
import { join } from "node:path";
import { OUT, sampleGame } from "./common";
import {
  changes,
  dragged,
  editIn,
  newFacings,
  packedAsRendered,
  press,
  row,
  settled,
  tickAt,
  undo,
} from "./edit-common";

async function begin(page: Page, which: string, costume = 1): Promise<void> {
  await editIn(page, which, { chore: "walk", facing: "east" }, costume);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
}

const chosen = (page: Page) => page.evaluate(() => ({ ...(globalThis as any).costumier.store.chosen }));

for (const which of ["sample-v7", "sample-v8", "sample-he"])
  test(`boxes of plain windows are held, moved, copied, taken out, and show another picture (${which})`, async ({
    page,
  }) => {
    await begin(page, which);
    const all = await row(page);
    // The row is as long as the clip, in which a shorter loop begins again.
    const again = all.at(-1) === all[0];
    const before = (again ? all.slice(0, -1) : all) as [number, number, number, number, ...(number | null)[]];
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
    await packedAsRendered(page, sampleGame(which), "copied command");
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
    await press(page, "Loop or once");
    expect(await loopsTo()).toBe(null);
    await packedAsRendered(page, sampleGame(which), "new drawing, once");
    if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, `akos-${which}.png`) });
  });

test("a new chore and new facings of an AKOS costume are copies and mirror images", async ({ page }) => {
  await begin(page, "sample-v7");
  await press(page, "New chore");
  const { chore } = await chosen(page);
  expect(chore).toBeGreaterThan(7);
  await newFacings(page, sampleGame("sample-v7"));
});

test("of commands that are no pictures in a row Time says where they are changed", async ({ page }) => {
  await begin(page, "sample-v7", 10);
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: 6 }));
  await settled(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(8));
  await expect(page.locator(".edit-program")).toContainText("Limb 8 plays a program here");
  await page.evaluate(() => (globalThis as any).costumier.playback.seekPlace(0));
  await settled(page);
  await page.locator(".edit-time").getByRole("button", { name: "Longer", exact: true }).click();
  await expect(page.locator(".edit-line")).toContainText("change it in the text of the program");
  await page.locator(".edit-time").getByRole("button", { name: "Loop or once", exact: true }).click();
  await expect(page.locator(".edit-line")).toContainText("change it in the text of the program");
  expect(await changes(page)).toBe(0);
});

for (const which of ["sample-v7", "sample-v8"])
  test(`boxes within a program are held, moved, taken out, and show another picture (${which})`, async ({ page }) => {
    await begin(page, which, 10);
    const all = await row(page);
    const loop = all.slice(0, 8);
    const wide = (await tickAt(page, 1))[0] - (await tickAt(page, 0))[0];
    const edge = await tickAt(page, 3);
    await dragged(page, [edge[0] - 1, edge[1]], [edge[0] + 2 * wide, edge[1]]);
    expect((await row(page)).slice(0, 10)).toEqual([...loop.slice(0, 3), loop[2], loop[2], ...loop.slice(3)]);
    await undo(page);
    expect(await row(page)).toEqual(all);
    await dragged(page, await tickAt(page, 0.4), await tickAt(page, 3.8));
    expect((await row(page)).slice(0, 8)).toEqual([...loop.slice(1, 4), loop[0], ...loop.slice(4)]);
    await packedAsRendered(page, sampleGame(which), "moved within a program");
    await undo(page);
    await page.mouse.click(...(await tickAt(page, 1.5)));
    const count = await changes(page);
    await page.keyboard.press("Delete");
    await expect.poll(() => changes(page)).toBe(count + 1);
    await settled(page);
    expect((await row(page)).slice(0, 7)).toEqual([loop[0], ...loop.slice(2)]);
    await page.mouse.click(...(await tickAt(page, 1.5)));
    await press(page, "New drawing");
    const table: number = await page.evaluate(
      async () => (await (globalThis as any).costumier.edit).draft.drafted.head.limbs[0].pictures.length,
    );
    expect((await row(page)).slice(0, 7)).toEqual([loop[0], table - 1, ...loop.slice(3)]);
    await packedAsRendered(page, sampleGame(which), "new drawing within a program");
    // A limb that holds a picture shows another one, and no more of them.
    await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "init" }));
    await settled(page);
    await page.locator(".edit-time").getByRole("button", { name: "Longer", exact: true }).click();
    await expect(page.locator(".edit-line")).toContainText("holds one picture here");
    const before = await changes(page);
    await page.getByLabel("Picture of this box").selectOption("3");
    await expect.poll(() => changes(page)).toBe(before + 1);
    await settled(page);
    expect((await row(page))[0]).toBe(3);
  });

test("the text of a program is edited, and problems stand next to their lines", async ({ page }) => {
  await begin(page, "sample-v7", 10);
  const area = page.getByLabel("Text of the program", { exact: true });
  await expect(area).toBeHidden();
  await page.locator(".edit-program summary").click();
  await expect(area).toHaveValue(/goto to=/);
  const text = await area.inputValue();
  const lines = text.split("\n");
  const at = lines.indexOf("    goto to=L0008");
  expect(at).toBeGreaterThan(0);
  const all = await row(page);
  // Each problem is as high as its line.
  await area.fill(lines.map((one, i) => (i === at ? "    goto to=nowhere" : one)).join("\n"));
  const problem = page.locator(".edit-text li");
  await expect(problem).toHaveText(`${at + 1} problem the program has no label nowhere`);
  await page.getByRole("button", { name: `Go to line ${at + 1}` }).click();
  // The drawer is in the window, and hides neither the stage nor the row.
  const [drawer, ...others] = await page.evaluate(() =>
    [".edit-program details", ".pane canvas", ".time .rows"].map(one => {
      const { left, right, top, bottom } = document.querySelector(one)!.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(drawer!.top).toBeGreaterThan(0);
  expect(drawer!.bottom).toBeLessThanOrEqual(1000);
  for (const one of others)
    expect((one.left + one.right) / 2 < drawer!.left || (one.top + one.bottom) / 2 < drawer!.top).toBe(true);
  expect(await area.evaluate(one => one.ownerDocument.getSelection()?.toString())).toContain("goto to=nowhere");
  const heights = await page.evaluate(at => {
    const area = document.querySelector<HTMLTextAreaElement>(".edit-text textarea")!;
    const line = area.getBoundingClientRect().top + at * parseFloat(getComputedStyle(area).lineHeight) - area.scrollTop;
    return [line, document.querySelector(".edit-text li")!.getBoundingClientRect().top];
  }, at);
  expect(Math.abs(heights[0]! - heights[1]!)).toBeLessThan(3);
  await page.keyboard.press("Control+Enter");
  expect(await changes(page)).toBe(0);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "akos-text-wrong.png") });
  // The loop plays its second picture twice, and everything behind it moves.
  const wanted = text.replace("picture init-east-1 walk-east-1", "picture init-east-1 walk-east-1 walk-east-1");
  await area.fill(wanted);
  await expect(page.getByText("No problems")).toBeVisible();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  expect((await row(page)).slice(0, 9)).toEqual([all[0], all[1], ...all.slice(1, 8)]);
  await expect(area).not.toHaveValue(wanted);
  expect((await area.inputValue()).match(/goto to=/g)).toHaveLength(text.match(/goto to=/g)!.length);
  await packedAsRendered(page, sampleGame("sample-v7"), "text of a program");
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "akos-text.png") });
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await undo(page);
  await expect(area).toHaveValue(text);
  expect(await row(page)).toEqual(all);
  // What changes nothing is a note, and can be applied.
  await area.fill(`${text}    picture 0\n`);
  await expect(problem).toContainText("note has commands that no limb plays");
  await expect(page.getByRole("button", { name: "Apply", exact: true })).not.toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(area).toHaveValue(text);
});
