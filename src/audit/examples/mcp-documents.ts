import { answerFacts } from '../evidence/facts.ts';
import type { CardAt, HostedCard } from '../evidence/mcp-cards.ts';
import type { McpEndpointFound } from '../evidence/mcp-endpoint.ts';
import type { Surface } from '../evidence/surface.ts';
import { CARD_SCHEMA, type McpCard } from '../parse/mcp-card.ts';
import { CARD_ALIASES, MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import { answer, at, faulty, found, missing, timedOut } from './answers.ts';
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

/** A server card that is valid according to the published schema. */
const PUBLISHED: McpCard = {
  $schema: CARD_SCHEMA,
  name: 'example.site/tides',
  version: '1.0.0',
  description: 'Tides',
};

export const NEXT_TO_ENDPOINT = '/mcp/server-card';

export const hostedAt = (path: string, source = path): HostedCard => ({
  source,
  card: found({ ...PUBLISHED, remotes: [{ type: 'streamable-http', url: `${SITE}/mcp` }] }, { path }),
});

const PROMISED: McpEndpointFound = {
  ...ENDPOINT,
  access: 'silent',
  evidence: answerFacts(answer({ path: '/mcp', status: 404 })),
};

const cardAt = (path: string, card: Surface<McpCard>, redirect?: CardAt['redirect']): CardAt => ({
  path,
  card,
  redirect,
});

const canonical = cardAt(MCP_CARD_PATH, found(CARD, { path: MCP_CARD_PATH }));

const redirected = (path: string, status: number, to = `${SITE}${MCP_CARD_PATH}`): CardAt =>
  cardAt(path, found(CARD, { path: MCP_CARD_PATH, hops: [{ url: `${SITE}${path}`, status }] }), {
    status,
    to,
  });

const gone = (path: string): CardAt => cardAt(path, missing(path));

export const mcpDocumentsExamples = {
  'well-known-mcp-card': cases({ mcpEndpoint: ENDPOINT, mcpHostedCards: [] }, [
    ['pass', 'a card', { mcpCanonicalCard: found(CARD) }, 'differs from the published schema (no $schema'],
    [
      'pass',
      'name in serverInfo, endpoint in remotes',
      { mcpCanonicalCard: found({ serverInfo: { name: 'site' }, remotes: [{ url: '/mcp' }] }) },
    ],
    [
      'pass',
      'no endpoint in it, and valid according to the published schema',
      { mcpCanonicalCard: found(PUBLISHED) },
      'valid according to the published schema',
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
      'https://mcp.example.com/mcp is still an example address',
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
      'found through /.well-known/ai-catalog.json',
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
      'next to the endpoint',
      { mcpCanonicalCard: missing(MCP_CARD_PATH), mcpHostedCards: [hostedAt(NEXT_TO_ENDPOINT)] },
      'found through /mcp/server-card',
    ],
    [
      'error',
      'next to the endpoint nothing could be seen',
      {
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: NEXT_TO_ENDPOINT, card: timedOut(NEXT_TO_ENDPOINT) }],
      },
    ],
    ['noncompliant', 'neither', { mcpCanonicalCard: found({ version: '1' }) }, 'without name'],
    [
      'absent',
      'not there',
      {
        mcpCanonicalCard: missing(MCP_CARD_PATH),
        mcpHostedCards: [{ source: NEXT_TO_ENDPOINT, card: missing(NEXT_TO_ENDPOINT) }],
      },
    ],
    ['broken', 'not JSON', { mcpCanonicalCard: faulty(MCP_CARD_PATH, 'not JSON') }],
    [
      'antecedent-unmet',
      'no endpoint',
      { mcpEndpoint: NO_ENDPOINT, mcpCanonicalCard: missing(MCP_CARD_PATH) },
    ],
  ]),

  'mcp-card-legacy-aliases': cases({ mcpEndpoint: ENDPOINT, mcpHostedCards: [] }, [
    [
      'pass',
      'one redirects, the others are not there',
      { mcpCardPaths: [canonical, redirected('/.well-known/mcp', 301), gone('/mcp.json')] },
    ],
    [
      'broken',
      'a temporary redirect to a card that does not work',
      {
        mcpCardPaths: [
          cardAt(MCP_CARD_PATH, faulty(MCP_CARD_PATH)),
          {
            ...cardAt('/mcp.json', faulty(MCP_CARD_PATH)),
            redirect: { status: 302, to: `https://site.example${MCP_CARD_PATH}` },
          },
        ],
      },
      '302',
    ],
    ['broken', 'a temporary redirect', { mcpCardPaths: [canonical, redirected('/mcp.json', 302)] }, '302'],
    [
      'broken',
      'serves its own card, not a redirect',
      { mcpCardPaths: [canonical, cardAt('/mcp.json', found(CARD, { path: '/mcp.json' }))] },
      'serves its own card, not a redirect',
    ],
    [
      'broken',
      'a redirect to a card elsewhere',
      {
        mcpCardPaths: [
          gone(MCP_CARD_PATH),
          cardAt(
            '/mcp.json',
            found(CARD, { path: '/card.json', hops: [{ url: `${SITE}/mcp.json`, status: 301 }] }),
            { status: 301, to: `${SITE}/card.json` },
          ),
        ],
      },
    ],
    [
      'pass',
      'a redirect to the card next to the endpoint',
      {
        mcpHostedCards: [hostedAt(NEXT_TO_ENDPOINT)],
        mcpCardPaths: [gone(MCP_CARD_PATH), redirected('/mcp.json', 308, `${SITE}${NEXT_TO_ENDPOINT}`)],
      },
    ],
    [
      'antecedent-unmet',
      'a promised endpoint',
      { mcpEndpoint: PROMISED, mcpCardPaths: [cardAt('/mcp.json', found(CARD, { path: '/mcp.json' }))] },
      'does not speak MCP',
    ],
    ['optional-absent', 'none', { mcpCardPaths: [canonical, ...CARD_ALIASES.map(gone)] }],
    ['error', 'no answer', { mcpCardPaths: [canonical, cardAt('/mcp.json', timedOut('/mcp.json'))] }],
    ['antecedent-unmet', 'no endpoint', { mcpEndpoint: NO_ENDPOINT, mcpCardPaths: [canonical] }],
  ]),

  'mcp-usage-doc': cases('mcpUsageDoc', [
    ['pass', 'a guide', found('# Using it', { path: '/mcp.md' })],
    ['optional-absent', 'not there', missing('/mcp.md')],
    ['broken', 'empty', faulty('/mcp.md', 'empty')],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
