/** An image of few colours, each in steps between the paper and itself, which smooth the edges of what is drawn. */
import type { Contour } from './letters.ts';
import { indexedPng, type Rgb } from './png.ts';

/** Steps of a colour: with more of them no letter looks better, and an image is larger. A palette has at most 256 colours. */
const STEPS = 7;
/** Lines within a pixel on which it is looked where an outline begins and ends. */
const LINES = 8;

export class Canvas<Colour extends string> {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;
  readonly #colours: readonly Colour[];
  readonly #palette: readonly Rgb[];

  /** @param paper and colours as `#rrggbb`; the colours are named by that */
  constructor(width: number, height: number, paper: string, colours: readonly Colour[]) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height);
    this.#colours = colours;
    const ground = rgb(paper);
    this.#palette = [ground, ...colours.flatMap((colour) => stepsBetween(ground, rgb(colour)))];
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.fill([[x, y, x + width, y, x + width, y + height, x, y + height]], colour);
  }

  /** Fills what is within the outlines; what is beyond the image is left out. */
  fill(contours: readonly Contour[], colour: Colour): void {
    const all = contours.flat();
    const at = (axis: 0 | 1) => all.filter((_, i) => i % 2 === axis);
    const bounds = (values: readonly number[], most: number): [number, number] => {
      const within = (value: number) => Math.max(0, Math.min(most, value));
      return [within(Math.floor(Math.min(...values))), within(Math.ceil(Math.max(...values)))];
    };
    const [left, right] = bounds(at(0), this.#width);
    const [top, bottom] = bounds(at(1), this.#height);
    if (right <= left || bottom <= top) return;
    const cover = new Float32Array((right - left + 2) * (bottom - top));
    for (const points of contours) coverBy(points, cover, { left, right, top, bottom });
    const first = 1 + STEPS * this.#colours.indexOf(colour);
    for (let y = top, i = 0; y < bottom; y++, i += 2) {
      for (let x = left, sum = 0; x < right; x++, i++) {
        sum += cover[i] ?? 0;
        const step = Math.round(Math.min(1, Math.abs(sum)) * STEPS);
        if (step > 0) this.#pixels[y * this.#width + x] = first + step - 1;
      }
    }
  }

  png(): Uint8Array {
    return indexedPng(this.#width, this.#pixels, this.#palette);
  }
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Notes in each row where an outline is crossed: what is right of the crossing is within, or without again. The sum of a row
 * up to a pixel is how much of that pixel is covered.
 */
function coverBy(points: Contour, cover: Float32Array, { left, right, top, bottom }: Box): void {
  const stride = right - left + 2;
  let [x0, y0] = [points.at(-2) ?? 0, points.at(-1) ?? 0];
  for (let p = 0; p < points.length; p += 2) {
    const [x1, y1] = [points[p] ?? 0, points[p + 1] ?? 0];
    const direction = y1 > y0 ? 1 / LINES : -1 / LINES;
    const slope = (x1 - x0) / (y1 - y0);
    const from = Math.max(top * LINES, Math.ceil(Math.min(y0, y1) * LINES - 0.5));
    const to = Math.min(bottom * LINES, Math.ceil(Math.max(y0, y1) * LINES - 0.5));
    for (let line = from; line < to; line++) {
      const x = Math.max(left, Math.min(right, x0 + ((line + 0.5) / LINES - y0) * slope)) - left;
      const i = (Math.floor(line / LINES) - top) * stride + Math.floor(x);
      const part = x - Math.floor(x);
      cover[i] = (cover[i] ?? 0) + direction * (1 - part);
      cover[i + 1] = (cover[i + 1] ?? 0) + direction * part;
    }
    [x0, y0] = [x1, y1];
  }
}

function stepsBetween(from: Rgb, to: Rgb): Rgb[] {
  return Array.from({ length: STEPS }, (_, i) => {
    const mixed = (a: number, b: number) => Math.round(a + ((b - a) * (i + 1)) / STEPS);
    return [mixed(from[0], to[0]), mixed(from[1], to[1]), mixed(from[2], to[2])];
  });
}

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
