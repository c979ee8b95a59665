/** Examples of the checks in ../checks/mcp-documents.ts. */

import { answerFacts } from '../evidence/facts.ts';
import type { CardAt } from '../evidence/mcp-cards.ts';
import type { McpEndpointFound } from '../evidence/mcp-endpoint.ts';
import type { Surface } from '../evidence/surface.ts';
import type { McpCard } from '../parse/mcp-card.ts';
import { CARD_ALIASES, MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import { answer, faulty, found, missing, timedOut } from './answers.ts';
import { cases, type Examples } from './example.ts';
import { NO_ENDPOINT } from './mcp-answers.ts';
import { BESIDE, CARD, ENDPOINT, hostedAt } from './mcp-card.ts';

const SITE = 'https://site.example';

const PROMISED: McpEndpointFound = {
  ...ENDPOINT,
  access: 'silent',
  evidence: answerFacts(answer({ path: '/mcp', status: 404 })),
};

const at = (path: string, card: Surface<McpCard>, redirect?: CardAt['redirect']): CardAt => ({
  path,
  card,
  redirect,
});

const canonical = at(MCP_CARD_PATH, found(CARD, { path: MCP_CARD_PATH }));

const redirected = (path: string, status: number, to = `${SITE}${MCP_CARD_PATH}`): CardAt =>
  at(path, found(CARD, { path: MCP_CARD_PATH, hops: [{ url: `${SITE}${path}`, status }] }), { status, to });

const gone = (path: string): CardAt => at(path, missing(path));

export const mcpDocumentsExamples = {
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
          at(MCP_CARD_PATH, faulty(MCP_CARD_PATH)),
          {
            ...at('/mcp.json', faulty(MCP_CARD_PATH)),
            redirect: { status: 302, to: `https://site.example${MCP_CARD_PATH}` },
          },
        ],
      },
      '302',
    ],
    ['broken', 'a temporary redirect', { mcpCardPaths: [canonical, redirected('/mcp.json', 302)] }, '302'],
    [
      'broken',
      'served in place',
      { mcpCardPaths: [canonical, at('/mcp.json', found(CARD, { path: '/mcp.json' }))] },
      'served in place',
    ],
    [
      'broken',
      'a redirect to a card elsewhere',
      {
        mcpCardPaths: [
          gone(MCP_CARD_PATH),
          at(
            '/mcp.json',
            found(CARD, { path: '/card.json', hops: [{ url: `${SITE}/mcp.json`, status: 301 }] }),
            { status: 301, to: `${SITE}/card.json` },
          ),
        ],
      },
    ],
    [
      'pass',
      'a redirect to the card beside the endpoint',
      {
        mcpHostedCards: [hostedAt(BESIDE)],
        mcpCardPaths: [gone(MCP_CARD_PATH), redirected('/mcp.json', 308, `${SITE}${BESIDE}`)],
      },
    ],
    [
      'antecedent-unmet',
      'a promised endpoint',
      { mcpEndpoint: PROMISED, mcpCardPaths: [at('/mcp.json', found(CARD, { path: '/mcp.json' }))] },
      'does not answer as MCP',
    ],
    ['optional-absent', 'none', { mcpCardPaths: [canonical, ...CARD_ALIASES.map(gone)] }],
    ['error', 'no answer', { mcpCardPaths: [canonical, at('/mcp.json', timedOut('/mcp.json'))] }],
    ['antecedent-unmet', 'no endpoint', { mcpEndpoint: NO_ENDPOINT, mcpCardPaths: [canonical] }],
  ]),

  'mcp-usage-doc': cases('mcpUsageDoc', [
    ['pass', 'a guide', found('# Using it', { path: '/mcp.md' })],
    ['optional-absent', 'not there', missing('/mcp.md')],
    ['broken', 'empty', faulty('/mcp.md', 'empty')],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
