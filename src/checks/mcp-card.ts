/** The MCP server card of a site, wherever it is published. */
import type { HostedCard } from '../evidence/mcp-cards.ts';
import { type Absent, type Found, isInconclusive } from '../evidence/surface.ts';
import {
  cardEndpoints,
  cardHasTransport,
  cardName,
  cardSchemaDifferences,
  type McpCard,
} from '../parse/mcp-card.ts';
import { isExampleAddress } from '../parse/same-site.ts';
import { plain } from '../parse/text.ts';
import { MCP_CARD_PATH } from '../probes/mcp-cards.ts';
import {
  absent,
  because,
  type Check,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';
import { bestOf } from './mcp-verdict.ts';

/** The verdict on a card, and how it stands to the published schema. */
function judgeCard({ value, answer, evidence }: Found<McpCard>, where = ''): Verdict {
  const differences = cardSchemaDifferences(value);
  const faults = [
    ...(cardName(value) === undefined ? ['name'] : []),
    // The published schema lets a card be silent on how its server is reached.
    ...(cardHasTransport(value, answer.url) || differences.length === 0 ? [] : ['endpoint or transport']),
  ];
  if (faults.length > 0) return noncompliant(evidence, `a card without ${faults.join(' and without ')}`);
  const example = cardEndpoints(value, answer.url).find(({ url }) => isExampleAddress(url, answer.url));
  if (example !== undefined)
    return because(
      noncompliant(evidence, `${where}${plain(example.url, 120)} is still the example's address`),
      'The MCP server card still has an example address.',
    );
  const schema =
    differences.length === 0
      ? 'valid by the published schema'
      : `differs from the published schema (${differences.join('; ')})`;
  return pass(evidence, `${where}${schema}`);
}

/** Where the canonical path has no card, one in the places of 2026 is as good. */
function judgeHosted(hosted: readonly HostedCard[], path: Absent): Verdict {
  const verdicts = hosted.flatMap(({ source, card }) =>
    card.state === 'found' ? judgeCard(card, `listed by ${source}, not at ${MCP_CARD_PATH}; `) : [],
  );
  return verdicts.length === 0 ? absent(path.evidence) : bestOf(verdicts);
}

export const mcpCardChecks: readonly Check[] = [
  /**
   * The card at its well-known path, judged for itself, wherever its endpoint is: a JSON object with a name and an endpoint
   * or transport, or one that is valid by the published schema. Where that path has none, a card at `<endpoint>/server-card`
   * or in the ai-catalog passes, too. An endpoint with the address of an example is noncompliant. Applies where there is a
   * card or an endpoint.
   */
  check('well-known-mcp-card', {
    needs: ['mcpCanonicalCard'],
    uses: ['mcpEndpoint', 'mcpHostedCards'],
    evaluate({ mcpEndpoint, mcpCanonicalCard, mcpHostedCards }) {
      if (mcpCanonicalCard.state !== 'absent') return verdictOn(mcpCanonicalCard, (card) => judgeCard(card));
      const hosted = judgeHosted(mcpHostedCards, mcpCanonicalCard);
      if (hosted.status !== 'absent') return hosted;
      if (isInconclusive(mcpEndpoint)) return couldNotSee(mcpEndpoint);
      if (mcpEndpoint.state !== 'found') return notApplicable(mcpEndpoint.evidence);
      // What could not be seen may have been the card.
      const inconclusive = mcpHostedCards.map(({ card }) => card).find(isInconclusive);
      return inconclusive === undefined ? hosted : couldNotSee(inconclusive);
    },
  }),
];
