/**
 * A random walk through all controls, keys, links and Back. After each step, all pixels of the stage must be those that
 * `costumier render` draws of the state, and every visible button must be reachable by Tab.
 *
 * `STEPS` is the number of steps in each kind of game, `SEED` a walk to walk again. Both are printed.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, run, sampleGame, unreachable, visit } from "./common";
import { dice } from "./edit-common";

const STEPS = Number(process.env["STEPS"] ?? 60);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1e6);

/** Controls that lead out of the page, write files, open dialogs or another game. */
const LEFT_OUT =
  /save|copy|open|folder|files|sample|about|keys|help|full screen|edit|what am i|\?$|gif|png|sheet|webm|report/i;

/** The stage after a step. */
interface Seen {
  step: string;
  said: any;
  tick: number;
  /** Of the pixels that are drawn: transparent ones count as nothing. */
  hash: string;
  size: [number, number];
}

/** Waits until the stage shows the state. Returns it, or the reason why it does not. */
async function look(page: Page): Promise<Omit<Seen, "step" | "hash"> & { pixels: string; blank: boolean }> {
  await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
  await page.waitForFunction(
    () => {
      const { store, playback, stage } = (globalThis as any).costumier;
      if (store.state.phase !== "ready") return false;
      if (store.state.unreadable) return true;
      const isIdle = !playback.asking && !playback.wanted && playback.settled;
      return isIdle && playback.frame?.tick === playback.scene && stage.drawn === playback.frame;
    },
    null,
    // A machine with other work may take long.
    { timeout: 60_000 },
  );
  const seen = await page.evaluate(() => {
    const { playback, stage, store } = (globalThis as any).costumier;
    // A panel that was loaded meanwhile may have changed the view: the frame is then of the one before.
    if (playback.asking || playback.wanted || stage.drawn !== playback.frame) return null;
    const { data, width, height, tick } = playback.frame;
    let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    const { canvas } = stage;
    const shown = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const opaque = (pixels: Uint8ClampedArray) => pixels.some((value, i) => i % 4 === 3 && value > 0);
    // The frame belongs to the state only while nothing changes.
    const said = structuredClone(playback.said(store.state));
    const size: [number, number] = [width, height];
    return { said, tick, size, pixels: btoa(text), blank: opaque(data) && !opaque(shown) };
  });
  return seen ?? look(page);
}

/** RGBA on the background. */
function hashed(rgba: Uint8Array): string {
  for (let i = 0; i < rgba.length; i += 4) if (!rgba[i + 3]) rgba.fill(0, i, i + 4);
  return createHash("sha1").update(rgba).digest("hex");
}

const role = (chore: string | number) => (typeof chore === "string" ? chore.replace("-", " ") : chore);

/** A state as a scene of a scene file. */
function scene(name: string, { said, tick }: Seen): object {
  const talks = (one: any) => one.talking && one.chore !== "talk-start" && one.chore !== "talk-stop";
  return {
    name,
    room: said.room,
    background: said.background,
    objects: said.objects,
    view: said.view,
    ...(said.palette ? { room_palette: said.palette } : {}),
    actors: said.actors.map((one: any) => ({
      costume: one.costume,
      position: [one.x, one.y],
      facing: one.facing,
      scale: one.scale,
      zplane: one.zplane,
      palette: one.palette,
      pixels: one.pixels,
      shadow_mode: one.shadow,
      vars: one.vars,
      conditions: one.conditions,
      talking: one.talking,
      steps: [{ perform: role(one.chore) }, ...(talks(one) ? [{ chore: "talk start" }] : []), { ticks: tick }],
    })),
  };
}

/** Whether a scene file can hold the state: no limb is hidden, and no actor is flipped by hand. */
const isPlain = ({ said }: Seen) =>
  said.compare === "after" && said.actors.every((one: any) => !one.flip && !one.hidden.length);

