/** Tests the counts of the catalog, and its notes on outdated sites. */
import { expect, it } from 'vitest';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { envelopeFor, everyStatus } from '../testing/envelopes.ts';
import { catalogView, pendingText } from './catalog.ts';
import { scoredOf } from './listed.ts';
import { searchedSites } from './pages.ts';

const target = (host: string): ListedHost => ({
  host,
  name: host,
  description: 'A site of this test.',
  category: 'api',
});
const audited = (host: string, scoredAt: string) => ({
  target: target(host),
  scored: scoredOf(envelopeFor({ scoredAt })),
});

it('counts a site as due if its audit is at least a day older than the latest one', () => {
  const listed = [
    audited('now.example', '2026-11-22T04:00:00.000Z'),
    audited('same.example', '2026-11-21T04:00:00.001Z'),
    audited('due.example', '2026-11-21T04:00:00.000Z'),
  ];
  const listingState = { state: 'refuses', since: '', at: '', by: undefined, message: '' } as const;
  const apart = [{ target: target('walled.example'), listingState, last: undefined }];
  expect(catalogView(listed, apart, [target('new.example')]).figures.counts).toEqual({
    ranked: 3,
    refusing: 1,
    declined: 0,
    unreachable: 0,
    due: 1,
    waiting: 1,
  });
  expect(catalogView([]).figures.counts.due).toBe(0);
});

it.each([
  [0, 0, undefined],
  [1, 0, '1 site is due for another audit.'],
  [2, 70, '2 sites are due for another audit; 70 are waiting for their first.'],
  [0, 1, '1 site is waiting for its first audit.'],
  [0, 70, '70 sites are waiting for their first audit.'],
])('describes %i due and %i waiting sites as %j', (due, waiting, text) => {
  expect(pendingText({ due, waiting })).toBe(text);
});

it('makes the shown columns of each site searchable', () => {
  const scored = scoredOf(envelopeFor({ verdict: everyStatus }));
  const site = { target: target('a.example'), scored };
  const { score, summary, at, mcp } = scored;
  expect(summary.noncompliant + summary.absent).toBeGreaterThan(0);
  expect(searchedSites([site])).toEqual([
    [
      'a.example',
      'a.example',
      score.relative,
      score.global,
      summary.broken + summary.noncompliant + summary.absent,
      'api',
      at.slice(0, 10),
      mcp ? 1 : 0,
    ],
  ]);
});
