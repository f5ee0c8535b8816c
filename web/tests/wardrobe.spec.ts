/** The wardrobe: each cell shows its own costume or a symbol, and the search finds the text of cells. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, openSample, OUT, sampleGame, visit } from "./common";

/** The sample, truncated so that its last costumes cannot be read. */
function cutGame(): string {
  const folder = join(OUT, "cut");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(sampleGame("sample")))
    copyFileSync(join(sampleGame("sample"), file), join(folder, file));
  const data = join(
    folder,
    readdirSync(folder).find(name => name.endsWith(".001"))!,
  );
  truncateSync(data, Math.floor(statSync(data).size / 2));
  return folder;
}

/** The pictures of all cells in view, by the number of the costume. */
const canvases = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".cell:not([hidden])")].map(cell => [
        cell.id.replace("costume-", ""),
        { drawn: cell.dataset["drawn"], picture: cell.querySelector("canvas")!.toDataURL() },
      ]),
    ),
  );

async function openCut(page: Page): Promise<string[]> {
  await visit(page, "actor=1~walk~east&tick=0");
  await expect
    .poll(async () =>
      Object.values(await canvases(page)).every(one => one.drawn?.startsWith("sample") || /\d$/.test(one.drawn ?? "")),
    )
    .toBe(true);
  await drop(page, [cutGame()]);
  await expect(page.locator(".game")).not.toContainText("the sample game");
  await page.waitForFunction(() => (globalThis as any).costumier.store.state.phase === "ready");
  await expect(page.locator(".badge:visible").first()).toHaveText("failed");
  return page
    .locator(".cell:not([hidden])")
    .evaluateAll(all =>
      all
        .filter(one => one.querySelector(".badge")!.textContent === "failed")
        .map(one => one.id.replace("costume-", "")),
    );
}

test("a costume that cannot be read has its own symbol, not the picture of the costume before", async ({ page }) => {
  const failed = await openCut(page);
  expect(failed.length).toBeGreaterThan(0);
  for (const id of failed) await expect(page.locator(`#costume-${id}`)).toHaveAttribute("data-drawn", "failed");
  const shown = await canvases(page);
  const faces = new Set(failed.map(id => shown[id]!.picture));
  expect(faces.size).toBe(1);
  for (const [id, one] of Object.entries(shown)) if (!failed.includes(id)) expect(faces.has(one.picture)).toBe(false);
});

test("choosing a costume that cannot be read clears stage, chores and timeline, and shows the reason", async ({
  page,
}) => {
  const [id] = await openCut(page);
  const good = await page.evaluate(() => (globalThis as any).costumier.store.chosen.costume as number);
  await expect(page.locator(".row").first()).toBeVisible();
  await page.locator(`#costume-${id}`).click();
  await expect(page.locator(".nothing")).toContainText(`Costume ${id} cannot be read`);
  await expect(page.locator(".chore")).toHaveCount(0);
  await expect(page.locator(".row")).toHaveCount(0);
  await expect(page.locator(".swatch")).toHaveCount(0);
  await expect(page.locator(".tick")).toBeEmpty();
  const opaque = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    return canvas
      .getContext("2d")!
      .getImageData(0, 0, canvas.width, canvas.height)
      .data.some(value => value > 0);
  });
  expect(opaque).toBe(false);
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  await expect(page.locator(".saving [role=status]")).toContainText("nothing to save");
  // And a good one is whole again.
  await page.locator(`#costume-${good}`).click();
  await expect(page.locator(".nothing")).toBeHidden();
  await expect(page.locator(".chore").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame?.placed.length ?? 0))
    .toBeGreaterThan(0);
});

test("a cell that is used again shows nothing until its own picture has come", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0");
  await expect
    .poll(async () => Object.values(await canvases(page)).filter(one => one.drawn !== "waiting").length)
    .toBe(6);
  // No more films arrive, so a cell that gets another costume must be empty.
  const wrong = await page.evaluate(async () => {
    const { client, wardrobe } = (globalThis as any).costumier;
    const ask = client.ask.bind(client);
    client.ask = (op: string, asked: unknown) => (op === "film" ? new Promise(() => {}) : ask(op, asked));
    wardrobe.films.clear();
    wardrobe.shown = [...wardrobe.shown].reverse();
    for (const cell of wardrobe.cells) cell.at = -1;
    wardrobe.lay();
    await new Promise(done => setTimeout(done, 300));
    return [...document.querySelectorAll<HTMLElement>(".cell:not([hidden])")].filter(cell => {
      const canvas = cell.querySelector("canvas")!;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const own = cell.dataset["drawn"] !== "waiting" && !cell.dataset["drawn"]!.endsWith(` ${cell.id.slice(8)}`);
      return own || (cell.dataset["drawn"] === "waiting" && data.some(value => value > 0));
    }).length;
  });
  expect(wrong).toBe(0);
});

