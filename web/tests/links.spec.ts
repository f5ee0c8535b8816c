/** Links: a state that is written and read again is the same state, and shows the same picture. */
import { expect, test, type Page } from "@playwright/test";
import { MARKED, readAddress, writeAddress } from "../src/address";
import { fit } from "../src/link";
import { actorOf, SPEEDS, START, type State } from "../src/state";
import { openSample, ready, sampleGame, visit } from "./common";
import { sameAsRendered } from "./edit-common";

/** Numbers that are the same at every run. */
function random(seed: number): (below: number) => number {
  return below => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

/** A random state, with everything that a link stores. */
function someState(seed: number): State {
  const below = random(seed);
  const one = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const pairs = (most: number) =>
    Object.fromEntries(Array.from({ length: below(4) }, () => [below(32), below(most) - (most > 999 ? 32768 : 0)]));
  const actor = () => ({
    ...actorOf(below(500), below(640) - 100, below(200)),
    facing: one(["north", "east", "south", "northwest"] as const),
    chore: one(["walk", "stand", "talk-start", "init", 7, 255] as const),
    talking: below(2) === 1,
    flip: below(2) === 1,
    scale: one(["box", 255, 1, 128] as const),
    zplane: one(["box", 0, 3] as const),
    palette: pairs(256),
    pixels: pairs(256),
    vars: pairs(65536),
    conditions: below(2) ? [1, 5] : [],
    shadow: below(3),
  });
  const actors = Array.from({ length: 1 + below(3) }, actor);
  const tab = one(["stage", "wardrobe", "bytes", "take"] as const);
  const bytesOpen = tab === "bytes" || below(2) === 1;
  return {
    ...START,
    phase: "ready",
    actors,
    selected: below(actors.length),
    room: one([null, 0, 12]),
    background: one(["checks", "flat", "room"] as const),
    objects: one(["initial", "none", "all"] as const),
    screen: one([null, "cga", "hercules"] as const),
    palette: below(3),
    tall: below(2) === 1,
    zoom: one(["fit", 1, 7, 32] as const),
    look: below(2) ? [(below(64000) - 20000) / 100, below(200)] : null,
    playing: below(2) === 1,
    speed: one(SPEEDS),
    onion: below(4),
    outlines: below(2) === 1,
    feet: below(2) === 1,
    marked: one(MARKED),
    solo: one([null, 0, 15]),
    muted: below(2) ? [0, 3] : [],
    tab,
    bytesOpen,
    byte: bytesOpen ? below(5000) : null,
  };
}

test("2,000 states are the same after they were a link", () => {
  for (let seed = 0; seed < 2000; seed++) {
    const state = someState(seed);
    const written = writeAddress(state, seed);
    const link = readAddress(`#${written}`);
    expect(link.unread, written).toEqual([]);
    expect({ ...START, phase: "ready", ...link.patch, playing: link.playing }, written).toEqual(state);
    if (!state.playing) expect(link.tick).toBe(seed);
  }
});

test("a link has the tick while time stands still: paused, or by Pause all", () => {
  const state = { ...START, actors: [actorOf(1)], still: true };
  expect(readAddress(writeAddress(state, 17)).tick).toBe(17);
});

test("unreadable parts of a link are named", () => {
  expect(readAddress("#actor=x&actor=3~dance~up&zoom=99&screen=crt&room=-1&at=middle&solo=40").unread).toEqual([
    "actor=x",
    "chore dance",
    "facing up",
    "zoom=99",
    "room=-1",
    "screen=crt",
    "at=middle",
    "solo=40",
  ]);
});

test("parts that a game does not have are dropped from a link; the selected actor stays the same", () => {
  const game = { costumes: [{ id: 4 }, { id: 5 }], info: { rooms: [{ id: 1, present: true }], screens: ["ega"] } };
  const link = readAddress("#actor=9&actor=4&actor=5&of=2&room=77&screen=cga");
  const { patch, words } = fit(link, game as never);
  expect(patch.actors!.map(one => one.costume)).toEqual([4, 5]);
  expect(patch.selected).toBe(1);
  expect([patch.room, patch.screen]).toEqual([undefined, undefined]);
  expect(words.join(" ")).toMatch(/no costume 9.*no room 77.*screen cga/);
});

const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const sum = data.reduce((sum, value, i) => (sum * 31 + value * ((i % 251) + 1)) % 2147483647, 7);
    return `${canvas.width} × ${canvas.height}: ${sum}`;
  });

const settled = async (page: Page): Promise<string> => {
  for (let last = ""; ;) {
    await page.waitForTimeout(200);
    const now = await picture(page);
    if (now === last) return now;
    last = now;
  }
};

for (const [name, patch, scene] of [
  ["two actors at their own ticks", { selected: 1 }, 38],
  ["a limb alone, no feet", { solo: 1, feet: false, selected: 0 }, 7],
  ["z-planes and outlines in a room that was dragged", { background: "room", marked: "planes", outlines: true }, 11],
  ["zoom, onion skin, a view that was dragged", { zoom: 5, onion: 2, look: [3.25, -20.5] }, 5],
] as [string, Partial<State>, number][]) {
  test(`a link of a paused scene shows its picture: ${name}`, async ({ page, context }) => {
    await visit(page, "actor=1~walk~east&actor=2~walk~west~40~0&tick=0");
    await page.evaluate(
      ([patch, scene]) => {
        const { store, playback } = (globalThis as any).costumier;
        store.set({ ...(patch as object), playing: false });
        playback.scene = scene;
        playback.want();
      },
      [patch, scene] as const,
    );
    await page.waitForFunction(tick => (globalThis as any).costumier.playback.frame?.tick === tick, scene);
    await expect.poll(() => page.url()).toContain(`tick=${scene}`);
    const before = await settled(page);
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(10);
    const other = await context.newPage();
    await other.addInitScript(() => localStorage.setItem("costumier-met", "yes"));
    await other.goto(page.url());
    await ready(other);
    await expect.poll(() => settled(other), { timeout: 20_000 }).toBe(before);
    const state = (which: Page) =>
      which.evaluate(() => {
        const { actors, selected, solo, feet, marked, look, zoom, speed } = (globalThis as any).costumier.store.state;
        return { actors, selected, solo, feet, marked, look, zoom, speed };
      });
    expect(await state(other)).toEqual(await state(page));
  });
}

