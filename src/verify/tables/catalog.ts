/** The catalog, a scorecard that it lists, and a live one from the tool to its addresses. */
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../versions.ts';
import {
  type Deployment,
  type DeploymentProbe,
  json,
  jsonOf,
  own,
  ownAddresses,
  pathHere,
} from '../probe.ts';
import { toolCall } from './service.ts';
import { APPLICATION_JSON, bothForms, OPEN, tagged } from './site.ts';

const pagesSchema = z.object({ pages: z.array(z.object({ url: z.string() })) });
const sitesSchema = z.object({ sites: z.array(z.looseObject({ host: z.string() })) });
const pagesIn = (catalog: unknown) => pagesSchema.safeParse(catalog).data?.pages ?? [];

/** The catalog as one document, or as an index and its pages. */
export const CATALOG_PROBE: DeploymentProbe = {
  group: 'documents',
  ask: { path: '/catalog.json' },
  expect: [
    json('catalog', z.union([sitesSchema, pagesSchema])),
    ownAddresses((answer) => pagesIn(jsonOf(answer)).map(({ url }) => url)),
  ],
  follow: (answer, to) =>
    pagesIn(jsonOf(answer)).map(({ url }, i) => {
      const page = json('page', sitesSchema.extend({ page: z.literal(i + 1) }));
      return tagged('documents', pathHere(url, to) ?? '/', APPLICATION_JSON, [OPEN, page]);
    }),
};

/** The first site that the catalog ranks; `undefined` if there is none. */
export async function rankedHost(
  read: (path: string) => Promise<unknown>,
  to: Deployment,
): Promise<string | undefined> {
  const whole = await read('/catalog.json');
  const first = pathHere(pagesIn(whole)[0]?.url ?? '', to);
  const listed = first === undefined ? whole : await read(first);
  return sitesSchema.safeParse(listed).data?.sites[0]?.host;
}

const addresses = (to: Deployment, path: string) => ({
  scorecard_url: own(to, path),
  markdown_url: own(to, `${path}/md`),
  json_url: own(to, `${path}/json`),
});

/** A listed site at its addresses, and by the tool. The walk over the description requests its other forms. */
export function scorecardProbes(host: string): readonly DeploymentProbe[] {
  const path = `/score/${host}`;
  const group = 'scorecards';
  const envelope = json('envelope', (to) =>
    z.object({
      kind: z.literal('web'),
      tier: z.literal('cache'),
      target: z.literal(host),
      ...addresses(to, path),
      scorecard: z.object({ schema_version: z.literal(SCHEMA_VERSION) }),
    }),
  );
  return [
    ...[path, `${path}/fix`].flatMap((page) => bothForms(page, group, group)),
    { group, ask: { path: `${path}/json` }, expect: [envelope] },
    { group, ask: { path: `${path}/evidence` }, type: 'text/html' },
    { ...toolCall(host, 'get_scorecard', host, () => z.object({ found: z.literal(true) })), group },
  ];
}

const timed = z.object({ freshness: z.object({ scored_at: z.string() }) });
const resultSchema = z.object({ result: z.object({ structuredContent: timed }) });

/**
 * A live audit, and its result once more by the tool and as JSON. The walk over the description requests its other forms.
 * Spends one of the caller's fresh audits.
 */
export function auditProbe(target: string): DeploymentProbe {
  const group = 'audit';
  const path = `/score/${target}/live`;
  const live = { tier: z.literal('live'), cut_short: z.undefined().optional() };
  const told = (to: Deployment) => timed.extend({ ...live, ...addresses(to, path) });
  return {
    ...toolCall(target, 'score_cli', target, told),
    group,
    follow: (answer) => {
      const { data } = resultSchema.safeParse(jsonOf(answer));
      const scored_at = z.literal(data?.result.structuredContent.freshness.scored_at ?? '');
      const same = z.object({ freshness: z.object({ scored_at }) });
      // Within a minute the same result is returned, and costs nothing.
      const cached = z.object({ freshness: z.object({ cached: z.literal(true), scored_at }) });
      return [
        { group, ask: { path: `${path}/json` }, metered: true, expect: [json('time', same)] },
        { ...toolCall(`${target}, again`, 'score_cli', target, () => cached), group },
      ];
    },
  };
}
