/** The table of all keys and their actions (see `keys`). */
import type { Facing } from "costumier";
import { MARKED } from "./address";
import type { App } from "./app";
import type { Key } from "./keys";
import type { Background } from "./state";

const PANELS = ["search", "stage", "time", "actions", "take", "colours", "bytes"];
const BEHIND: Background[] = ["checks", "flat", "room"];

export function allKeys(app: App): Key[] {
  const { store, playback, time, stage, actions, wardrobe } = app;
  const face = (facing: Facing) => () => actions.face(facing);
  const flip = (key: "outlines" | "feet" | "tall") => () => store.set({ [key]: !store.state[key] });
  return [
    { group: "Time", keys: [" ", "K"], does: "Play, pause", act: () => time.toggle() },
    { group: "Time", keys: [","], does: "One tick back", act: () => playback.step(-1) },
    { group: "Time", keys: ["."], does: "One tick on", act: () => playback.step(1) },
    { group: "Time", keys: ["<"], does: "To the limb's command before", act: () => playback.jump(-1, time.limb) },
    { group: "Time", keys: [">"], does: "To its next command", act: () => playback.jump(1, time.limb) },
    { group: "Time", keys: ["["], does: "Slower", act: () => time.speed(-1) },
    { group: "Time", keys: ["]"], does: "Faster", act: () => time.speed(1) },
    { group: "Time", keys: ["\\"], does: "Normal speed", act: () => time.speed(0) },
    { group: "Time", keys: ["S"], does: "Limb alone", act: () => time.limb !== null && time.solo(time.limb) },
    { group: "Time", keys: ["M"], does: "Limb hidden", act: () => time.mute(time.limb) },
    { group: "Time", keys: ["Shift+S"], does: "All limbs again", act: () => store.set({ solo: null, muted: [] }) },
    { group: "Actor", keys: ["L"], does: "Next chore", act: () => actions.next(1) },
    { group: "Actor", keys: ["J"], does: "Chore before", act: () => actions.next(-1) },
    { group: "Actor", keys: ["N"], does: "Next costume", act: () => wardrobe.neighbour(1) },
    { group: "Actor", keys: ["Shift+N"], does: "Costume before", act: () => wardrobe.neighbour(-1) },
    { group: "Actor", keys: ["W"], does: "Face north (away)", act: face("north") },
    { group: "Actor", keys: ["A"], does: "Face west", act: face("west") },
    { group: "Actor", keys: ["D"], does: "Face east", act: face("east") },
    { group: "Actor", keys: ["X"], does: "Face south (to you)", act: face("south") },
    { group: "Actor", keys: ["Q"], does: "Face northwest", act: face("northwest") },
    { group: "Actor", keys: ["E"], does: "Face northeast", act: face("northeast") },
    { group: "Actor", keys: ["Z"], does: "Face southwest", act: face("southwest") },
    { group: "Actor", keys: ["C"], does: "Face southeast", act: face("southeast") },
    { group: "Actor", keys: ["T"], does: "Talk", act: () => store.actor({ talking: !store.chosen?.talking }) },
    { group: "Actor", keys: ["F"], does: "Mirror", act: () => store.actor({ flip: !store.chosen?.flip }) },
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(zoom => ({
      group: "Stage",
      keys: [String(zoom)],
      does: `Zoom ${zoom}×`,
      act: () => store.set({ zoom }),
    })),
    { group: "Stage", keys: ["+", "="], does: "Zoom in", act: () => stage.zoomBy(1) },
    { group: "Stage", keys: ["-"], does: "Zoom out", act: () => stage.zoomBy(-1) },
    { group: "Stage", keys: ["0"], does: "Fit", act: () => store.set({ zoom: "fit", look: null }) },
    {
      group: "Stage",
      keys: ["B"],
      does: "What is behind",
      act: () => store.behind(BEHIND[(BEHIND.indexOf(store.state.background) + 1) % 3]!),
    },
    { group: "Stage", keys: ["O"], does: "Onion skin", act: () => store.set({ onion: (store.state.onion + 1) % 4 }) },
    { group: "Stage", keys: ["H"], does: "Limbs' outlines", act: flip("outlines") },
    { group: "Stage", keys: ["G"], does: "Feet", act: flip("feet") },
    {
      group: "Stage",
      keys: ["P"],
      does: "Marks in the room",
      act: () => store.mark(MARKED[(MARKED.indexOf(store.state.marked) + 1) % 4]!),
    },
    { group: "Stage", keys: ["R"], does: "Pixels as on screens of 4:3", act: flip("tall") },
    { group: "Stage", keys: ["V"], does: "Full screen", act: () => stage.onwhole() },
    {
      group: "Page",
      keys: ["/"],
      does: "Search costumes",
      act: () => {
        store.set({ tab: "wardrobe" });
        wardrobe.focusSearch();
      },
    },
    { group: "Page", keys: ["F6"], does: "Next panel; with Shift, the panel before", always: true, act: nextPanel },
    { group: "Page", keys: ["?"], does: "This sheet", always: true, act: () => app.showHelp() },
  ];
}

function nextPanel(event: KeyboardEvent): void {
  const all = PANELS.map(id => document.getElementById(id)).filter(
    (one): one is HTMLElement => one !== null && one.offsetParent !== null,
  );
  const at = all.findIndex(
    one => one.contains(document.activeElement) || one.closest("section")?.contains(document.activeElement),
  );
  const by = event.shiftKey ? -1 : 1;
  all[at < 0 ? 0 : (at + by + all.length) % all.length]?.focus();
}
