/**
 * The walk at random through the mode that edits (`tests/edit-walk.ts`) in Firefox as it is installed. `STEPS` is the number of
 * steps in each kind of game, `SEED` a walk to walk again. Both are printed.
 */
import { expect, test } from "@playwright/test";
import { GAMES, walkThroughEdit } from "../tests/edit-walk";
import { inFirefox } from "./common";

const STEPS = Number(process.env["STEPS"] ?? 20);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1e6);
const visit = inFirefox();

for (const [which, costume] of GAMES)
  test(`${which}: whatever is edited is shown as \`render\` draws it, and kept`, async () => {
    test.setTimeout(120_000 + STEPS * 9_000);
    const { page, open, wrong } = await visit();
    await walkThroughEdit(page, { which, costume, steps: STEPS, seed: SEED, begin: () => open(which) });
    expect(wrong).toEqual([]);
    await page.close();
  });
