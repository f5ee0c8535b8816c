/** What the buttons next to the canvas do (`side`). */
import { addLimb } from "./new-limb";
import { Disk } from "./disk";
import type { Edit } from "./edit";
import { copyHere, saveAs } from "./out";
import type { SideActs } from "./side";

export function sideActs(edit: Edit): SideActs {
  return {
    undo: () => void edit.undo(),
    redo: () => void edit.redo(),
    limb: limb => edit.chooseLimb(limb),
    size: by => edit.resize(by),
    copyHere: () => void copyHere(edit),
    out: form => void saveAs(edit, form),
    bring: files => void edit.bring.files([...files]),
    unfold: what => unfold(edit, what),
    shape: () => reshape(edit),
    mirror: () => edit.side.pressed("mirror", edit.symmetry.toggle()),
    preview: () => edit.preview.toggle(),
    turn: turn => edit.region.turn(turn),
    dim: () => dim(edit),
    ...(Disk.isPossible ? { folder: () => edit.draft && void edit.disk.choose(edit.draft) } : {}),
    addLimb: () => void addLimb(edit),
    pasteToAll: () => void edit.region.pasteToAll(),
    guide: () => edit.guide.toggle(),
    layer: () => edit.layering.toggle(),
    flatten: () => void edit.layering.flatten(),
    discard: () => discard(edit),
  };
}

function discard(edit: Edit): void {
  const { draft } = edit;
  if (!draft) return;
  const words = `Discard all ${draft.count} changes of ${edit.drafts.nameOf(draft.id)}? They cannot come back.`;
  edit.app.notices.show(words, { kind: "discard", text: "The costume is then the game's again, in this browser." }, [
    ["Discard them", () => void draft.discard().then(() => edit.renew())],
  ]);
}

// One panel at a time lies over the canvas.
function unfold(edit: Edit, what: "wardrobe" | "side"): void {
  const { dataset } = document.documentElement;
  dataset["over"] = dataset["over"] === what ? "" : what;
  for (const one of ["wardrobe", "side"] as const) edit.side.pressed(one, dataset["over"] === one);
}

function reshape(edit: Edit): void {
  edit.brushShape = edit.brushShape === "round" ? "square" : "round";
  edit.side.shape(edit.brushShape);
  edit.app.stage.draw();
}

function dim(edit: Edit): void {
  edit.dims = !edit.dims;
  edit.app.stage.isFaint = edit.isFaint;
  edit.side.pressed("dim", edit.dims);
  edit.app.stage.draw();
}
