/**
 * Files of `costumier view`, read by ranges over HTTP. The package reads synchronously. So these requests are synchronous, which
 * only workers allow. Some dozens of blocks of 128 KiB are cached.
 */
import type { GameFile } from "costumier";

const BLOCK = 128 * 1024;
const KEPT = 64;

export function overHttp(ref: { name: string; url: string; size: number; token: string | null }): GameFile {
  const blocks = new Map<number, Uint8Array>();
  const fetchBlock = (block: number): Uint8Array => {
    const have = blocks.get(block);
    if (have) return have;
    const [from, to] = [block * BLOCK, Math.min(ref.size, (block + 1) * BLOCK)];
    const request = new XMLHttpRequest();
    request.open("GET", ref.url, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("Range", `bytes=${from}-${to - 1}`);
    if (ref.token) request.setRequestHeader("X-Costumier-Token", ref.token);
    request.send();
    if (request.status !== 200 && request.status !== 206)
      throw new Error(`${ref.name} cannot be read any more (the server says ${request.status})`);
    const whole = new Uint8Array(request.response as ArrayBuffer);
    const bytes = request.status === 200 ? whole.subarray(from, to) : whole;
    if (bytes.length !== to - from) throw new Error(`${ref.name} has changed: open the game again`);
    blocks.set(block, bytes);
    const oldest = blocks.keys().next().value;
    if (blocks.size > KEPT && oldest !== undefined) blocks.delete(oldest);
    return bytes;
  };
  return {
    name: ref.name,
    size: ref.size,
    read(at, length) {
      const out = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const bytes = fetchBlock(Math.floor((at + done) / BLOCK));
        const from = (at + done) % BLOCK;
        const part = bytes.subarray(from, from + length - done);
        out.set(part, done);
        done += part.length;
        if (!part.length) throw new Error(`${ref.name} ends before byte ${at + length}`);
      }
      return out;
    },
  };
}
