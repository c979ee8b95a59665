/** Examples of the checks in ../checks/mcp-documents.ts. */

import { answerFacts } from '../evidence/facts.ts';
import type { CardAt } from '../evidence/mcp-cards.ts';
import type { McpEndpointFound } from '../evidence/mcp-endpoint.ts';
import type { Surface } from '../evidence/surface.ts';
import type { McpCard } from '../parse/mcp-card.ts';
import { CARD_ALIASES, MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import { answer, faulty, found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';
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
  'mcp-card-legacy-aliases': [
    {
      title: 'one redirects, the others are not there',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [canonical, redirected('/.well-known/mcp', 301), gone('/mcp.json')],
      },
      expect: 'pass',
    },
    {
      title: 'a temporary redirect to a card that does not work',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [
          at(MCP_CARD_PATH, faulty(MCP_CARD_PATH)),
          {
            ...at('/mcp.json', faulty(MCP_CARD_PATH)),
            redirect: { status: 302, to: `https://site.example${MCP_CARD_PATH}` },
          },
        ],
      },
      expect: 'broken',
      evidence: '302',
    },
    {
      title: 'a temporary redirect',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [canonical, redirected('/mcp.json', 302)],
      },
      expect: 'broken',
      evidence: '302',
    },
    {
      title: 'served in place',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [canonical, at('/mcp.json', found(CARD, { path: '/mcp.json' }))],
      },
      expect: 'broken',
      evidence: 'served in place',
    },
    {
      title: 'a redirect to a card elsewhere',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [
          gone(MCP_CARD_PATH),
          at(
            '/mcp.json',
            found(CARD, { path: '/card.json', hops: [{ url: `${SITE}/mcp.json`, status: 301 }] }),
            {
              status: 301,
              to: `${SITE}/card.json`,
            },
          ),
        ],
      },
      expect: 'broken',
    },
    {
      title: 'a redirect to the card beside the endpoint',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [hostedAt(BESIDE)],
        mcpCardPaths: [gone(MCP_CARD_PATH), redirected('/mcp.json', 308, `${SITE}${BESIDE}`)],
      },
      expect: 'pass',
    },
    {
      title: 'a promised endpoint',
      given: {
        mcpEndpoint: PROMISED,
        mcpHostedCards: [],
        mcpCardPaths: [at('/mcp.json', found(CARD, { path: '/mcp.json' }))],
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'does not answer as MCP',
    },
    {
      title: 'none',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [canonical, ...CARD_ALIASES.map(gone)],
      },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'no answer',
      given: {
        mcpEndpoint: ENDPOINT,
        mcpHostedCards: [],
        mcpCardPaths: [canonical, at('/mcp.json', timedOut('/mcp.json'))],
      },
      expect: 'error',
    },
    {
      title: 'no endpoint',
      given: { mcpEndpoint: NO_ENDPOINT, mcpHostedCards: [], mcpCardPaths: [canonical] },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-usage-doc': [
    { title: 'a guide', given: { mcpUsageDoc: found('# Using it', { path: '/mcp.md' }) }, expect: 'pass' },
    {
      title: 'not there',
      given: { mcpUsageDoc: missing('/mcp.md') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    { title: 'empty', given: { mcpUsageDoc: faulty('/mcp.md', 'empty') }, expect: 'broken' },
    {
      title: 'no endpoint',
      given: { mcpUsageDoc: NO_ENDPOINT },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
