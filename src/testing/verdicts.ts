/** Runs tables of verdicts, each row on a real server. */
import { describe, expect, it } from 'vitest';
import type { CheckId } from '../audit/check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../audit/check-texts/vocabulary.ts';
import { HOME } from './routes.ts';
import { type Routes, resultOn } from './serve.ts';

/** The routes of a server besides the home page, and the verdict that its owner would accept; a reason instead of `n_a`. */
export type VerdictRow = readonly [
  expected: Status | NaReason,
  title: string,
  routes: Routes,
  evidence?: RegExp,
  siteType?: SiteType,
];

/** Tests for each row how this check judges such a site. */
export function itJudges(id: CheckId, rows: readonly VerdictRow[]): void {
  describe(`${id}, on real servers`, () => {
    for (const [expected, title, routes, evidence = /(?:)/, siteType = null] of rows)
      it(`${expected}: ${title}`, async () => {
        const result = await resultOn({ '/': HOME, ...routes }, id, siteType === null ? {} : { siteType });
        const reason = 'na_reason' in result ? result.na_reason : undefined;
        expect([result.status, reason], result.evidence).toContain(expected);
        expect(result.evidence).toMatch(evidence);
      });
  });
}
