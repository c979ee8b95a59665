/** SVG to PNG. Images are kept from build to build: of a night, only those of sites that changed are drawn. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { packaged } from './type.ts';

let started: Promise<void> | undefined;

/** Draws an SVG that has no text and names no file. */
export async function drawPng(svg: string): Promise<Uint8Array> {
  started ??= readFile(packaged('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm));
  await started;
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
}

/** Images of builds before, by the SVG that they were drawn of. */
export class PngCache {
  readonly #folder: URL;
  readonly #used = new Set<string>();

  /** @param folder of the cache; made where it is not there */
  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** The image of an SVG, drawn where no build before has. */
  async png(svg: string): Promise<Uint8Array> {
    const name = `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.png`;
    this.#used.add(name);
    const path = new URL(name, this.#folder);
    try {
      return await readFile(path);
    } catch {
      const drawn = await drawPng(svg);
      await mkdir(this.#folder, { recursive: true });
      await writeFile(path, drawn);
      return drawn;
    }
  }

  /** Takes away what this build did not ask for. */
  async tidy(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const old = names.filter((name) => !this.#used.has(name));
    await Promise.all(old.map((name) => rm(new URL(name, this.#folder), { force: true })));
  }
}
