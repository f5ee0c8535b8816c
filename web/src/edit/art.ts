/** Whether a file is one of those that can be brought in, by its first bytes. */

const PNG = [0x89, 0x50, 0x4e, 0x47];
const OTHERS: readonly (readonly [name: string, magic: readonly number[]])[] = [
  ["JPEG", [0xff, 0xd8, 0xff]],
  ["GIF", [0x47, 0x49, 0x46, 0x38]],
  ["BMP", [0x42, 0x4d]],
  ["WebP", [0x52, 0x49, 0x46, 0x46]],
  ["Photoshop file", [0x38, 0x42, 0x50, 0x53]],
];

/** Why a file cannot be brought in, and what to do; `null` where nothing is wrong with its first bytes. */
export function whyNotArt(name: string, bytes: Uint8Array): string | null {
  const begins = (magic: readonly number[]) => magic.every((byte, i) => bytes[i] === byte);
  // The depth stands in the header, which comes first.
  if (begins(PNG)) return bytes[24] === 16 ? `${name} has 16 bits per channel. Save it with 8.` : null;
  if (bytes[4] === 0xe0 && bytes[5] === 0xa5) return null;
  const other = OTHERS.find(([, magic]) => begins(magic))?.[0];
  if (other) return `${name} is a ${other}. Save it as PNG or .aseprite.`;
  if (/\.ase(prite)?$/i.test(name)) return `${name} is not an Aseprite file.`;
  return `${name} is not a PNG file.`;
}
