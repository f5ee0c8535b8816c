/**
 * The walk through the mode that edits (`edit-walk.ts`), in Chromium. `STEPS` is the number of steps in each kind of game, `SEED`
 * a walk to walk again. Both are printed.
 */
import { test } from "@playwright/test";
import { openSample, visit } from "./common";
import { GAMES, walkThroughEdit } from "./edit-walk";

const STEPS = Number(process.env["STEPS"] ?? 40);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1e6);

for (const [which, costume] of GAMES)
  test(`${which}: whatever is edited is shown as \`render\` draws it, and kept`, async ({ page, context }) => {
    test.setTimeout(120_000 + STEPS * 6_000);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize({ width: 1440, height: 1000 });
    const begin = async () => {
      await visit(page, "actor=1~walk~east&tick=0&zoom=3");
      if (which === "sample") return;
      await openSample(page, which);
    };
    await walkThroughEdit(page, { which, costume, steps: STEPS, seed: SEED, begin });
  });
