/** Scorecards as the browser reads them, and files that are none. */
import { expect, test } from 'vitest';
import { envelopeOfGeneration } from '../testing/generations.ts';
import { parseOwnScorecard, SCORECARD_CHARS } from './own-scorecard.ts';

test.each(['first', 'second', 'renamed', 'newer'] as const)(
  'a scorecard of the generation “%s” is read',
  (generation) => {
    const envelope = envelopeOfGeneration(generation, { host: 'a.example', absent: ['llms-txt'] });
    const parsed = parseOwnScorecard(JSON.stringify(envelope));
    if (!parsed.ok) throw new Error(parsed.why);
    expect(parsed.value.target).toBe('a.example');
    expect(parsed.value.scorecard.results.find(({ id }) => id === 'llms-txt')?.status).toBe('absent');
  },
);

const card = (results: unknown, at = '2026-11-22T10:00:00Z') =>
  JSON.stringify({ target: 'a.example', freshness: { scored_at: at }, scorecard: { results } });

test('texts are cut and made plain, and results that are not understood are left out', () => {
  const parsed = parseOwnScorecard(
    card([{ id: 'robots', status: 'pass', evidence: `\u001b[2J${'x'.repeat(9000)}` }, { id: 1 }, null]),
  );
  if (!parsed.ok) throw new Error(parsed.why);
  expect(parsed.value.scorecard.results).toHaveLength(1);
  expect(parsed.value.scorecard.results[0]?.evidence).toMatch(/^x{500,599}…$/);
});

test.each([
  ['', 'empty'],
  ['[]', 'an array'],
  ['{}', 'no results'],
  [card([]), 'no results'],
  [card([{ id: 'robots', status: 'pass' }], 'soon'), 'when it was made'],
  [' '.repeat(SCORECARD_CHARS + 1), 'more than 4 million'],
])('%.30s is no scorecard', (text, why) => {
  expect(parseOwnScorecard(text)).toEqual({ ok: false, why: expect.stringContaining(why) });
});
