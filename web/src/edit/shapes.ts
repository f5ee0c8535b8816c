/** Shapes as lists of pixels. A pixel of the stage is a pair of whole numbers. */

export type Pixel = readonly [x: number, y: number];

/** The pixels of a straight line, both ends included. Each touches the next one, at a side or at a corner. */
export function line(from: Pixel, to: Pixel): Pixel[] {
  const [dx, dy] = [Math.abs(to[0] - from[0]), -Math.abs(to[1] - from[1])];
  const [sx, sy] = [from[0] < to[0] ? 1 : -1, from[1] < to[1] ? 1 : -1];
  const all: Pixel[] = [];
  let [x, y] = from;
  for (let error = dx + dy; ;) {
    all.push([x, y]);
    if (x === to[0] && y === to[1]) return all;
    const twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x += sx;
    }
    if (twice <= dx) {
      error += dx;
      y += sy;
    }
  }
}

/** Leaves out the pixel in the middle of each corner, so that a freehand line is one pixel thin everywhere. */
export function thin(path: readonly Pixel[]): Pixel[] {
  const out: Pixel[] = [];
  for (const pixel of path) {
    const [before, corner] = [out.at(-2), out.at(-1)];
    if (corner && pixel[0] === corner[0] && pixel[1] === corner[1]) continue;
    const isCorner =
      before &&
      corner &&
      (corner[0] === before[0]) !== (corner[1] === before[1]) &&
      (corner[0] === pixel[0]) !== (corner[1] === pixel[1]) &&
      Math.abs(pixel[0] - before[0]) === 1 &&
      Math.abs(pixel[1] - before[1]) === 1;
    if (isCorner) out.pop();
    out.push(pixel);
  }
  return out;
}

export type BrushShape = "round" | "square";

/** The pixels of a brush of this size around a pixel. */
export function dab([x, y]: Pixel, size: number, shape: BrushShape): Pixel[] {
  const all: Pixel[] = [];
  const first = -Math.floor((size - 1) / 2);
  const middle = (size - 1) / 2;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const isInside = shape === "square" || size < 3 || Math.hypot(column - middle, row - middle) <= size / 2;
      if (isInside) all.push([x + first + column, y + first + row]);
    }
  return all;
}

/** The rectangle with these corners: its frame, or all of it. */
export function rectangle(one: Pixel, other: Pixel, filled: boolean): Pixel[] {
  const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  const all: Pixel[] = [];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++)
      if (filled || x === left || x === right || y === top || y === bottom) all.push([x, y]);
  return all;
}

/** The ellipse in the rectangle with these corners: its outline, or all of it. */
export function ellipse(one: Pixel, other: Pixel, filled: boolean): Pixel[] {
  const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  const [a, b] = [(right - left + 1) / 2, (bottom - top + 1) / 2];
  const inside = (x: number, y: number) =>
    x >= left &&
    x <= right &&
    y >= top &&
    y <= bottom &&
    ((x + 0.5 - left - a) / a) ** 2 + ((y + 0.5 - top - b) / b) ** 2 <= 1;
  return rectangle(one, other, true).filter(([x, y]) => {
    if (!inside(x, y)) return false;
    const isWithin = inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1);
    return filled || !isWithin;
  });
}
