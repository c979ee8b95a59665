/** Scorecards: those of the catalog in their three forms, and a live one from the tool to its addresses. */
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../versions.ts';
import { header, json, jsonOf, own, status, that, type } from '../matchers.ts';
import { type Deployment, type DeploymentAnswer, type DeploymentProbe, pathHere } from '../probe.ts';
import { expectResult, mcp } from './service.ts';
import { asHtml, asMarkdown, kept } from './site.ts';

const SHAPE = 'Clients read scorecards by these fields.';
const GONE = 'The address is in every text about the site.';

/** What is made on request of what the deploy's store has. */
const DERIVED = [
  ['evidence', 'text/html'],
  ['fix.md', 'text/markdown'],
  ['changes.atom', 'application/atom+xml'],
  ['shield.json', 'application/json'],
] as const;

/** A listed site, at its own addresses, and by the tool, which reads it from the store of the deploy. */
export function scorecardProbes(host: string): readonly DeploymentProbe[] {
  const path = `/score/${host}`;
  const group = 'scorecards' as const;
  return [
    ...[path, `${path}/fix`].flatMap((page) => [asHtml(page, group), asMarkdown(page, group)]),
    kept({
      group,
      ask: { path: `${path}/md` },
      expect: [status(200, GONE), type('text/markdown', 'Agents read it as Markdown.')],
    }),
    kept({
      group,
      ask: { path: `${path}/json` },
      expect: [
        status(200, GONE),
        type('application/json', 'Programs parse it.'),
        json(
          'envelope',
          (to) =>
            z.object({
              kind: z.literal('web'),
              tier: z.literal('cache'),
              target: z.literal(host),
              scorecard_url: own(to, path),
              markdown_url: own(to, `${path}/md`),
              json_url: own(to, `${path}/json`),
              scorecard: z.object({ schema_version: z.literal(SCHEMA_VERSION) }),
            }),
          SHAPE,
        ),
      ],
    }),
    ...DERIVED.map(([form, wanted]) => ({
      group,
      ask: { path: `${path}/${form}` },
      expect: [status(200, GONE), type(wanted, 'Browsers, readers of feeds and other sites go by its type.')],
    })),
    {
      ...mcp(`get_scorecard, ${host}`, 'tools/call', { name: 'get_scorecard', arguments: { target: host } }, [
        expectResult(z.object({ structuredContent: z.object({ found: z.literal(true) }) }), SHAPE),
      ]),
      group,
    },
  ];
}

const toldSchema = z.object({
  tier: z.literal('live'),
  cut_short: z.undefined().optional(),
  scorecard_url: z.string(),
  markdown_url: z.string(),
  json_url: z.string(),
  freshness: z.object({ scored_at: z.string() }),
});
type Told = z.infer<typeof toldSchema>;

const toldBy = (answer: DeploymentAnswer): Told | undefined =>
  z.object({ result: z.object({ structuredContent: toldSchema }) }).safeParse(jsonOf(answer)).data?.result
    .structuredContent;

const SAME = 'Who deploys, audits and opens the address that he is given must see what was just measured.';

/** A live audit, and each of the addresses that it names. Spends one of the caller's fresh audits. */
export function auditProbe(target: string): DeploymentProbe {
  const call = { name: 'score_cli', arguments: { target } };
  return {
    ...mcp(`score_cli, ${target}`, 'tools/call', call, [
      expectResult(
        z.object({ structuredContent: toldSchema }),
        'The tool that the service exists for must give a whole live scorecard.',
      ),
    ]),
    group: 'audit',
    follow: (answer, to) => {
      const told = toldBy(answer);
      if (told === undefined) return [];
      const { scored_at } = told.freshness;
      const again = mcp(`score_cli, ${target}, again`, 'tools/call', call, [
        expectResult(
          z.object({
            structuredContent: z.object({
              freshness: z.object({ cached: z.literal(true), scored_at: z.literal(scored_at) }),
            }),
          }),
          'Within a minute the same result is given again, and costs nothing.',
        ),
      ]);
      return [...liveForms(told, to), { ...again, group: 'audit' }];
    },
  };
}

function liveForms(
  { scorecard_url, markdown_url, json_url, freshness }: Told,
  to: Deployment,
): readonly DeploymentProbe[] {
  const { scored_at } = freshness;
  const time = json(
    'time',
    z.object({
      freshness: z.object({ scored_at: z.literal(scored_at) }),
      scorecard_url: z.literal(scorecard_url),
    }),
    SAME,
  );
  return (
    [
      ['scorecard_url', scorecard_url, 'text/html', 'text/html'],
      ['markdown_url', markdown_url, '*/*', 'text/markdown'],
      ['json_url', json_url, '*/*', 'application/json'],
    ] as const
  ).map(([about, url, accept, media]) =>
    kept({
      group: 'audit',
      about,
      ask: { path: pathHere(url, to) ?? '/', headers: { accept } },
      metered: true,
      expect: [
        status(200, SAME),
        type(media, SAME),
        header('X-Robots-Tag', /noindex/, 'Live results are not listed, and search engines are told so.'),
        that('address', SAME, () =>
          pathHere(url, to) === undefined ? { expected: `${to.publishedAs}/…`, seen: url } : undefined,
        ),
        ...(about === 'json_url' ? [time] : []),
      ],
    }),
  );
}
