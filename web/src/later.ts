/** Loads modules at their first use. */

type Dialog = { element: HTMLElement; open: () => void };

/** Loads a dialog and opens it. If loading fails, `failed` is called, and the next call tries again. */
export function later(
  root: HTMLElement,
  load: () => Promise<Dialog>,
  failed: (why: unknown) => void,
): () => Promise<void> {
  let loaded: Promise<Dialog> | null = null;
  const first = async () => {
    const dialog = await load();
    root.append(dialog.element);
    return dialog;
  };
  return async () => {
    try {
      (await (loaded ??= first())).open();
    } catch (why) {
      loaded = null;
      failed(why);
    }
  };
}
