/** Examples of the checks in ../checks/mcp-card.ts. */

import type { HostedCard } from '../evidence/mcp-cards.ts';
import type { McpEndpointFound } from '../evidence/mcp-endpoint.ts';
import type { McpCard } from '../parse/mcp-card.ts';
import { CARD_SCHEMA } from '../parse/mcp-card-schema.ts';
import { MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import { at, faulty, found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';
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
  'well-known-mcp-card': [
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
      title: "an endpoint that is still the example's",
      given: {
        mcpEndpoint: NO_ENDPOINT,
        mcpCanonicalCard: found({
          ...PUBLISHED,
          remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }],
        }),
        mcpHostedCards: [],
      },
      expect: 'noncompliant',
      evidence: "https://mcp.example.com/mcp is still the example's address",
    },
    {
      title: "in the ai-catalog, with an endpoint that is still the example's",
      given: {
        mcpEndpoint: NO_ENDPOINT,
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [
          {
            source: '/.well-known/ai-catalog.json',
            card: found({ ...CARD, transport: [], transports: [{ url: 'https://docs.example/mcp' }] }),
          },
        ],
      },
      expect: 'noncompliant',
      evidence: 'listed by /.well-known/ai-catalog.json',
    },
    {
      title: "the words of a guide, with an endpoint of the site's own",
      given: {
        mcpEndpoint: ENDPOINT,
        mcpCanonicalCard: found({
          ...PUBLISHED,
          name: 'com.example/docs',
          websiteUrl: 'https://example.com/docs',
          remotes: [{ type: 'streamable-http', url: `${SITE}/mcp` }],
        }),
        mcpHostedCards: [],
      },
      expect: 'pass',
    },
    {
      title: 'beside the endpoint',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [hostedAt(BESIDE)],
      },
      expect: 'pass',
      evidence: 'listed by /mcp/server-card',
    },
    {
      title: 'beside the endpoint nothing could be seen',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: BESIDE, card: timedOut(BESIDE) }],
      },
      expect: 'error',
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
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: BESIDE, card: missing(BESIDE) }],
      },
      expect: 'absent',
    },
    {
      title: 'not JSON',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpCanonicalCard: faulty(MCP_CARD_PATH, 'not JSON'),
        mcpHostedCards: [],
      },
      expect: 'broken',
    },
    {
      title: 'no endpoint',
      given: { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: missing(MCP_CARD_PATH), mcpHostedCards: [] },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
