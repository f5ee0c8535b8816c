/** The generated glue of the module with drafts. `cargo xtask wasm` makes dist/glue-edit.js. */
import type { Glue, RawDraft, RawRoomDraft } from "./glue.js";
import type { GameFile } from "./types.js";

export interface EditGlue extends Glue {
  readonly Draft: { read(files: readonly GameFile[], generation: string | undefined): RawDraft };
  readonly RoomDraft: { read(files: readonly GameFile[]): RawRoomDraft };
}

export function glue(): EditGlue;
