/** Text laid out for a terminal: widths in columns, not in characters. */
import { styleText } from 'node:util';
import columnsOf from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** How text for a terminal is rendered. */
export interface TextOptions {
  /** Whether escape sequences for colour are written. Nothing depends on colour alone. */
  readonly color: boolean;
  /** Columns; clamped to what can be read. */
  readonly width: number;
}

/** A colour or weight that terminals know. */
export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;
/** Applies a style, or leaves the text as it is where colour is off. */
export type Paint = (style: Style, text: string) => string;

export function painter(color: boolean): Paint {
  // The caller decides about colour; the environment and the streams are none of a pure function's business.
  return color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

/** What a text is drawn with. */
export interface Pen {
  readonly paint: Paint;
  readonly width: number;
}

export function penOf({ color, width }: TextOptions): Pen {
  return { paint: painter(color), width: clampWidth(width) };
}

/** Text stands this far from the left edge. */
export const MARGIN = '  ';

const MIN_WIDTH = 40;
/** Longer lines are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100;

export function clampWidth(width: number): number {
  return Number.isFinite(width) ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.floor(width))) : 80;
}

export { columnsOf };

/** Lines of at most `width` columns; a word that is longer than a line (a URL) is broken. */
function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
}

/** Fills with spaces on the right up to `width` columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columnsOf(text))) + text;
}

/** `left` and `right` at the two ends of a line; `undefined` where they do not fit on one with a gap of two columns. */
export function justify(left: string, right: string, width: number): string | undefined {
  const gap = width - columnsOf(left) - columnsOf(right);
  return gap < 2 ? undefined : `${left}${' '.repeat(gap)}${right}`;
}

/** A paragraph under a lead: `lead` before its first line, as many spaces before the others. */
export function hang(lead: string, text: string, width: number): string[] {
  const indent = columnsOf(lead);
  return wrap(text, width - indent).map((line, i) => (i === 0 ? lead : ' '.repeat(indent)) + line);
}

/** A line under a heading. */
export function rule({ paint, width }: Pen): string {
  return MARGIN + paint('gray', '─'.repeat(width - MARGIN.length));
}

/** A heading with the number of what stands below it. */
export function countedHeading(heading: string, count: number, pen: Pen): string[] {
  return [`${MARGIN}${pen.paint('bold', heading)} ${pen.paint('gray', `(${count})`)}`, rule(pen)];
}
