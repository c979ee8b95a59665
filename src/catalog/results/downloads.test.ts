/** Tests the catalog's downloads and figures with scorecards judged by different rules. */

import { expect, it } from 'vitest';
import { RULES } from '../../audit/check-texts/rule-sets.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../../audit/scorecard/stored.ts';
import { statusByCheck } from '../../report/checks.ts';
import { statusBar } from '../../report/plots.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { envelopeOfGeneration, type Generation, MISSING, UNKNOWN } from '../../testing/generations.ts';
import { catalogView, rulesNote } from '../catalog.ts';
import { type Listed, scoredOf } from '../listed.ts';
import { catalogCsv, catalogJson, checkRates } from './downloads.ts';

const ORIGIN = 'https://catalog.example';

const ABSENT = { status: 'absent', evidence: 'x' } as const;

const listedOf = (envelope: Envelope): Listed => ({
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
const all = [today, old('earlier'), old('later')];

it('computes rates only from sites judged by the most common rules', () => {
  const two = [today, listedOf(envelopeFor({ target: 'absent.example', verdict: () => ABSENT }))];
  const rates = checkRates(catalogView([...all, ...two]).figures, ORIGIN);
  const check = rates.checks.find(({ id }) => id === 'llms-txt');
  expect(check?.rate).toEqual({ passed: 2, judged: 3, percent: 67, text: '2 of 3 sites (67%)' });
});

it('includes the checks of every version in JSON and CSV, empty if not judged', () => {
  const json = catalogJson(catalogView(all), ORIGIN);
  expect(json.sites.map(({ rules }) => rules)).toEqual([RULES, 1, 900]);
  const [heads = '', ...rows] = catalogCsv(all, ORIGIN, []).trimEnd().split('\r\n');
  const column = (id: string) => rows.map((row) => row.split(',')[heads.split(',').indexOf(`check:${id}`)]);
  expect(column(UNKNOWN)).toEqual(['', 'pass', 'pass']);
  expect(column(MISSING[0])).toEqual(['pass', '', '']);
  expect(column('llms-txt')).toEqual(['pass', 'absent', 'absent']);
});

it('says how many sites were judged by older rules, and that their scores differ in meaning', () => {
  expect(rulesNote(catalogView([today, today]).figures)).toBeUndefined();
  expect(rulesNote(catalogView(all).figures)).toMatch(
    /^2 sites were judged by older rules than the others \(standard [\d.]+, schema [\d.]+, rules 900\)\. Scores under different rules are not comparable/,
  );
  // The same set of rules, but for another version of the standard.
  const other = {
    ...today,
    scored: { ...today.scored, rules: { ...today.scored.rules, spec_version: '0.4.0' } },
  };
  expect(rulesNote(catalogView([today, other]).figures)).toMatch(/^1 site was judged/);
});

it('leaves a cell of the status bar empty for a check that was not judged', () => {
  const marks = statusByCheck(old('earlier').scored.results);
  expect(marks.filter(({ status }) => status === undefined)).toHaveLength(MISSING.length);
  const whole = statusBar(statusByCheck(today.scored.results));
  expect(statusBar(marks).width).toBeGreaterThanOrEqual(whole.width);
});
