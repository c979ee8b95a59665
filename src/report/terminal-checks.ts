/** Renders the checks of one category for a terminal: a heading, a line for each check, and the evidence of failures. */

import type { Status } from '../audit/check-texts/vocabulary.ts';
import type { Result } from '../audit/scorecard/schema.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { KEYWORD_WORDS, NOT_SELECTED_TEXT, statusWord } from '../audit/scorecard/words.ts';
import { forTerminal } from '../base/escape.ts';
import type * as layout from '../base/layout.ts';
import { hang, justify, MARGIN, padEnd, rule, type Style } from '../base/layout.ts';
import { isFailedResult } from '../fix/failures.ts';
import type { CategoryView } from './scorecard-view.ts';

export interface ChecksPen extends layout.Pen {
  readonly onlyFailures: boolean;
  readonly statusColumns: number;
}

/** The glyph and color of each status. Color is not needed, because glyphs and words also differ. */
export const GLYPHS: Readonly<Record<Status, { readonly glyph: string; readonly style: Style }>> = {
  pass: { glyph: '✓', style: 'green' },
  noncompliant: { glyph: '◐', style: 'yellow' },
  broken: { glyph: '✗', style: 'red' },
  absent: { glyph: '○', style: 'red' },
  n_a: { glyph: '–', style: 'gray' },
  error: { glyph: '!', style: 'magenta' },
  skip: { glyph: '»', style: 'gray' },
};

export function categoryBlock(category: CategoryView, pen: ChecksPen): string[] {
  const { results } = category;
  const listed = pen.onlyFailures
    ? results.filter(({ status }) => status !== 'pass' && status !== 'n_a' && status !== 'skip')
    : // The title already counts the checks that the caller did not select.
      results.filter(({ evidence }) => evidence !== NOT_SELECTED_TEXT);
  if (listed.length === 0) return [];
  return [...title(category, pen), rule(pen), ...listed.flatMap((result) => checkLines(result, pen))];
}

function title({ name: named, count, label }: CategoryView, { paint, width }: ChecksPen): string[] {
  // The labels `partial` and `none` add nothing to the numbers.
  const counted = label === 'partial' || label === 'none' ? count : `${count}  ${label.toUpperCase()}`;
  const [name = MARGIN, ...rest] = hang(MARGIN, forTerminal(named), width);
  const line = rest.length === 0 ? justify(name, counted, width) : undefined;
  return line === undefined
    ? [...[name, ...rest].map((text) => paint('bold', text)), ...hang(MARGIN, counted, width)]
    : [paint('bold', name) + line.slice(name.length)];
}

function checkLines(result: Result, pen: ChecksPen): string[] {
  const { remediation, keyword, evidence } = result;
  const seenLines = [...checkHead(result, pen), ...detail('Seen', evidence, pen)];
  if (!isFailedResult(result)) return seenLines;
  return [
    ...seenLines,
    ...(remediation === undefined ? [] : detail('Fix', remediation.fix, pen)),
    ...detail('Level', forTerminal(KEYWORD_WORDS[keyword]), pen),
  ];
}

/** Returns the status, the title and the id. An id that does not fit on the last line gets its own line. */
function checkHead(result: Result, { paint, width, statusColumns }: ChecksPen): string[] {
  const { glyph, style } = GLYPHS[result.status];
  const status = `${glyph} ${forTerminal(statusWord(result))}`;
  const lead = `${MARGIN}${padEnd(status, statusColumns + 2)}  `;
  const paintedLead = lead.replace(status, paint(style, status));
  const strong = (text: string) => (isFailedResult(result) ? paint('bold', text) : text);
  const id = forTerminal(result.id);
  const indent = ' '.repeat(lead.length);
  const lines = hang(lead, forTerminal(headlineOf(result)), width);
  const painted = lines.map((text, i) =>
    i === 0 ? paintedLead + strong(text.slice(lead.length)) : indent + strong(text.trimStart()),
  );
  const last = lines.at(-1) ?? lead;
  const line = justify(last, id, width);
  return line === undefined
    ? [...painted, ...hang(indent, id, width).map((text) => paint('gray', text))]
    : [...painted.slice(0, -1), painted.at(-1) + line.slice(last.length, -id.length) + paint('gray', id)];
}

function detail(name: string, text: string, { paint, width }: ChecksPen): string[] {
  const [first = '', ...rest] = hang(`${MARGIN}    ${padEnd(name, 6)}`, forTerminal(text), width);
  return [first.replace(name, paint('gray', name)), ...rest];
}
