/** The letters of the preview images, of fonts of packages: an image is the same on every machine, whatever fonts that has. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkitten';
import type { PreparedFace, PreparedType } from '../../render/preview/letters.ts';

/** Latin, and the letters that other languages of that script add. A font of these packages has one of both. */
const FILES: Readonly<Record<keyof PreparedType, readonly string[]>> = {
  serif: ['latin', 'latin-ext'].map(
    (part) => `@fontsource/source-serif-4/files/source-serif-4-${part}-600-normal.woff`,
  ),
  sans: ['latin', 'latin-ext'].map((part) => `@fontsource/inter/files/inter-${part}-400-normal.woff`),
};

/** The faces with all their letters. */
export async function preparedType(): Promise<PreparedType> {
  const [serif, sans] = await Promise.all([prepared(FILES.serif), prepared(FILES.sans)]);
  return { serif, sans };
}

async function prepared(files: readonly string[]): Promise<PreparedFace> {
  const letters: Record<string, [number, string]> = {};
  let em = 0;
  for (const file of files) {
    const font = create(unpacked(await readFile(packaged(file))));
    if (font.isCollection) throw new Error(`${file} holds several fonts.`);
    em = font.unitsPerEm;
    for (const code of font.characterSet) {
      const character = String.fromCodePoint(code);
      if (character in letters || (character !== ' ' && /[\p{C}\p{Z}]/u.test(character))) continue;
      const glyph = font.glyphForCodePoint(code);
      letters[character] = [glyph.advanceWidth, glyph.path.toSVG()];
    }
  }
  return { em, letters };
}

/** A font as WOFF packs it, unpacked (https://www.w3.org/TR/WOFF/): fontkitten unpacks a table anew for each letter. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i;
    const [from, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const table = woff.subarray(from, from + packed);
    const data = packed < size ? inflateSync(table) : table;
    woff.copy(head, 12 + 16 * i, entry, entry + 4);
    woff.copy(head, 16 + 16 * i, entry + 16, entry + 20);
    head.writeUInt32BE(at, 20 + 16 * i);
    head.writeUInt32BE(size, 24 + 16 * i);
    // Tables begin at multiples of four.
    parts.push(data, Buffer.alloc(-size & 3));
    at += size + (-size & 3);
  }
  return Buffer.concat(parts);
}

/** The path of a file of a package. The build runs in the repository; the bundle that Astro makes of this file lies elsewhere. */
function packaged(file: string): string {
  return createRequire(join(process.cwd(), 'package.json')).resolve(file);
}
