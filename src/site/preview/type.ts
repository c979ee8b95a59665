/** Text as paths, in fonts of packages: an image is the same on every machine, whatever fonts that has. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create, type Font } from 'fontkitten';

/** A way of writing. */
type Face = 'serif' | 'sans';

/** Latin, and the letters that other languages of that script add. A font of these packages has one of both. */
const FILES: Readonly<Record<Face, readonly string[]>> = {
  serif: ['latin', 'latin-ext'].map(
    (part) => `@fontsource/source-serif-4/files/source-serif-4-${part}-600-normal.woff`,
  ),
  sans: ['latin', 'latin-ext'].map((part) => `@fontsource/inter/files/inter-${part}-400-normal.woff`),
};

interface Glyph {
  /** In the units of `em`, y upwards. */
  readonly d: string;
  readonly advance: number;
}

/** Letters of one face, in ems. */
export interface Letters {
  /** Whether every character of the text has a shape. */
  has(text: string): boolean;
  /** The width of the text, in ems. */
  width(text: string): number;
  /** The text from (0, 0) to the right, an em high, as elements of SVG. */
  paths(text: string): string;
}

export type Type = Readonly<Record<Face, Letters>>;

let loaded: Promise<Type> | undefined;

/** The faces, read once. */
export function loadType(): Promise<Type> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Type> {
  const [serif, sans] = await Promise.all([lettersOf(FILES.serif), lettersOf(FILES.sans)]);
  return { serif, sans };
}

async function lettersOf(files: readonly string[]): Promise<Letters> {
  const fonts = await Promise.all(files.map(readFont));
  const glyphs = new Map<string, Glyph | undefined>();
  const glyphOf = (character: string): Glyph | undefined => {
    if (!glyphs.has(character)) glyphs.set(character, shapeOf(fonts, character));
    return glyphs.get(character);
  };
  const shapes = (text: string) => Array.from(text).flatMap((character) => glyphOf(character) ?? []);
  return {
    has: (text) => Array.from(text).every((character) => glyphOf(character) !== undefined),
    width: (text) => shapes(text).reduce((sum, { advance }) => sum + advance, 0),
    paths(text) {
      let x = 0;
      return shapes(text)
        .map(({ d, advance }) => {
          const path =
            d === '' ? '' : `<path transform="translate(${x.toFixed(4)} 0) scale(1 -1)" d="${d}"/>`;
          x += advance;
          return path;
        })
        .join('');
    },
  };
}

/** The shape of a character in the first font that has it; characters are drawn one by one, without ligatures and kerning. */
function shapeOf(fonts: readonly Font[], character: string): Glyph | undefined {
  const code = character.codePointAt(0) ?? 0;
  const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
  if (font === undefined) return undefined;
  const glyph = font.glyphForCodePoint(code);
  return {
    d: glyph.path.scale(1 / font.unitsPerEm, 1 / font.unitsPerEm).toSVG(),
    advance: glyph.advanceWidth / font.unitsPerEm,
  };
}

async function readFont(file: string): Promise<Font> {
  const font = create(await readFile(packaged(file)));
  if (font.isCollection) throw new Error(`${file} holds several fonts.`);
  return font;
}

/** The path of a file of a package. The build runs in the repository; the bundle that Astro makes of this file lies elsewhere. */
export function packaged(file: string): string {
  return createRequire(join(process.cwd(), 'package.json')).resolve(file);
}
