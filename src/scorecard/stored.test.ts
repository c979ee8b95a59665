/** Scorecards of any version are read; what is none is refused. */

import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../definitions/index.ts';
import { envelopeFor, everyStatus } from '../testing/envelopes.ts';
import { envelopeOfGeneration, GENERATIONS, type Generation, type Json } from '../testing/generations.ts';
import { compareEnvelopes } from './compare.ts';
import { documentOf } from './document.ts';
import { envelopeSchema } from './schema.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from './stored.ts';

const HOST = 'site.example';
const read = (data: unknown): StoredEnvelope => storedEnvelopeSchema.parse(data);
const ofGeneration = (generation: Generation, absent?: readonly string[]) =>
  read(envelopeOfGeneration(generation, absent === undefined ? { host: HOST } : { host: HOST, absent }));
/** An envelope of today as any JSON. */
const today = () => JSON.parse(JSON.stringify(envelopeFor({ verdict: everyStatus }))) as Json;
const scorecardWith = (fields: Json): Json => ({
  ...today(),
  scorecard: { ...(today().scorecard as Json), ...fields },
});

describe('reading a stored scorecard', () => {
  it('gives one of today as the strict schema does, field by field and in the same order', () => {
    expect(JSON.stringify(read(today()))).toBe(JSON.stringify(envelopeSchema.parse(today())));
  });

  it.each(GENERATIONS)(
    'reads the generation “%s”, which the strict schema refuses or does not know',
    (name) => {
      const data = envelopeOfGeneration(name, { host: HOST, absent: ['llms-txt'] });
      const before = JSON.stringify(data);
      const envelope = read(data);
      expect(envelope.target).toBe(HOST);
      expect(envelope.scorecard.results.map(({ id }) => id)).toEqual(
        ((data.scorecard as Json).results as Json[]).map(({ id }) => id),
      );
      expect(envelope.scorecard.score).toEqual((data.scorecard as Json).score);
      expect(JSON.stringify(documentOf(envelope)), 'and keeps what it was read from').toBe(before);
    },
  );

  it('keeps the names that a file gives to checks, categories, statuses and levels', () => {
    expect(ofGeneration('first').scorecard.results).toHaveLength(36);
    expect(ofGeneration('first').scorecard.categories.map(({ id }) => id)).toContain('commerce');
    const { results, categories } = ofGeneration('newer').scorecard;
    expect(results[0]).toMatchObject({ id: 'robots', status: 'warned', warning: { since: 9 } });
    expect(results.at(-1)).toMatchObject({ id: 'payment-receipts', keyword: 'recommended' });
    expect(categories.at(-1)).toMatchObject({ id: 'agent-payments', name: 'agent payments' });
  });

  it('makes of the results what a file leaves out', () => {
    const { scorecard, ...others } = today();
    const { results } = scorecard as Json;
    const bare = read({
      target: HOST,
      freshness: { scored_at: '2026-01-02T03:04:05Z' },
      scorecard: { results },
    });
    const whole = read({ ...others, scorecard });
    expect(bare.freshness).toEqual({
      scored_at: '2026-01-02T03:04:05.000Z',
      cached: true,
      refresh_after: '2026-01-03T03:04:05.000Z',
    });
    expect(bare.scorecard.summary).toEqual(whole.scorecard.summary);
    expect(bare.scorecard.score).toEqual(whole.scorecard.score);
    expect(bare.scorecard.categories.map(({ passed, counted }) => [passed, counted])).toEqual(
      whole.scorecard.categories.map(({ passed, counted }) => [passed, counted]),
    );
    expect(bare).toMatchObject({ tier: 'cache', spec_version: '', target_url: `https://${HOST}/` });
    expect(bare.scorecard).toMatchObject({ spec_version: '', schema_version: '', mcp_discovery: [] });
    expect(bare.scorecard.rules).toBeUndefined();
  });

  it.each([
    ['no JSON object', 'text'],
    ['no target', { ...today(), target: undefined }],
    ['a target that is no host', { ...today(), target: '<script>' }],
    ['no time', { ...today(), freshness: {} }],
    ['a time that is none', { ...today(), freshness: { scored_at: '2026-99-99T00:00:00Z' } }],
    ['no results', scorecardWith({ results: [] })],
    ['results that are none', scorecardWith({ results: [1, null, { id: 'robots' }] })],
    ['more results than a catalogue has', scorecardWith({ results: Array.from({ length: 1_001 }, () => 1) })],
    ['no scorecard', { ...today(), scorecard: undefined }],
  ])('refuses %s', (_, data) => {
    expect(storedEnvelopeSchema.safeParse(data).success).toBe(false);
  });

  it('bounds what is hostile, and leaves out what it cannot understand', () => {
    const [first] = (today().scorecard as Json).results as Json[];
    const hostile = read(
      scorecardWith({
        results: [
          {
            ...first,
            evidence: 'e'.repeat(10_000),
            label: 'l'.repeat(10_000),
            status: '\u001b[31m<b>x',
            keyword: 'constructor',
          },
          { ...first, id: 'other', remediation: { fix: 1 }, category: '__proto__' },
          { id: 7 },
        ],
        mcp_endpoint: 'javascript:alert(1)',
        tool: { name: 'x', url: 'javascript:alert(1)' },
        score: { relative: 1e9, global: -1 },
        categories: 'none',
        summary: [],
        rules: 'two',
      }),
    );
    const { scorecard } = hostile;
    expect(scorecard.results).toHaveLength(2);
    expect(scorecard.results[0]?.evidence).toHaveLength(600);
    expect(scorecard.results[0]?.label).toHaveLength(300);
    expect(scorecard.results[0]?.status).toMatch(/^[\w ]+$/);
    expect(scorecard.results[1]?.remediation).toBeUndefined();
    expect(scorecard.mcp_endpoint).toBeNull();
    expect(scorecard.tool.url).toBe(`https://${HOST}/`);
    expect(scorecard.score.global).toBeGreaterThanOrEqual(0);
    expect(scorecard.categories.map(({ id }) => id)).toContain('__proto__');
    expect(scorecard.rules).toBeUndefined();
  });

  it('is strict in writing all the same', () => {
    for (const name of GENERATIONS.filter((one) => one !== 'renamed'))
      expect(envelopeSchema.safeParse(envelopeOfGeneration(name, { host: HOST })).success, name).toBe(false);
  });
});

describe('a comparison across versions', () => {
  it('names what one side did not judge by the names of the other, and says that the rules differ', () => {
    const now = read(today());
    const comparison = compareEnvelopes(ofGeneration('first'), { ...now, target_url: `https://${HOST}/` });
    const sides = (side: string) => comparison.not_judged.filter((one) => one.side === side);
    expect(sides('to').map(({ id }) => id)).toEqual(['tools-page', 'checkout-api', 'price-feed']);
    expect(sides('to')[0]?.label).toBe('The tools-page surface works (first)');
    expect(sides('from')).toHaveLength(CHECK_COUNT - 33);
    expect(comparison.explanation).toContain('judged on one side only');
    expect(comparison.explanation).toContain('The scores are made by different rules');
    expect(comparison.changes.every(({ cause }) => cause === 'unclear')).toBe(true);
  });

  it('says nothing of rules where both sides follow the same, and misses nothing', () => {
    const comparison = compareEnvelopes(ofGeneration('newer'), ofGeneration('newer', ['llms-txt']));
    expect(comparison.not_judged).toEqual([]);
    expect(comparison.changes.map(({ id, direction }) => [id, direction])).toEqual([['llms-txt', 'worse']]);
    expect(comparison.explanation).toBe('The site changed; both scorecards follow the same rules.');
  });
});
