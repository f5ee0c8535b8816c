/** Measures and prints the speed of the page, and checks its limits. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { drop, OUT, TOP, visit } from "./common";

// Other programs run at the same time. So a test that is too slow once is tried again.
test.describe.configure({ retries: 2 });

test("the first picture of the sample comes within a second", async ({ browser, baseURL }) => {
  const took: number[] = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto("./", { waitUntil: "commit" });
    await page.waitForFunction(() => (globalThis as any).costumier?.playback.firstAt != null);
    took.push(await page.evaluate(() => (globalThis as any).costumier.playback.firstAt as number));
    await context.close();
  }
  took.sort((a, b) => a - b);
  console.log(`first picture, cold: ${took.map(one => Math.round(one)).join(", ")} ms`);
  expect(took[0]).toBeLessThan(1000);
});

test("with a processor four times slower: the first picture, and the longest task", async ({ browser, baseURL }) => {
  test.setTimeout(150_000);
  // The goals. Other programs on the machine make visits slower, never faster: it is visited until both are reached.
  const [FIRST, TASK] = [1500, 150];
  const took: [first: number, task: number][] = [];
  const isReached = () => Math.min(...took.map(one => one[0])) < FIRST && Math.min(...took.map(one => one[1])) <= TASK;
  for (let i = 0; i < 12 && !isReached(); i++) {
    const context = await browser.newContext({ baseURL: baseURL! });
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver(list => tasks.push(...list.getEntries().map(one => one.duration))).observe({
        type: "longtask",
        buffered: true,
      });
    });
    await page.goto("./", { waitUntil: "commit" });
    await page.waitForFunction(() => (globalThis as any).costumier?.playback.firstAt != null);
    // Files that are loaded after the picture count, too.
    await page.waitForTimeout(2500);
    took.push(
      await page.evaluate(() => [
        (globalThis as any).costumier.playback.firstAt as number,
        Math.max(0, ...(globalThis as any).tasks),
      ]),
    );
    await context.close();
  }
  const [first, task] = [0, 1].map(i => took.map(one => one[i]!).sort((a, b) => a - b)) as [number[], number[]];
  console.log(
    `four times slower: first picture ${first.map(Math.round).join(", ")} ms; longest task ${task.join(", ")} ms`,
  );
  expect(first[0]).toBeLessThan(FIRST);
  expect(task[0]).toBeLessThanOrEqual(TASK);
});

test("four actors at zoom 4 in a room: frames and the library's part of them", async ({ page }) => {
  const actors = [1, 2, 3, 4].map((id, i) => `actor=${id}~walk~east~${60 + 55 * i}~125~box~box`).join("&");
  await visit(page, `${actors}&zoom=4&behind=room&room=1`);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ speed: 6 }));
  await page.waitForTimeout(500);
  const seen = await page.evaluate(async () => {
    const { playback } = (globalThis as any).costumier;
    playback.times.length = 0;
    const took: number[] = [];
    playback.listen(() => took.push(playback.frame.took));
    await new Promise(done => setTimeout(done, 4000));
    return { took, times: [...playback.times] as number[] };
  });
  const at = (list: number[], part: number) =>
    [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]!;
  console.log(
    `four actors at 60 ticks a second: ${seen.took.length / 4} pictures a second; library p50 ${at(seen.took, 0.5).toFixed(2)}, p95 ${at(seen.took, 0.95).toFixed(2)}, most ${at(seen.took, 1).toFixed(2)} ms; between frames p50 ${at(seen.times, 0.5).toFixed(1)}, p95 ${at(seen.times, 0.95).toFixed(1)}, most ${at(seen.times, 1).toFixed(1)} ms`,
  );
  expect(at(seen.took, 0.95)).toBeLessThan(16);
});

test("with the bytes open: what lighting the running commands takes of each frame", async ({ page }) => {
  const actors = [1, 2, 3, 4].map((id, i) => `actor=${id}~walk~east~${60 + 55 * i}~125~box~box`).join("&");
  await visit(page, `${actors}&zoom=4&behind=room&room=1&panel=bytes`);
  await expect(page.locator(".hex .byte").first()).toBeVisible();
  await expect(page.locator(".line .dot").first()).toBeVisible();
  await page.evaluate(() => (globalThis as any).costumier.store.set({ speed: 6 }));
  await page.waitForTimeout(500);
  const seen = await page.evaluate(async () => {
    const { playback, bytes: frame } = (globalThis as any).costumier;
    const bytes = await frame.content();
    const [took, mark] = [[] as number[], bytes.mark];
    bytes.mark = () => {
      const began = performance.now();
      mark.call(bytes);
      took.push(performance.now() - began);
    };
    playback.times.length = 0;
    await new Promise(done => setTimeout(done, 4000));
    return { took, times: [...playback.times] as number[] };
  });
  const at = (list: number[], part: number) =>
    [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]!;
  console.log(
    `bytes open, 60 ticks a second: lighting p50 ${at(seen.took, 0.5).toFixed(2)}, p95 ${at(seen.took, 0.95).toFixed(2)}, most ${at(seen.took, 1).toFixed(2)} ms, ${seen.took.length / 4} a second; between frames p50 ${at(seen.times, 0.5).toFixed(1)}, p95 ${at(seen.times, 0.95).toFixed(1)} ms`,
  );
  expect(seen.took.length).toBeGreaterThan(60);
  // In the slowest quarter another process may have had the processor: the median is 0.7 ms, the slowest 20.
  expect(at(seen.took, 0.75)).toBeLessThan(2);
  expect(at(seen.times, 0.5)).toBeLessThan(20);
});

// cargo run -p costumier-benches --example large-game -- target/viewer/large, and … target/viewer/larger 1000
for (const [count, name] of [
  [500, "large"],
  [1000, "larger"],
] as const)
  largeGame(count, join(OUT, name));

function largeGame(count: number, large: string): void {
  test(`a game of ${count} costumes: its first screen of thumbnails, and scrolling through all`, async ({ page }) => {
    test.skip(!existsSync(large), "write it with the example large-game");
    await visit(page, "actor=1&tick=0");
    await page.evaluate(() => {
      const began = { at: 0, opened: 0, shown: 0 };
      (globalThis as any).began = began;
      document.addEventListener("drop", () => (began.at = performance.now()), true);
      const look = () => {
        const { store } = (globalThis as any).costumier;
        if (began.at && store.state.phase === "ready" && store.state.game.costumes.length > 100) {
          began.opened ||= performance.now();
          const cells = [...document.querySelectorAll<HTMLElement>(".cell")].filter(
            one =>
              one.checkVisibility() &&
              one.getBoundingClientRect().top <
                document.querySelector(".wardrobe .scroll")!.getBoundingClientRect().bottom,
          );
          const drawn = cells.filter(one => one.dataset["drawn"]?.startsWith(`${store.state.game.info.key} `));
          if (cells.length > 5 && drawn.length === cells.length) return void (began.shown = performance.now());
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await drop(page, [large]);
    await page.waitForFunction(() => (globalThis as any).began.shown > 0);
    const took = await page.evaluate(() => (globalThis as any).began);
    console.log(
      `${count} costumes: open after ${Math.round(took.opened - took.at)} ms, first screen of thumbnails after ${Math.round(took.shown - took.at)} ms`,
    );
    // From the first to the last, as a wheel does that is turned without a pause, while thumbnails come in.
    const frames = await page.evaluate(async () => {
      const scroll = document.querySelector(".wardrobe .scroll")!;
      const times: number[] = [];
      let last = await new Promise<number>(done => requestAnimationFrame(done));
      while (scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 1 && times.length < 1500) {
        scroll.scrollTop += 60;
        const now = await new Promise<number>(done => requestAnimationFrame(done));
        times.push(now - last);
        last = now;
      }
      return times.sort((a, b) => a - b);
    });
    const at = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))]!;
    console.log(
      `scrolling through ${count}: ${frames.length} frames, p50 ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, most ${at(1).toFixed(1)} ms between them`,
    );
    expect(await page.evaluate(() => (globalThis as any).costumier.store.state.game.costumes.length)).toBe(count);
    await expect(page.locator(".cell[aria-posinset='" + count + "']")).toBeVisible();
    // Sixty a second is 16.7; another program on the same machine costs a frame now and then, not every second one.
    expect(at(0.5)).toBeLessThan(20);
    expect(took.shown - took.at).toBeLessThan(1000);
  });
}

test("memory stays where it is over a thousand changes of costume", async ({ page }) => {
  test.setTimeout(180_000);
  await visit(page, "actor=1&tick=0");
  const memory = await page.evaluate(async () => {
    const { client, playback } = (globalThis as any).costumier;
    const said = playback.said();
    const out: number[] = [];
    for (let i = 0; i < 1000; i++) {
      const id = 1 + (i % 6);
      await client.ask("costume", { id });
      await client.ask("stage", {
        said: { ...said, actors: [{ ...said.actors[0], costume: id, hidden: [] }] },
        tick: i % 9,
      });
      if (i % 100 === 99) out.push((await client.ask("memory", {})).bytes);
    }
    return out;
  });
  console.log(
    `memory of the library after each 100 changes: ${memory.map((one: number) => `${(one / 1e6).toFixed(1)}`).join(", ")} MB`,
  );
  expect(memory.at(-1)).toBe(memory[1]);
});

// The download of a first visit, with the whole module held back: the sample must walk without it.
test("the compressed size of a first visit, up to the first picture", async ({ page }) => {
  test.setTimeout(180_000);
  const dist = join(TOP, "web", "dist");
  const asked = new Set<string>();
  page.on("request", request => asked.add(new URL(request.url()).pathname.replace("/some/where/", "")));
  let letGo = () => {};
  const kept = new Promise<void>(done => (letGo = done));
  await page.route(/costumier_bg[^/]*\.wasm$/, async route => {
    await kept;
    await route.continue();
  });
  await visit(page, "", true);
  const before = await page.evaluate(() => (globalThis as any).costumier.playback.frame.tick as number);
  await page.waitForFunction(tick => (globalThis as any).costumier.playback.frame.tick > tick + 3, before);
  const weigh = (names: string[], pack: (bytes: Buffer) => Buffer) =>
    names.reduce((sum, name) => sum + pack(readFileSync(join(dist, name || "index.html"))).length, 0) / 1000;
  const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 9 });
  const first = [...asked].filter(name => !/^sample\/|costumier_bg|^whole/.test(name));
  const [small, usual] = [weigh(first, brotliCompressSync), weigh(first, gzip)];
  const walk = (folder: string): string[] =>
    readdirSync(join(dist, folder), { withFileTypes: true }).flatMap(one =>
      one.isDirectory() ? walk(`${folder}${one.name}/`) : [`${folder}${one.name}`],
    );
  const all = walk("").filter(name => !name.startsWith("sample/"));
  console.log(
    `a first visit: ${small.toFixed(1)} kB with brotli, ${usual.toFixed(1)} kB with gzip, of ${first.length} files; ` +
      `the whole page: ${weigh(all, brotliCompressSync).toFixed(1)} kB with brotli, ${weigh(all, gzip).toFixed(1)} kB with gzip`,
  );
  // Files other than WebAssembly: programs, styles, text. Those for costume folders, patches and editing are counted
  // separately. Only other sites load the picture for link previews.
  const texts = all.filter(name => !/\.(wasm|png)$/.test(name));
  const edits = (name: string) => /(^|\/)(edit|log|compare|before-after)-/.test(name);
  const programs = (name: string) => /(^|\/)program-text-/.test(name);
  const brought = (name: string) => /(^|\/)brought-/.test(name);
  const marks = (name: string) => /(^|\/)marks-/.test(name);
  const explained = (name: string) => /(^|\/)explain-/.test(name);
  const pointed = (name: string) => /(^|\/)pixel-steps-/.test(name);
  const unused = (name: string) => /(^|\/)unused-/.test(name);
  const parts = [edits, programs, brought, explained, pointed, marks, unused];
  const rest = texts.filter(name => !parts.some(part => part(name)));
  // Pictures that are dropped: 0.3 of it; the places for what is unused, and reports by another worker: 0.5;
  // files that close with their game: 0.2.
  expect(weigh(rest, gzip)).toBeLessThan(85);
  // Lasso, wand, symmetry, preview, clipboard, new limbs: 4.6 kB of it; recolouring 1.4; rows of time 2; layers 2.5; the guide for all
  // facings 1.1; what the package has for drafts of rooms 0.6, and for pictures that are recognised 0.2; marks of colours that clash 0.7; pixels
  // that float over a reload, and what undoes a cause, 0.5; a layer that
  // moves in a facing, and new boxes as long as the old ones, 0.3; drops at the end of a row, Space after a click, a second
  // fit, 0.4.
  expect(weigh(texts.filter(edits), gzip)).toBeLessThan(54.7);
  // What only the edit of an AKOS costume loads, after all that is above.
  expect(weigh(texts.filter(programs), gzip)).toBeLessThan(2.9);
  // What only a file that is brought in loads.
  expect(weigh(texts.filter(brought), gzip)).toBeLessThan(3.5);
  // What only a room in which something is marked loads.
  expect(weigh(texts.filter(marks), gzip)).toBeLessThan(1.2);
  // What only the search for what is unused loads.
  expect(weigh(texts.filter(unused), gzip)).toBeLessThan(2.5);
  // What only a picture that is explained loads.
  expect(weigh(texts.filter(explained), gzip)).toBeLessThan(2.5);
  // What only a pixel that is pointed at loads.
  expect(weigh(texts.filter(pointed), gzip)).toBeLessThan(1.1);
  expect(first.some(name => name.includes("costumier_light_bg"))).toBe(true);
  // The goal. The light module reads games of v5 and v6 alone, so that no other kind of game adds to this.
  expect(small).toBeLessThan(300);
  // All the rest follows by itself, and the stage goes on where it was.
  letGo();
  await expect(page.locator(".cell[data-drawn]").first()).toBeVisible();
  const then = await page.evaluate(() => (globalThis as any).costumier.playback.frame.tick as number);
  await page.waitForFunction(tick => (globalThis as any).costumier.playback.frame.tick > tick, then);
});