test("the search finds the text of cells, and a message shows if it finds nothing", async ({ page }) => {
  await visit(page);
  await expect(page.locator(".cell:not([hidden])").first()).toContainText(/\d+ pics/);
  const search = page.getByRole("searchbox");
  for (const [words, count] of [
    ["Costume 2", 1],
    ["costume #2", 1],
    ["#2", 2],
    ["room 2", 2],
    ["66 pics", 1],
  ] as const) {
    await search.fill(words);
    if (words !== "#2") await expect(page.locator(".wardrobe .count"), words).toHaveText(`${count} of 6 costumes`);
  }
  await search.fill("guybrush");
  await expect(page.locator(".no-costume")).toContainText("No costume matches “guybrush”.");
  await page.getByRole("button", { name: "Show all costumes" }).click();
  await expect(page.locator(".wardrobe .count")).toHaveText("6 costumes");
  await expect(page.locator(".no-costume")).toBeHidden();
  await expect(search).toHaveValue("");
});

/** The ids of the cells in the order of the document, and as they are read out. */
const cells = (page: Page) =>
  page.locator(".cell:not([hidden])").evaluateAll(all =>
    all.map(one => ({
      id: Number(one.id.replace("costume-", "")),
      place: Number(one.getAttribute("aria-posinset")),
    })),
  );

const twice = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });

test("after a search and after a second game, cells are in their order and no id is there twice", async ({ page }) => {
  await visit(page);
  const ordered = async (count: number, words: string) => {
    await expect(page.locator(".cell:not([hidden])"), words).toHaveCount(count);
    const all = await cells(page);
    expect(
      all.map(one => one.id),
      words,
    ).toEqual(all.map(one => one.id).sort((a, b) => a - b));
    expect(
      all.map(one => one.place),
      words,
    ).toEqual(all.map((_, at) => at + 1));
    expect(await twice(page), words).toEqual([]);
  };
  const search = page.getByRole("searchbox");
  await ordered(6, "the sample");
  for (const words of ["dragon", "room 1", "", "tick", ""]) {
    await search.fill(words);
    await ordered({ dragon: 1, "room 1": 4, tick: 1 }[words] ?? 6, `the search “${words}”`);
  }
  for (const [which, count] of [
    ["sample-v7", 9],
    ["sample-v2", 6],
    ["sample-v7", 9],
  ] as const) {
    await openSample(page, which);
    await ordered(count, which);
    await search.fill("costume 4");
    await ordered(1, `${which}, searched`);
    await search.fill("");
    await ordered(count, `${which} after a search`);
  }
});

test("in the search field, Enter takes the first costume that is found, and ↓ leads to the list", async ({ page }) => {
  await visit(page);
  const search = page.getByRole("searchbox");
  const chosen = () => page.evaluate(() => (globalThis as any).costumier.store.chosen.costume as number);
  await search.fill("dragon");
  await search.press("Enter");
  await expect.poll(chosen).toBe(4);
  await search.fill("minuet");
  await search.press("ArrowDown");
  await expect(page.locator("#costume-6, [role=listbox]").filter({ visible: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest("[role=listbox]") !== null)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(chosen).toBe(6);
  // What is not found is no costume.
  await search.fill("guybrush");
  await search.press("Enter");
  await search.press("ArrowDown");
  expect(await chosen()).toBe(6);
});

test("thumbnails keep the game's own colours while the stage shows another screen", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v3-ega");
  await expect(page.locator("#costume-1")).toHaveAttribute("data-drawn", / 1$/);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ still: true }));
  const before = (await canvases(page))["1"]!.picture;
  await page.getByLabel(/^Screen/).selectOption("cga");
  await expect.poll(() => page.url()).toContain("screen=cga");
  await page.evaluate(() => (globalThis as any).costumier.wardrobe.films.clear());
  await page.waitForTimeout(600);
  expect((await canvases(page))["1"]!.picture).toBe(before);
});

for (const [which, named] of [
  ["sample-v7", { 7: "Jack in the box in codec 5", 10: "Paper dragon in codec 1 and programs" }],
  ["sample-he", { 8: "Jack in the box in codec 16", 9: "Jack in the box in codec 32 and programs" }],
] as const)
  test(`costumes that ${which} never shows have the names that its scripts say`, async ({ page }) => {
    await visit(page);
    await openSample(page, which);
    const names: Record<number, string> = await page.evaluate(() =>
      Object.fromEntries((globalThis as any).costumier.store.state.game.costumes.map((one: any) => [one.id, one.name])),
    );
    expect(names).toMatchObject({ 1: "Odile", 6: "Minuet", ...named });
    expect(Object.values(names)).not.toContain(null);
  });

test("names of the wardrobe as a strip are whole", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await visit(page, "actor=3~walk~east&tick=0");
  const cell = page.locator(".cell", { hasText: "Sergeant Tick" });
  await expect(cell).toHaveAttribute("data-drawn");
  const name = cell.locator(".name");
  expect(await name.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  const [whole, words, strip] = await Promise.all(
    [cell, name, page.locator(".wardrobe .scroll")].map(async one => (await one.boundingBox())!),
  );
  expect(words!.y + words!.height).toBeLessThanOrEqual(whole!.y + whole!.height);
  expect(whole!.y + whole!.height).toBeLessThanOrEqual(strip!.y + strip!.height);
});
