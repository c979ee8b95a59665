/** A sample of pages as Markdown: a matrix of checks and pages, where they differ from the home page. */
import type { PageSample } from '../../scorecard/page-sample.ts';
import { differencesOf, inconclusivePages, sampleText } from '../../view/page-sample.ts';
import { statusWord } from '../../view/words.ts';
import { markdownBlock, markdownCodeCell, markdownText } from '../escape.ts';
import { document, table } from './table.ts';

/**
 * The section behind a scorecard, ending in a line feed.
 *
 * @param level of its heading
 */
export function renderPageSampleMarkdown(sample: PageSample, level = 2): string {
  const rows = differencesOf(sample).flatMap(({ check, home, here, pages }) =>
    pages.map(({ url, evidence }) => [
      markdownCodeCell(check),
      statusWord(home),
      statusWord(here),
      markdownText(url),
      markdownCodeCell(evidence),
    ]),
  );
  const hidden = inconclusivePages(sample).map(({ evidence }) => evidence);
  return document([
    `${'#'.repeat(level)} Pages of the sitemap`,
    markdownText(sampleText(sample)),
    ...(rows.length === 0 ? [] : [table(['Check', 'Home page', 'This page', 'Page', 'Evidence'], rows)]),
    ...(hidden.length === 0
      ? []
      : ['Could not be seen:', ...hidden.map((evidence) => markdownBlock(evidence))]),
  ]);
}
