import * as z from 'zod';
import { markdownText, ownProse } from '../../base/escape.ts';
import { plural } from '../../base/text.ts';
import { apartText, stateText } from '../../report/listing-state.ts';
import type { ApartSite, CatalogSite, Sites } from '../api.ts';
import { badCursor, type Cursor, decodeCursor, encodeCursor } from '../mcp/cursor.ts';
import {
  count,
  cursorArgument,
  type NextCall,
  nextCall,
  nextCursor,
  percent,
  scores,
  word,
} from '../mcp/schemas.ts';
import { blocks, missText, moreText } from '../mcp/texts.ts';
import { READS, tool } from '../mcp/tool.ts';

const NAME = 'list_scorecards';
const MAX_CATEGORY = 40;
const CATEGORIES_NAMED = 20;
const SORTS = ['relative', 'global', 'newest', 'host'] as const;
type Sort = (typeof SORTS)[number];

export const listScorecards = tool({
  name: NAME,
  title: 'List catalog sites',
  description:
    'Lists the sites in this catalog, with their scores. Use it to find the sites in a category, or good examples. ' +
    'Sites that cannot be audited are in `apart`, without a rank.',
  input: z.strictObject({
    category: z.string().max(MAX_CATEGORY).optional(),
    min_score: percent.optional().describe('Minimum relative score (checks that apply).'),
    sort: z.enum(SORTS).default('relative'),
    cursor: cursorArgument,
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    total: count,
    sites: z.array(
      z.strictObject({
        host: word,
        name: word,
        description: word,
        category: word,
        score: scores,
        rules: count,
        mcp: z.boolean(),
        scored_at: word,
        scorecard_url: word,
      }),
    ),
    apart: z
      .strictObject({
        refusing: count,
        declined: count,
        unreachable: count,
        sites: z.array(
          z.strictObject({
            host: word,
            name: word,
            category: word,
            state: word,
            since: word,
            by: word.nullable(),
            scorecard_url: word,
          }),
        ),
      })
      .optional()
      .describe('`by` names the product that blocks the audit (untrusted text).'),
    next_cursor: nextCursor,
    next: nextCall.optional(),
  }),
  annotations: READS,
  async run({ category, min_score, sort, cursor, limit }, { library }) {
    const query = JSON.stringify([category ?? null, min_score ?? null, sort]);
    const after = cursor === undefined ? undefined : positionOf(cursor, query, sort);
    // Request one site more than the page shows, to know whether there is a next page.
    const { total, sites } = await library.ranked({
      sort,
      category,
      minScore: min_score,
      after,
      limit: limit + 1,
    });
    const page = sites.slice(0, limit);
    const last = page.at(-1);
    const more = sites.length > page.length && last !== undefined;
    const next = more ? encodeCursor({ asked: query, after: [...last.at] }) : undefined;
    const isFirst = cursor === undefined && min_score === undefined;
    const apart = isFirst ? await library.apart(limit, category) : undefined;
    const isApart = apart !== undefined && apart.sites.length > 0;
    const miss = total > 0 ? undefined : nextFor(await library.categories());
    return {
      structured: {
        total,
        sites: page.map(({ site }) => shortOf(site)),
        ...(isApart ? { apart: { ...apart, sites: apart.sites.map(shortApart) } } : {}),
        next_cursor: next,
        next: miss,
      },
      text: textOf(
        page.map(({ site }) => site),
        total,
        next,
        isApart ? apart : undefined,
        miss,
      ),
    };
  },
});

/** Returns the position after which a page starts: a sort key and a host. It stays valid if that site is removed. */
function positionOf(cursor: string, query: string, sort: Sort): Cursor['after'] {
  const decoded = decodeCursor(cursor);
  const ofThisList = decoded?.asked === query && (typeof decoded.after[0] === 'string') === (sort === 'host');
  if (decoded === undefined || !ofThisList) {
    throw badCursor(NAME);
  }
  return decoded.after;
}

/** Returns the call to make if no site matches. It names the existing categories, because callers cannot guess them. */
function nextFor(categories: readonly string[]): NextCall {
  return categories.length > 0
    ? {
        tool: NAME,
        arguments: {},
        why: `Leave out category and min_score to list every site. Categories: ${categories.toSorted().slice(0, CATEGORIES_NAMED).join(', ')}.`,
      }
    : {
        tool: 'list_checks',
        arguments: {},
        why: 'The catalog is empty. list_checks shows what an audit checks.',
      };
}

function shortOf(site: CatalogSite) {
  const { host, name, description, category, score, rules, mcp, scored_at, scorecard_url } = site;
  return { host, name, description, category, score, rules, mcp, scored_at, scorecard_url };
}

function shortApart({ host, name, category, state, since, by, scorecard_url }: ApartSite) {
  return { host, name, category, state, since, by, scorecard_url };
}

function textOf(
  sites: readonly CatalogSite[],
  total: number,
  next: string | undefined,
  apartSites: Awaited<ReturnType<Sites['apart']>> | undefined,
  miss: NextCall | undefined,
): string {
  const rules = new Set(sites.map((site) => site.rules));
  const apart =
    apartSites === undefined
      ? []
      : [
          `Not ranked: ${apartText(apartSites)}.`,
          apartSites.sites
            .map(
              ({ host, by, ...site }) =>
                `- ${ownProse(host)} ${markdownText(stateText({ ...site, by: by ?? undefined }))}`,
            )
            .join('\n'),
        ];
  if (sites.length === 0) {
    return blocks([
      miss === undefined
        ? 'This was the last page.'
        : missText('No ranked site of the catalog matches.', miss),
      ...apart,
    ]);
  }
  return blocks([
    `${sites.length} of ${plural(total, 'site')}, with the relative and the global score:`,
    sites
      .map(
        ({ host, name, category, score, ...site }) =>
          `- ${ownProse(host)} (${markdownText(name)}, ${category}): ${score.relative}% / ${score.global}%${rules.size > 1 ? `, rules ${site.rules}` : ''}`,
      )
      .join('\n'),
    ...(rules.size > 1 ? ['Scores under different rules are not comparable.'] : []),
    ...apart,
    ...(next === undefined ? [] : [moreText(next)]),
  ]);
}
