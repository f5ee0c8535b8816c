/** The pointer on the canvas: what floats comes first, then handles, then the brush. */
import type { Edit } from "./edit";

export function pointerOf(edit: Edit) {
  const { app, brush, placing, floating } = edit;
  return {
    down: (event: PointerEvent, at: [number, number]): boolean => {
      if (app.store.state.compare === "before" && edit.tool !== "hand") {
        edit.say("You see the costume before your edits. Choose After to paint.");
        return true;
      }
      return floating.down(event, at) || edit.isOfAnother(at) || placing.down(event, at) || brush.down(event, at);
    },
    move: (event: PointerEvent, place: (event: PointerEvent) => [number, number]): void => {
      if (floating.move(place(event)) || placing.move(place(event))) return;
      brush.move(event, place);
      placing.hover(place(event));
      if (!event.buttons) edit.tell();
    },
    up: () => floating.up() || placing.up() || brush.up(),
    cancel: (): void => {
      floating.up();
      placing.cancel();
      brush.cancel();
    },
    leave: (): void => void (brush.hover = null),
  };
}
