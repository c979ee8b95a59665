/** Lays out text for a terminal. All widths are in columns, not in characters. */
import { styleText } from 'node:util';
import columnsOf from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

export interface TextOptions {
  /** Whether to use colors. No information depends on color alone. */
  readonly color: boolean;
  /** The terminal's width in columns, which `penOf` limits to a readable width. */
  readonly width: number;
}

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;
/** A function that applies a style, or returns the text unchanged if color is off. */
export type Paint = (style: Style, text: string) => string;

export function painter(color: boolean): Paint {
  // Without `validateStream: false`, `styleText` reads the environment and the output stream, but this function must be pure.
  return color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

export interface Pen {
  readonly paint: Paint;
  readonly width: number;
}

export function penOf({ color, width }: TextOptions): Pen {
  return { paint: painter(color), width: clampWidth(width) };
}

export const MARGIN = '  ';

const MIN_WIDTH = 40;
/** The maximum width in columns. Longer lines are hard to read, even in a wide terminal. */
const MAX_WIDTH = 100;

export function clampWidth(width: number): number {
  return Number.isFinite(width) ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.floor(width))) : 80;
}

export { columnsOf };

/** Wraps text into lines of at most `width` columns; breaks words that are longer, such as URLs. */
function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columnsOf(text))) + text;
}

/** Returns a line with `left` and `right` at its two ends; `undefined` if less than two columns remain between them. */
export function justify(left: string, right: string, width: number): string | undefined {
  const gap = width - columnsOf(left) - columnsOf(right);
  return gap < 2 ? undefined : `${left}${' '.repeat(gap)}${right}`;
}

/** Returns a paragraph that begins with `lead`. The lines after the first are indented by the width of `lead`. */
export function hang(lead: string, text: string, width: number): string[] {
  const indent = columnsOf(lead);
  return wrap(text, width - indent).map((line, i) => (i === 0 ? lead : ' '.repeat(indent)) + line);
}

/** Returns a horizontal line to draw under a heading. */
export function rule({ paint, width }: Pen): string {
  return MARGIN + paint('gray', '─'.repeat(width - MARGIN.length));
}

/** Returns a heading with the number of items below it in parentheses, and a horizontal line. */
export function countedHeading(heading: string, count: number, pen: Pen): string[] {
  return [`${MARGIN}${pen.paint('bold', heading)} ${pen.paint('gray', `(${count})`)}`, rule(pen)];
}
