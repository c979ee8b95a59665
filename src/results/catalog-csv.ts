/** The catalog as a table. */
import { definitions } from '../definitions/index.ts';
import { STATUSES } from '../definitions/vocabulary.ts';
import { csvCell } from '../render/escape.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { apartJson, siteJson } from './downloads.ts';

/**
 * `/catalog.csv` (RFC 4180): a row a site, and a column a check with its status, empty where it was not judged
 * then. Sites that no audit can see come last,
 * without scores, so that no average of a column counts them.
 */
export function catalogCsv(listed: readonly Listed[], origin: string, apart: readonly Apart[]): string {
  // Those of other rules come behind those of today, so that nothing that was judged is left out.
  const ids = [
    ...new Set([
      ...definitions.map(({ id }) => id),
      ...listed.flatMap(({ scored }) => scored.results.map(({ id }) => id)),
    ]),
  ];
  const heads = [
    'host',
    'name',
    'description',
    'category',
    'demo',
    'state',
    'since',
    'refused_by',
    'scored_at',
    'rules',
    'relative',
    'global',
    ...STATUSES,
    'mcp',
    'scorecard_url',
    // A status and a check may not share a name: a program reads columns by theirs.
    ...ids.map((id) => `check:${id}`),
  ];
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  const row = (fields: object) => {
    const cells = new Map<string, unknown>(Object.entries(fields));
    return line(heads.map((name) => `${cells.get(name) ?? ''}`));
  };
  const siteRow = (one: Listed) => {
    const { score, summary, results, ...site } = siteJson(one, origin);
    return row({
      ...site,
      ...score,
      state: 'ranked',
      ...Object.fromEntries(STATUSES.map((name) => [name, summary[name] ?? 0])),
      ...Object.fromEntries(ids.map((id) => [`check:${id}`, results[id]])),
    });
  };
  const apartRow = (one: Apart) => {
    const { by, ...site } = apartJson(one, origin);
    return row({ ...site, refused_by: by });
  };
  return [line(heads), ...listed.map(siteRow), ...apart.map(apartRow)].join('');
}
