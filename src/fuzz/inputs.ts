/** How inputs are made: soup of a format's pieces, storms of one piece, and real samples with mistakes in them. */
import fc from 'fast-check';

/** How long a storm is at most, in characters: what is quadratic takes a second there. */
const STORM_CHARS = 128 * 1024;
/** Anything at all, as a piece of everything. */
const NOISE = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
  'é',
  '\u2028',
  '\u200b',
  '%',
  '%zz',
  '%00',
  '\\',
  '/',
  '//',
  '..',
  ':',
  '::',
  '-1',
  '9007199254740993',
  '1e999',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'https://site.example/a',
  'https://[::1]/',
  'javascript:alert(1)',
  'data:,x',
  '{{x}}',
];

/** A run of one piece, as long as a storm or as short as nothing. */
function repeated(piece: string): fc.Arbitrary<string> {
  const most = Math.max(1, Math.floor(STORM_CHARS / Math.max(piece.length, 1)));
  return fc
    .oneof({ weight: 4, arbitrary: fc.nat(64) }, { weight: 1, arbitrary: fc.integer({ min: 65, max: most }) })
    .map((count) => piece.repeat(count));
}

/** Pieces of a format in any order, with noise between them. */
export function soup(pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.constantFrom(...NOISE) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
  return fc.array(piece, { maxLength: 60, size: 'max' }).map((parts) => parts.join(''));
}

/** Few things, very often: a beginning, one to three pieces repeated together, an end. */
export function storm(pieces: readonly string[]): fc.Arbitrary<string> {
  const some = fc.array(fc.constantFrom(...pieces, ...NOISE), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(
      some,
      some.chain((parts) => repeated(parts.join('') || 'a')),
      some,
    )
    .map(([start, middle, end]) => `${start.join('')}${middle}${end.join('')}`);
}

type Edit = (text: string) => string;

/** One mistake: something left out, doubled, put in, or cut off. */
function edit(pieces: readonly string[]): fc.Arbitrary<Edit> {
  const at = fc.nat(1_000_000);
  const length = fc.oneof(fc.nat(8), fc.nat(400));
  const piece = fc.constantFrom(...pieces, ...NOISE);
  return fc.oneof(
    fc.tuple(at, length).map(
      ([from, count]): Edit =>
        (text) => {
          const start = from % (text.length + 1);
          return text.slice(0, start) + text.slice(start + count);
        },
    ),
    fc.tuple(at, length, fc.nat(12)).map(
      ([from, count, times]): Edit =>
        (text) => {
          const start = from % (text.length + 1);
          return text.slice(0, start) + text.slice(start, start + count).repeat(times) + text.slice(start);
        },
    ),
    fc.tuple(at, piece).map(
      ([from, put]): Edit =>
        (text) => {
          const start = from % (text.length + 1);
          return text.slice(0, start) + put + text.slice(start);
        },
    ),
    fc.tuple(at, piece).map(
      ([from, put]): Edit =>
        (text) => {
          const start = from % (text.length + 1);
          return text.slice(0, start) + put + text.slice(start + put.length);
        },
    ),
    at.map(
      (from): Edit =>
        (text) =>
          text.slice(0, from % (text.length + 1)),
    ),
    fc.tuple(at, fc.nat(0xffff)).map(
      ([from, code]): Edit =>
        (text) => {
          const start = from % (text.length + 1);
          return text.slice(0, start) + String.fromCharCode(code) + text.slice(start + 1);
        },
    ),
  );
}

/** Samples with up to eight mistakes. */
export function mutated(samples: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit(pieces), { maxLength: 8 }))
    .map(([sample, edits]) => edits.reduce((text, change) => change(text), sample));
}

/** All of these. */
export function hostile(samples: readonly string[], pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: soup(pieces) },
    { weight: 4, arbitrary: mutated(samples, pieces) },
    { weight: 1, arbitrary: storm(pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
}

/** Numbered pieces up to a size, after a beginning: for what only many different things make slow. */
export function numbered(size: number, piece: (i: number) => string, start = ''): string {
  const parts = [start];
  for (let i = 0, length = start.length; length < size; i++) {
    const part = piece(i);
    length += part.length;
    parts.push(part);
  }
  return parts.join('').slice(0, Math.max(size, start.length));
}

/** One piece up to a size, after a beginning and before an end. */
export function filled(size: number, piece: string, start = '', end = ''): string {
  const room = Math.max(0, size - start.length - end.length);
  return start + piece.repeat(Math.floor(room / piece.length)) + end;
}

/** The bytes of an input whose characters are bytes; others are written in UTF-8. */
export function bytesOf(input: string): Uint8Array {
  return Buffer.from(input, /[^\0-\u00ff]/.test(input) ? 'utf8' : 'latin1');
}
