/**
 * A walk at random through the mode that edits: every tool, button, choice and key of it. After each step what is said to be
 * saved is in the browser's database, and every control that is seen is reachable by Tab. After some, the stage is what
 * `costumier render` draws of the game with the page's patch, and the patch is the command line's. At the end the page is
 * left and comes back, with nothing lost.
 *
 * What drives the page is Playwright's in Chromium and Puppeteer's in Firefox: they share `evaluate`, `mouse` and `keyboard`.
 */
import { expect, type Page } from "@playwright/test";
import { sampleGame, unreachable } from "./common";
import { dice, made, patched, sameAsRendered, settled, spot } from "./edit-common";
import { place } from "./edit-random";

/** The samples that are walked in, and a costume of each. */
export const GAMES = [
  ["sample", 1],
  ["sample-v2", 4],
  ["sample-v7", 10],
  ["sample-he", 3],
] as const;

/** Steps between two comparisons with the command line. */
const EACH = 8;

/** Controls that write files, ask for one, or lay other panels out. */
const LEFT_OUT =
  /^(patch|game files|costume folder|\.aseprite|before and after|folder in step|bring in|save|wardrobe|report|copy)/i;

const KEYS = [
  ...["Control+a", "Control+c", "Control+v", "Control+x", "Control+d", "Control+z", "Control+y", "Control+Shift+z"],
  ...["Alt+n", "Alt+m", "Alt+b", "Enter", "Escape", "Delete", "ArrowLeft", "ArrowDown", "Shift+h", "Shift+v"],
  ...["x", "[", "]", ",", "."],
];

/** Presses the button of this name, once it is there. */
export const press = (page: Page, name: string) =>
  page.evaluate(async name => {
    for (let tries = 0; tries < 400; tries++) {
      const button = [...document.querySelectorAll("button")].find(one => one.textContent?.trim() === name);
      if (button) return button.click();
      await new Promise(done => setTimeout(done, 20));
    }
    throw new Error(`no button ${name}`);
  }, name);

/** Presses or chooses a control of the mode that edits; says which. */
function control(page: Page, roll: (most: number) => number): Promise<string> {
  return page.evaluate(
    ([words, a, b]) => {
      const name = (one: HTMLElement) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim();
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          ".edit-tools button, .edit-right :is(button, select, summary), .edit-time :is(button, select), " +
            ".edit-program :is(button, summary), .edit-line button, .notice button",
        ),
      ].filter(one => one.checkVisibility() && !new RegExp(words, "i").test(name(one)));
      const one = all[a % all.length];
      if (!one) return "nothing";
      if (!(one instanceof HTMLSelectElement)) {
        one.click();
        return name(one).slice(0, 40);
      }
      one.selectedIndex = b % one.options.length;
      one.dispatchEvent(new Event("change", { bubbles: true }));
      return `${name(one).slice(0, 40)}: ${one.value}`;
    },
    [LEFT_OUT.source, roll(1e6), roll(1e6)] as const,
  );
}

/** A drag on the stage with the tool that is chosen, also with the right button or a key held. */
async function drag(page: Page, roll: (most: number) => number): Promise<string> {
  const held = [null, null, null, "Shift", "Control"][roll(5)]!;
  const button = roll(4) ? "left" : "right";
  const to = (room: [number, number]) => spot(page, ...room);
  const from = await place(page, roll).catch(() => null);
  // The view may have been moved away from the figure.
  if (!from) {
    const asks = await page.evaluate(() => document.querySelector("dialog[open]") !== null);
    if (asks) await page.keyboard.press("Escape");
    else await press(page, "Fit");
    return asks ? "a dialog closed" : "Fit";
  }
  await page.mouse.move(...(await to(from)));
  if (held) await page.keyboard.down(held);
  await page.mouse.down({ button });
  for (let i = roll(4); i >= 0; i--)
    await page.mouse.move(...(await to([from[0] + roll(13) - 6, from[1] + roll(13) - 6])));
  await page.mouse.up({ button });
  if (held) await page.keyboard.up(held);
  const tool = await page.evaluate(async () => (await (globalThis as any).costumier.edit).tool as string);
  return `${tool} from ${from}${held ? ` with ${held}` : ""}${button === "right" ? ", right" : ""}`;
}

/** A drag within the rows of Time: a box is moved, copied, held. */
async function row(page: Page, roll: (most: number) => number): Promise<string> {
  const box = await page.evaluate(at => {
    const tracks = [...document.querySelectorAll(".time .track")].filter(one => one.checkVisibility());
    const track = tracks[at % tracks.length];
    track?.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = track?.getBoundingClientRect() ?? new DOMRect();
    return width ? { x, y, width, height } : null;
  }, roll(1e6));
  if (!box) return "no row";
  const at = () => box.x + (box.width * (1 + roll(98))) / 100;
  const y = box.y + box.height / 2;
  const [from, to] = [at(), at()];
  const copies = roll(3) === 0;
  await page.mouse.move(from, y);
  await page.mouse.down();
  if (copies) await page.keyboard.down("Alt");
  await page.mouse.move((from + to) / 2, y);
  await page.mouse.move(to, y);
  await page.mouse.up();
  if (copies) await page.keyboard.up("Alt");
  return `row from ${Math.round(from)} to ${Math.round(to)}${copies ? ", copied" : ""}`;
}

