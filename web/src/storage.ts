/** What this browser remembers of the page's visitor. Private windows may refuse, which changes nothing else. */
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
