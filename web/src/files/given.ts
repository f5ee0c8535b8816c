/**
 * Games that come with the page: the sample, as static files next to it, and the one that `costumier view` serves.
 * Both are described by a `game.json`: `{ title, files: [{ name, size }], names: [{ costume, chore, name }] }`.
 */
import type { GameNames } from "costumier";
import type { FileRef } from "../worker/protocol";

/** A game's files, and its names, if they are known. */
export interface Given {
  files: FileRef[];
  names?: GameNames;
  /** Whether the light module can open it: it has plain files, and its names are given. */
  light?: boolean;
  /** A patch that is applied to the game. */
  patch?: FileRef;
}

/** Returns a game's files; each call returns the same ones. */
export interface Source {
  name: string;
  sample: boolean;
  /** Whether this browser stores it. */
  isKept?: boolean;
  /** The part of an address that holds the files or the patch. */
  carried?: string;
  /** With a patch: its name, and the same without it. */
  patch?: string;
  unpatched?: Source;
  given: () => Promise<Given>;
}

interface Described {
  title?: string | null;
  names?: GameNames["costumes"];
  files: { name: string; size: number }[];
}

async function described(base: URL, token: string | null): Promise<Described> {
  const answer = await fetch(new URL("game.json", base), token ? { headers: { "X-Costumier-Token": token } } : {});
  if (!answer.ok) throw new Error(`${base.pathname}game.json: the server says ${answer.status}`);
  return (await answer.json()) as Described;
}

// Names of costumes and chores from `game.json`.
const named = ({ title, names }: Described): Pick<Given, "names"> =>
  title || names ? { names: { ...(title ? { title } : {}), ...(names ? { costumes: names } : {}) } } : {};

/** Loads the files of the sample whole, because they are small. */
export function sample(): Source {
  let given: Promise<Given> | null = null;
  const load = async (): Promise<Given> => {
    const base = new URL("sample/", document.baseURI);
    const list = await described(base, null);
    const files = list.files.map(async ({ name }) => {
      const answer = await fetch(new URL(name, base));
      if (!answer.ok) throw new Error(`The sample's ${name} is not there: the server says ${answer.status}`);
      return { name, bytes: new Uint8Array(await answer.arrayBuffer()) };
    });
    return { files: await Promise.all(files), ...named(list), light: true };
  };
  return {
    name: "the sample game",
    sample: true,
    given: () =>
      (given ??= load().catch(why => {
        given = null;
        throw why;
      })),
  };
}

/** The game that `costumier view` serves, if it serves this page. Its token comes after the `#`, once. */
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
    given: async () => {
      const base = new URL("game/", document.baseURI);
      const list = await described(base, token);
      name = list.title ?? list.files[0]?.name ?? name;
      const files = list.files.map(file => ({
        name: file.name,
        size: file.size,
        token,
        url: new URL(file.name.split("/").map(encodeURIComponent).join("/"), base).href,
      }));
      return { files, ...named(list) };
    },
  };
  return source;
}
