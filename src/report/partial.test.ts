/** Checks that were not run never read as "not found". */

import { describe, expect, it } from 'vitest';
import { CHECK_COUNT, checksOfCategory } from '../audit/check-texts/index.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { authorizationNote, statusCounts } from '../audit/scorecard/words.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import {
  categoryCount,
  categoryLabel,
  mcpState,
  meaningOf,
  noForecast,
  partialNote,
  shortCount,
} from './partial.ts';

const MCP = checksOfCategory('mcp').length;
const REST = CHECK_COUNT - MCP;

const PASS: VerdictInWords = { status: 'pass', evidence: 'x' };
const SKIP: VerdictInWords = { status: 'skip', evidence: 'not selected by the caller' };
const ERROR: VerdictInWords = { status: 'error', evidence: 'refused' };
const NONE: VerdictInWords = { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no MCP endpoint' };
const ATTEMPT = [{ source: '/mcp', probed: 'initialize' }];

/** Returns an audit whose MCP checks have this verdict. */
const withMcp = (verdict: VerdictInWords, parts: Parameters<typeof envelopeFor>[0] = {}): Envelope =>
  envelopeFor({ verdict: ({ category }) => (category === 'mcp' ? verdict : PASS), ...parts });

function category({ scorecard }: Envelope, id: string) {
  const counts = scorecard.categories.find((one) => one.id === id);
  if (counts === undefined) throw new Error(`no category ${id}`);
  const own = scorecard.results.filter((result) => result.category === id);
  return [categoryCount(counts, own), categoryLabel(counts, own), shortCount(counts, own)];
}

describe('a category', () => {
  it('counts errors and skips, and passes only if every counted check passes', () => {
    expect(category(withMcp(PASS), 'mcp')).toEqual([`${MCP} of ${MCP} passed`, 'pass', `${MCP}/${MCP}`]);
    expect(category(withMcp(NONE), 'mcp')).toEqual(['no counted check', 'N/A', 'N/A']);
    expect(category(withMcp(SKIP), 'mcp')).toEqual([`${MCP} not run`, 'not run', 'not run']);
    expect(category(withMcp(ERROR), 'mcp')).toEqual([`${MCP} errors`, 'not tested', 'not tested']);
    const rest = envelopeFor({ verdict: ({ id }) => (id === 'webmcp' ? NONE : SKIP) });
    expect(category(rest, 'mcp')).toEqual([`${MCP - 1} not run`, 'not run', 'not run']);
    const some = envelopeFor({
      verdict: ({ id }) => (id === 'webmcp' ? ERROR : id === 'mcp-usage-doc' ? SKIP : PASS),
    });
    expect(category(some, 'mcp')).toEqual([
      `${MCP - 2} of ${MCP} passed, 1 error, 1 not run`,
      'partial',
      `${MCP - 2}/${MCP}, 1 error, 1 not run`,
    ]);
  });
});

describe('the MCP endpoint', () => {
  it('counts as missing only if discovery completed', () => {
    expect(mcpState(withMcp(NONE, { mcpDiscovery: ATTEMPT }).scorecard)).toBe('no MCP endpoint discovered');
    expect(mcpState(withMcp(SKIP).scorecard)).toBe('MCP endpoint not looked for');
    expect(mcpState(withMcp(SKIP, { mcpDiscovery: ATTEMPT }).scorecard)).toBe('MCP endpoint not looked for');
    expect(mcpState(withMcp(ERROR, { mcpDiscovery: ATTEMPT }).scorecard)).toMatch(/^MCP endpoint not known/);
  });

  it('is described by any check that needs one, even in a partial audit', () => {
    const one = envelopeFor({
      verdict: ({ id }) => (id === 'mcp-usage-doc' ? NONE : SKIP),
      mcpDiscovery: ATTEMPT,
    });
    expect(mcpState(one.scorecard)).toBe('no MCP endpoint discovered');
    const page = envelopeFor({ verdict: ({ id }) => (id === 'webmcp' ? NONE : SKIP) });
    expect(mcpState(page.scorecard)).toBe('MCP endpoint not looked for');
  });
});

describe('checks that do not apply', () => {
  it('are counted separately from optional things that are missing', () => {
    const audit = envelopeFor({
      verdict: ({ category, id }) =>
        id === 'sitemap'
          ? { status: 'n_a', reason: 'optional-absent', evidence: '404' }
          : category === 'mcp'
            ? NONE
            : PASS,
    });
    expect(statusCounts(audit.scorecard)).toEqual([
      { status: 'pass', count: REST - 1, word: 'passed' },
      { status: 'n_a', count: 1, word: 'optional and missing' },
      { status: 'n_a', count: MCP, word: 'not applicable' },
    ]);
  });

  it('have a note if the MCP endpoint asks for authorization', () => {
    const evidence = 'POST /mcp -> 401 (the endpoint asks for authorization)';
    expect(authorizationNote(withMcp({ ...NONE, evidence }).scorecard)).toBe(
      `The MCP endpoint asks for authorization, so ${MCP} checks do not apply.`,
    );
    expect(authorizationNote(withMcp(NONE).scorecard)).toBeUndefined();
  });
});

describe('an audit', () => {
  it('that is complete has no note', () => {
    const envelope = withMcp(NONE);
    expect(partialNote(envelope)).toBeUndefined();
    expect(meaningOf(envelope.scorecard.results).relative).toBe(
      `Measured on the ${REST} of ${CHECK_COUNT} checks that apply here.`,
    );
  });

  it('that is partial, or was cut short, has a note about what its scores leave out', () => {
    expect(partialNote(withMcp(SKIP))).toBe(
      `Partial audit: ${MCP} of ${CHECK_COUNT} checks were not run. Such checks are left out of the relative score, and earn nothing in the global score.`,
    );
    expect(partialNote(withMcp(SKIP, { cutShort: true }))).toBe(
      `Cut short: the deadline ended this audit before ${MCP} of ${CHECK_COUNT} checks were decided. Such checks are left out of the relative score, and earn nothing in the global score.`,
    );
    const mostUnseen = envelopeFor({
      verdict: ({ id }) => (id === 'robots' ? PASS : { status: 'error', evidence: 'x' }),
    });
    expect(partialNote(mostUnseen)).toBe(
      `The scores say little about this site: ${CHECK_COUNT - 1} of ${CHECK_COUNT} checks could not be tested.`,
    );
    expect(partialNote(withMcp(PASS, { cutShort: true }))).toBe('Cut short: the deadline ended this audit.');
    const applies = `Measured on the ${REST} checks that apply here`;
    expect(meaningOf(withMcp(SKIP).scorecard.results)).toEqual({
      relative: `${applies}; ${MCP} of ${CHECK_COUNT} were not run.`,
      global: `Measured on all ${CHECK_COUNT} checks; a check without a verdict earns nothing.`,
    });
    expect(meaningOf(withMcp(ERROR).scorecard.results).relative).toBe(
      `${applies}; ${MCP} of ${CHECK_COUNT} could not be tested.`,
    );
  });

  it('has no forecast if a check could not be seen, and says why', () => {
    expect(noForecast(withMcp(ERROR).scorecard.results)).toContain(`(${MCP} errors)`);
    expect(noForecast(withMcp(SKIP).scorecard.results)).toBe(
      `The scores after each fix are not shown: checks without a verdict (${MCP} not run) could change them.`,
    );
  });
});
