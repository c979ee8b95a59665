/** The image that other sites show beside a link to a page, as SVG without text: all letters are paths. */

import { SCORE_OF } from '../../definitions/score-names.ts';
import { plain } from '../../parse/text.ts';
import { statusByCheck } from '../../view/checks.ts';
import { STATUS_BAR_HEIGHT, type StatusBarPath, statusBar } from '../../view/plots.ts';
import type { Letters, Type } from './type.ts';

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
const STROKES: Readonly<Record<StatusBarPath['status'], string>> = {
  pass: '#1f7a4d',
  broken: '#b5362a',
  noncompliant: '#94590b',
  absent: '#5f6560',
  n_a: QUIET,
  skip: QUIET,
  error: QUIET,
  unknown: QUIET,
};

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

/** The image of a scorecard. */
export function scorecardCard(
  { name: given, host, score, state, results, since, site }: PreviewCard,
  type: Type,
): string {
  const shown = plain(given, NAME_CHARS);
  const isWritable = shown !== '' && type.serif.has(shown);
  const name = isWritable ? shown : host;
  const fits = type.serif.width(name) * NAME.size <= ROOM;
  const { size, first, step } = fits ? NAME : LONG_NAME;
  const lines = wrapped(type.serif, name, ROOM / size, fits ? 1 : 2);
  const below = first + (lines.length - 1) * step + 44;
  const { serif, sans } = type;
  const scores =
    score === undefined
      ? write(serif, capitalized(state ?? ''), { x: MARGIN, y: 380, size: 52, fill: INK })
      : `${figure(type, { x: MARGIN, value: score.relative, size: 104, fill: ACCENT, label: SCORE_OF.relative })}${figure(type, { x: 680, value: score.global, size: 64, fill: INK, label: SCORE_OF.global })}`;
  return card(type, [
    ...lines.map((line, i) => write(serif, line, { x: MARGIN, y: first + i * step, size, fill: INK })),
    isWritable && host !== shown
      ? write(sans, cut(sans, host, ROOM / 28), { x: MARGIN, y: below, size: 28, fill: SOFT })
      : '',
    scores,
    stripPart(results),
    write(sans, `${score === undefined ? 'Since' : 'Scores since'} ${day(since)}`, {
      x: MARGIN,
      y: 580,
      size: 24,
      fill: SOFT,
    }),
    write(sans, site, { x: CARD_WIDTH - MARGIN, y: 580, size: 24, fill: SOFT, end: true }),
  ]);
}

/** The image of all other pages. */
export function siteCard(
  { title, lines, site }: { title: string; lines: readonly string[]; site: string },
  type: Type,
): string {
  const { serif, sans } = type;
  const titles = wrapped(serif, title, ROOM / 76, 3);
  return card(type, [
    ...titles.map((line, i) => write(serif, line, { x: MARGIN, y: 240 + i * 88, size: 76, fill: INK })),
    ...lines.map((line, i) =>
      write(sans, line, { x: MARGIN, y: 250 + titles.length * 88 + i * 44, size: 30, fill: SOFT }),
    ),
    write(sans, site, { x: MARGIN, y: 580, size: 24, fill: SOFT }),
  ]);
}

/** Of a name on one line, and of one on two: its size, the line that it stands on, and the distance to the next. */
const NAME = { size: 66, first: 188, step: 0 } as const;
const LONG_NAME = { size: 48, first: 160, step: 56 } as const;

function card({ serif }: Type, parts: readonly string[]): string {
  const brand = `<g transform="translate(${MARGIN} 62) scale(1.25)" stroke="${ACCENT}" stroke-width="4.4" fill="none"><path d="M5 27V18M12.3 27V5M19.7 27V11M27 27V5"/></g>${write(serif, 'Agent readiness', { x: MARGIN + 52, y: 94, size: 30, fill: INK })}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}"><path fill="${PAPER}" d="M0 0h${CARD_WIDTH}v${CARD_HEIGHT}H0z"/><path fill="${ACCENT}" d="M0 0h${CARD_WIDTH}v10H0z"/>${brand}<path stroke="${LINE}" stroke-width="2" d="M${MARGIN} 538H${CARD_WIDTH - MARGIN}"/>${parts.join('')}</svg>`;
}

interface Figure {
  readonly x: number;
  readonly value: number;
  readonly size: number;
  readonly fill: string;
  readonly label: string;
}

function figure({ serif, sans }: Type, { x, value, size, fill, label }: Figure): string {
  return `${write(serif, `${value}%`, { x, y: 360, size, fill })}${write(sans, label, { x, y: 400, size: 26, fill: SOFT })}`;
}

/** The status bar over the whole width. */
function stripPart(results: PreviewCard['results']): string {
  if (results.length === 0) return '';
  const { width, paths } = statusBar(statusByCheck(results));
  const scale = ROOM / width;
  const marks = paths.map(({ status, d }) => `<path stroke="${STROKES[status]}" d="${d}"/>`).join('');
  return `<g transform="translate(${MARGIN} ${508 - STATUS_BAR_HEIGHT * scale}) scale(${scale.toFixed(4)})" fill="none" stroke-width="3.4">${marks}</g>`;
}

interface Place {
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  /** Whether x is where the text ends. */
  readonly end?: boolean;
}

function write(letters: Letters, text: string, { x, y, size, fill, end = false }: Place): string {
  const from = end ? x - letters.width(text) * size : x;
  return `<g transform="translate(${from.toFixed(1)} ${y}) scale(${size})" fill="${fill}">${letters.paths(text)}</g>`;
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
