/** How a comment on a pull request is written: its pieces of Markdown, in which nothing that a site said is more than text. */
import { plain } from '../../parse/text.ts';
import type { StoredResult } from '../../scorecard/stored.ts';
import { markdownCode, markdownLink, markdownText } from '../escape.ts';
import { guideUrlOf } from './report.ts';

/** Of what a site sent, in characters. */
const MAX_QUOTE = 300;

/** A check by its title, which leads to its guide. */
export function name(title: string, id: string, result: StoredResult | undefined): string {
  const guide = result === undefined ? undefined : guideUrlOf(result);
  return `${guide === undefined ? said(title) : markdownLink(title, guide).replace(REFERENCES, APART)} ${markdownCode(id)}`;
}

/** What GitHub makes a link to a person or an issue, even where Markdown has it escaped: a space of no width parts it. */
const REFERENCES = /(?<=[@#])(?=[a-z\d])/gi;
const APART = '&#8203;';

/** Text of a comment. */
export function said(text: string): string {
  return markdownText(text).replace(REFERENCES, APART);
}

export function quote(text: string): string {
  return markdownCode(plain(text, MAX_QUOTE));
}

/** @param all how many there are; what is left out is counted */
export function commentList(items: readonly string[], all = items.length): string[] {
  const more =
    all > items.length ? [`- … and ${all - items.length} more, cut: the full report has them.`] : [];
  const lines = [...items, ...more];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Blocks that are shown when they are asked for; GitHub reads Markdown in them after an empty line. */
export function folded(summary: string, blocks: readonly string[]): string[] {
  return ['<details>', `<summary>${summary}</summary>`, ...blocks, '</details>'];
}
