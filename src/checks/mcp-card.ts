/** The MCP server card of a site, wherever it is published. */

import { type Absent, type Found, isUnseen } from '../evidence/surface.ts';
import { cardHasTransport, cardName, type McpCard } from '../parse/mcp-card.ts';
import { CARD_SCHEMA, cardSchemaDifferences } from '../parse/mcp-card-schema.ts';
import { CARD_PATH } from '../probes/mcp-cards.ts';
import type { McpEndpointFound } from '../probes/mcp-discovery.ts';
import type { HostedCard } from '../probes/mcp-hosted-cards.ts';
import {
  absent,
  type Check,
  check,
  couldNotSee,
  judge,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  withDetail,
} from './check.ts';
import { faulty, found, missing } from './examples.ts';
import { NO_ENDPOINT } from './mcp-examples.ts';
import { bestOf } from './mcp-verdict.ts';

export const SERVER_CARDS = {
  label: 'SEP-2127: MCP server cards',
  url: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127',
};
const SERVER_CARD_DISCOVERY = {
  label: 'MCP server cards: discovery',
  url: 'https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md',
};

const SITE = 'https://site.example';
export const ENDPOINT: McpEndpointFound = {
  state: 'found',
  url: `${SITE}/mcp`,
  access: 'open',
  challenge: undefined,
  evidence: `${SITE}/mcp -> 200`,
};
export const CARD: McpCard = { name: 'site', transport: { type: 'streamable-http', endpoint: '/mcp' } };
/** A card as the published schema has it. */
const PUBLISHED: McpCard = {
  $schema: CARD_SCHEMA,
  name: 'example.site/tides',
  version: '1.0.0',
  description: 'Tides',
};
export const BESIDE = '/mcp/server-card';
export const hostedAt = (path: string, source = path): HostedCard => ({
  source,
  card: found({ ...PUBLISHED, remotes: [{ type: 'streamable-http', url: `${SITE}/mcp` }] }, { path }),
});

/** The verdict on a card, and how it stands to the published schema. */
function judgeCard({ value, answer, evidence }: Found<McpCard>, where = ''): Verdict {
  const differences = cardSchemaDifferences(value);
  const faults = [
    ...(cardName(value) === undefined ? ['name'] : []),
    // The published schema lets a card be silent on how its server is reached.
    ...(cardHasTransport(value, answer.url) || differences.length === 0 ? [] : ['endpoint or transport']),
  ];
  if (faults.length > 0)
    return noncompliant(withDetail(evidence, `a card without ${faults.join(' and without ')}`));
  const schema =
    differences.length === 0
      ? 'valid by the published schema'
      : `differs from the published schema (${differences.join('; ')})`;
  return pass(withDetail(evidence, `${where}${schema}`));
}

/** Where the canonical path has no card, one in the places of 2026 is as good. */
function judgeHosted(hosted: readonly HostedCard[], path: Absent): Verdict {
  const verdicts = hosted.flatMap(({ source, card }) =>
    card.state === 'found' ? judgeCard(card, `listed by ${source}, not at ${CARD_PATH}; `) : [],
  );
  return verdicts.length === 0 ? absent(path.evidence) : bestOf(verdicts);
}

export const mcpCardChecks: readonly Check[] = [
  check({
    id: 'well-known-mcp-card',
    category: 'mcp',
    keyword: 'should',
    principle: 'P8',
    label: 'MCP server card is published',
    goal: 'An agent finds the MCP server and how to reach it from the host name alone.',
    fix: 'Serve a JSON object at /.well-known/mcp/server-card.json with `$schema`, `name`, `version`, `description` and the endpoint in `remotes`, and list it in /.well-known/ai-catalog.json; `<endpoint>/server-card`, where MCP has reserved a place for it since 2026, will do as well.',
    resources: [SERVER_CARDS, SERVER_CARD_DISCOVERY],
    needs: ['mcpCanonicalCard'],
    uses: ['mcpEndpoint', 'mcpHostedCards'],
    evaluate({ mcpEndpoint, mcpCanonicalCard, mcpHostedCards }) {
      if (mcpCanonicalCard.state !== 'absent') return judge(mcpCanonicalCard, (card) => judgeCard(card));
      const hosted = judgeHosted(mcpHostedCards, mcpCanonicalCard);
      if (hosted.status !== 'absent') return hosted;
      if (isUnseen(mcpEndpoint)) return couldNotSee(mcpEndpoint);
      return mcpEndpoint.state === 'found' ? hosted : notApplicable(mcpEndpoint.evidence);
    },
    examples: [
      {
        title: 'a card',
        given: { mcpEndpoint: ENDPOINT, mcpCanonicalCard: found(CARD), mcpHostedCards: [] },
        expect: 'pass',
        evidence: 'differs from the published schema (no $schema',
      },
      {
        title: 'name in serverInfo, endpoint in remotes',
        given: {
          mcpEndpoint: ENDPOINT,
          mcpCanonicalCard: found({ serverInfo: { name: 'site' }, remotes: [{ url: '/mcp' }] }),
          mcpHostedCards: [],
        },
        expect: 'pass',
      },
      {
        title: 'no endpoint in it, and valid by the published schema',
        given: { mcpEndpoint: ENDPOINT, mcpCanonicalCard: found(PUBLISHED), mcpHostedCards: [] },
        expect: 'pass',
        evidence: 'valid by the published schema',
      },
      {
        title: 'a card of a server elsewhere',
        given: { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: found(CARD), mcpHostedCards: [] },
        expect: 'pass',
      },
      {
        title: 'beside the endpoint',
        given: {
          mcpEndpoint: ENDPOINT,
          mcpCanonicalCard: missing(CARD_PATH),
          mcpHostedCards: [hostedAt(BESIDE)],
        },
        expect: 'pass',
        evidence: 'listed by /mcp/server-card',
      },
      {
        title: 'neither',
        given: {
          mcpEndpoint: ENDPOINT,
          mcpCanonicalCard: found({ version: '1' }),
          mcpHostedCards: [],
        },
        expect: 'noncompliant',
        evidence: 'without name',
      },
      {
        title: 'not there',
        given: {
          mcpEndpoint: ENDPOINT,
          mcpCanonicalCard: missing(CARD_PATH),
          mcpHostedCards: [{ source: BESIDE, card: missing(BESIDE) }],
        },
        expect: 'absent',
      },
      {
        title: 'not JSON',
        given: { mcpEndpoint: ENDPOINT, mcpCanonicalCard: faulty(CARD_PATH, 'not JSON'), mcpHostedCards: [] },
        expect: 'broken',
      },
      {
        title: 'no endpoint',
        given: { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: missing(CARD_PATH), mcpHostedCards: [] },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
