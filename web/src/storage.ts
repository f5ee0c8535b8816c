/** Settings that this browser stores. Private windows may refuse, and then nothing is stored. */
const name = (key: string) => `costumier-${key}`;

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(name(key));
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(name(key), value);
  } catch {
    /* see above */
  }
}
