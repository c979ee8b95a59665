/** Stored scorecards of schema 0.4 are read, whatever checks they have; anything else is refused. */
import { describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { envelopeOfGeneration, GENERATIONS, type Json, MISSING, UNKNOWN } from '../../testing/generations.ts';
import { compareEnvelopes } from './compare.ts';
import { envelopeSchema } from './schema.ts';
import { storedEnvelopeSchema } from './stored.ts';

const HOST = 'site.example';
const today = () => JSON.parse(JSON.stringify(envelopeFor({ verdict: everyStatus }))) as Json;
const scorecardWith = (fields: Json): Json => ({
  ...today(),
  scorecard: { ...(today().scorecard as Json), ...fields },
});
const firstResult = () => ((today().scorecard as Json).results as Json[])[0];

describe('reading a stored scorecard', () => {
  it.each<readonly [string, unknown]>([
    ['of today', today()],
    ...GENERATIONS.map(
      (name) => [`of an ${name} version`, envelopeOfGeneration(name, { host: HOST })] as const,
    ),
    ['with optional fields that were added since', { ...scorecardWith({ seal: 1 }), seal: { by: 'x' } }],
  ])('gives one %s as it is in the file', (_, data) => {
    const bytes = JSON.stringify(data);
    expect(JSON.stringify(storedEnvelopeSchema.parse(JSON.parse(bytes)))).toBe(bytes);
  });

  it.each([
    ['text', 'text'],
    ['a file of results without a target', { ...today(), target: undefined }],
    ['a target that is not a host', { ...today(), target: '<script>' }],
    ['no time', { ...today(), freshness: {} }],
    ['no results', scorecardWith({ results: [] })],
    ['results that are none', scorecardWith({ results: [1, null, { id: 'robots' }] })],
    ['more results than a catalogue has', scorecardWith({ results: Array.from({ length: 1_001 }, () => 1) })],
    ['an unknown status', scorecardWith({ results: [{ ...firstResult(), status: 'warned' }] })],
    [
      'evidence that is too long',
      scorecardWith({ results: [{ ...firstResult(), evidence: 'e'.repeat(601) }] }),
    ],
    ['an address with a script', scorecardWith({ mcp_endpoint: 'javascript:alert(1)' })],
    ['another schema', scorecardWith({ schema_version: '0.2' })],
    ['no scorecard', { ...today(), scorecard: undefined }],
  ])('refuses %s', (_, data) => {
    expect(storedEnvelopeSchema.safeParse(data).success).toBe(false);
  });

  it('is strict in writing', () => {
    for (const name of GENERATIONS)
      expect(envelopeSchema.safeParse(envelopeOfGeneration(name, { host: HOST })).success, name).toBe(false);
  });
});

describe('a comparison across versions', () => {
  const of = (absent: readonly string[] = []) => envelopeOfGeneration('later', { host: HOST, absent });

  it('names what one side did not judge by its own label, and says that the rules differ', () => {
    const { not_judged, explanation, changes } = compareEnvelopes(
      of(),
      envelopeFor({ target: HOST, verdict: everyStatus }),
    );
    expect(not_judged.filter(({ side }) => side === 'to')).toMatchObject([
      { id: UNKNOWN, label: 'The tools-page works (later)' },
    ]);
    expect(
      not_judged
        .filter(({ side }) => side === 'from')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(MISSING.toSorted());
    expect(explanation).toContain('judged on one side only');
    expect(explanation).toContain('The scores follow different rules');
    expect(changes.every(({ cause }) => cause === 'unclear')).toBe(true);
  });

  it('says nothing of rules where both sides follow the same, and misses nothing', () => {
    const { not_judged, changes, explanation } = compareEnvelopes(of(), of(['llms-txt']));
    expect(not_judged).toEqual([]);
    expect(changes.map(({ id, direction }) => [id, direction])).toEqual([['llms-txt', 'worse']]);
    expect(explanation).toBe('The site changed; both scorecards follow the same rules.');
  });
});
