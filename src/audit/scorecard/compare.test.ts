import { describe, expect, it } from 'vitest';
import { envelopeFor, type VerdictInWords } from '../../testing/envelopes.ts';
import { CHECK_COUNT } from '../check-texts/index.ts';
import { RULES } from '../check-texts/rule-sets.ts';
import { compareEnvelopes, comparisonSchema, regressions } from './compare.ts';
import type { Envelope } from './schema.ts';

const PASS: VerdictInWords = { status: 'pass', evidence: 'https://site.example/ -> 200' };
const ABSENT: VerdictInWords = { status: 'absent', evidence: 'https://site.example/ -> 404' };
const BROKEN: VerdictInWords = { status: 'broken', evidence: 'https://site.example/ -> 200 (not JSON)' };
const SHORT: VerdictInWords = { status: 'noncompliant', evidence: 'https://site.example/ -> 200 (no info)' };
const UNSEEN: VerdictInWords = { status: 'error', evidence: 'https://site.example/ -> no response' };
const SKIPPED: VerdictInWords = { status: 'skip', evidence: 'not selected by the caller' };
const NO_MCP: VerdictInWords = { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no MCP endpoint' };
const OPTIONAL: VerdictInWords = { ...NO_MCP, reason: 'optional-absent' };

type Verdicts = Readonly<Record<string, VerdictInWords>>;

function audited(verdicts: Verdicts, parts: Parameters<typeof envelopeFor>[0] = {}): Envelope {
  return envelopeFor({ verdict: ({ id }) => verdicts[id] ?? PASS, ...parts });
}

/** Returns the same scorecard as if judged under an older release of the standard. */
function byOldRules(envelope: Envelope): Envelope {
  return { ...envelope, spec_version: '0.4.0', scorecard: { ...envelope.scorecard, spec_version: '0.4.0' } };
}

describe('two scorecards of one site', () => {
  it('that agree have nothing to tell', () => {
    const comparison = compareEnvelopes(audited({}), audited({}, { scoredAt: '2026-11-22T00:00:00.000Z' }));
    expect(comparison).toMatchObject({
      cause: 'nothing',
      changes: [],
      unchanged: CHECK_COUNT,
      same_status_new_evidence: [],
      score: { relative: { from: 100, to: 100, change: 0 } },
      from: { target: 'site.example', scored_at: '2026-11-21T00:40:12.345Z', spec_version: '0.5.0' },
      to: { scored_at: '2026-11-22T00:00:00.000Z' },
    });
  });

  it('by the same rules: the site changed, and each change says how', () => {
    const comparison = compareEnvelopes(
      audited({ robots: ABSENT, 'llms-txt': BROKEN, openapi: SHORT, sitemap: BROKEN }),
      audited({ 'mcp-initialize': BROKEN, openapi: ABSENT, sitemap: SHORT }),
    );
    expect(comparison.cause).toBe('site');
    expect(comparison.explanation).toMatch(/^The site changed/);
    const by = Object.fromEntries(comparison.changes.map(({ id, ...rest }) => [id, rest]));
    expect(by.robots).toMatchObject({
      label: 'The robots surface works',
      category: 'discoverability',
      keyword: 'should',
      from: { status: 'absent', evidence: 'https://site.example/ -> 404' },
      to: { status: 'pass', evidence: 'https://site.example/ -> 200' },
      direction: 'better',
      cause: 'site',
    });
    expect(by['llms-txt']?.direction).toBe('better');
    expect(by['mcp-initialize']?.direction).toBe('worse');
    expect(by.openapi?.direction, 'noncompliant and absent earn the same').toBe('neutral');
    expect(by.sitemap?.direction).toBe('better');
    expect(comparison.unchanged).toBe(CHECK_COUNT - 5);
    expect(comparison.score.global.change).toBe(comparison.score.global.to - comparison.score.global.from);
  });

  it('tells evidence that changed under the same status', () => {
    const other: VerdictInWords = { status: 'pass', evidence: 'https://site.example/sitemap2.xml -> 200' };
    const comparison = compareEnvelopes(audited({}), audited({ sitemap: other }));
    expect(comparison.cause).toBe('nothing');
    expect(comparison.same_status_new_evidence).toEqual(['sitemap']);
  });

  it('calls it worse where what passed no longer applies, and better where it does again', () => {
    const gone = compareEnvelopes(audited({}), audited({ webmcp: NO_MCP }));
    const back = compareEnvelopes(audited({ webmcp: NO_MCP }), audited({}));
    expect(gone.changes).toMatchObject([{ id: 'webmcp', direction: 'worse', cause: 'site' }]);
    expect(back.changes).toMatchObject([{ id: 'webmcp', direction: 'better', cause: 'site' }]);
    const failing = compareEnvelopes(audited({ webmcp: ABSENT }), audited({ webmcp: NO_MCP }));
    expect(failing.changes).toMatchObject([{ direction: 'neutral' }]);
  });

  it('lists no check that is n_a on both sides, also for another reason', () => {
    const comparison = compareEnvelopes(audited({ webmcp: NO_MCP }), audited({ webmcp: OPTIONAL }));
    expect(comparison).toMatchObject({ cause: 'nothing', changes: [], unchanged: CHECK_COUNT });
  });

  it.each([ABSENT, BROKEN, SHORT])('tells what fails now and did not apply before ($status)', (fails) => {
    const comparison = compareEnvelopes(audited({ webmcp: NO_MCP }), audited({ webmcp: fails }));
    expect(comparison.changes).toMatchObject([{ direction: 'newly_applies' }]);
  });

  it.each([UNSEEN, SKIPPED])('says nothing of the site where a check was not seen ($status)', (blind) => {
    const comparison = compareEnvelopes(audited({ robots: ABSENT }), audited({ robots: blind }));
    expect(comparison.changes).toMatchObject([{ id: 'robots', direction: 'neutral', cause: 'unclear' }]);
    expect(comparison.cause).toBe('unclear');
    expect(comparison.explanation).toMatch(/say nothing about the site/);
    const both = compareEnvelopes(audited({ robots: ABSENT }), audited({ robots: blind, sitemap: ABSENT }));
    expect(both.cause, 'what is known of the rest stands').toBe('site');
  });

  it('by different rules: the rules changed, and what the site did cannot be told', () => {
    const comparison = compareEnvelopes(byOldRules(audited({ robots: ABSENT })), audited({}));
    expect(comparison.cause).toBe('unclear');
    expect(comparison.changes[0]?.cause).toBe('unclear');
    expect(comparison.explanation).toMatch(/The rules changed \(standard 0\.4\.0.*0\.5\.0.*recording/);
  });

  it('asked for different site types: that may be all there is to it', () => {
    const comparison = compareEnvelopes(
      audited({ openapi: NO_MCP }),
      audited({ openapi: ABSENT }, { siteType: 'api' }),
    );
    expect(comparison.cause).toBe('unclear');
    expect(comparison.explanation).toMatch(/different site types/);
  });
});

describe('with a recording that was judged again', () => {
  const causes = ({ changes }: ReturnType<typeof compareEnvelopes>) =>
    Object.fromEntries(changes.map(({ id, cause }) => [id, cause]));
  const old = byOldRules(audited({ robots: ABSENT, sitemap: ABSENT, openapi: ABSENT }));

  it('tells the site from the rules, check by check', () => {
    const from = audited({ sitemap: ABSENT, openapi: BROKEN });
    const comparison = compareEnvelopes(old, audited({}), { from });
    expect(causes(comparison)).toEqual({ openapi: 'both', robots: 'rules', sitemap: 'site' });
    expect(comparison.cause).toBe('both');
    expect(comparison.explanation).toMatch(/^Both the site and the rules changed/);
  });

  it('says that only the rules changed when the recording gives what the new scorecard has', () => {
    const comparison = compareEnvelopes(old, audited({}), { from: audited({}) });
    expect(comparison.cause).toBe('rules');
    expect(comparison.explanation).toMatch(/not the site/);
  });

  it('judges the later side again where that is the older one', () => {
    const comparison = compareEnvelopes(audited({}), old, { to: audited({ sitemap: ABSENT }) });
    expect(causes(comparison)).toEqual({ openapi: 'rules', robots: 'rules', sitemap: 'site' });
  });

  it('leaves open what the recording does not show', () => {
    const comparison = compareEnvelopes(old, audited({}), {
      from: audited({ robots: UNSEEN, sitemap: ABSENT, openapi: ABSENT }),
    });
    expect(comparison.changes.find(({ id }) => id === 'robots')?.cause).toBe('unclear');
    expect(comparison.cause).toBe('site');
  });
});

it('lists what only one side judged, with the side that did not', () => {
  const whole = audited({});
  const results = whole.scorecard.results.filter(({ id }) => id !== 'robots');
  const part = { ...whole, scorecard: { ...whole.scorecard, results } };
  const robots = { id: 'robots', label: 'The robots surface works', status: 'pass' };
  const earlier = compareEnvelopes(part, whole);
  expect(earlier.not_judged).toEqual([{ ...robots, side: 'from' }]);
  expect(earlier.explanation).toBe('No check changed its status. One check was judged on one side only.');
  expect(compareEnvelopes(whole, part).not_judged).toEqual([{ ...robots, side: 'to' }]);
  const none = { ...whole, scorecard: { ...whole.scorecard, results: [] } };
  expect(compareEnvelopes(none, whole).explanation).toContain(
    `${CHECK_COUNT} checks were judged on one side only.`,
  );
});

it('blames the rules where any change is of a status that was seen', () => {
  const old = byOldRules(audited({ robots: UNSEEN, sitemap: ABSENT }));
  expect(compareEnvelopes(old, audited({})).explanation).toMatch(/^The rules changed/);
});

it('compares two sites as peers', () => {
  const comparison = compareEnvelopes(audited({ robots: ABSENT }), audited({}, { target: 'peer.example' }));
  expect(comparison.cause).toBe('peers');
  expect(comparison.changes).toMatchObject([{ id: 'robots', direction: 'better', cause: 'peers' }]);
  expect(comparison.explanation).toMatch(/different sites/);
});

it('gives what its schema says', () => {
  const comparison = compareEnvelopes(
    audited({ robots: ABSENT, webmcp: NO_MCP, sitemap: UNSEEN }),
    audited({ webmcp: OPTIONAL }),
  );
  expect(comparisonSchema.parse(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison);
});

describe('the scores of two scorecards', () => {
  const byFirstRules = ({ scorecard: { rules: _, ...scorecard }, ...envelope }: Envelope): Envelope => ({
    ...envelope,
    scorecard,
  });

  it('are not compared across rules without saying so, also where no status changed', () => {
    const comparison = compareEnvelopes(byFirstRules(audited({})), audited({}));
    expect(comparison).toMatchObject({ cause: 'nothing', from: { rules: 1 }, to: { rules: RULES } });
    expect(comparison.explanation).toMatch(/No check changed.*different rules \(.*rules 1; .*rules \d+\)/);
    const changed = compareEnvelopes(byFirstRules(audited({})), audited({ robots: ABSENT }));
    expect(changed).toMatchObject({ cause: 'unclear', changes: [{ id: 'robots', cause: 'unclear' }] });
    expect(compareEnvelopes(audited({}), audited({})).explanation).toBe('No check changed its status.');
  });

  it('are of a part only where an audit is partial', () => {
    const comparison = compareEnvelopes(audited({ robots: SKIPPED, sitemap: UNSEEN }), audited({}));
    expect(comparison).toMatchObject({ from: { unseen: 2 }, to: { unseen: 0 } });
    expect(comparison.explanation).toContain('One of the audits is partial');
    const both = compareEnvelopes(audited({ robots: SKIPPED }), audited({ sitemap: SKIPPED }));
    expect(both.explanation).toContain('Both audits are partial');
  });
});

describe('what is held against the later one', () => {
  const [good, bad] = [audited({}), audited({ robots: ABSENT })];
  const old = (verdicts: Verdicts) => byOldRules(audited(verdicts));
  const preview = { target: 'localhost:3000' };
  const at = audited({ robots: ABSENT }, preview);

  it.each<[string, Parameters<typeof compareEnvelopes>, string[]]>([
    ['a check that is worse', [good, bad], ['robots']],
    ['no check that is better', [bad, good], []],
    ['none that could not be seen', [good, audited({ robots: UNSEEN })], []],
    ['one that is worse on a preview', [good, at], ['robots']],
    ['none on a preview by other rules', [old({}), at], []],
    ['none on a preview of another type', [audited({}, { siteType: 'api' }), at], []],
    ['none of which nobody knows whether the rules did it', [old({}), bad], []],
    ['none that the rules did', [old({}), bad, { from: bad }], []],
    ['one that the rules did in part', [old({}), audited({ robots: BROKEN }), { from: bad }], ['robots']],
  ])('is %s', (_, sides, ids) => {
    expect(regressions(compareEnvelopes(...sides)).map(({ id }) => id)).toEqual(ids);
  });
});