/** Presses, chooses or types into a visible control. Returns its name. */
function anything(page: Page, roll: (most: number) => number): Promise<string> {
  return page.evaluate(
    ([words, a, b]) => {
      const leftOut = new RegExp(words, "i");
      const name = (one: HTMLElement) =>
        one.getAttribute("aria-label") ?? one.closest("label")?.textContent ?? one.textContent ?? "";
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          "main button, main select, main input, main .cell, .tabs button, .notice button",
        ),
      ].filter(
        one =>
          one.checkVisibility() &&
          !one.closest(".intro") &&
          !leftOut.test(name(one)) &&
          !leftOut.test(one.title) &&
          !(one as HTMLButtonElement).disabled,
      );
      const one = all[a % all.length];
      if (!one) return "nothing";
      const said = `${one.tagName.toLowerCase()} ${name(one).trim().slice(0, 40)}`;
      if (one instanceof HTMLSelectElement) {
        one.selectedIndex = b % one.options.length;
        one.dispatchEvent(new Event("change", { bubbles: true }));
        return `${said}: ${one.value}`;
      }
      if (one instanceof HTMLInputElement && one.type !== "checkbox" && one.type !== "radio") {
        const [least, most] = [Number(one.min || 0), Number(one.max || 100)];
        one.value = one.type === "search" ? ["", "a", "1"][b % 3]! : String(least + (b % Math.max(1, most - least)));
        one.dispatchEvent(new Event("input", { bubbles: true }));
        one.dispatchEvent(new Event("change", { bubbles: true }));
        return `${said}: ${one.value}`;
      }
      one.click();
      return said;
    },
    [LEFT_OUT.source, roll(1e6), roll(1e6)] as const,
  );
}

/** Sets the address in the same tab. It is written first: the address that it has already leads nowhere. */
const follow = (page: Page, hash: string) =>
  page.evaluate(hash => {
    (globalThis as any).costumier.address.write();
    location.hash = hash;
  }, hash);

const KEYS = [" ", ",", ".", "<", ">", "[", "]", "\\", "s", "m", "Shift+S", "l", "j", "n", "Shift+N"].concat([
  "w",
  "a",
  "d",
  "x",
  "q",
  "e",
  "z",
  "c",
  "t",
  "b",
  "o",
  "h",
  "g",
  "p",
  "r",
  "0",
  "+",
  "-",
  "f",
]);

/** A link that the page wrote, and the state that decides its picture, without the view. */
interface Link {
  hash: string;
  said: string;
}

const withoutView = ({ said, tick }: Pick<Seen, "said" | "tick">) =>
  JSON.stringify([{ ...said, view: null }, tick], null, 1);

/** A step: a control, a key, a link in the same tab, or Back. Returns its name. */
async function step(page: Page, roll: (most: number) => number, links: Link[]): Promise<string> {
  const kind = roll(20);
  if (kind < 3 && links.length) {
    const link = links[roll(links.length)]!;
    await follow(page, link.hash);
    return `written link ${link.hash}`;
  }
  if (kind === 3) {
    const { costumes, chores } = await page.evaluate(() => {
      const { game, costume } = (globalThis as any).costumier.store.state;
      return {
        costumes: game.costumes.map((one: any) => one.id) as number[],
        chores: (costume?.actions ?? []).map((one: any) => one.role ?? one.chore) as (string | number)[],
      };
    });
    const one = <T>(all: readonly T[]) => all[roll(all.length)];
    const facing = one(["north", "east", "south", "west", "northeast"]);
    const places = ["", "~120~110", "~120~110~box~box", "~90~120~255", "~60~100~~1"];
    const link = `actor=${one(costumes)}~${one(chores) ?? "walk"}~${facing}${one(places)}&${one(["", "behind=room", "behind=flat&zoom=3"])}&tick=${roll(30)}`;
    await follow(page, link);
    return `link ${link}`;
  }
  if (kind === 4) {
    // Not out of the page: what is before its first entry is another document.
    const isBack = await page.evaluate(() => {
      const { navigation } = globalThis as any;
      const before = navigation.entries()[navigation.currentEntry.index - 1];
      return Boolean(before?.sameDocument) && (history.back(), true);
    });
    await page.waitForTimeout(50);
    return isBack ? "Back" : "no Back";
  }
  if (kind < 8) {
    const key = KEYS[roll(KEYS.length)]!;
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    return `key ${key}`;
  }
  return anything(page, roll);
}

