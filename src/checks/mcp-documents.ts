/** The documents around an MCP server. */

import type { Evidence } from '../evidence/evidence.ts';
import { withDetail } from '../evidence/facts.ts';
import type { CardAt } from '../evidence/mcp-cards.ts';
import { promisedOnly } from '../evidence/mcp-endpoint.ts';
import { MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  couldNotSee,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';

/** What stands around an endpoint is for sites that have one that answers. */
function withEndpoint(endpoint: Conclusive<Evidence['mcpEndpoint']>, verdict: () => Verdict): Verdict {
  if (endpoint.state !== 'found') return notApplicable(endpoint.evidence);
  return endpoint.access === 'silent' ? notApplicable(promisedOnly(endpoint).evidence) : verdict();
}

/**
 * How an older path stands to the canonical one: `undefined` where nothing is there.
 *
 * @param canonical the paths at which the card may belong: that of the check definitions, and where 2026 has put it
 */
function judgeAlias({ path, card, redirect }: CardAt, canonical: ReadonlySet<string>): Verdict | undefined {
  if (card.state === 'inconclusive') return couldNotSee(card);
  if (card.state === 'absent') return undefined;
  if (redirect === undefined) {
    return card.state === 'broken'
      ? broken(card.evidence)
      : because(
          broken(withDetail(card.evidence, 'served in place')),
          'An older path serves its own card instead of redirecting to the MCP server card.',
        );
  }
  const permanent = redirect.status === 301 || redirect.status === 308;
  const toCard = canonical.has(new URL(redirect.to).pathname);
  // What a redirect to somewhere else ends in, where that does not work, need not have to do with MCP.
  if (card.state === 'broken' && (permanent || !toCard)) return undefined;
  if (!permanent) return broken(card.evidence, `${path} redirects with ${redirect.status}, not 301 or 308`);
  return toCard || (card.state === 'found' && canonical.has(new URL(card.answer.url).pathname))
    ? pass(card.evidence)
    : broken(card.evidence, `${path} does not lead to ${MCP_CARD_PATH}`);
}

export const mcpDocumentChecks: readonly Check[] = [
  /**
   * Applies where an endpoint answers. Each older path that exists must redirect with 301 or 308 to where the card is;
   * content served in place, or a temporary redirect, is broken.
   */
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

  /**
   * Applies where an endpoint answers. One of three usual paths, or what the card names as its documentation on this origin,
   * must be text and not HTML.
   */
  check('mcp-usage-doc', {
    needs: ['mcpUsageDoc'],
    evaluate: ({ mcpUsageDoc }) =>
      mcpUsageDoc.state === 'inapplicable' ? notApplicable(mcpUsageDoc.evidence) : verdictOn(mcpUsageDoc),
  }),
];
