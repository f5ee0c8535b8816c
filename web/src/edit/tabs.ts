/** One tab edits a costume. The others are told, and may take it over. */

const held = new Map<string, () => void>();

/**
 * Claims a costume for this tab. `false`: another tab has it, and `steal` is not set. `lost` is told when another tab takes
 * it over. Where the browser knows no locks, the database still notices who writes (see `log`).
 */
export function claim(key: string, steal: boolean, lost: () => void): Promise<boolean> {
  if (held.has(key) || !navigator.locks) return Promise.resolve(true);
  return new Promise(done => {
    const options: LockOptions = steal ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(`costumier ${key}`, options, lock => {
        done(lock !== null);
        if (!lock) return undefined;
        return new Promise<void>(release => held.set(key, release));
      })
      .catch(() => {
        held.delete(key);
        lost();
      });
  });
}

export function release(key: string): void {
  held.get(key)?.();
  held.delete(key);
}
