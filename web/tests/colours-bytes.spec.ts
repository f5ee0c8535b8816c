/** The panels Colours and Bytes: the steps of a pixel's colour, swatches, looks, and the meaning of each byte. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { dropGame, openSample, TOP, unchanging, visit } from "./common";

test("colours: the chain of the pixel under the pointer ends in the colour that is seen", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=4");
  const at = await page.evaluate(() => {
    const { playback, stage } = (globalThis as any).costumier;
    const placed = playback.frame.placed[0].area;
    const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
    const [x, y] = stage.to(placed[0] + Math.floor(placed[2] / 2), placed[1] + Math.floor(placed[3] / 2));
    return [box.left + x / devicePixelRatio + 2, box.top + y / devicePixelRatio + 2] as const;
  });
  await page.mouse.move(...at);
  await expect(page.locator(".chain")).toContainText("CLUT of room 1");
  const rgb = await page.locator(".chain b").last().textContent();
  const seen = await page.evaluate(([x, y]) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const box = canvas.getBoundingClientRect();
    const [r, g, b] = canvas.getContext("2d")!.getImageData(x - box.left, y - box.top, 1, 1).data;
    return `#${[r, g, b].map(one => one!.toString(16).padStart(2, "0")).join("")}`;
  }, at);
  expect([rgb, await page.locator(".chain b").nth(2).textContent()]).toContain(seen);
  // The run's bytes, and back to the picture.
  await page.mouse.click(...at);
  await page.locator(".chain").getByRole("button", { name: "show bytes" }).click();
  // Bytes are the whole module's, which may still have to be loaded.
  await expect(page.locator(".byte.at")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(".preview")).toContainText(/run: \d+ pixels? of colour/);
});

test("colours: a swatch takes another room colour, and gives it back", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0");
  const sum = () =>
    page.evaluate(() =>
      (globalThis as any).costumier.playback.frame.data.reduce((all: number, one: number) => all + one, 0),
    );
  const before = await sum();
  const used = page.locator(".swatch:not(.unused):not(.none)").first();
  await used.click();
  await page.getByRole("button", { name: /^Room colour 15,/ }).click();
  await expect.poll(sum).not.toBe(before);
  await page.getByRole("button", { name: /^Reset colour/ }).click();
  await expect.poll(sum).toBe(before);
});

test("bytes: every byte has a meaning; keys lead through them; the listing marks where limbs are", async ({ page }) => {
  await visit(page, "actor=6~walk~east&tick=4&panel=bytes");
  await expect(page.locator(".hex .byte").first()).toBeVisible();
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  await expect(page.locator(".byte.at")).toHaveAccessibleName(/^0B50, /);
  await page.keyboard.press("u");
  await expect(page.locator(".path")).not.toBeEmpty();
  await page.getByLabel(/Go to byte/).fill("0");
  await page.getByLabel(/Go to byte/).press("Enter");
  await expect(page.locator(".byte.at")).toHaveAccessibleName(/^0000, /);
  await expect.poll(() => page.locator(".line.now .dot").count()).toBeGreaterThan(0);
});

test("bytes: while it plays, the running commands are lit in the bytes and in the listing", async ({ page }) => {
  await visit(page, "actor=6~walk~east&panel=bytes");
  await expect(page.locator(".hex .byte").first()).toBeVisible();
  // To the commands: where a limb stands.
  const lines = page.locator(".line .dot");
  await expect(lines.first()).toBeVisible();
  await page.locator(".line").first().click();
  const lit = () =>
    page.evaluate(() => {
      const { playback } = (globalThis as any).costumier;
      const bytes = [...document.querySelectorAll<HTMLElement>(".byte.runs")].map(one => Number(one.dataset["byte"]));
      const at = [...document.querySelectorAll<HTMLElement>(".line.now")].map(one => Number(one.dataset["at"]));
      const limbs = playback.frame.state.limbs.map((limb: any) => limb.position);
      return { bytes, at, limbs, playing: (globalThis as any).costumier.store.state.playing };
    });
  const seen = new Set<string>();
  for (let i = 0; i < 25; i++) {
    const { bytes, at, limbs, playing } = await lit();
    expect(playing).toBe(true);
    expect(at.every(one => limbs.includes(one))).toBe(true);
    // A command of this costume is one byte.
    if (bytes.length) expect(bytes.length).toBe(new Set(limbs).size);
    seen.add(bytes.join());
    await page.waitForTimeout(60);
  }
  expect([...seen].filter(Boolean).length).toBeGreaterThan(3);
  // It is marked while paused, too.
  await page.getByRole("heading", { name: "Stage" }).click();
  await page.keyboard.press("k");
  await expect.poll(async () => (await lit()).playing).toBe(false);
  expect((await lit()).bytes.length).toBeGreaterThan(0);
});

test("colours: where pixels are room colours, a swatch says that nothing changes them", async ({ page }) => {
  await visit(page, "actor=1&tick=0");
  await openSample(page, "sample-v7");
  // Costume 8 has codec 16, costume 5 is the same in codec 1.
  for (const [costume, fixed] of [
    [8, true],
    [5, false],
  ] as const) {
    await page.evaluate(hash => (location.hash = hash), `actor=${costume}~stand~south&tick=0`);
    await page.waitForFunction(id => (globalThis as any).costumier.store.state.costume?.id === id, costume);
    await page.locator(".swatch:not(.unused):not(.none)").first().click();
    await expect(page.getByText("Scripts cannot change this costume's colours")).toHaveCount(fixed ? 1 : 0);
    await expect(page.locator(".room-colours button")).toHaveCount(fixed ? 0 : 256);
  }
});

test("16 bits a pixel: looks, swatches and the chain of a pixel", async ({ page }) => {
  const game = join(TOP, "target", "judges", "sixteen", "he100");
  test.skip(!existsSync(game), "write it with the example judge-games");
  await visit(page, "actor=1&tick=0");
  await dropGame(page, [game]);
  await page.waitForFunction(() => (globalThis as any).costumier.store.state.game.info.bits_per_pixel === 16);
  const picture = () => page.evaluate(() => [...(globalThis as any).costumier.playback.frame.data].join());
  await page.getByRole("heading", { name: "Stage" }).click();
  await page.keyboard.press("k");
  await unchanging(page, picture);
  const before = await picture();
  // A look gives pixels.
  const look = page.getByLabel("Recoloured by the game");
  await expect(look.locator("option")).toHaveText(["the costume's own", "1: 2 colours changed"]);
  await look.selectOption("1");
  await expect.poll(picture).not.toBe(before);
  await expect.poll(() => page.url()).toContain("3:31775,4:992");
  await expect(page.locator(".swatch.changed")).toHaveCount(2);
  await expect(page.locator(".swatch").nth(3)).toHaveAccessibleName(/pixel 7C1F, #ff00ff/);
  await look.selectOption("0");
  await expect.poll(picture).toBe(before);
  // A swatch takes a colour of the room as it is seen there.
  await page.locator(".swatch").nth(3).click();
  const choice = page.locator(".room-colours button").nth(200);
  const colour = (await choice.getAttribute("title"))!.split(" ")[1]!;
  await choice.click();
  await expect(page.locator(".swatch").nth(3)).toHaveAccessibleName(new RegExp(colour));
  await expect.poll(picture).not.toBe(before);
  const shows = await page.evaluate(
    ([r, g, b]) => {
      const { data } = (globalThis as any).costumier.playback.frame;
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] && data[at] === r && data[at + 1] === g && data[at + 2] === b) return true;
      return false;
    },
    [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)),
  );
  expect(shows).toBe(true);
  await page.getByRole("button", { name: /^Reset colour/ }).click();
  await expect.poll(picture).toBe(before);
});

test("a byte is lit on the stage: the pixels of its run, and no others", async ({ page }) => {
  await visit(page, "actor=1~stand~west&tick=0&zoom=6&panel=bytes");
  await expect(page.locator(".byte.at")).toBeVisible();
  // All pixels that the stage shows of the figure, by the run that made them.
  const runs = () =>
    page.evaluate(async () => {
      const { client, playback } = (globalThis as any).costumier;
      const { frame } = playback;
      const runs: Record<string, string[]> = {};
      for (const placed of frame.placed) {
        const [left, top, width, height] = placed.area;
        for (let y = top; y < top + height; y++)
          for (let x = left; x < left + width; x++) {
            const chain = await client.ask("chain", { x: x - frame.x, y: y - frame.y });
            const touch = chain?.touches.at(-1);
            if (touch?.run && touch.actor === 0)
              (runs[`${touch.run.from} ${touch.run.bits[0]}`] ??= []).push([x, y].join());
          }
      }
      return runs;
    });
  const [chosen] = Object.entries(await runs()).sort(([, a], [, b]) => b.length - a.length)[0]!;
  await page.evaluate(
    async from => {
      const { store, bytes } = (globalThis as any).costumier;
      await bytes.show(store.chosen.costume, from);
    },
    Number(chosen.split(" ")[0]),
  );
  // The stage is asked anew each time: until the panels have their sizes, it shows more of the figure or less.
  await expect(async () => {
    const wanted = (await runs())[chosen]!;
    expect(wanted.length).toBeGreaterThan(1);
    const got = await page.evaluate(() => (globalThis as any).costumier.stage.lit.map((one: number[]) => one.join()));
    expect(got.sort()).toEqual(wanted.sort());
  }).toPass({ timeout: 15_000 });
  await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: true }));
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.stage.lit.length)).toBe(0);
});

test("looks that scripts give: the actor takes their colours, and the address says so", async ({ page }) => {
  await visit(page, "actor=2~stand~south&tick=0");
  const picture = () => page.evaluate(() => [...(globalThis as any).costumier.playback.frame.data].join());
  const look = page.getByLabel("Recoloured by the game");
  await expect(look.locator("option")).toHaveText(["the costume's own", "1: 7 colours changed"]);
  // Only now the whole module is loaded, and the stage has its final size.
  await unchanging(page, picture);
  const before = await picture();
  await look.selectOption("1");
  await expect.poll(picture).not.toBe(before);
  await expect.poll(() => page.url()).toContain("1:80,2:81,3:82,4:83,5:84,6:85,7:86");
  await look.selectOption("0");
  await expect.poll(picture).toBe(before);
  // The wardrobe's names are the scripts', and the search knows them.
  await page.getByRole("searchbox").fill("sergeant");
  await expect(page.locator(".cell:not([hidden]) .name")).toHaveText(["Sergeant Tick"]);
});
