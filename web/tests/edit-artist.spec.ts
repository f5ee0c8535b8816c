/**
 * What an artist does, with the mouse and the keys alone, counted: each press, key, choice and drag is an action. What comes out
 * is what `render` draws of the patched game, and the block is kept for ScummVM's judge.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { OUT, run, sampleGame, visit } from "./common";
import { changes, patched, sameAsRendered, settled, spot } from "./edit-common";

/** A page whose actions are counted. */
class Artist {
  actions = 0;

  constructor(readonly page: Page) {}

  async press(name: string | RegExp, within = "body"): Promise<void> {
    this.actions++;
    await this.page.locator(within).getByRole("button", { name, exact: true }).click();
  }

  async key(key: string): Promise<void> {
    this.actions++;
    await this.page.keyboard.press(key);
  }

  async click(selector: string): Promise<void> {
    this.actions++;
    await this.page.locator(selector).first().click();
  }

  /** Drags between two pixels of the room, with a key held. */
  async drag(from: [number, number], to: [number, number], held?: string): Promise<void> {
    this.actions++;
    const { page } = this;
    if (held) await page.keyboard.down(held);
    await page.mouse.move(...(await spot(page, ...from)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, ...to)), { steps: 4 });
    await page.mouse.up();
    if (held) await page.keyboard.up(held);
    await settled(page);
  }

  /** The rectangle that a limb, or the whole actor, has on the stage, as anybody sees. */
  area(limb: number | null = null): Promise<[left: number, top: number, right: number, bottom: number]> {
    return this.page.evaluate(limb => {
      const { placed } = (globalThis as any).costumier.playback.frame;
      const areas = placed.filter((one: any) => limb === null || one.limb === limb).map((one: any) => one.area);
      const [lefts, tops] = [0, 1].map(i => areas.map((one: any) => one[i])) as [number[], number[]];
      const [rights, bottoms] = [0, 1].map(i => areas.map((one: any) => one[i] + one[i + 2]));
      return [Math.min(...lefts), Math.min(...tops), Math.max(...rights!), Math.max(...bottoms!)];
    }, limb);
  }

  /** The stage, and nothing else, is as `render` draws it; the block is kept. */
  async isAsRendered(words: string): Promise<void> {
    const { page } = this;
    const { folder, same } = await patched(page, sampleGame("sample"));
    expect(same).toBe(true);
    await sameAsRendered(page, folder, words);
    const id: number = await page.evaluate(() => (globalThis as any).costumier.store.chosen.costume);
    mkdirSync(join(OUT, "artist"), { recursive: true });
    writeFileSync(join(OUT, "artist", `${words}.cost`), run("extract", folder, String(id), "-o", "-"));
  }
}

test("a hat in all facings takes at most 25 actions", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "actor=1~stand~south&tick=0");
  const artist = new Artist(page);
  await artist.press("Edit");
  await settled(page);
  await artist.click(".edit-rest summary");
  await artist.press("Add a limb");
  await settled(page);
  await artist.press("All facings", ".edit-side");
  await artist.key("u");
  await artist.click(".edit-palette button >> nth=4");
  for (const facing of ["south", "west", "north", "east"]) {
    if (facing !== "south") await artist.click(`.edit-guide [data-facing=${facing}]`);
    await settled(page);
    const [left, top, right] = await artist.area();
    await artist.drag([left + 3, top], [right - 4, top + 1], "Control");
    await artist.drag([left + 6, top - 4], [right - 7, top], "Control");
  }
  await expect(page.locator(".edit-guide small")).toHaveText(Array(4).fill("painted"));
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "artist-hat.png") });
  // Strokes over the bars of the stage select no words of them.
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  await artist.isAsRendered("hat");
  console.log(`a hat in all facings: ${artist.actions} actions`);
  expect(artist.actions).toBeLessThanOrEqual(25);
});

test("a wave of the hand takes at most 15 actions", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "actor=2~stand~south&tick=0");
  const artist = new Artist(page);
  await artist.press("Edit");
  await settled(page);
  await artist.press("New chore", ".edit-time");
  await settled(page);
  await artist.click('.row[data-limb="1"] .track');
  await settled(page);
  // The hand goes up in a picture of its own, and down again.
  await artist.press("Duplicate", ".edit-time");
  await settled(page);
  await artist.key("m");
  const [left, , right, bottom] = await artist.area(1);
  await artist.drag([left, bottom - 8], [right - 1, bottom - 1]);
  await artist.key("v");
  await artist.drag([left + 2, bottom - 3], [left + 2, bottom - 9]);
  await artist.press("Longer", ".edit-time");
  await settled(page);
  await expect.poll(() => changes(page)).toBe(4);
  await settled(page);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "artist-wave.png") });
  await artist.isAsRendered("wave");
  await artist.key("Space");
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      seen.add(await page.evaluate(() => (globalThis as any).costumier.playback.tick));
      return seen.size;
    })
    .toBeGreaterThan(1);
  console.log(`a wave of the hand: ${artist.actions} actions`);
  expect(artist.actions).toBeLessThanOrEqual(15);
});
