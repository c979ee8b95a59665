import { describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { definitionOf } from '../check-texts/index.ts';
import { isFailing } from '../check-texts/vocabulary.ts';
import { compareEnvelopes } from './compare.ts';
import { failuresOnlySchema, OMITTED_RESULT, onlyFailures } from './failures-only.ts';
import { storedEnvelopeSchema } from './stored.ts';

const WHOLE = envelopeFor({ verdict: everyStatus });
const CUT: unknown = JSON.parse(JSON.stringify(onlyFailures(WHOLE)));

describe('a scorecard with failures only', () => {
  it('has its own schema, the counts of the whole, and names what is left out', () => {
    const { summary, score, results, left_out } = failuresOnlySchema.parse(CUT).scorecard;
    expect({ summary, score }).toEqual({ summary: WHOLE.scorecard.summary, score: WHOLE.scorecard.score });
    const named = [...left_out.pass, ...left_out.antecedent_unmet, ...left_out.optional_absent];
    expect(results.length + named.length).toBe(WHOLE.scorecard.results.length);
    expect(left_out.pass.length).toBe(summary.pass);
  });

  it('tells each failure once, and is read with what its check says', () => {
    const text = JSON.stringify(
      onlyFailures(
        envelopeFor({ verdict: (_, i) => ({ status: 'absent', evidence: `/seen-${i}. -> 404` }) }),
      ),
    );
    for (let i = 0; i < WHOLE.scorecard.results.length; i += 1)
      expect(text.split(`/seen-${i}.`), `${i}`).toHaveLength(2);
    const failed = storedEnvelopeSchema
      .parse(CUT)
      .scorecard.results.filter(({ status }) => isFailing(status));
    for (const { id, label, category, evidence, remediation } of failed) {
      expect({ label, category }).toMatchObject({
        label: definitionOf(id)?.label,
        category: definitionOf(id)?.category,
      });
      expect(remediation).toMatchObject({ skill_url: `https://catalog.example/fix/${id}`, evidence });
    }
  });

  it('is read with every result, in the order of the catalogue', () => {
    const read = storedEnvelopeSchema.parse(CUT).scorecard.results;
    const facts = (results: readonly { id: string; status: string; category: string; keyword: string }[]) =>
      results.map(({ id, status, category, keyword }) => ({ id, status, category, keyword }));
    expect(facts(read)).toEqual(facts(WHOLE.scorecard.results));
    expect(read.filter(({ evidence }) => evidence === OMITTED_RESULT).length).toBeGreaterThan(5);
    const reasons = (results: readonly { status: string; na_reason?: string | undefined }[]) =>
      results.flatMap((result) => (result.status === 'n_a' ? [result.na_reason] : []));
    expect(reasons(read)).toEqual(reasons(WHOLE.scorecard.results));
  });

  it('differs in nothing from the whole', () => {
    const comparison = compareEnvelopes(storedEnvelopeSchema.parse(CUT), WHOLE);
    expect(comparison).toMatchObject({
      changes: [],
      not_judged: [],
      same_status_new_evidence: [],
      cause: 'nothing',
    });
  });

  it('is a scorecard where nothing fails, and none where it names nothing', () => {
    const green = onlyFailures(envelopeFor());
    expect(green.scorecard.results).toEqual([]);
    expect(storedEnvelopeSchema.parse(green).scorecard.results).toHaveLength(WHOLE.scorecard.results.length);
    const empty = { ...green, scorecard: { ...green.scorecard, left_out: undefined } };
    expect(storedEnvelopeSchema.safeParse(empty).success).toBe(false);
  });
});
