/**
 * Games that come with the page: the sample, as static files beside it, and the one that `costumier view` serves.
 * Both are described by a `game.json`: `{ files: [{ name, size }] }`.
 */
import type { FileRef } from "../work/protocol";

/** Where a game's files come from; asked again, it gives the same. */
export interface Source {
  name: string;
  sample: boolean;
  files: () => Promise<FileRef[]>;
}

interface Described {
  name?: string;
  files: { name: string; size: number }[];
}

async function described(base: URL, token: string | null): Promise<Described> {
  const answer = await fetch(new URL("game.json", base), token ? { headers: { "X-Costumier-Token": token } } : {});
  if (!answer.ok) throw new Error(`${base.pathname}game.json: the server says ${answer.status}`);
  return (await answer.json()) as Described;
}

/** The sample is small: its files are loaded whole. */
export function sample(): Source {
  let files: Promise<FileRef[]> | null = null;
  const load = async (): Promise<FileRef[]> => {
    const base = new URL("sample/", document.baseURI);
    const { files: list } = await described(base, null);
    return Promise.all(
      list.map(async ({ name }) => {
        const answer = await fetch(new URL(name, base));
        if (!answer.ok) throw new Error(`The sample's ${name} is not there: the server says ${answer.status}`);
        return { name, bytes: new Uint8Array(await answer.arrayBuffer()) };
      }),
    );
  };
  return {
    name: "the sample game",
    sample: true,
    files: () =>
      (files ??= load().catch(why => {
        files = null;
        throw why;
      })),
  };
}

/** The game that `costumier view` serves, if it serves this page; its token stands behind the `#`, once. */
export function served(): Source | null {
  if (!new URLSearchParams(location.search).has("served")) return null;
  const found = /(?:^#|&)t=([\w-]+)/.exec(location.hash)?.[1];
  let token = found ?? null;
  try {
    if (found) sessionStorage.setItem("costumier-token", found);
    else token = sessionStorage.getItem("costumier-token");
  } catch {
    /* then a reload needs the printed address */
  }
  if (found)
    history.replaceState(
      null,
      "",
      `#${location.hash
        .slice(1)
        .replace(/(^|&)t=[\w-]+/, "")
        .replace(/^&/, "")}`,
    );
  let name = "the game";
  const source: Source = {
    get name() {
      return name;
    },
    sample: false,
    files: async () => {
      const base = new URL("game/", document.baseURI);
      const list = await described(base, token);
      name = list.name ?? name;
      return list.files.map(file => ({
        name: file.name,
        size: file.size,
        token,
        url: new URL(file.name.split("/").map(encodeURIComponent).join("/"), base).href,
      }));
    },
  };
  return source;
}
