/** Checks for the MCP server card and for other documents about an MCP server. */

import { isExampleAddress } from '../../base/same-site.ts';
import { plain } from '../../base/text.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { withDetail } from '../evidence/facts.ts';
import type { CardAt, HostedCard } from '../evidence/mcp-cards.ts';
import { promisedOnly } from '../evidence/mcp-endpoint.ts';
import { type Absent, type Found, isInconclusive } from '../evidence/surface.ts';
import {
  cardEndpoints,
  cardHasTransport,
  cardName,
  cardSchemaDifferences,
  type McpCard,
} from '../parse/mcp-card.ts';
import { MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';
import { bestOf } from './mcp-verdict.ts';

function judgeCard({ value, answer, evidence }: Found<McpCard>, where = ''): Verdict {
  const differences = cardSchemaDifferences(value);
  const faults = [
    ...(cardName(value) === undefined ? ['name'] : []),
    // A card that follows the published schema need not say how to reach the server. Other cards must.
    ...(cardHasTransport(value, answer.url) || differences.length === 0 ? [] : ['endpoint or transport']),
  ];
  if (faults.length > 0) return noncompliant(evidence, `a card without ${faults.join(' and without ')}`);
  const example = cardEndpoints(value, answer.url).find(({ url }) => isExampleAddress(url, answer.url));
  if (example !== undefined)
    return because(
      noncompliant(evidence, `${where}${plain(example.url, 120)} is still an example address`),
      'The MCP server card still has an example address.',
    );
  const schema =
    differences.length === 0
      ? 'valid according to the published schema'
      : `differs from the published schema (${differences.join('; ')})`;
  return pass(evidence, `${where}${schema}`);
}

/** Judges server cards found elsewhere, through a link or catalog. They count only if there is no card at the usual path. */
function judgeHosted(hosted: readonly HostedCard[], path: Absent): Verdict {
  const verdicts = hosted.flatMap(({ source, card }) =>
    card.state === 'found' ? judgeCard(card, `found through ${source}, not at ${MCP_CARD_PATH}; `) : [],
  );
  return verdicts.length === 0 ? absent(path.evidence) : bestOf(verdicts);
}

/** Returns the verdict on a document about an endpoint. If there is no endpoint that speaks MCP, no document is expected. */
function withEndpoint(endpoint: Conclusive<Evidence['mcpEndpoint']>, verdict: () => Verdict): Verdict {
  if (endpoint.state !== 'found') return notApplicable(endpoint.evidence);
  return endpoint.access === 'silent' ? notApplicable(promisedOnly(endpoint).evidence) : verdict();
}

/**
 * Returns the verdict on an older path of the server card; `undefined` if the path is not used for a card.
 * @param canonical the paths to which an older path may redirect: the usual path, and all other paths with a card
 */
function judgeAlias({ path, card, redirect }: CardAt, canonical: ReadonlySet<string>): Verdict | undefined {
  if (card.state === 'inconclusive') return couldNotSee(card);
  if (card.state === 'absent') return undefined;
  if (redirect === undefined) {
    return card.state === 'broken'
      ? broken(card.evidence)
      : because(
          broken(withDetail(card.evidence, 'serves its own card, not a redirect')),
          'An older path serves its own card instead of redirecting to the MCP server card.',
        );
  }
  const permanent = redirect.status === 301 || redirect.status === 308;
  const toCard = canonical.has(new URL(redirect.to).pathname);
  // If the target of the redirect is not a card, the redirect may have nothing to do with MCP cards.
  if (card.state === 'broken' && (permanent || !toCard)) return undefined;
  if (!permanent) return broken(card.evidence, `${path} redirects with ${redirect.status}, not 301 or 308`);
  return toCard || (card.state === 'found' && canonical.has(new URL(card.answer.url).pathname))
    ? pass(card.evidence)
    : broken(card.evidence, `${path} does not redirect to ${MCP_CARD_PATH}`);
}

export const mcpDocumentChecks: readonly Check[] = [
  check('well-known-mcp-card', {
    needs: ['mcpCanonicalCard'],
    uses: ['mcpEndpoint', 'mcpHostedCards'],
    evaluate({ mcpEndpoint, mcpCanonicalCard, mcpHostedCards }) {
      if (mcpCanonicalCard.state !== 'absent') return verdictOn(mcpCanonicalCard, (card) => judgeCard(card));
      const hosted = judgeHosted(mcpHostedCards, mcpCanonicalCard);
      if (hosted.status !== 'absent') return hosted;
      if (isInconclusive(mcpEndpoint)) return couldNotSee(mcpEndpoint);
      if (mcpEndpoint.state !== 'found') return notApplicable(mcpEndpoint.evidence);
      // The card may be at a path that could not be read.
      const inconclusive = mcpHostedCards.map(({ card }) => card).find(isInconclusive);
      return inconclusive === undefined ? hosted : couldNotSee(inconclusive);
    },
  }),

  check('mcp-card-legacy-aliases', {
    needs: ['mcpEndpoint', 'mcpCardPaths'],
    uses: ['mcpHostedCards'],
    evaluate: ({ mcpEndpoint, mcpCardPaths, mcpHostedCards }) =>
      withEndpoint(mcpEndpoint, () => {
        const aliases = mcpCardPaths.filter(({ path }) => path !== MCP_CARD_PATH);
        const hosted = mcpHostedCards.flatMap(({ card }) =>
          card.state === 'found' ? new URL(card.answer.url).pathname : [],
        );
        const canonical = new Set([MCP_CARD_PATH, ...hosted]);
        const verdicts = aliases
          .map((alias) => judgeAlias(alias, canonical))
          .filter((verdict) => verdict !== undefined);
        const one = (status: Verdict['status']) => verdicts.find((verdict) => verdict.status === status);
        return (
          one('broken') ??
          one('error') ??
          one('skip') ??
          one('pass') ??
          absent(aliases.flatMap(({ card }) => card.evidence))
        );
      }),
  }),

  check('mcp-usage-doc', {
    needs: ['mcpUsageDoc'],
    evaluate: ({ mcpUsageDoc }) =>
      mcpUsageDoc.state === 'inapplicable' ? notApplicable(mcpUsageDoc.evidence) : verdictOn(mcpUsageDoc),
  }),
];
