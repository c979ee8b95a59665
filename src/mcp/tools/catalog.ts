/** The catalog's sites, page by page. */
import * as z from 'zod';
import { TARGET_CATEGORIES } from '../../catalog/schema.ts';
import { markdownText } from '../../render/escape.ts';
import { plural } from '../../render/labels.ts';
import type { CatalogSite } from '../../service/services.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../cursor.ts';
import { count, percent } from '../schemas.ts';
import { blocks } from '../texts.ts';
import { badArguments, tool } from '../tool.ts';
import { READS } from './reading.ts';

const NAME = 'list_scorecards';
const kind = z.enum(TARGET_CATEGORIES.map(({ id }) => id));
const SORTS = ['global', 'relative', 'newest', 'host'] as const;
type Sort = (typeof SORTS)[number];
type Key = string | number;

/** Smaller keys come first; sites with equal keys are in the order of their hosts. */
const KEY: Readonly<Record<Sort, (site: CatalogSite) => Key>> = {
  global: ({ score }) => -score.global,
  relative: ({ score }) => -score.relative,
  newest: ({ scored_at }) => -Date.parse(scored_at),
  host: ({ host }) => host,
};

export const listScorecards = tool({
  name: NAME,
  title: 'List the catalog',
  description:
    'Lists the sites of the catalog with their scores, the best first unless sort says otherwise. Use it to find sites of a kind, or examples that do well. ' +
    'One page at a time: pass next_cursor as cursor, with the same other arguments, for the next. Cost: a read.',
  input: z.strictObject({
    category: kind.optional().describe('Only sites of this kind.'),
    min_score: percent.optional().describe('Only sites with at least this global score.'),
    sort: z.enum(SORTS).default('global'),
    cursor: z.string().max(1000).optional().describe('next_cursor of the page before.'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    total: count.describe('Sites that fit, on all pages.'),
    sites: z.array(
      z.strictObject({
        host: z.string(),
        name: z.string(),
        description: z.string(),
        category: kind,
        score: z.strictObject({ relative: percent, global: percent }),
        mcp: z.boolean().describe('An MCP endpoint was found.'),
        scored_at: z.string(),
        scorecard_url: z.string(),
      }),
    ),
    next_cursor: z.string().optional().describe('Left out on the last page.'),
  }),
  annotations: READS,
  failsWith: [],
  async run({ category, min_score, sort, cursor, limit }, { library }) {
    const asked = JSON.stringify([category ?? null, min_score ?? null, sort]);
    const fitting = (await library.sites())
      .filter((site) => category === undefined || site.category === category)
      .filter((site) => min_score === undefined || site.score.global >= min_score)
      .map((site) => ({ site, at: [KEY[sort](site), site.host] as const }))
      .sort((a, b) => compare(a.at, b.at));
    const after = cursor === undefined ? undefined : positionOf(cursor, asked, sort);
    const rest = after === undefined ? fitting : fitting.filter(({ at }) => compare(at, after) > 0);
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    const more = rest.length > page.length && last !== undefined;
    const next = more ? encodeCursor({ asked, after: [...last.at] }) : undefined;
    return {
      structured: {
        total: fitting.length,
        sites: page.map(({ site }) => shortOf(site)),
        ...(next === undefined ? {} : { next_cursor: next }),
      },
      text: textOf(
        page.map(({ site }) => site),
        fitting.length,
        next,
      ),
    };
  },
});

/** Where a page begins: behind the item that the cursor names, also where that item has gone since. */
function positionOf(cursor: string, asked: string, sort: Sort): Cursor['after'] {
  const decoded = decodeCursor(cursor);
  const ofThisList = decoded?.asked === asked && (typeof decoded.after[0] === 'string') === (sort === 'host');
  if (decoded === undefined || !ofThisList) {
    throw badArguments(
      NAME,
      'cursor: it is not a next_cursor of this list; leave it out to start at the first page, and keep the other arguments as they are from page to page',
    );
  }
  return decoded.after;
}

function compare([keyA, hostA]: readonly [Key, string], [keyB, hostB]: readonly [Key, string]): number {
  if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  return hostA === hostB ? 0 : hostA < hostB ? -1 : 1;
}

function shortOf(site: CatalogSite) {
  const { host, name, description, category, score, mcp, scored_at, scorecard_url } = site;
  return { host, name, description, category, score, mcp, scored_at, scorecard_url };
}

function textOf(sites: readonly CatalogSite[], total: number, next: string | undefined): string {
  if (sites.length === 0) return total === 0 ? 'No site of the catalog fits.' : 'This was the last page.';
  return blocks([
    `${sites.length} of ${plural(total, 'site')}:`,
    sites
      .map(
        ({ host, name, category, score }) =>
          `- ${markdownText(host)} (${markdownText(name)}, ${category}): global ${score.global}, relative ${score.relative}`,
      )
      .join('\n'),
    ...(next === undefined ? [] : [`More: the same arguments with cursor ${next}`]),
  ]);
}
