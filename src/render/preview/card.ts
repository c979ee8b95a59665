/** The image that other sites show beside a link to a page. */
import { SCORE_OF } from '../../definitions/score-names.ts';
import { plain } from '../../parse/text.ts';
import { statusByCheck } from '../../view/checks.ts';
import { STATUS_BAR_HEIGHT, type StatusBarPath, statusBar } from '../../view/plots.ts';
import { Canvas } from './canvas.ts';
import { type Letters, lettersOf, type PreparedType } from './letters.ts';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;
const MARGIN = 80;
const ROOM = CARD_WIDTH - 2 * MARGIN;

/** The light colours of the site (`src/styles/base.css`). */
const PAPER = '#faf9f5';
const INK = '#1b2320';
const SOFT = '#57605b';
const LINE = '#dcd9ce';
const ACCENT = '#0d5c50';
const QUIET = '#b9b8ae';
const MARKS = {
  pass: '#1f7a4d',
  broken: '#b5362a',
  noncompliant: '#94590b',
  absent: '#5f6560',
  n_a: QUIET,
  skip: QUIET,
  error: QUIET,
  unknown: QUIET,
} as const satisfies Readonly<Record<StatusBarPath['status'], string>>;
const COLOURS = [...new Set([INK, SOFT, LINE, ACCENT, ...Object.values(MARKS)] as const)];
type Colour = (typeof COLOURS)[number];

/** Of a name, in characters; lines are cut by their width. */
const NAME_CHARS = 120;

export interface PreviewCard {
  /** Untrusted. */
  readonly name: string;
  /** What stands in its place where the fonts do not have its letters. */
  readonly host: string;
  /** Left out for a site that is not scored now. */
  readonly score?: { readonly relative: number; readonly global: number } | undefined;
  /** In the place of the scores. */
  readonly state?: string | undefined;
  readonly results: readonly { readonly id: string; readonly status: string; readonly category?: string }[];
  /** Since when it says this, ISO. The day of the last audit would make another image every night. */
  readonly since: string;
  /** The host of the catalog. */
  readonly site: string;
}

/** Draws the images, in letters that are read once. */
export class CardPainter {
  readonly #serif: Letters;
  readonly #sans: Letters;

  constructor({ serif, sans }: PreparedType) {
    this.#serif = lettersOf(serif);
    this.#sans = lettersOf(sans);
  }

