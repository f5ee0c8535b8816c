/** Next to the bytes: the picture of a byte, with the pixels of its run, and a button that shows it on the stage. */
import type { BytePart, PictureKey, Run } from "costumier";
import { h, put } from "../dom";
import type { Playback } from "../playback";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import type { PictureShown } from "../worker/protocol";

export class Preview {
  readonly element = h("div", { class: "preview" });
  private key: PictureKey | null = null;
  private wanted = 0;
  private run: { run: Run; pixels: [number, number][] } | null = null;
  /** Called with the room pixels of the stage that the byte makes. */
  onlit: (pixels: readonly (readonly [number, number])[]) => void = () => {};

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
  ) {}

  async byte(id: number, byte: number, part: BytePart | undefined): Promise<void> {
    const turn = ++this.wanted;
    try {
      const found = await this.client.ask("byteAt", { id, byte });
      const key = found.runs[0]?.picture ?? part?.picture ?? null;
      const shown = key ? await this.client.ask("picture", { id, key, room: this.store.state.room }) : null;
      if (turn !== this.wanted) return;
      this.key = key;
      this.run = null;
      if (!key) this.onlit([]);
      if (!key || !shown)
        return put(this.element, h("p", { class: "quiet" }, "This byte makes no pixels of its own."), this.leads(part));
      const own = found.runs.filter(run => run.picture.limb === key.limb && run.picture.index === key.index);
      const said = own[0];
      if (said) this.run = { run: said, pixels: pixelsOf(said, shown) };
      this.light();
      put(
        this.element,
        this.paint(shown, own),
        h("p", {}, `limb ${key.limb}, picture ${key.index}, ${shown.width} × ${shown.height}`),
        said
          ? h(
              "p",
              { class: "quiet" },
              `${said.kind} run: ${said.count} pixel${said.count === 1 ? "" : "s"} of colour ${said.value}, from ${said.x}, ${said.y}`,
            )
          : null,
        this.tick() === null
          ? h("p", { class: "quiet" }, "This chore does not show it.")
          : h("button", { type: "button", class: "plain", onclick: () => this.toStage() }, "Show it on the stage"),
      );
    } catch (why) {
      if (turn === this.wanted)
        put(this.element, h("p", { class: "quiet" }, why instanceof Error ? why.message : String(why)));
    }
  }

  /** Clears the preview. */
  clear(): void {
    this.wanted++;
    this.key = this.run = null;
    this.onlit([]);
    put(this.element);
  }

  /** Marks the byte's pixels on the stage. Not during playback: pictures change too quickly for the search. */
  light(): void {
    const { key, run, turn } = { key: this.key, run: this.run, turn: ++this.lighting };
    if (!key || !run || this.store.state.playing) return this.onlit([]);
    this.client.ask("lit", { actor: this.store.state.selected, key, ...run }).then(
      pixels => {
        if (turn === this.lighting) this.onlit(pixels);
      },
      () => this.onlit([]),
    );
  }

  private lighting = 0;

  private leads(part: BytePart | undefined): HTMLElement | null {
    return part?.target != null
      ? h("p", { class: "quiet" }, `It leads to byte ${part.target.toString(16).toUpperCase().padStart(4, "0")}.`)
      : null;
  }

  private tick(): number | null {
    const key = this.key;
    if (!key) return null;
    const akos = this.store.state.costume?.kind === "akos";
    for (const row of this.playback.clip?.limbs ?? []) {
      const span = row.spans.find(one =>
        one.pictures.some(p => p.index === key.index && (akos || p.limb === key.limb)),
      );
      if (span) return span.from;
    }
    return null;
  }

  /** Pauses at the first tick that shows the picture. */
  toStage(): void {
    const tick = this.tick();
    if (tick === null) return;
    this.store.set({ playing: false, outlines: true });
    this.playback.seekPlace(tick);
  }

  private paint(shown: PictureShown, runs: readonly Run[]): HTMLElement {
    const canvas = h("canvas", {
      width: shown.width,
      height: shown.height,
      role: "img",
      "aria-label": "The picture, with the pixels that this byte makes framed",
    });
    const pen = canvas.getContext("2d")!;
    const zoom = Math.max(1, Math.min(8, Math.floor(180 / Math.max(shown.width, shown.height))));
    canvas.width = shown.width * zoom;
    canvas.height = shown.height * zoom;
    const small = new OffscreenCanvas(Math.max(1, shown.width), Math.max(1, shown.height));
    if (shown.width && shown.height)
      small.getContext("2d")!.putImageData(new ImageData(shown.data, shown.width, shown.height), 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, 0, 0, canvas.width, canvas.height);
    pen.fillStyle = "#ff2d78";
    for (const run of runs) {
      for (const [x, y] of pixelsOf(run, shown)) {
        pen.globalAlpha = 0.85;
        pen.fillRect(x * zoom, y * zoom, zoom, Math.max(1, Math.floor(zoom / 3)));
        pen.globalAlpha = 0.35;
        pen.fillRect(x * zoom, y * zoom, zoom, zoom);
      }
    }
    return canvas;
  }
}

// The stored order is by columns or by rows, depending on the costume. The runs of the picture show which.
function pixelsOf(run: Run, shown: PictureShown): [number, number][] {
  const byColumn = shown.runs.some(one => one.y > 0 && one.x === 0) || shown.width === 1;
  return Array.from({ length: run.count }, (_, i) =>
    byColumn
      ? [run.x + Math.floor((run.y + i) / shown.height), (run.y + i) % shown.height]
      : [(run.x + i) % shown.width, run.y + Math.floor((run.x + i) / shown.width)],
  );
}