async function step(page: Page, roll: (most: number) => number): Promise<string> {
  // A picture of another program's, or of another costume's, is asked about before it comes in.
  if (await page.evaluate(() => document.querySelector("dialog[open]") !== null)) {
    await page.keyboard.press("Escape");
    return "a dialog closed";
  }
  const kind = roll(20);
  if (kind < 8) return control(page, roll);
  if (kind < 13) return drag(page, roll);
  if (kind < 15) return row(page, roll);
  if (kind < 17) {
    const chores = await page.evaluate(() => {
      const { store } = (globalThis as any).costumier;
      return store.state.costume.actions.map(({ chore, facing }: any) => ({ chore, facing }));
    });
    const to = chores[roll(chores.length)];
    await page.evaluate(to => (globalThis as any).costumier.store.actor(to), to);
    return `chore ${to.chore} ${to.facing}`;
  }
  const key = KEYS[roll(KEYS.length)]!;
  if (roll(2)) await page.evaluate(() => document.querySelector<HTMLElement>(".pane canvas.picture")!.focus());
  const keys = key.split("+");
  const last = keys.pop()!;
  for (const held of keys) await page.keyboard.down(held);
  await page.keyboard.press(last);
  for (const held of keys) await page.keyboard.up(held);
  return `key ${key}`;
}

/** What differs between the changes that the page says are saved and those in the database. */
export function unkept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { draft } = await (globalThis as any).costumier.edit;
    if (draft.place === "tab" || draft.place === "elsewhere") return `the place is ${draft.place}`;
    const said = () => [draft.place, draft.count, draft.changes.length, draft.isSaved].join();
    // A step may go on after the page was idle: what is said while nothing changes counts.
    const before = said();
    const base = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("costumier-drafts", 1);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    const of = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const stores = base.transaction(["heads", "changes"]);
    const head = await of(stores.objectStore("heads").get(draft.key));
    const rows = await of(
      stores.objectStore("changes").getAll(IDBKeyRange.bound([draft.key, 0], [draft.key, Number.MAX_SAFE_INTEGER])),
    );
    base.close();
    const plain = (value: unknown) =>
      JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? [...(one as Uint8Array)].join() : one));
    if (said() !== before || !draft.isSaved) return "it changes";
    const kept = rows.map(({ words, edits }: any) => ({ words, edits }));
    if ((head?.applied ?? 0) !== draft.count) return `${head?.applied} of ${draft.count} changes are applied`;
    return plain(kept) === plain(draft.changes) ? "" : `${kept.length} changes are kept, ${draft.changes.length} made`;
  });
}

/** What a walk needs to know. */
export interface Walk {
  which: string;
  costume: number;
  steps: number;
  seed: number;
  /** Opens the page with the game, on the stage. */
  begin: () => Promise<void>;
}

/** Walks in the page, and leaves it and comes back at the end. */
export async function walkThroughEdit(page: Page, { which, costume, steps, seed, begin }: Walk): Promise<void> {
  console.log(`${which}: ${steps} steps in Edit, SEED=${seed}`);
  const roll = dice(seed * 4 + GAMES.findIndex(one => one[0] === which) + 1);
  await begin();
  await page.evaluate(id => (globalThis as any).costumier.choose(id), costume);
  await press(page, "Edit");
  await settled(page);
  const path: string[] = [];
  const trace = () => `SEED=${seed}, ${which}: ${path.slice(-8).join(" ▸ ")}`;
  const facts = () =>
    page.evaluate(async () => {
      const { draft, floating } = await (globalThis as any).costumier.edit;
      return { count: draft.count as number, isFloating: floating.isSet as boolean, refusal: draft.drafted.refusal };
    });
  let compared = 0;
  for (let i = 1; i <= steps; i++) {
    path.push(await step(page, roll));
    if (i % 100 === 0) console.log(`${which}: ${i} steps`);
    await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
    await settled(page).catch(why => {
      throw new Error(`${trace()}: the page does not settle: ${why}`);
    });
    let wrong = await unkept(page);
    for (let more = 0; wrong === "it changes" && more < 200; more++) {
      await new Promise(done => setTimeout(done, 20));
      wrong = await unkept(page);
    }
    expect(wrong, trace()).toBe("");
    await settled(page);
    expect(await unreachable(page), trace()).toEqual([]);
    if (i % EACH) continue;
    // What floats is on the stage and not yet in the costume.
    if ((await facts()).isFloating) await page.keyboard.press("Escape");
    await settled(page);
    if ((await facts()).refusal) continue;
    await page.evaluate(() =>
      (globalThis as any).costumier.store.actor({ palette: {}, pixels: {}, scale: 255, flip: false, talking: false }),
    );
    await settled(page);
    const { folder, same } = await patched(page, sampleGame(which));
    expect(same, trace()).toBe(true);
    await sameAsRendered(page, folder, trace());
    compared++;
  }
  if ((await facts()).isFloating) await page.keyboard.press("Escape");
  await settled(page);
  const { count, refusal } = await facts();
  const before = refusal ? null : await made(page, "folder");
  await page.goto("about:blank");
  await begin();
  if (count) {
    await press(page, "Go on editing");
    await settled(page);
    expect((await facts()).count, trace()).toBe(count);
    if (before) expect((await made(page, "folder"))!.bytes.equals(before.bytes), trace()).toBe(true);
  }
  console.log(`${which}: ${count} changes, kept; ${compared} stages as rendered`);
}
