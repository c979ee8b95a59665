import { describe, expect, it } from 'vitest';
import { type CheckId, definitions } from '../audit/check-texts/index.ts';
import type { Status } from '../audit/check-texts/vocabulary.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { outcomeOf, scoresThen } from './forecast.ts';

type Given = { readonly [id in CheckId]?: Status | readonly [Status, evidence: string] };

/** Returns a scorecard on which only the given checks apply. */
function scorecard(given: Given, mcpEndpoint?: string) {
  return envelopeFor({
    target: 'http://127.0.0.1:8080',
    checks: definitions,
    verdict: ({ id }) => {
      const [status, evidence] = [given[id as CheckId] ?? 'n_a'].flat() as [Status, string?];
      return status === 'n_a'
        ? { status, reason: 'antecedent-unmet', evidence: evidence ?? 'not advertised' }
        : { status, evidence: evidence ?? 'seen' };
    },
    ...(mcpEndpoint !== undefined && { mcpEndpoint }),
  }).scorecard;
}

const MCP = 'http://127.0.0.1:8080/mcp';
/** The verdicts on a server that supports only a 2025 revision. */
const OLD: Given = {
  ...{ 'mcp-initialize': 'pass', 'mcp-capabilities': 'pass', 'mcp-tools-list': 'pass' },
  ...{
    'mcp-server-discover': 'absent',
    'mcp-modern-tools-list': 'absent',
    'mcp-modern-resources-miss': 'absent',
  },
};

describe('the outcome of a brief', () => {
  it.each<[string, Given, Given, string?]>([
    [
      'a failure is fixed',
      { robots: 'broken', 'robots-ai-rules': 'absent' },
      { robots: 'pass', 'robots-ai-rules': 'pass' },
    ],
    [
      'a check that newly applies passes',
      { robots: 'absent' },
      { 'robots-ai-rules': 'pass', 'content-signals': 'pass' },
    ],
    [
      'so do the checks that apply because of it',
      { 'llms-txt': 'absent' },
      { 'llms-txt-format': 'pass', 'llms-txt-links': 'pass' },
    ],
    [
      'a check that does not newly apply stays out',
      { sitemap: 'broken' },
      { robots: 'n_a', 'llms-txt': 'n_a' },
    ],
    [
      'an API without rate limits sends no rate-limit headers',
      { openapi: 'absent' },
      { 'json-errors': 'pass', 'rate-limit-headers': 'absent' },
    ],
    ['wrong limits are fixed', { 'rate-limit-headers': 'broken' }, { 'rate-limit-headers': 'pass' }],
    [
      'a promised endpoint is removed with its card',
      { 'mcp-initialize': 'broken', 'well-known-mcp-card': 'pass' },
      { 'mcp-initialize': 'n_a', 'well-known-mcp-card': 'n_a' },
      MCP,
    ],
    [
      'a wrong card without an endpoint is removed',
      { 'well-known-mcp-card': 'noncompliant' },
      { 'well-known-mcp-card': 'n_a' },
    ],
    [
      'a wrong card of an endpoint is fixed',
      { 'mcp-initialize': 'pass', 'well-known-mcp-card': 'noncompliant' },
      { 'well-known-mcp-card': 'pass' },
      MCP,
    ],
    [
      'a server without the new revision gains JSON and a fast GET',
      OLD,
      { 'mcp-accept-json': 'pass', 'mcp-get-fast-fail': 'pass' },
      MCP,
    ],
    [
      'a server that only does it wrong does not',
      { 'mcp-server-discover': 'noncompliant', 'mcp-modern-tools-list': 'pass' },
      { 'mcp-get-fast-fail': 'n_a' },
      MCP,
    ],
    [
      'a server without resources needs no error for a missing one',
      OLD,
      { 'mcp-modern-resources-miss': 'n_a', 'mcp-modern-tools-list': 'pass' },
      MCP,
    ],
    [
      'a server with an empty list of resources does',
      { ...OLD, 'mcp-resources-list': ['n_a', 'no resource is listed'] },
      { 'mcp-modern-resources-miss': 'pass' },
      MCP,
    ],
    [
      'a server without tools lists none',
      { ...OLD, 'mcp-tools-list': 'n_a' },
      { 'mcp-modern-tools-list': 'n_a' },
      MCP,
    ],
    [
      'a server that declares its capabilities lists its tools',
      { 'mcp-initialize': 'pass', 'mcp-capabilities': 'absent' },
      { 'mcp-tools-list': 'pass', 'mcp-unknown-tool': 'pass' },
      MCP,
    ],
  ])('%s', (_, given, then, endpoint) => {
    const { results } = outcomeOf(scorecard(given, endpoint));
    const statuses = Object.fromEntries(results.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject(then);
  });

  it.each<[string, Given, readonly string[]]>([
    [
      'no link that the audit requested',
      { 'root-link-rel': ['pass', '/llms.txt'], 'link-headers': 'noncompliant' },
      [],
    ],
    [
      'a link that it did not request',
      { 'root-link-rel': ['pass', '/old.md'], 'link-headers': 'noncompliant' },
      ['root-link-rel'],
    ],
    [
      'links that pass while unknown paths get no 404',
      { 'root-link-rel': 'pass', 'llms-txt-links': 'pass', 'agent-friendly-404': 'absent' },
      ['root-link-rel', 'llms-txt-links', 'agent-friendly-404-md'],
    ],
    [
      'Vary, if the page gets another form',
      { 'accept-markdown': 'absent', 'markdown-vary': 'pass' },
      ['markdown-vary'],
    ],
    [
      'no link of a site on which none is dead',
      { 'root-link-rel': ['pass', '/old.md'], 'link-headers': 'absent' },
      [],
    ],
  ])('judges again: %s', (_, given, begin) => {
    expect([...outcomeOf(scorecard(given)).begin]).toEqual(begin);
  });

  it('leaves failures that the caller excludes, and checks that would apply only after them', () => {
    const { fixed, begin } = outcomeOf(
      scorecard({ robots: 'absent', sitemap: 'broken' }),
      ({ id }) => id === 'robots',
    );
    expect([[...fixed], [...begin]]).toEqual([['sitemap'], []]);
  });

  it('counts checks that apply because of the owner’s answer', () => {
    const { begin } = outcomeOf(scorecard({ robots: 'pass' }), () => false, ['openapi']);
    expect([...begin]).toEqual(['openapi', 'json-errors', 'rate-limit-headers']);
  });
});

describe('the scores of an outcome', () => {
  const scores = (given: Given) => {
    const before = scorecard(given);
    return scoresThen(before, outcomeOf(before));
  };

  it('are computed from the statuses after the fixes', () => {
    expect(scores({ robots: 'absent' })).toEqual({ relative: 100, global: 6 });
    expect(scores({ openapi: 'absent' })).toEqual({ relative: 84, global: 5 });
  });

  it.each(['error', 'skip'] as const)('are unknown if a check is %s', (status) => {
    expect(scores({ robots: 'absent', 'llms-txt': status })).toBeUndefined();
  });

  it('are unknown for a scorecard that was scored differently', () => {
    const before = scorecard({ robots: 'absent' });
    const other = { ...before, score: { relative: 55, global: 55 } };
    expect(scoresThen(other, outcomeOf(other))).toBeUndefined();
  });
});
