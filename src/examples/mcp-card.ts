/** Examples of the checks in ../checks/mcp-card.ts. */
import type { HostedCard } from '../evidence/mcp-cards.ts';
import type { McpEndpointFound } from '../evidence/mcp-endpoint.ts';
import { CARD_SCHEMA, type McpCard } from '../parse/mcp-card.ts';
import { MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import { at, faulty, found, missing, timedOut } from './answers.ts';
import { cases, type Examples } from './example.ts';
import { NO_ENDPOINT } from './mcp-answers.ts';

const SITE = 'https://site.example';

export const ENDPOINT: McpEndpointFound = {
  state: 'found',
  url: `${SITE}/mcp`,
  access: 'open',
  challenge: undefined,
  evidence: at('/mcp'),
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

export const mcpCardExamples = {
  'well-known-mcp-card': cases({ mcpEndpoint: ENDPOINT, mcpHostedCards: [] }, [
    ['pass', 'a card', { mcpCanonicalCard: found(CARD) }, 'differs from the published schema (no $schema'],
    [
      'pass',
      'name in serverInfo, endpoint in remotes',
      { mcpCanonicalCard: found({ serverInfo: { name: 'site' }, remotes: [{ url: '/mcp' }] }) },
    ],
    [
      'pass',
      'no endpoint in it, and valid by the published schema',
      { mcpCanonicalCard: found(PUBLISHED) },
      'valid by the published schema',
    ],
    ['pass', 'a card of a server elsewhere', { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: found(CARD) }],
    [
      'noncompliant',
      "an endpoint that is still the example's",
      {
        mcpEndpoint: NO_ENDPOINT,
        mcpCanonicalCard: found({
          ...PUBLISHED,
          remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }],
        }),
      },
      "https://mcp.example.com/mcp is still the example's address",
    ],
    [
      'noncompliant',
      "in the ai-catalog, with an endpoint that is still the example's",
      {
        mcpEndpoint: NO_ENDPOINT,
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [
          {
            source: '/.well-known/ai-catalog.json',
            card: found({ ...CARD, transport: [], transports: [{ url: 'https://docs.example/mcp' }] }),
          },
        ],
      },
      'listed by /.well-known/ai-catalog.json',
    ],
    [
      'pass',
      "the words of a guide, with an endpoint of the site's own",
      {
        mcpCanonicalCard: found({
          ...PUBLISHED,
          name: 'com.example/docs',
          websiteUrl: 'https://example.com/docs',
          remotes: [{ type: 'streamable-http', url: `${SITE}/mcp` }],
        }),
      },
    ],
    [
      'pass',
      'beside the endpoint',
      { mcpCanonicalCard: missing(MCP_CARD_PATH), mcpHostedCards: [hostedAt(BESIDE)] },
      'listed by /mcp/server-card',
    ],
    [
      'error',
      'beside the endpoint nothing could be seen',
      {
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: BESIDE, card: timedOut(BESIDE) }],
      },
    ],
    ['noncompliant', 'neither', { mcpCanonicalCard: found({ version: '1' }) }, 'without name'],
    [
      'absent',
      'not there',
      {
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: BESIDE, card: missing(BESIDE) }],
      },
    ],
    ['broken', 'not JSON', { mcpCanonicalCard: faulty(MCP_CARD_PATH, 'not JSON') }],
    [
      'antecedent-unmet',
      'no endpoint',
      { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: missing(MCP_CARD_PATH) },
    ],
  ]),
} satisfies Examples;
