/** Edits in Firefox as it is installed: the same as in Chromium (`tests/edit-random.ts`), in three kinds of games. */
import { expect, test } from "@playwright/test";
import { settled } from "../tests/edit-common";
import { randomEdits } from "../tests/edit-random";
import { press } from "../tests/edit-walk";
import { sampleFolder } from "../tests/games.mjs";
import { inFirefox } from "./common";

/** How many edits are made in each kind of game; the full check makes 102 in all (`EDITS=34`). */
const EDITS = Number(process.env["EDITS"] ?? 4);
const visit = inFirefox();

for (const which of ["sample", "sample-v6", "sample-v8"])
  test(`${which}: each edit is the pixel under the pointer, the command line's patch, and what render draws`, async () => {
    test.setTimeout(90_000 + EDITS * 20_000);
    const { page, open, wrong } = await visit();
    await open(which);
    await randomEdits(page, which, sampleFolder(which), EDITS, async () => {
      await press(page, "Edit");
      await settled(page);
    });
    expect(wrong).toEqual([]);
    await page.close();
  });
