/** Why a kind of costume cannot be edited. */

/** `null` where it can be. */
export function whyNotEdited(kind: string, generation: string): string | null {
  if (kind === "v0")
    return "Costumes of Maniac Mansion for the C64 are built of parts that this page does not edit yet.";
  if (kind === "nes") return "Costumes of the NES are built of tiles that this page does not edit yet.";
  if (generation === "v1")
    return "Costumes of v1 have four colours in cells; this page does not edit them yet. `costumier unpack` does.";
  return null;
}
