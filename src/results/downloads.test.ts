/** The catalog's downloads and figures over scorecards of different rules. */

import { expect, it } from 'vitest';
import { definitions } from '../definitions/index.ts';
import { RULES } from '../definitions/rule-sets.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from '../scorecard/stored.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { envelopeOfGeneration, type Generation } from '../testing/generations.ts';
import { rulesNote } from '../view/catalog.ts';
import { statusByCheck } from '../view/checks.ts';
import { type Listed, scoredOf } from '../view/listed.ts';
import { statusBar } from '../view/plots.ts';
import { catalogCsv } from './catalog-csv.ts';
import { catalogJson, checkRates } from './downloads.ts';

const ORIGIN = 'https://catalog.example';

const ABSENT = { status: 'absent', evidence: 'x' } as const;

const listedOf = (envelope: StoredEnvelope): Listed => ({
  target: { host: envelope.target, name: envelope.target, description: 'A site of a test.', category: 'api' },
  scored: scoredOf(envelope),
});

const old = (generation: Generation) =>
  listedOf(
    storedEnvelopeSchema.parse(
      envelopeOfGeneration(generation, { host: `${generation}.example`, absent: ['llms-txt'] }),
    ),
  );
const today = listedOf(envelopeFor({ target: 'today.example' }));
const all = [today, old('first'), old('newer')];

it('a rate counts only the sites that the rules of most sites judged', () => {
  const two = [today, listedOf(envelopeFor({ target: 'absent.example', verdict: () => ABSENT }))];
  const rates = checkRates([...all, ...two], ORIGIN);
  const check = rates.checks.find(({ id }) => id === 'llms-txt');
  expect(check?.rate).toEqual({ passed: 2, judged: 3, percent: 67, text: '2 of 3 sites (67%)' });
});

it('the JSON and the CSV have the checks of every version, and nothing where one was not judged', () => {
  const json = catalogJson(all, ORIGIN, [], []);
  expect(json.sites.map(({ rules }) => rules)).toEqual([RULES, 1, 9]);
  const [heads = '', ...rows] = catalogCsv(all, ORIGIN, []).trimEnd().split('\r\n');
  const column = (id: string) => rows.map((row) => row.split(',')[heads.split(',').indexOf(`check:${id}`)]);
  expect(column('tools-page')).toEqual(['', 'pass', '']);
  expect(column('web-bot-auth')).toEqual(['pass', '', expect.stringMatching(/^(pass|n_a)$/)]);
  expect(column('robots')).toEqual(['pass', 'pass', 'warned']);
});

it('says which sites are of older rules, and what that means for figures of all', () => {
  expect(rulesNote([today, today])).toBeUndefined();
  expect(rulesNote(all)).toMatch(
    /^2 sites were judged by older rules than the others \(standard 0\.7\.0, schema 0\.9, rules 9\)\. Scores of different rules are not comparable/,
  );
  // The number of the rules alone does not tell: the standard may be another.
  const other = {
    ...today,
    scored: { ...today.scored, rules: { ...today.scored.rules, spec_version: '0.4.0' } },
  };
  expect(rulesNote([today, other])).toMatch(/^1 site was judged/);
});

it('a strip leaves the place of a check empty that was not judged', () => {
  const marks = statusByCheck(old('first').scored.results);
  expect(marks).toHaveLength(definitions.length);
  expect(marks.filter(({ status }) => status !== undefined)).toHaveLength(33);
  const whole = statusBar(statusByCheck(today.scored.results));
  expect(statusBar(marks).width).toBe(whole.width);
  const newer = storedEnvelopeSchema.parse(envelopeOfGeneration('newer', { host: 'newer.example' }));
  const beside = statusBar(statusByCheck(newer.scorecard.results));
  expect(beside.paths.map(({ status }) => status)).toContain('unknown');
  expect(beside.width).toBeGreaterThan(whole.width);
});
