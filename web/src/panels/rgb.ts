/** Colours as numbers and as text. */

export const hex = (rgb: Iterable<number>) => `#${[...rgb].map(one => one.toString(16).padStart(2, "0")).join("")}`;
/** A pixel of 16 bits: five for each of red, green and blue. */
export const pixelOf = (rgb: readonly number[]) => rgb.reduce((all, one) => (all << 5) | (one >> 3), 0);
export const rgbOf = (pixel: number) => [10, 5, 0].map(by => (pixel >> by) & 31).map(five => (five << 3) | (five >> 2));
export const four = (pixel: number) => pixel.toString(16).toUpperCase().padStart(4, "0");
