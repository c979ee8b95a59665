/** The preview images: small, and all within the image, whatever the site is called. */
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '../../definitions/index.ts';
import { preparedType } from '../../site/preview/prepared-type.ts';
import { CardPainter, type PreviewCard } from './card.ts';

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 80];
const CARD: PreviewCard = {
  name: 'Example',
  host: 'site.example',
  score: { relative: 62, global: 40 },
  results: [{ id: 'robots', status: 'pass' }],
  since: '2026-11-20T03:00:00.000Z',
  site: 'catalog.example',
};
let painter: CardPainter;

beforeAll(async () => {
  painter = new CardPainter(await preparedType());
});

const imageOf = (parts: Partial<PreviewCard> = {}) => Buffer.from(painter.scorecard({ ...CARD, ...parts }));

/** Its palette, and the places of its pixels in that, by row. */
function decoded(png: Buffer) {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const part = (name: string) => chunks.get(name) ?? Buffer.alloc(0);
  const [head, pixels] = [part('IHDR'), inflateSync(part('IDAT'))];
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    pixels.subarray(y * (WIDTH + 1) + 1, (y + 1) * (WIDTH + 1)),
  );
  return { size: [head.readUInt32BE(0), head.readUInt32BE(4)], palette: part('PLTE'), rows };
}

describe('a name', () => {
  it.each([
    ['of markup', '</svg><script>alert(1)</script><image href="https://evil.example/x.png"/>'],
    ['without end', 'An extraordinarily long name '.repeat(400)],
    ['of one word without end', 'x'.repeat(4_000)],
    ['of control characters', '\u001b[31mred\u0000\u202E'],
    ['of nothing', ''],
    ['of a host without end', '', `${'m'.repeat(250)}.example`],
  ])('%s stays within the margins of a small image', (_, name, host = CARD.host) => {
    const results = definitions.map(({ id }, i) => ({ id, status: i % 2 === 0 ? 'pass' : 'broken' }));
    const png = imageOf({ name, host, results });
    expect(png.length).toBeLessThan(20_000);
    const { size, rows } = decoded(png);
    expect(size).toEqual([WIDTH, HEIGHT]);
    // Below the bar at the top. What is on the paper begins at the margin, but for the overhang of a letter.
    const beyond = rows
      .slice(10)
      .flatMap((row) => [...row.subarray(0, MARGIN - 4), ...row.subarray(WIDTH - MARGIN + 4)]);
    expect(new Set(beyond)).toEqual(new Set([0]));
  });

  it('in letters that the fonts do not have gives way to the host', () => {
    expect(imageOf({ name: '中文' })).toEqual(imageOf({ name: CARD.host }));
    expect(imageOf({ name: 'Žluťoučký' })).not.toEqual(imageOf({ name: CARD.host }));
  });
});

it('says what the site is, and another image for other scores, verdicts and days', () => {
  const others: Partial<PreviewCard>[] = [
    {},
    { score: { relative: 63, global: 40 } },
    { score: undefined, state: 'refuses automated clients' },
    { results: [{ id: 'robots', status: 'broken' }] },
    { since: '2026-11-21T03:00:00.000Z' },
  ];
  expect(new Set(others.map((parts) => imageOf(parts).toString('base64'))).size).toBe(others.length);
});

it('fills what is within a letter, smooths its edges, and leaves its inside empty', () => {
  const { rows, palette } = decoded(imageOf({ name: 'O' }));
  const line = [...(rows[165] ?? [])].slice(MARGIN, MARGIN + 60);
  const ink = palette.indexOf(Buffer.from([0x1b, 0x23, 0x20])) / 3;
  // Two strokes of ink, with paper before, between and after them.
  const runs = line.map((at) => at === ink).filter((isInk, i, all) => isInk !== all[i - 1]);
  expect(runs).toEqual([false, true, false, true, false]);
  expect(line.some((at) => at > 0 && at < ink)).toBe(true);
});
