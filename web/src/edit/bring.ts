/**
 * Takes files of art programs: dropped on the stage, pasted, or chosen. The module that converts them is loaded with the first one
 * (`brought.ts`).
 */
import { pixelsOf } from "./clipboard";
import type { Edit } from "./edit";

// Files of other kinds of pictures, too: what to do with them is told.
const isArt = ({ name, type }: File) => type.startsWith("image/") || /\.(png|ase|aseprite)$/i.test(name);

export class Bring {
  constructor(private readonly edit: Edit) {
    document.addEventListener("paste", event => {
      if (!edit.isOn) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length) void this.pasted(files);
      else if (!edit.region.paste()) return;
      event.preventDefault();
    });
    edit.app.ondrop = data => {
      const all = [...data.files];
      if (!edit.isOn || !edit.draft || all.length !== 1 || !all.every(isArt)) return false;
      void this.files(all);
      return true;
    };
  }

  // What was copied here comes back as costume colours, at its place.
  private async pasted(files: readonly File[]): Promise<void> {
    const { region } = this.edit;
    if (!region.isCopied(await pixelsOf(files[0]!)) || !region.paste()) await this.files(files);
  }

  async files([file]: readonly File[]): Promise<void> {
    const { bringIn } = await import("./brought");
    await bringIn(this.edit, file!);
  }
}
