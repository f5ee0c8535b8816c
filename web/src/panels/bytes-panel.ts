/** The frame of the panel *Bytes*. Its content is loaded when the panel is first opened. */
import { attr, h, text } from "../dom";
import type { Playback } from "../playback";
import type { Store } from "../state";
import type { Client } from "../worker/client";
import type { Bytes } from "./bytes";
import { panel } from "./panel";

export class BytesPanel {
  readonly panel = panel("bytes", "Bytes");
  /** Called with the pixels of the stage that the chosen byte makes. */
  onlit: (pixels: readonly (readonly [number, number])[]) => void = () => {};
  private loaded: Promise<Bytes> | null = null;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly playback: Playback,
    private readonly failed: (why: unknown) => void,
  ) {
    const toggle = h("button", {
      type: "button",
      class: "plain",
      id: "bytes-toggle",
      "aria-controls": "bytes",
      onclick: () => {
        const { bytesOpen, tab } = store.state;
        store.set({ bytesOpen: !bytesOpen, ...(bytesOpen && tab === "bytes" ? { tab: "stage" as const } : {}) });
      },
    });
    this.panel.tools.append(toggle);
    this.panel.body.id = "bytes-body";
    store.watch(
      s => [s.bytesOpen, s.tab],
      ({ bytesOpen, tab }) => {
        this.panel.element.classList.toggle("shut", !bytesOpen);
        attr(toggle, "aria-expanded", String(bytesOpen));
        text(toggle, bytesOpen ? "Close" : "Show every byte");
        if (bytesOpen || tab === "bytes") void this.content().catch(failed);
      },
    );
  }

  /** Opens the panel at a byte. */
  async show(costume: number, byte: number): Promise<void> {
    if (costume !== this.store.chosen?.costume) return;
    this.store.set({ bytesOpen: true, byte });
    await this.content().then(bytes => bytes.show(byte), this.failed);
  }

  /** Loads the content. After a failure, the next call tries again. */
  content(): Promise<Bytes> {
    this.loaded ??= import("./bytes").then(
      ({ Bytes }) => new Bytes(this.store, this.client, this.playback, this.panel, pixels => this.onlit(pixels)),
    );
    this.loaded.catch(() => (this.loaded = null));
    return this.loaded;
  }
}
