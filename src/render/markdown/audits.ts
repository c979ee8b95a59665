/** Several audits as Markdown: a table, then every scorecard. */
import { SCORE_NAMES } from '../../definitions/score-names.ts';
import { type AuditedSite, figuresOf, stateOf } from '../../view/audits.ts';
import { countsText } from '../audits.ts';
import { markdownText } from '../escape.ts';
import { renderMarkdown } from './scorecard.ts';
import { document, table } from './table.ts';

/** The whole document, ending in a line feed; each scorecard is a part of it, under a heading of the second level. */
export function renderAuditsMarkdown(
  sites: readonly AuditedSite[],
  options: { readonly onlyFailures?: boolean } = {},
): string {
  const rows = sites.map((site) => {
    const figures = figuresOf(site);
    const cells = figures === undefined ? ['–', '–', '–', '–'] : Object.values(figures);
    return [markdownText(site.target), ...cells, markdownText(stateOf(site))];
  });
  const problems = sites.flatMap(({ target, problem }) =>
    problem === undefined ? [] : [`- **${markdownText(target)}:** ${markdownText(problem.message)}`],
  );
  return document([
    '# Audits of several sites',
    `${markdownText(countsText(sites))}.`,
    table(['Site', SCORE_NAMES.relative, SCORE_NAMES.global, 'Failing', 'Broken', 'State'], rows),
    ...(problems.length === 0 ? [] : [problems.join('\n')]),
    ...sites.flatMap(({ envelope }) => [
      ...(envelope === undefined
        ? []
        : [renderMarkdown(envelope, { level: 2, published: false, ...options }).trimEnd()]),
    ]),
  ]);
}
