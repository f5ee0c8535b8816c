/**
 * Painting on the layer over a limb's pictures: on the stage it is a picture of its own, which all tools know. A stroke
 * changes the layer, and so all pictures beneath it; Move places it in the facing that is shown.
 */
import type { Painted, PictureKey } from "costumier";
import { beneath, flattened, trimmed, type Layer } from "../worker/layers";
import type { Canvassed, Edit as Change } from "../worker/protocol";
import type { Edit } from "./edit";

/** A key of a picture in whose place the layer of a limb is painted on. */
type LayerKey = PictureKey & { layerOf?: number; isAlone?: boolean };

export class Layering {
  /** Whether strokes go to the layer. */
  isOn = false;

  constructor(private readonly edit: Edit) {}

  /** The layer over a limb's pictures. */
  of(limb: number | null): Layer | null {
    return this.edit.draft?.drafted.layers.find(one => one.limb === limb) ?? null;
  }

  /** Another limb is chosen. */
  limb(): void {
    if (!this.isOn) return;
    if (this.edit.limb === null) return this.toggle();
    this.edit.region.drop();
    this.edit.brush.forget();
  }

  toggle(): void {
    const { edit } = this;
    void edit.floating.commit();
    if (!this.isOn && !edit.brush.sheets().some(one => one.limb === edit.limb)) {
      const sheet = edit.sheet();
      if (!sheet) return edit.say("No picture is shown at this tick.");
      edit.chooseLimb(sheet.limb);
    }
    this.isOn = !this.isOn;
    edit.side.pressed("layer", this.isOn);
    edit.region.drop();
    edit.brush.forget();
    edit.say(
      this.isOn
        ? `You paint on a layer over all pictures of limb ${edit.limb}. Move places it in this facing.`
        : "You paint on the pictures.",
    );
    edit.app.stage.draw();
  }

  /** What is painted on: the picture, or the layer over it. */
  canvas(picture: Canvassed): Canvassed {
    const { limb } = this.edit;
    if (!this.isOn || picture.limb !== limb || picture.kind !== "picture") return picture;
    const { owner, at, columns, rows } = picture;
    const layer = this.of(limb);
    const own: LayerKey = { ...owner, layerOf: limb };
    const [dx, dy] = layer?.moves[owner.index] ?? [0, 0];
    const to = layer ? ([layer.at[0] + dx, layer.at[1] + dy] as const) : at;
    const by = (pairs: Int32Array<ArrayBuffer>, way: number) => pairs.map((one, i) => (i % 2 ? one : one + way));
    return {
      ...picture,
      ...{ owner: own, at: to, width: layer?.width ?? 0, height: layer?.height ?? 0 },
      pixels: layer?.rows ?? new Uint8Array(0),
      columns: by(columns, at[0] - to[0]),
      rows: by(rows, at[1] - to[1]),
    };
  }

  /** Edits of pictures as they are shown, with layers for those that show one. */
  edits(edits: readonly Change[]): Change[] {
    return edits.map(one => {
      const limb = "paint" in one ? (one.paint.key as LayerKey).layerOf : undefined;
      return "paint" in one && limb !== undefined ? this.changed(limb, one.paint) : one;
    });
  }

  private changed(limb: number, { key, width, height, at, rows }: { key: LayerKey } & Painted): Change {
    const layer = this.of(limb);
    const now = (index: number) => layer?.moves[index] ?? ([0, 0] as const);
    const [dx, dy] = now(key.index);
    const isMoved = layer?.width === width && layer.height === height && layer.rows.every((one, i) => one === rows[i]);
    if (layer && isMoved) {
      const [right, down] = [at[0] - layer.at[0] - dx, at[1] - layer.at[1] - dy];
      const moves = { ...layer.moves };
      const facings = new Set<string>();
      for (const one of [key, ...(key.isAlone ? [] : this.facing(limb, layer))]) {
        moves[one.index] = [now(one.index)[0] + right, now(one.index)[1] + down];
        for (const { facings: all } of this.edit.facts.shownIn(one)) all.forEach(facing => facings.add(facing));
      }
      // Facings can share pictures.
      this.edit.say(`Placed in ${[...facings].join(", ")}.`);
      return { layer: { limb, to: { ...layer, moves } } };
    }
    const to = {
      pictures: layer?.pictures ?? null,
      width,
      height,
      moves: layer?.moves ?? {},
      rows: Uint8Array.from(rows),
    };
    return { layer: { limb, to: trimmed({ ...to, at: [at[0] - dx, at[1] - dy] }, this.edit.clear) } };
  }

