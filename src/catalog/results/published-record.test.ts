/** A record restores a target as it was listed, and contains nothing that was withdrawn. */
import { describe, expect, it } from 'vitest';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { slotsOf } from '../../report/html/template.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { fileText, GENERATIONS } from '../../testing/generations.ts';
import { confirmedAt, goodResult, mergeStored, noteFailure } from './merge.ts';
import { areMadeOnRequest, listedIn, recordText } from './published-record.ts';
import { type ListedTarget, listedOf } from './scored.ts';
import { stateIn, storedText } from './stored-text.ts';
import { formatsOf, pageOf } from './target-forms.ts';

const HOST = 'site.example';
const ORIGIN = 'https://catalog.example';
const TARGET: ListedHost = {
  host: HOST,
  name: 'A <site>',
  description: 'A site of the test.',
  category: 'news',
  waivers: [{ check: 'sitemap', reason: 'There are no pages to list.' }],
};
const AT = '2027-01-03T00:00:00.000Z';
const read = (text: string) => stateIn(text, HOST, 'the test', undefined).current;
const good = goodResult(HOST, envelopeFor({ target: HOST, verdict: everyStatus }));
const changed = goodResult(HOST, envelopeFor({ target: HOST, scoredAt: '2026-12-24T00:00:00.000Z' }));
const twice = mergeStored(good, changed);
const failed = (kind: string) =>
  noteFailure(twice, { at: AT, kind, message: 'seen <b> \ud800', by: 'a wall' });

const STORED: Readonly<Record<string, Stored>> = {
  'audited once': read(storedText(good)),
  'that has changed': read(storedText(twice)),
  'that has not changed since': confirmedAt(read(storedText(twice)), AT),
  'that refuses audits': read(storedText(failed('target_blocked'))),
  'that did not respond': read(storedText(failed('target_unreachable'))),
  'whose owner declined': read(storedText(failed('target_declined'))),
  ...Object.fromEntries(
    GENERATIONS.map((generation) => [
      `of other rules: ${generation}`,
      read(fileText(generation, { host: HOST, baseUrl: ORIGIN })),
    ]),
  ),
};

describe.each(Object.entries(STORED))('the record of a target %s', (_, stored) => {
  it('renders the same page and formats as the stored results', () => {
    const listed = listedOf(TARGET, stored);
    if (listed === undefined) throw new Error('it is not listed');
    const again = listedIn(recordText({ target: TARGET, stored }), HOST);
    const texts = (one: ListedTarget) => [
      ...slotsOf(pageOf(one, ORIGIN, {})),
      ...formatsOf(one, ORIGIN).flat(),
    ];
    const [before, after] = [texts(listed), texts(again)];
    expect(after.length).toBe(before.length);
    // The texts are compared one by one, because a diff of 50 kB would be unreadable.
    for (const [i, text] of before.entries()) expect(after[i] === text, `text ${i}`).toBe(true);
  });
});

it('leaves all results out of the record if the owner declined', () => {
  const text = recordText({ target: TARGET, stored: failed('target_declined') });
  expect(JSON.parse(text).stored).toMatchObject({ latest: null, previous: null, history: [] });
  expect(text).not.toContain('llms-txt');
});

it.each([
  ['the data of another target', recordText({ target: { ...TARGET, host: 'other.example' }, stored: good })],
  ['the results of another', recordText({ target: TARGET, stored: { ...good, host: 'other.example' } })],
  ['no results', recordText({ target: TARGET, stored: { ...good, latest: null } })],
  ['an unknown field', `{"more":1,${recordText({ target: TARGET, stored: good }).slice(1)}`],
  ['a page', '<!doctype html>'],
])('rejects a record with %s', (_, text) => {
  expect(() => listedIn(text, HOST)).toThrow();
});

it('uses records if there are more targets than the limit for files', () => {
  expect([2_000, 2_001].map((count) => areMadeOnRequest(count))).toEqual([false, true]);
  expect([5, 6].map((count) => areMadeOnRequest(count, ' 5 '))).toEqual([false, true]);
  expect([0, 1].map((count) => areMadeOnRequest(count, '0'))).toEqual([false, true]);
  for (const setting of ['', '-1', '1e4', '10,000', 'off'])
    expect(() => areMadeOnRequest(1, setting), setting).toThrow('CATALOG_STATIC_TARGETS');
});
