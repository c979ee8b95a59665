/** Tests that an envelope stays within its size limit, whatever a site declares. */
import { describe, expect, it } from 'vitest';
import { envelopeFor } from '../../testing/envelopes.ts';
import { checks } from '../checks/index.ts';
import { type Facts, says } from '../evidence/facts.ts';
import { BOUNDS, cutBytes, ENVELOPE_BYTES } from './bounds.ts';
import { type Envelope, envelopeSchema, type McpDiscovery } from './schema.ts';

/** The size of an envelope as served: pretty-printed, which is longer than one line. */
const bytesOf = (envelope: Envelope) => Buffer.byteLength(JSON.stringify(envelope, null, 2));
const longest = (start: string) => start + 'x'.repeat(BOUNDS.url - start.length);

/** Returns more facts than fit, with all members that facts can have. */
function manyFacts(unit: string, times: number): Facts {
  const text = unit.repeat(times);
  const url = `https://a.example/${text}`;
  return Array.from({ length: BOUNDS.facts + 2 }, () => ({
    url,
    hops: Array.from({ length: BOUNDS.hops + 1 }, () => ({ url, status: 301 })),
    status: 200,
    call: { method: text, revision: text },
    found: Array.from({ length: BOUNDS.found + 1 }, () => text),
    conclusion: text,
  }));
}

describe('an envelope', () => {
  it.each([
    ['sentence', '漢'],
    ['sentence', '😀'],
    ['sentence', '"'],
    ['sentence', '<<a'],
    ['short facts', '漢'],
    ['short facts', '"'],
    ['long facts', '"'],
  ])(
    'of which every check fails with as much evidence as there can be is within it: %s of %s',
    (kind, unit) => {
      const evidence =
        kind === 'sentence'
          ? says(unit.repeat(5_000))
          : manyFacts(unit, kind === 'long facts' ? BOUNDS.factText + 1 : 1);
      const mcpDiscovery = Array.from({ length: BOUNDS.attempts + 1 }, (_, i): McpDiscovery => {
        const endpoint = longest(`https://a.example/${i}/`);
        return {
          source: unit.repeat(1_000),
          endpoint,
          blocked: unit.repeat(1_000),
          probed: unit.repeat(1_000),
        };
      });
      const envelope = envelopeFor({
        checks,
        target: `${'a'.repeat(60)}.${'b'.repeat(60)}.example`,
        verdict: () => ({ status: 'broken', evidence }),
        mcpEndpoint: `https://a.example/${'|'.repeat(2_000)}`,
        mcpDiscovery,
      });
      expect(envelopeSchema.safeParse(envelope).error).toBeUndefined();
      expect(envelope.scorecard.mcp_discovery).toHaveLength(BOUNDS.attempts);
      expect(bytesOf(envelope)).toBeLessThan(ENVELOPE_BYTES);
    },
  );

  it('shows no URL that is longer than is requested', () => {
    const mcpDiscovery = [{ source: 'a card', endpoint: `https://a.example/${'|'.repeat(2_000)}` }];
    const [attempt] = envelopeFor({ mcpDiscovery }).scorecard.mcp_discovery;
    expect(attempt).toEqual({
      source: 'a card',
      blocked: 'its URL is longer than 2048 characters, and not shown',
    });
  });
});

describe('a text cut to bytes', () => {
  it.each([
    ['漢漢漢漢', 12, '漢漢漢漢'],
    ['漢漢漢漢', 11, '漢漢…'],
    ['""""', 7, '""…'],
    ['a😀b', 6, 'a😀b'],
    ['a😀bc', 6, 'a…'],
    ['abc', 3, 'abc'],
  ])('%j to %d', (text, max, kept) => {
    expect(cutBytes(text, max)).toBe(kept);
  });
});
