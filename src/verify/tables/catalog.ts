/** The catalog as JSON, whole or as an index with pages: nothing that it counts is missing. */
import * as z from 'zod';
import { json, jsonOf, ownAddresses, that } from '../matchers.ts';
import {
  type Deployment,
  type DeploymentAnswer,
  type DeploymentProbe,
  type Difference,
  pathHere,
} from '../probe.ts';
import { DEAD, documentProbe, OPEN } from './site.ts';

const JSON_TYPE = 'application/json';
const LISTS = ['sites', 'apart', 'waiting'] as const;

const list = z.array(z.looseObject({ host: z.string() }));
const lists = { sites: list, apart: list, waiting: list };
const count = z.int().min(0);
const counts = z.object({
  ranked: count,
  refusing: count,
  declined: count,
  unreachable: count,
  waiting: count,
});
const pageEntry = z.object({ url: z.string(), sites: count, apart: count, waiting: count });
const wholeSchema = z.object({ counts, ...lists });
const indexSchema = z.object({ counts, pages: z.array(pageEntry).min(1) });
const catalogSchema = z.union([wholeSchema, indexSchema]);
const pageSchema = z.object({ ...lists, page: z.int(), next: z.string().nullable() });

type Lengths = Readonly<Record<(typeof LISTS)[number], number>>;

const indexIn = (answer: DeploymentAnswer) => indexSchema.safeParse(jsonOf(answer)).data;
/** By name, the number of entries that `countOf` gives. */
const lengthsBy = (countOf: (name: (typeof LISTS)[number]) => number): Lengths => ({
  sites: countOf('sites'),
  apart: countOf('apart'),
  waiting: countOf('waiting'),
});
const inWords = (lengths: Lengths) => LISTS.map((name) => `${lengths[name]} ${name}`).join(', ');

function differing(expected: Lengths, seen: Lengths): Difference | undefined {
  if (LISTS.every((name) => expected[name] === seen[name])) return undefined;
  return { expected: inWords(expected), seen: inWords(seen) };
}

const catalog = documentProbe('/catalog.json', JSON_TYPE, [
  OPEN,
  json(
    'catalog',
    catalogSchema,
    'Programs read either the lists of sites here, or the pages that have them.',
  ),
  that('counts', 'Who reads the whole catalog must know that nothing is missing.', (answer) => {
    const { data } = catalogSchema.safeParse(jsonOf(answer));
    if (data === undefined) return undefined;
    const { ranked, refusing, declined, unreachable, waiting } = data.counts;
    const expected = { sites: ranked, apart: refusing + declined + unreachable, waiting };
    const seen = lengthsBy((name) =>
      'pages' in data ? data.pages.reduce((sum, page) => sum + page[name], 0) : data[name].length,
    );
    return differing(expected, seen);
  }),
  ownAddresses((answer) => indexIn(answer)?.pages.map(({ url }) => url) ?? [], DEAD),
]);

/** Whatever its form: every page of an index is asked for. */
export const CATALOG_PROBE: DeploymentProbe = {
  ...catalog,
  follow: (answer, to) => [...(catalog.follow?.(answer, to) ?? []), ...pageProbes(answer, to)],
};

function pageProbes(answer: DeploymentAnswer, to: Deployment): readonly DeploymentProbe[] {
  const pages = indexIn(answer)?.pages ?? [];
  return pages.flatMap((entry, i) => {
    const path = pathHere(entry.url, to);
    if (path === undefined) return [];
    const schema = pageSchema.extend({
      page: z.literal(i + 1),
      next: z.literal(pages[i + 1]?.url ?? null),
    });
    return documentProbe(path, JSON_TYPE, [
      OPEN,
      json('page', schema, 'Programs follow the pages from one to the next.'),
      that('entries', 'Who joins the pages must get what the index counts.', (page) => {
        const { data } = pageSchema.safeParse(jsonOf(page));
        return (
          data &&
          differing(
            entry,
            lengthsBy((name) => data[name].length),
          )
        );
      }),
    ]);
  });
}

/** The path of the first page, where the catalog has pages. */
export function firstPage(answer: DeploymentAnswer, to: Deployment): string | undefined {
  const [page] = indexIn(answer)?.pages ?? [];
  return page && pathHere(page.url, to);
}