for (const which of ["sample", "sample-v2"])
  test(`a facing without a record is shown as the game shows it, and the link keeps it: ${which}`, async ({ page }) => {
    await visit(page, "actor=1~walk~east&tick=0");
    if (which !== "sample") {
      await openSample(page, which);
    }
    // The chore has records, and none of them is for north.
    const facings = await page.evaluate(async () => {
      const { client } = (globalThis as any).costumier;
      const { records } = await client.ask("costume", { id: 1 });
      return records.filter((one: any) => one.chore === 6).map((one: any) => one.facing);
    });
    expect(facings.length).toBeGreaterThan(0);
    expect(facings).not.toContain("north");
    const game = new URLSearchParams(await page.evaluate(() => location.hash.slice(1))).get("game");
    await page.evaluate(hash => (location.hash = hash), `${game ? `game=${game}&` : ""}actor=1~6~north&tick=0`);
    await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.chosen.facing)).toBe("north");
    await ready(page);
    await sameAsRendered(page, sampleGame(which), "north");
    expect(await page.evaluate(() => location.hash)).toContain("actor=1~6~north");
  });

test("several actors: a step is a tick of the scene, so no actor jumps", async ({ page }) => {
  await visit(page, "actor=1~walk~east&actor=2~walk~west~40~0&tick=38");
  await page.waitForFunction(() => (globalThis as any).costumier.playback.frame?.tick === 38);
  await page.getByRole("button", { name: "One tick on" }).click();
  await page.waitForFunction(() => (globalThis as any).costumier.playback.frame?.tick === 39);
  await page.getByRole("button", { name: "One tick back" }).click();
  await page.waitForFunction(() => (globalThis as any).costumier.playback.frame?.tick === 38);
  await expect.poll(() => page.url()).toContain("tick=38");
});

test("a link to a room and a screen that the game does not have: a notice, and the stage shows the actor", async ({
  page,
}) => {
  await visit(page, "actor=1~walk~east&tick=2&room=77&screen=cga&behind=room");
  await expect(page.getByRole("alert")).toContainText("no room 77");
  await expect(page.getByRole("alert")).toContainText("screen cga");
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame?.placed.length ?? 0))
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.room)).toBe(null);
});

test("a link to a chore that the costume does not have: a notice", async ({ page }) => {
  await visit(page, "actor=1~199~south&tick=0");
  await expect(page.getByRole("alert")).toContainText("Costume 1 has no chore 199");
});

test("a link with a view far away still shows the figure", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&at=90000~90000&zoom=3");
  await expect
    .poll(() =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, i) => i % 4 === 3 && value > 0).length;
      }),
    )
    .toBeGreaterThan(100);
});

test("a link without a room shows the same size in a tab of its own and in the same one", async ({ page }) => {
  const link = "actor=1~walk~west~120~110~box~box&behind=flat&tick=11";
  const size = () =>
    page.evaluate(() => {
      const { scale, zplane } = (globalThis as any).costumier.store.chosen;
      return [scale, zplane];
    });
  await visit(page, link);
  await expect.poll(size).toEqual([255, 0]);
  await visit(page, "actor=1~walk~west~120~110&behind=flat&tick=2");
  await page.evaluate(link => (location.hash = link), link);
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.playback.scene)).toBe(11);
  await page.waitForTimeout(300);
  expect(await size()).toEqual([255, 0]);
});

test("a reload right after several changes opens what is on the stage", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.evaluate(async () => {
    const { store } = (globalThis as any).costumier;
    for (const zoom of [1, 2, 3, 5, 6]) {
      store.set({ zoom });
      await new Promise(done => setTimeout(done, 30));
    }
  });
  await page.reload();
  await ready(page);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.zoom)).toBe(6);
});

test("many changes in a moment do not wear the browser out: the last one is written", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.evaluate(async () => {
    const { store } = (globalThis as any).costumier;
    for (let i = 0; i < 150; i++) {
      store.set({ zoom: 1 + (i % 6) });
      await new Promise(done => setTimeout(done, 4));
    }
    store.set({ zoom: 5 });
  });
  await expect.poll(() => page.url()).toContain("zoom=5");
});

test("an address in the same tab shows its picture, also of a costume that is on the stage already", async ({
  page,
}) => {
  const figures = () =>
    page.evaluate(() => (globalThis as any).costumier.playback.frame?.placed.map((one: any) => one.actor).join() ?? "");
  await visit(page, "");
  for (const link of ["actor=2~walk~west&tick=3", "actor=4~walk~west&tick=1", "actor=4~stand~east&tick=0"]) {
    await page.evaluate(link => (location.hash = link), link);
    await page.waitForFunction(() => (globalThis as any).costumier.playback.settled);
    await expect.poll(figures).toMatch(/^0(,0)*$/);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
          const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((one, i) => i % 4 === 3 && one > 0).length;
        }),
      )
      .toBeGreaterThan(500);
  }
});
