/** What a game never shows: a filter of the wardrobe, badges, marks of chores. The command line says what they have to be. */
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, run, sampleGame, visit } from "./common";
import { dice } from "./edit-common";

type Row = Record<"kind" | "facing", string> & { costume: number | null; same_as: object | null; entries: number[] };

const state = (page: Page) => page.getByLabel("State");
const search = (page: Page) => page.getByRole("searchbox");
const badge = (page: Page, id: number) => page.locator(`#costume-${id} .never > span`);

/** The badges that a game has to have, by costume. */
function badges(which: string): Map<number, string> {
  const { items } = JSON.parse(run("unused", sampleGame(which), "--json").toString()) as { items: Row[] };
  const ids = [...new Set(items.flatMap(row => row.costume ?? []))];
  return new Map(
    ids.map(id => {
      const of = (kind: string) => items.filter(row => row.costume === id && row.kind === kind);
      const facings = new Set(of("record").map(row => row.facing));
      const counts: [number, string][] = [
        [of("chore").length, "chore"],
        [of("picture").filter(row => !row.same_as).length, "pic"],
        [facings.size, "facing"],
        [of("picture").filter(row => row.same_as).length, "double"],
        [of("entries").flatMap(row => row.entries).length, "colour"],
      ];
      const words = counts
        .filter(([count]) => count)
        .map(([count, noun]) => `${count} ${noun}${count === 1 ? "" : "s"}`);
      return [id, words.slice(0, words[1]?.includes("pic") ? 2 : 1).join(", ")];
    }),
  );
}

const costumes = (which: string): number => JSON.parse(run("list", sampleGame(which), "--json").toString()).length;

/** The badges in view, without what only screen readers read. */
const shown = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".cell:not([hidden])")].flatMap(cell => {
        const texts = [...cell.querySelectorAll(".never > span")].map(one =>
          [...one.childNodes]
            .slice(1)
            .map(part => part.textContent)
            .join(""),
        );
        return texts.length ? [[cell.id.replace("costume-", ""), texts.join(" | ")]] : [];
      }),
    ),
  );

test("the filter and the search find what the command lists, in one game after the other", async ({ page }) => {
  test.setTimeout(120_000);
  const loaded: string[] = [];
  page.on("request", request => loaded.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page);
  expect(loaded.filter(name => name.includes("/unused-"))).toEqual([]);
  const wanted = new Map(
    ["sample", "sample-v2", "sample-v7", "sample-he"].map(which => [
      which,
      { found: badges(which), all: costumes(which) },
    ]),
  );
  const roll = dice(55);
  const names = [...wanted.keys()];
  let [which, isAsked] = ["sample", false];
  for (let step = 0; step < 14; step++) {
    const act = roll(5);
    const { found, all } = wanted.get(which)!;
    if (act === 0) {
      which = names[roll(names.length)]!;
      await openSample(page, which);
      isAsked = false;
      expect(await shown(page), `${step}: another game`).toEqual({});
    } else if (act < 4) {
      if (act === 1) await state(page).selectOption("Unused");
      else await search(page).fill(act === 2 ? "unused" : "room 1 unused certain");
      isAsked = true;
      if (act === 3) await expect.poll(() => shown(page)).not.toEqual({});
      else await expect(page.locator(".wardrobe .count")).toHaveText(`${found.size} of ${all} costumes`);
      const now = await shown(page);
      for (const [id, words] of Object.entries(now))
        expect(words, `${step}: ${which} ${id}`).toBe(found.get(Number(id)));
      if (act !== 3) expect(Object.keys(now).map(Number)).toEqual([...found.keys()]);
    }
    await search(page).fill("");
    await state(page).selectOption("All");
    await expect(page.locator(".wardrobe .count")).toHaveText(`${wanted.get(which)!.all} costumes`);
    if (isAsked) expect(await shown(page)).toEqual(Object.fromEntries(wanted.get(which)!.found));
  }
  expect(loaded.filter(name => name.includes("/unused-")).length).toBeGreaterThan(0);
});