  /** The image of a scorecard, as PNG. */
  scorecard({ name: given, host, score, state, results, since, site }: PreviewCard): Uint8Array {
    const [serif, sans] = [this.#serif, this.#sans];
    const shown = plain(given, NAME_CHARS);
    const isWritable = shown !== '' && serif.has(shown);
    const name = isWritable ? shown : host;
    const fits = serif.width(name) * NAME.size <= ROOM;
    const { size, first, step } = fits ? NAME : LONG_NAME;
    const lines = wrapped(serif, name, ROOM / size, fits ? 1 : 2);
    const below = first + (lines.length - 1) * step + 44;
    const card = this.#card();
    for (const [i, line] of lines.entries())
      write(card, serif, line, { x: MARGIN, y: first + i * step, size, fill: INK });
    if (isWritable && host !== shown)
      write(card, sans, cut(sans, host, ROOM / 28), { x: MARGIN, y: below, size: 28, fill: SOFT });
    if (score === undefined) {
      write(card, serif, capitalized(state ?? ''), { x: MARGIN, y: 380, size: 52, fill: INK });
    } else {
      this.#figure(card, score.relative, { x: MARGIN, size: 104, fill: ACCENT }, SCORE_OF.relative);
      this.#figure(card, score.global, { x: 680, size: 64, fill: INK }, SCORE_OF.global);
    }
    drawStrip(card, results);
    const told = `${score === undefined ? 'Since' : 'Scores since'} ${day(since)}`;
    write(card, sans, told, { x: MARGIN, y: 580, size: 24, fill: SOFT });
    write(card, sans, site, { x: CARD_WIDTH - MARGIN, y: 580, size: 24, fill: SOFT, end: true });
    return card.png();
  }

  /** The image of all other pages, as PNG. */
  site({ title, lines, site }: { title: string; lines: readonly string[]; site: string }): Uint8Array {
    const [serif, sans] = [this.#serif, this.#sans];
    const titles = wrapped(serif, title, ROOM / 76, 3);
    const card = this.#card();
    for (const [i, line] of titles.entries())
      write(card, serif, line, { x: MARGIN, y: 240 + i * 88, size: 76, fill: INK });
    for (const [i, line] of lines.entries())
      write(card, sans, line, { x: MARGIN, y: 250 + titles.length * 88 + i * 44, size: 30, fill: SOFT });
    write(card, sans, site, { x: MARGIN, y: 580, size: 24, fill: SOFT });
    return card.png();
  }

  #card(): Card {
    const card = new Canvas(CARD_WIDTH, CARD_HEIGHT, PAPER, COLOURS);
    card.rectangle(0, 0, CARD_WIDTH, 10, ACCENT);
    for (const [x, top] of BRAND) card.rectangle(MARGIN + x - 2.75, top, 5.5, BRAND_FOOT - top, ACCENT);
    write(card, this.#serif, 'Agent readiness', { x: MARGIN + 52, y: 94, size: 30, fill: INK });
    card.rectangle(MARGIN, 537, ROOM, 2, LINE);
    return card;
  }

  #figure(card: Card, value: number, place: Omit<Place, 'y'>, label: string): void {
    write(card, this.#serif, `${value}%`, { ...place, y: 360 });
    write(card, this.#sans, label, { x: place.x, y: 400, size: 26, fill: SOFT });
  }
}

type Card = Canvas<Colour>;

/** Of a name on one line, and of one on two: its size, the line that it stands on, and the distance to the next. */
const NAME = { size: 66, first: 188, step: 0 } as const;
const LONG_NAME = { size: 48, first: 160, step: 56 } as const;

/** The bars of the sign: their middle, from the margin, and where they begin. */
const BRAND = [
  [6.25, 84.5],
  [15.4, 68.25],
  [24.6, 75.75],
  [33.75, 68.25],
] as const;
const BRAND_FOOT = 95.75;

/** The status bar over the whole width. */
function drawStrip(card: Card, results: PreviewCard['results']): void {
  if (results.length === 0) return;
  const { width, paths } = statusBar(statusByCheck(results));
  const scale = ROOM / width;
  const top = 508 - STATUS_BAR_HEIGHT * scale;
  for (const { status, d } of paths) {
    for (const mark of d.matchAll(/M([\d.]{1,20}) ([\d.]{1,20})V([\d.]{1,20})/g)) {
      const [x, from, to] = mark.slice(1).map(Number) as [number, number, number];
      const left = MARGIN + (x - MARK_WIDTH / 2) * scale;
      card.rectangle(left, top + to * scale, MARK_WIDTH * scale, (from - to) * scale, MARKS[status]);
    }
  }
}

const MARK_WIDTH = 3.4;

interface Place {
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly size: number;
  readonly fill: Colour;
  /** Whether x is where the text ends. */
  readonly end?: boolean;
}

function write(card: Card, letters: Letters, text: string, { x, y, size, fill, end = false }: Place): void {
  const from = end ? x - letters.width(text) * size : x;
  for (const { at, outline } of letters.shapes(text)) {
    // At half pixels, a letter has one of two forms wherever it stands, which packs better.
    const left = Math.round((from + at * size) * 2) / 2;
    const placed = (value: number, i: number) => (i % 2 === 0 ? left + value * size : y - value * size);
    card.fill(
      outline.map((contour) => contour.map(placed)),
      fill,
    );
  }
}

/** The text in lines of at most `room` ems; what does not fit the last line is cut. */
function wrapped(letters: Letters, text: string, room: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && letters.width(longer) <= room) lines[lines.length - 1] = longer;
    else if (last !== undefined && lines.length === most) {
      lines[lines.length - 1] = longer;
      // More would be cut anyway.
      if (letters.width(longer) > 2 * room) break;
    } else lines.push(word);
  }
  return lines.map((line) => cut(letters, line, room));
}

function cut(letters: Letters, text: string, room: number): string {
  if (letters.width(text) <= room) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && letters.width(`${characters.join('').trimEnd()}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function day(iso: string): string {
  return DAY.format(new Date(iso));
}