for (const [number, which] of ["sample", "sample-v2", "sample-v7", "sample-he"].entries()) {
  test(`${which}: after random steps, the stage is what the command renders`, async ({ page }) => {
    test.setTimeout(120_000 + STEPS * 3_000);
    const roll = dice(SEED * 4 + number + 1);
    console.log(`${which}: ${STEPS} steps, SEED=${SEED}`);
    await visit(page, "actor=1~walk~east&tick=0");
    const folder = sampleGame(which);
    if (which !== "sample") await openSample(page, which);
    const all: Seen[] = [];
    const links: Link[] = [];
    const path: string[] = [];
    const trace = () => `SEED=${SEED}, ${which}: ${path.slice(-8).join(" ▸ ")}`;
    for (let i = 0; i < STEPS; i++) {
      path.push(await step(page, roll, links));
      if (i && i % 100 === 0) console.log(`${which}: ${i} steps`);
      const seen = await look(page).catch(async why => {
        const state = await page.evaluate(() => {
          const { store, playback } = (globalThis as any).costumier;
          const { phase, costume, unreadable, scenery } = store.state;
          const chosen = store.chosen?.costume;
          return { phase, costume: costume?.id, chosen, unreadable, scenery: scenery?.id, settled: playback.settled };
        });
        throw new Error(`${trace()}: the stage does not settle: ${JSON.stringify(state)}: ${why}`);
      });
      expect(seen.blank, trace()).toBe(false);
      expect(await unreachable(page), trace()).toEqual([]);
      const hash = hashed(Uint8Array.from(Buffer.from(seen.pixels, "base64")));
      const written = links.find(one => path.at(-1) === `written link ${one.hash}`);
      if (written) expect(withoutView(seen), trace()).toBe(written.said);
      all.push({ step: trace(), said: seen.said, tick: seen.tick, size: seen.size, hash });
      if (roll(4) === 0) {
        await page.evaluate(() => (globalThis as any).costumier.address.write());
        links.push({ hash: await page.evaluate(() => location.hash.slice(1)), said: withoutView(seen) });
      }
    }
    const plain = all.filter(isPlain);
    const out = mkdtempSync(join(OUT, "walk-"));
    const screenOf = ({ said }: Seen): string => said.screen ?? "own";
    for (const screen of new Set(plain.map(screenOf))) {
      const scenes = plain.flatMap((one, i) => (screenOf(one) === screen ? scene(`s${i}`, one) : []));
      const [file, to] = [join(out, `${screen}.json`), join(out, screen)];
      writeFileSync(file, JSON.stringify({ scenes }));
      const shown = screen === "own" ? [] : ["--screen", screen];
      run("render", folder, "--scenes", file, "-o", to, "--quiet", ...shown);
    }
    const wrong: string[] = [];
    const kinds = new Set<string>();
    for (const [i, one] of plain.entries()) {
      const png = readFileSync(join(out, screenOf(one), `s${i}.png`)).toString("base64");
      const { rgba, size } = await page.evaluate(async png => {
        const blob = new Blob([Uint8Array.from(atob(png), one => one.charCodeAt(0))], { type: "image/png" });
        const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const pen = canvas.getContext("2d")!;
        pen.drawImage(bitmap, 0, 0);
        const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
        let text = "";
        for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
        return { rgba: btoa(text), size: [bitmap.width, bitmap.height] };
      }, png);
      const truth = hashed(Uint8Array.from(Buffer.from(rgba, "base64")));
      kinds.add(truth);
      if (truth !== one.hash || size.join() !== one.size.join()) wrong.push(`s${i} in ${out}: ${one.step}`);
    }
    expect(wrong.slice(0, 3), `${wrong.length} of ${plain.length} differ`).toEqual([]);
    // Many different pictures, or nothing would have been compared. A short walk may stay in a few states.
    expect(kinds.size).toBeGreaterThan(plain.length / (STEPS < 200 ? 20 : 8));
    console.log(`${which}: ${plain.length} of ${all.length} states compared, ${kinds.size} pictures, all equal`);
  });
}
