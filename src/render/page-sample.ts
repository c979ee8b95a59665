/** A sample of pages for a terminal: what is not as on the home page. */
import type { PageSample } from '../scorecard/page-sample.ts';
import { differencesOf, inconclusivePages, sampleText } from '../view/page-sample.ts';
import { statusWord } from '../view/words.ts';
import { forTerminal } from './escape.ts';
import { hang, MARGIN, penOf, rule, type TextOptions } from './layout.ts';

/** Pages named under a difference; the rest is counted. */
const NAMED = 5;
const INDENT = MARGIN + MARGIN;

/** The section below a scorecard, ending in an empty line. */
export function renderPageSample(sample: PageSample, options: TextOptions): string {
  const pen = penOf(options);
  const { paint, width } = pen;
  const gray = (lines: readonly string[]) => lines.map((line) => paint('gray', line));
  const named = (urls: readonly string[]) => [
    ...urls.slice(0, NAMED).flatMap((url) => gray(hang(INDENT, forTerminal(url), width))),
    ...(urls.length > NAMED ? gray([`${INDENT}and ${urls.length - NAMED} more`]) : []),
  ];
  const lines = [
    `${MARGIN}${paint('bold', 'Pages of the sitemap')}`,
    rule(pen),
    ...hang(MARGIN, forTerminal(sampleText(sample)), width),
    ...differencesOf(sample).flatMap(({ check, home, here, pages }) => [
      ...hang(
        MARGIN,
        `${forTerminal(check)}: ${statusWord(home)} on the home page, ${statusWord(here)} on ${pages.length}`,
        width,
      ),
      ...named(pages.map(({ url }) => url)),
    ]),
    ...inconclusivePages(sample).flatMap(({ evidence }) =>
      hang(`${MARGIN}? could not see `, forTerminal(evidence), width).map((line) => paint('yellow', line)),
    ),
  ];
  return `${lines.join('\n')}\n\n`;
}
