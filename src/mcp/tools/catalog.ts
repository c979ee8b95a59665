/** The catalog's sites, page by page. */
import * as z from 'zod';
import { apartSchema } from '../../catalog/downloads.ts';
import type { ApartSite, CatalogSite } from '../../catalog/services.ts';
import { markdownText } from '../../render/escape.ts';
import { TARGET_CATEGORIES } from '../../scorecard/record.ts';
import { apartText, stateText } from '../../view/standing.ts';
import { plural } from '../../view/words.ts';
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
    'One page at a time: pass next_cursor as cursor, with the same other arguments, for the next. ' +
    'Sites that refuse automated clients or give no answer are not ranked: the first page names them under apart. Cost: a read.',
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
        rules: count.describe('Scores of different rules are not comparable.'),
        mcp: z.boolean().describe('An MCP endpoint was found.'),
        scored_at: z.string(),
        scorecard_url: z.string(),
      }),
    ),
    apart: z
      .strictObject({
        refusing: count.describe('Sites of this kind that refuse automated clients.'),
        declined: count.describe('Sites of this kind whose owners declined.'),
        unreachable: count.describe('Sites of this kind that give no answer.'),
        sites: z.array(
          apartSchema.pick({
            host: true,
            name: true,
            category: true,
            state: true,
            since: true,
            by: true,
            scorecard_url: true,
          }),
        ),
      })
      .optional()
      .describe('Sites without a score of today, on the first page of a list without min_score.'),
    next_cursor: z.string().optional().describe('Left out on the last page.'),
  }),
  annotations: READS,
  failsWith: ['service_unavailable'],
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
    const isFirst = cursor === undefined && min_score === undefined;
    const unseen = isFirst
      ? (await library.apart()).filter((site) => category === undefined || site.category === category)
      : [];
    return {
      structured: {
        total: fitting.length,
        sites: page.map(({ site }) => shortOf(site)),
        ...(unseen.length === 0 ? {} : { apart: apartOf(unseen, limit) }),
        ...(next === undefined ? {} : { next_cursor: next }),
      },
      text: textOf(
        page.map(({ site }) => site),
        fitting.length,
        next,
        unseen,
        limit,
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
  const { host, name, description, category, score, rules, mcp, scored_at, scorecard_url } = site;
  return { host, name, description, category, score, rules, mcp, scored_at, scorecard_url };
}

/** All are counted, and as many named as a page has sites. */
function apartOf(sites: readonly ApartSite[], most: number) {
  const count = (wanted: ApartSite['state']) => sites.filter(({ state }) => state === wanted).length;
  return {
    refusing: count('refuses'),
    declined: count('declined'),
    unreachable: count('unreachable'),
    sites: sites.slice(0, most).map(({ host, name, category, state, since, by, scorecard_url }) => ({
      host,
      name,
      category,
      state,
      since,
      by,
      scorecard_url,
    })),
  };
}

function textOf(
  sites: readonly CatalogSite[],
  total: number,
  next: string | undefined,
  unseen: readonly ApartSite[],
  most: number,
): string {
  const rules = new Set(sites.map((site) => site.rules));
  const apart =
    unseen.length === 0
      ? []
      : [
          `Not ranked: ${apartText(unseen)}.`,
          unseen
            .slice(0, most)
            .map(
              ({ host, by, ...site }) =>
                `- ${markdownText(host)} ${markdownText(stateText({ ...site, by: by ?? undefined }))}`,
            )
            .join('\n'),
        ];
  if (sites.length === 0) {
    return blocks([
      total === 0 ? 'No ranked site of the catalog fits.' : 'This was the last page.',
      ...apart,
    ]);
  }
  return blocks([
    `${sites.length} of ${plural(total, 'site')}:`,
    sites
      .map(
        ({ host, name, category, score, ...site }) =>
          `- ${markdownText(host)} (${markdownText(name)}, ${category}): global ${score.global}, relative ${score.relative}${rules.size > 1 ? `, rules ${site.rules}` : ''}`,
      )
      .join('\n'),
    ...(rules.size > 1 ? ['Scores of different rules are not comparable.'] : []),
    ...apart,
    ...(next === undefined ? [] : [`More: the same arguments with cursor ${next}`]),
  ]);
}
