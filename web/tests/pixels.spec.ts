/**
 * The stage against `costumier render`: the same states, drawn by the command line, must be the same pixels, all
 * of them. Every chore and facing of every costume, some ticks each; and in rooms, with z-planes and scaling.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, opened, openSample, OUT, run, sampleGame, TOP, visit } from "./common";

interface Wanted {
  costume: number;
  chore: string | number;
  facing: string;
  tick: number;
  background: boolean;
  x: number;
  y: number;
  scale: number | "box";
  zplane: number | "box";
  room: number;
  view: [number, number, number, number];
}

// Asks the page's own worker, by the way the stage goes.
async function states(page: Page, most: number): Promise<Wanted[]> {
  return page.evaluate(async limit => {
    const { client, store } = (globalThis as any).costumier;
    const out: any[] = [];
    for (const entry of store.state.game.costumes) {
      const known = await client.ask("costume", { id: entry.id });
      const room = await client.ask("room", { id: known.room });
      for (const [i, action] of known.actions.entries()) {
        const chore = action.role ?? action.chore;
        if (action.role === "talk-start" || action.role === "talk-stop") continue;
        const ticks = [0, 1 + (i % 3), 7 + i];
        for (const tick of ticks)
          out.push({
            costume: entry.id,
            chore,
            facing: action.facing,
            tick,
            background: false,
            x: 0,
            y: 0,
            scale: 255,
            zplane: 0,
            room: known.room,
            view: [-60, -110, 121, 131],
          });
        if (room.shows) {
          out.push({
            costume: entry.id,
            chore,
            facing: action.facing,
            tick: 2,
            background: true,
            x: room.place[0] + (i % 7) * 9 - 27,
            y: room.place[1] - (i % 5) * 3,
            scale: "box",
            zplane: "box",
            room: known.room,
            view: [0, 0, room.width, room.height],
          });
        }
      }
    }
    const step = Math.max(1, out.length / limit);
    return out.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  }, most);
}

async function compare(page: Page, game: string, most: number, whole: number): Promise<number> {
  const all = await states(page, most);
  expect(all.length).toBeGreaterThan(whole);
  const role = (chore: string | number) => (typeof chore === "string" ? chore.replace("-", " ") : chore);
  const folder = mkdtempSync(join(OUT, "render-"));
  const file = join(folder, "scenes.json");
  writeFileSync(
    file,
    JSON.stringify({
      scenes: all.map((one, i) => ({
        name: `s${i}`,
        room: one.room,
        background: one.background,
        view: one.view,
        actors: [
          {
            costume: one.costume,
            position: [one.x, one.y],
            facing: one.facing,
            steps: [{ perform: role(one.chore) }, { ticks: one.tick }],
            scale: one.scale,
            zplane: one.zplane,
          },
        ],
      })),
    }),
  );
  run("render", game, "--scenes", file, "-o", join(folder, "out"), "--force", "--quiet");
  let compared = 0;
  const wrong: string[] = [];
  const kinds = new Set<number>();
  for (let from = 0; from < all.length; from += 40) {
    const some = all
      .slice(from, from + 40)
      .map((one, i) => ({ one, png: readFileSync(join(folder, "out", `s${from + i}.png`)).toString("base64") }));
    const found = await page.evaluate(async list => {
      const { client } = (globalThis as any).costumier;
      const bad: string[] = [];
      const kinds: number[] = [];
      for (const { one, png } of list) {
        const shown = await client.ask("stage", {
          tick: one.tick,
          said: {
            room: one.room,
            background: one.background,
            view: one.view,
            screen: null,
            selected: 0,
            onion: 0,
            actors: [
              {
                costume: one.costume,
                x: one.x,
                y: one.y,
                facing: one.facing,
                chore: one.chore,
                talking: false,
                scale: one.scale,
                zplane: one.zplane,
                flip: false,
                palette: {},
                vars: {},
                conditions: [],
                hidden: [],
              },
            ],
          },
        });
        const bitmap = await createImageBitmap(
          new Blob([Uint8Array.from(atob(png), one => one.charCodeAt(0))], { type: "image/png" }),
          { colorSpaceConversion: "none", premultiplyAlpha: "none" },
        );
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const pen = canvas.getContext("2d")!;
        pen.drawImage(bitmap, 0, 0);
        const truth = pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
        const same =
          bitmap.width === shown.width &&
          bitmap.height === shown.height &&
          truth.every((value, i) => (i % 4 !== 3 && !truth[i - (i % 4) + 3] ? true : value === shown.data[i]));
        if (!same) bad.push(JSON.stringify(one));
        kinds.push(truth.reduce((sum, value, i) => (sum * 31 + value * ((i % 251) + 1)) % 2147483647, 7));
      }
      return { bad, kinds };
    }, some);
    wrong.push(...found.bad);
    for (const kind of found.kinds) kinds.add(kind);
    compared += some.length;
  }
  expect(wrong.slice(0, 3), `${wrong.length} of ${compared} differ`).toEqual([]);
  // Many different pictures, or nothing would have been compared.
  expect(kinds.size).toBeGreaterThan(compared / 4);
  return compared;
}

for (const which of ["sample", "sample-v7", "sample-v8", "sample-he"]) {
  test(`${which}: the stage is what the command line renders`, async ({ page }) => {
    test.setTimeout(180_000);
    await visit(page, "actor=1&tick=0");
    const folder = sampleGame(which);
    if (which !== "sample") await openSample(page, which);
    const compared = await compare(page, folder, 400, 150);
    console.log(`${which}: ${compared} states compared, all equal`);
  });
}

// Noise on purpose, in every generation: cargo run -p costumier-export --example judge-games -- target/judges/games
// and, with 16 bits a pixel, … judge-games -- target/judges/sixteen sixteen
const folders = ["games", "sixteen"].map(one => join(TOP, "target", "judges", one)).filter(one => existsSync(one));
const all = folders.flatMap(games => readdirSync(games).map(which => [games, which] as const));
for (const [games, which] of all) {
  test(`generated ${which}: the stage is what the command line renders`, async ({ page }) => {
    test.setTimeout(180_000);
    await visit(page, "actor=1&tick=0");
    await drop(page, [join(games, which)]);
    await expect(page.locator(".game")).not.toContainText("the sample game");
    await page.waitForFunction(() => (globalThis as any).costumier.store.state.phase === "ready");
    const compared = await compare(page, join(games, which), 150, 10);
    console.log(`generated ${which}: ${compared} states compared, all equal`);
  });
}

test("what people see is that picture, each pixel a square", async ({ page }) => {
  await visit(page, "actor=3~walk~east&tick=4&zoom=3");
  await page.getByRole("button", { name: "Feet" }).click();
  const bad = await page.evaluate(() => {
    const { stage, playback } = (globalThis as any).costumier;
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const seen = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
    const { data, width, height, x, y } = playback.frame;
    let wrong = 0;
    let opaque = 0;
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const [left, top] = stage.to(x + column, y + row);
        const from = (row * width + column) * 4;
        if (data[from + 3]) opaque++;
        for (let dy = 0; dy < 3; dy++)
          for (let dx = 0; dx < 3; dx++) {
            const [px, py] = [left + dx, top + dy];
            if (px < 0 || py < 0 || px >= canvas.width || py >= canvas.height) continue;
            const to = (py * canvas.width + px) * 4;
            if (
              seen[to + 3] !== data[from + 3] ||
              (data[from + 3] &&
                (seen[to] !== data[from] || seen[to + 1] !== data[from + 1] || seen[to + 2] !== data[from + 2]))
            )
              wrong++;
          }
      }
    return { wrong, opaque };
  });
  expect(bad.opaque).toBeGreaterThan(200);
  expect(bad.wrong).toBe(0);
});

test("v4 on a Hercules screen: the lines of the command line, the last one of each four rows twice", async ({
  page,
}) => {
  await visit(page, "actor=1&tick=0");
  const folder = sampleGame("sample-v4-ega");
  await drop(page, [folder]);
  await opened(page, /v4/);
  await page.evaluate(() => {
    const { store } = (globalThis as any).costumier;
    store.set({ screen: "hercules", background: "room", playing: false });
    store.actor({ chore: "stand", facing: "south", x: 160, y: 150, scale: 255, zplane: 0 });
  });
  await expect(page.locator("select:has(option[value=hercules])")).toHaveValue("hercules");
  const view = [0, 0, 320, 200] as const;
  const { room, shown, size } = await page.evaluate(async view => {
    const { client, playback, store } = (globalThis as any).costumier;
    const said = { ...playback.said(), view };
    const { data, width, height } = await client.ask("stage", { said, tick: 0 });
    const shown = Array.from({ length: height }, (_, y) => data.slice(4 * y * width, 4 * (y + 1) * width).join());
    return { room: store.state.costume.room, shown, size: [width, height] };
  }, view);
  expect(size).toEqual([640, 400]);
  const out = mkdtempSync(join(OUT, "hercules-"));
  const actor = {
    costume: 1,
    position: [160, 150],
    facing: "south",
    steps: [{ perform: "stand" }],
    scale: 255,
    zplane: 0,
  };
  writeFileSync(join(out, "s.json"), JSON.stringify({ scenes: [{ name: "s", room, view, actors: [actor] }] }));
  run("render", folder, "--scenes", join(out, "s.json"), "-o", out, "--quiet", "--screen", "hercules");
  const png = readFileSync(join(out, "s.png")).toString("base64");
  const truth = await page.evaluate(async png => {
    const blob = new Blob([Uint8Array.from(atob(png), one => one.charCodeAt(0))], { type: "image/png" });
    const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    pen.drawImage(bitmap, 0, 0);
    return Array.from({ length: bitmap.height }, (_, y) => pen.getImageData(0, y, bitmap.width, 1).data.join());
  }, png);
  expect(truth).toHaveLength(350);
  expect(new Set(truth).size).toBeGreaterThan(100);
  const lines = shown.filter((_, y) => y % 8 !== 7);
  expect(lines.filter((line, y) => line !== truth[y]).length).toBe(0);
  for (let y = 7; y < 400; y += 8) expect(shown[y]).toBe(shown[y - 1]);
});
