/** The preview images: what they are made of is drawn as paths, whatever the site is called. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { type PreviewCard, scorecardCard } from './card.ts';
import { drawPng, PngCache } from './png.ts';
import { sitePreview } from './preview.ts';
import { loadType } from './type.ts';

const CARD: PreviewCard = {
  name: 'Example',
  host: 'site.example',
  score: { relative: 62, global: 40 },
  results: [{ id: 'robots', status: 'pass' }],
  since: '2026-11-20T03:00:00.000Z',
  site: 'catalog.example',
};
const svgOf = async (parts: Partial<PreviewCard> = {}) =>
  scorecardCard({ ...CARD, ...parts }, await loadType());
/** Width and height, by the header of a PNG. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

describe('a name', () => {
  it.each([
    ['of markup', '</svg><script>alert(1)</script><image href="https://evil.example/x.png"/>'],
    ['without end', 'An extraordinarily long name '.repeat(400)],
    ['of one word without end', 'x'.repeat(4_000)],
    ['of control characters', '\u001b[31mred\u0000\u202E'],
    ['of nothing', ''],
  ])('%s becomes paths within the image', async (_, name) => {
    const svg = await svgOf({ name });
    expect(svg).not.toMatch(/<(?!\/?(?:svg|g|path)\b)|href|evil/);
    expect(svg.length).toBeLessThan(200_000);
    for (const group of parse(svg).querySelectorAll('g[fill]')) {
      const [x = 0, , size = 0] = (group.getAttribute('transform')?.match(/[\d.]+/g) ?? []).map(Number);
      const last = group.querySelectorAll('path').at(-1)?.getAttribute('transform') ?? '0';
      expect(x + size * Number(/[\d.]+/.exec(last)?.[0])).toBeLessThan(1120);
    }
    expect(sizeOf(await drawPng(svg))).toEqual([1200, 630]);
  });

  it('in letters that the fonts do not have gives way to the host', async () => {
    expect(await svgOf({ name: '中文' })).toBe(await svgOf({ name: CARD.host }));
    expect(await svgOf({ name: 'Žluťoučký' })).not.toBe(await svgOf({ name: CARD.host }));
  });
});

it('says what the site is, and another image for other scores, verdicts and days', async () => {
  const others = [
    {},
    { score: { relative: 63, global: 40 } },
    { score: undefined, state: 'refuses automated clients' },
    { results: [{ id: 'robots', status: 'broken' }] },
    { since: '2026-11-21T03:00:00.000Z' },
  ];
  const images = await Promise.all(others.map(svgOf));
  expect(new Set(images).size).toBe(others.length);
});

it('is drawn once, and forgotten when no build asks for it any more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'previews-'));
  try {
    const url = pathToFileURL(join(folder, 'previews/'));
    const [svg, site] = [await svgOf(), await sitePreview('https://catalog.example')];
    const first = new PngCache(url);
    const drawn = await first.png(svg);
    await first.png(site);
    expect(await readdir(url)).toHaveLength(2);
    const second = new PngCache(url);
    expect(Buffer.from(await second.png(svg)).equals(Buffer.from(drawn))).toBe(true);
    await second.tidy();
    expect(await readdir(url)).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
