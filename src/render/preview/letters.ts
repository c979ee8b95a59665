/** Letters of the preview images: outlines that the build has prepared of fonts, so that drawing needs no font. */

/** Its letters by character: the advance, and the outline as a path of SVG with `M`, `L`, `Q` and `Z`, y upwards. */
export interface PreparedFace {
  /** So many units are an em. */
  readonly em: number;
  readonly letters: Readonly<Record<string, readonly [advance: number, outline: string]>>;
}

/** The ways of writing. The build leaves them in the file `TYPE_FILE`. */
export type PreparedType = Readonly<Record<'serif' | 'sans', PreparedFace>>;

/** In the folder `service` of a build. */
export const TYPE_FILE = 'type.json';

/** A closed line of points: x, y, x, y … */
export type Contour = readonly number[];

/** Letters of one face, in ems. */
export interface Letters {
  /** Whether every character of the text has a shape. */
  has(text: string): boolean;
  /** The width of the text, in ems. */
  width(text: string): number;
  /** The outlines of its letters, each from (0, 0) to the right, y upwards, and how far from the beginning each stands. */
  shapes(text: string): readonly { readonly at: number; readonly outline: readonly Contour[] }[];
}

/** So many straight lines make a curve. The largest letters here are 104 pixels high. */
const STEPS = 6;

export function lettersOf({ em, letters }: PreparedFace): Letters {
  const shapes = new Map<string, readonly Contour[]>();
  const shapeOf = (character: string) => {
    const shape = shapes.get(character) ?? contoursOf(letters[character]?.[1] ?? '', em);
    shapes.set(character, shape);
    return shape;
  };
  const advance = (character: string) => (letters[character]?.[0] ?? 0) / em;
  return {
    has: (text) => Array.from(text).every((character) => letters[character] !== undefined),
    width: (text) => Array.from(text).reduce((sum, character) => sum + advance(character), 0),
    shapes(text) {
      let x = 0;
      // One by one, without ligatures and kerning.
      return Array.from(text, (character) => {
        const at = x;
        x += advance(character);
        return { at, outline: shapeOf(character) };
      });
    },
  };
}

function contoursOf(path: string, em: number): Contour[] {
  const contours: number[][] = [];
  let points: number[] = [];
  for (const [, command = '', numbers = ''] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const to = numbers
      .trim()
      .split(/[ ,]+/)
      .map((value) => Number(value) / em);
    if (command === 'M') {
      points = to;
      contours.push(points);
    }
    if (command === 'L') points.push(...to);
    if (command === 'Q') points.push(...curve(points.slice(-2), to));
  }
  return contours;
}

function curve(
  [x0 = 0, y0 = 0]: readonly number[],
  [cx = 0, cy = 0, x1 = 0, y1 = 0]: readonly number[],
): number[] {
  return Array.from({ length: STEPS }, (_, i) => (i + 1) / STEPS).flatMap((t) => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * x0 + b * cx + c * x1, a * y0 + b * cy + c * y1];
  });
}