test("chores that nothing starts are marked, with the evidence; another game has no marks", async ({ page }) => {
  await visit(page, "actor=5~stand~south&tick=0");
  const wind = page.locator(".chore", { hasText: "wind" });
  await expect(wind).toBeVisible();
  await expect(page.locator(".chore[data-never], div.never details")).toHaveCount(0);
  await search(page).fill("unused");
  await expect(page.locator(".chore[data-never=certain]")).toHaveText(["wind"]);
  await expect(wind).toHaveAttribute(
    "title",
    /Chore 8\nCertain: chore 8 \(wind\): neither a script nor the interpreter starts it\./,
  );
  await expect(badge(page, 5)).toHaveText(/1 chore, 5 pics/);
  await expect(badge(page, 5)).toHaveAttribute("title", /pictures 4\.1, 4\.2: no record shows them\./);
  const list = page.locator("div.never details");
  await expect(list.locator("summary")).toHaveText("Unused: 1 chore, 5 pictures");
  await list.locator("summary").click();
  await expect(list.getByRole("listitem")).toHaveText([
    "Certain: chore 8 (wind): neither a script nor the interpreter starts it.",
    "Certain: pictures 2.1, 2.2, 2.3: only what is never played shows them.",
    "Certain: pictures 4.1, 4.2: no record shows them.",
  ]);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "unused-1280.png") });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Search" }).click();
  const [cell, mark] = await Promise.all([page.locator("#costume-5").boundingBox(), badge(page, 5).boundingBox()]);
  expect(mark!.x).toBeGreaterThanOrEqual(cell!.x);
  expect(mark!.x + mark!.width).toBeLessThanOrEqual(cell!.x + cell!.width);
  expect(await badge(page, 5).evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "unused-390.png") });
  await openSample(page, "sample-v2");
  await expect(page.locator(".never > span, .chore[data-never], div.never details")).toHaveCount(0);
});

test("what is likely is told apart, and a report that fails leaves all costumes", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0");
  const none = { chore: null, chore_name: null, facing: null, picture: null, has_record: null, same_as: null };
  const rest = { entries: null, overrides: null, room: null, object: null, loaded: [] };
  await page.evaluate(
    report => {
      const { client } = (globalThis as any).costumier;
      client.aside = async () => ({
        ask: () =>
          "answer" in globalThis
            ? Promise.resolve(report)
            : new Promise((_, failed) => ((globalThis as any).answer = () => failed(new Error("too large")))),
      });
    },
    {
      gaps: ["script 3 cannot be read"],
      items: [
        { ...none, ...rest, kind: "costume", certainty: "likely", costume: 2, name: "Balthasar", computed: [0] },
        { ...none, ...rest, kind: "chore", certainty: "certain", costume: 1, name: "Odile", chore: 6, computed: [] },
        { ...none, ...rest, kind: "chore", certainty: "likely", costume: 1, name: "Odile", chore: 7, computed: [0] },
      ],
      lines: [
        { items: [0], text: "the whole costume: no script is known to put it on an actor" },
        { items: [1], text: "chore 6: neither a script nor the interpreter starts it" },
        { items: [2], text: "chore 7: neither a script nor the interpreter is known to start it" },
      ],
      computed: [{ text: "script 12 byte 0x3f: a number from a table; known values: 1, 2" }],
      conditional: [{ costume: 3, text: "when var49:videoMode is 19 (script 12 byte 0x3f)" }],
      unread: [],
    },
  );
  await state(page).selectOption("Unused");
  await expect(page.locator(".no-costume")).toContainText("Reading scripts and costumes …");
  await page.waitForFunction(() => "answer" in globalThis);
  await page.evaluate(() => (globalThis as any).answer());
  await expect(page.getByRole("alert")).toContainText("What this game never shows was not found.");
  await expect(page.locator(".wardrobe .count")).toHaveText("6 costumes");
  await expect(state(page)).toHaveValue("");
  await state(page).selectOption("Unused");
  await expect(page.locator(".wardrobe .count")).toHaveText("2 of 6 costumes");
  expect(await shown(page)).toEqual({ 1: "1 chore | 1 chore?", 2: "never worn?" });
  await expect(badge(page, 1)).toHaveText([/certain: 1 chore$/, /likely: 1 chore\?$/]);
  await expect(badge(page, 2)).toHaveText([/likely: never worn\?$/]);
  const styles = await badge(page, 1).evaluateAll(all => all.map(one => getComputedStyle(one).borderTopStyle));
  expect(styles).toEqual(["solid", "dashed"]);
  await expect(badge(page, 2)).toHaveAttribute(
    "title",
    "Likely: the whole costume: no script is known to put it on an actor. Unless a computed number means it: " +
      "script 12 byte 0x3f: a number from a table; known values: 1, 2.\nNothing is certain: script 3 cannot be read.",
  );
  await expect(page.locator(".chore[data-never=certain], .chore[data-never=likely]")).toHaveCount(2);
  await search(page).fill("likely unused");
  await expect(page.locator(".wardrobe .count")).toHaveText("2 of 6 costumes");
  await page.getByRole("searchbox").fill("");
  await state(page).selectOption("All");
  await page.locator("#costume-3").click();
  await expect(page.locator("div.never details")).toContainText(
    "Shown only when var49:videoMode is 19 (script 12 byte 0x3f).",
  );
});
