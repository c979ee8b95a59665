/** The documents around an MCP server. */

import type { Surface } from '../evidence/surface.ts';
import type { McpCard } from '../parse/mcp-card.ts';
import type { Evidence } from '../probes/evidence.ts';
import { CARD_ALIASES, CARD_PATH, type CardAt } from '../probes/mcp-cards.ts';
import type { McpEndpointFound } from '../probes/mcp-discovery.ts';
import { promisedOnly } from '../probes/mcp-endpoint.ts';
import {
  absent,
  broken,
  type Check,
  check,
  couldNotSee,
  judge,
  notApplicable,
  pass,
  type Seen,
  type Verdict,
  withDetail,
} from './check.ts';
import { faulty, found, missing, timedOut } from './examples.ts';
import { BESIDE, CARD, ENDPOINT, hostedAt, SERVER_CARDS } from './mcp-card.ts';
import { NO_ENDPOINT } from './mcp-examples.ts';

const SITE = 'https://site.example';
const PROMISED: McpEndpointFound = { ...ENDPOINT, access: 'silent', evidence: `${SITE}/mcp -> 404` };

/** What stands around an endpoint is for sites that have one that answers. */
function withEndpoint(endpoint: Seen<Evidence['mcpEndpoint']>, verdict: () => Verdict): Verdict {
  if (endpoint.state !== 'found') return notApplicable(endpoint.evidence);
  return endpoint.access === 'silent' ? notApplicable(promisedOnly(endpoint).evidence) : verdict();
}

const at = (path: string, card: Surface<McpCard>, redirect?: CardAt['redirect']): CardAt => ({
  path,
  card,
  redirect,
});
const canonical = at(CARD_PATH, found(CARD, { path: CARD_PATH }));
const redirected = (path: string, status: number, to = `${SITE}${CARD_PATH}`): CardAt =>
  at(path, found(CARD, { path: CARD_PATH, hops: [{ url: `${SITE}${path}`, status }] }), { status, to });
const gone = (path: string): CardAt => at(path, missing(path));

/**
 * How an older path stands to the canonical one: `undefined` where nothing is there.
 *
 * @param canonical the paths at which the card may belong: that of the catalogue, and where 2026 has put it
 */
function judgeAlias({ path, card, redirect }: CardAt, canonical: ReadonlySet<string>): Verdict | undefined {
  if (card.state === 'unseen') return couldNotSee(card);
  if (card.state === 'absent') return undefined;
  if (redirect === undefined) {
    return broken(card.state === 'broken' ? card.evidence : withDetail(card.evidence, 'served in place'));
  }
  const permanent = redirect.status === 301 || redirect.status === 308;
  const toCard = canonical.has(new URL(redirect.to).pathname);
  // What a redirect to somewhere else ends in, where that does not work, need not have to do with MCP.
  if (card.state === 'broken' && (permanent || !toCard)) return undefined;
  if (!permanent)
    return broken(withDetail(card.evidence, `${path} redirects with ${redirect.status}, not 301 or 308`));
  return toCard || (card.state === 'found' && canonical.has(new URL(card.answer.url).pathname))
    ? pass(card.evidence)
    : broken(withDetail(card.evidence, `${path} does not lead to ${CARD_PATH}`));
}

export const mcpDocumentChecks: readonly Check[] = [
  check({
    id: 'mcp-card-legacy-aliases',
    category: 'mcp',
    keyword: 'may',
    principle: 'P8',
    label: 'MCP card: older paths redirect to the canonical one',
    goal: 'An agent that knows an older path ends up at the one card that is kept up to date.',
    fix: 'Redirect /.well-known/mcp, /.well-known/mcp.json and /mcp.json to /.well-known/mcp/server-card.json with 301 or 308, or let them answer 404.',
    resources: [
      SERVER_CARDS,
      {
        label: 'RFC 9110, section 15.4.9: 308 Permanent Redirect',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.9',
      },
    ],
    needs: ['mcpEndpoint', 'mcpCardPaths'],
    uses: ['mcpHostedCards'],
    evaluate: ({ mcpEndpoint, mcpCardPaths, mcpHostedCards }) =>
      withEndpoint(mcpEndpoint, () => {
        const aliases = mcpCardPaths.filter(({ path }) => path !== CARD_PATH);
        const hosted = mcpHostedCards.flatMap(({ card }) =>
          card.state === 'found' ? new URL(card.answer.url).pathname : [],
        );
        const canonical = new Set([CARD_PATH, ...hosted]);
        const verdicts = aliases
          .map((alias) => judgeAlias(alias, canonical))
          .filter((verdict) => verdict !== undefined);
        const one = (status: Verdict['status']) => verdicts.find((verdict) => verdict.status === status);
        return (
          one('broken') ??
          one('error') ??
          one('skip') ??
          one('pass') ??
          absent(aliases.map(({ card }) => card.evidence).join('; '))
        );
      }),
    examples: [
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
            at(CARD_PATH, faulty(CARD_PATH)),
            {
              ...at('/mcp.json', faulty(CARD_PATH)),
              redirect: { status: 302, to: `https://site.example${CARD_PATH}` },
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
            gone(CARD_PATH),
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
          mcpCardPaths: [gone(CARD_PATH), redirected('/mcp.json', 308, `${SITE}${BESIDE}`)],
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
  }),

  check({
    id: 'mcp-usage-doc',
    category: 'mcp',
    keyword: 'may',
    principle: 'P8',
    label: 'MCP usage guide in Markdown',
    goal: 'An agent reads when and how to use the MCP server, before it connects.',
    fix: 'Publish a Markdown guide at /mcp.md: what the tools are for, limits, errors and an example. The `documentation` field of the server card may point to another place on the same origin.',
    resources: [
      SERVER_CARDS,
      { label: 'RFC 7763: text/markdown', url: 'https://www.rfc-editor.org/rfc/rfc7763.html' },
    ],
    needs: ['mcpUsageDoc'],
    evaluate: ({ mcpUsageDoc }) =>
      mcpUsageDoc.state === 'inapplicable' ? notApplicable(mcpUsageDoc.evidence) : judge(mcpUsageDoc),
    examples: [
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
  }),
];
