/** Scorecards: those of the catalog in their three forms, and a live one from the tool to its addresses. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../versions.ts';
import { stateful } from '../messages.ts';
import type { Answer, Deployment, Expectation, Probe } from '../probe.ts';
import { pathHere } from '../probe.ts';
import { atMost, header, status, that, type } from '../wants/answers.ts';
import { json, jsonOf, own } from '../wants/json.ts';
import { gives, rpc } from './mcp.ts';
import { asHtml, asMarkdown } from './pages.ts';
import { HAS_TAG, revalidated } from './revalidated.ts';

const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Contract: service-description.md, section 2, as far as every client relies on it. */
function envelope(to: Deployment) {
  return z.object({
    kind: z.literal('web'),
    tier: z.enum(['cache', 'live']),
    target: z.string(),
    scorecard_url: own(to),
    markdown_url: own(to),
    json_url: own(to),
    auditor_url: own(to, '/score'),
    target_url: z.url(),
    score_pct: z.int().min(0).max(100),
    freshness: z.object({ cached: z.boolean(), scored_at: instant, refresh_after: instant }),
    scorecard: z.object({
      schema_version: z.literal(SCHEMA_VERSION),
      score: z.object({ relative: z.int(), global: z.int() }),
      summary: z.record(z.string(), z.int()),
      categories: z.array(z.object({ id: z.string(), passed: z.int(), counted: z.int() })).length(6),
      results: z.array(z.object({ id: z.string(), status: z.string(), evidence: z.string() })).min(1),
    }),
  });
}

const SHAPE = 'Clients read scorecards by these fields.';
const GONE = 'The address is in every text about the site.';

/** A listed site, at its own addresses. */
export function scorecardProbes(host: string): readonly Probe[] {
  const path = `/score/${host}`;
  const inGroup = 'scorecards' as const;
  const addresses: Expectation = json(
    'addresses',
    (to) =>
      z.object({
        target: z.literal(host),
        tier: z.literal('cache'),
        scorecard_url: own(to, path),
        markdown_url: own(to, `${path}/md`),
        json_url: own(to, `${path}/json`),
      }),
    'The addresses in a stored scorecard lead to that very scorecard.',
  );
  return [
    asHtml(path, inGroup),
    asMarkdown(path, inGroup),
    {
      group: inGroup,
      ask: { path: `${path}/md` },
      expect: [status(200, GONE), type('text/markdown', 'Agents read it as Markdown.'), HAS_TAG],
      follow: revalidated({ group: inGroup, ask: { path: `${path}/md` } }),
    },
    {
      group: inGroup,
      ask: { path: `${path}/json` },
      expect: [
        status(200, GONE),
        type('application/json', 'Programs parse it.'),
        HAS_TAG,
        json('envelope', envelope, SHAPE),
        addresses,
      ],
      follow: (answer) => [
        ...revalidated({ group: inGroup, ask: { path: `${path}/json` } })(answer),
        ...toolProbes(host, jsonOf(answer)),
      ],
    },
  ];
}

/** What a typical answer of a tool may cost a model, text and structured content together, in bytes. */
const MOST_TOLD = 16 * 1000;

function toolProbes(host: string, published: unknown): readonly Probe[] {
  const ask = (detail?: string) =>
    stateful('tools/call', { name: 'get_scorecard', arguments: { target: host, ...(detail && { detail }) } });
  const probes = [
    rpc(`get_scorecard, ${host}`, ask(), [
      gives(z.object({ structuredContent: z.object({ found: z.literal(true) }) }), SHAPE),
      atMost(MOST_TOLD, 'Bounded answers are what the published standard asks of every tool.'),
    ]),
    rpc(`get_scorecard, ${host}, detail: full`, ask('full'), [
      that('scorecard', 'The whole answer is the envelope that is published.', (answer) => {
        const told = findEnvelope(structuredOf(answer));
        const same = isDeepStrictEqual(scorecardOf(told), scorecardOf(published));
        return same
          ? undefined
          : { expected: 'the published envelope', seen: told === undefined ? 'none' : 'another' };
      }),
    ]),
  ];
  return probes.map((probe) => ({ ...probe, group: 'scorecards' }));
}

const structuredOf = (answer: Answer): unknown =>
  z.object({ result: z.object({ structuredContent: z.unknown() }) }).safeParse(jsonOf(answer)).data?.result
    .structuredContent;

/** An envelope, or what has one in a member. */
function findEnvelope(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return 'scorecard_url' in value
    ? value
    : Object.values(value).find((one) => findEnvelope(one) !== undefined);
}

const scorecardOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'scorecard') : undefined;

const toldSchema = z.object({
  tier: z.enum(['live', 'cache']),
  cut_short: z.literal(true).optional(),
  scorecard_url: z.string(),
  markdown_url: z.string(),
  json_url: z.string(),
  freshness: z.object({ cached: z.boolean(), scored_at: instant }),
});
type Told = z.infer<typeof toldSchema>;

const SAME = 'Who deploys, audits and opens the address that he is given must see what was just measured.';

/** A live audit, and each of the addresses that it names. Spends one of the caller's fresh audits. */
export function auditProbe(target: string): Probe {
  const ask = stateful('tools/call', { name: 'score_cli', arguments: { target } });
  return {
    ...rpc(`score_cli, ${target}`, ask, [
      gives(
        z.object({
          isError: z.literal(false).optional(),
          structuredContent: toldSchema.extend({
            tier: z.literal('live'),
            cut_short: z.undefined().optional(),
          }),
        }),
        'The tool that the service exists for must give a whole live scorecard.',
      ),
    ]),
    group: 'audit',
    follow: (answer, to) => {
      const { data } = toldSchema.safeParse(structuredOf(answer));
      if (data === undefined || data.cut_short === true) return [];
      const again = rpc(`score_cli, ${target}, again`, ask, [
        gives(
          z.object({
            structuredContent: z.object({
              freshness: z.object({
                cached: z.literal(true),
                scored_at: z.literal(data.freshness.scored_at),
              }),
            }),
          }),
          'Within a minute the same result is given again, and costs nothing.',
        ),
      ]);
      return [...liveForms(data, to), { ...again, group: 'audit' }];
    },
  };
}

function liveForms(
  { scorecard_url, markdown_url, json_url, freshness }: Told,
  to: Deployment,
): readonly Probe[] {
  const { scored_at } = freshness;
  const forms = [
    ['scorecard_url', scorecard_url, 'text/html', 'text/html'],
    ['markdown_url', markdown_url, '*/*', 'text/markdown'],
    ['json_url', json_url, '*/*', 'application/json'],
  ] as const;
  return forms.map(([about, url, accept, media]) => ({
    group: 'audit',
    about,
    ask: { path: pathHere(url, to) ?? '/', headers: { accept } },
    metered: true,
    follow: revalidated({
      group: 'audit',
      about,
      ask: { path: pathHere(url, to) ?? '/', headers: { accept } },
      metered: true,
    }),
    expect: [
      status(200, SAME),
      type(media, SAME),
      HAS_TAG,
      header('X-Robots-Tag', /noindex/, 'Live results are not listed, and search engines are told so.'),
      that('address', SAME, () =>
        pathHere(url, to) === undefined ? { expected: `${to.publishedAs}/…`, seen: url } : undefined,
      ),
      ...(about === 'json_url'
        ? [
            json('envelope', envelope, SHAPE),
            json(
              'time',
              z.object({
                freshness: z.object({ scored_at: z.literal(scored_at) }),
                scorecard_url: z.literal(scorecard_url),
              }),
              SAME,
            ),
          ]
        : []),
    ],
  }));
}