  // The pictures beneath a layer that the present facing shows, in any chore.
  private facing(limb: number, layer: Layer): PictureKey[] {
    const { app, draft, facts } = this.edit;
    const { facing } = app.playback.clip ?? {};
    return beneath(draft!.drafted.head, limb, layer).filter(key =>
      facts.shownIn(key).some(one => facing && one.facings.includes(facing)),
    );
  }

  // The pictures that a new layer will lie over. Limbs of AKOS costumes share a table.
  private pictures(limb: number): readonly number[] | null {
    const { draft, facts } = this.edit;
    const { kind, limbs } = draft!.drafted.head;
    if (kind !== "akos") return null;
    const all = (limbs[0]?.pictures ?? []).map((_, index) => index);
    return all.filter(index => facts.shownIn({ limb: 0, index }).some(one => one.limbs.includes(limb)));
  }

  /** Layers that are moved for a picture are moved for its copy. */
  follow(picture: PictureKey, copy: number): Change[] {
    const all = this.edit.draft?.drafted.layers ?? [];
    return all.flatMap(({ limb, ...layer }) => {
      const move = layer.moves[picture.index];
      if (!move || !(layer.pictures?.includes(picture.index) ?? limb === picture.limb)) return [];
      return [{ layer: { limb, to: { ...layer, moves: { ...layer.moves, [copy]: move } } } }];
    });
  }

  /** Paints all layers into the pictures beneath them. */
  async flatten(): Promise<void> {
    const { edit } = this;
    const { draft, app } = edit;
    const layers = draft?.drafted.layers ?? [];
    if (!draft || !layers.length) return edit.say("There is no layer. The button Layer begins one.");
    const { head } = draft.drafted;
    const rows = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { limb, ...layer } of layers)
      for (const key of beneath(head, limb, layer))
        rows.set(`${key.limb}.${key.index}`, await app.client.ask("rowsOf", { id: draft.id, key }));
    const all = new Map(layers.map(({ limb, ...layer }) => [limb, layer]));
    const painted = flattened(head, all, ({ limb, index }) => rows.get(`${limb}.${index}`)!);
    const none = layers.map(({ limb }) => ({ layer: { limb, to: null } }));
    if (this.isOn) this.toggle();
    if (await edit.make("Flatten", [...none, ...painted.map(paint => ({ paint }))]))
      edit.say(`Flattened into ${painted.length} picture${painted.length === 1 ? "" : "s"}.`);
  }

  /** What the bottom line says of the layers. */
  get note(): string {
    if (this.isOn) return "";
    const limbs = this.edit.draft?.drafted.layers.map(one => one.limb) ?? [];
    return limbs.length ? `A layer lies over limb ${limbs.join(", limb ")}` : "";
  }

  /** The text about the layer that is painted on. */
  get words(): string | null {
    const { draft, limb } = this.edit;
    if (!this.isOn || !draft || limb === null) return null;
    const layer = this.of(limb);
    const count = beneath(draft.drafted.head, limb, { pictures: layer ? layer.pictures : this.pictures(limb) }).length;
    const size = layer ? `${layer.width}×${layer.height}` : "empty";
    return `Layer over limb ${limb} · ${size} · over ${count} pictures. Packing paints it into them.`;
  }
}
