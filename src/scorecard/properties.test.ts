/**
 * What the scores promise a site's owner, whatever the rest of the site is: publishing something imperfect costs no more
 * than the checks that it brings, and mending a fault never costs anything. The documents, and the checks that apply
 * only where they are there, are those of the real definitions.
 */

import { describe, expect, it } from 'vitest';
import { KEYWORDS, type Keyword, STATUSES, type Status } from '../catalogue/vocabulary.ts';
import type { Check } from '../checks/check.ts';
import { checks } from '../checks/index.ts';
import type { EvidenceKey } from '../evidence/evidence.ts';
import { says } from '../evidence/facts.ts';
import { examplesOf } from '../examples/index.ts';
import { listsOf, randomOf } from '../testing/random.ts';
import { scoreOf } from './score.ts';

interface Result {
  readonly keyword: Keyword;
  readonly status: Status;
}

/** A document, the check that asks for it, and those that apply only where it is there. */
interface Document {
  readonly key: EvidenceKey;
  readonly own: Check;
  readonly dependents: readonly Check[];
}

const GONE = { state: 'absent', evidence: says('https://site.example/x -> 404') };
const CONTEXT = { now: new Date('2026-11-22T00:00:00Z'), siteType: null } as const;

/** What a check says when a document that it was shown is taken away. */
function withoutDocument(check: Check, key: EvidenceKey) {
  for (const { given, siteType } of examplesOf(check.id)) {
    const surface: unknown = given[key];
    const isFound =
      typeof surface === 'object' && surface !== null && 'state' in surface && surface.state === 'found';
    if (!isFound) continue;
    const context = { ...CONTEXT, siteType: siteType ?? null };
    if (check.decide(given, context).status === 'n_a') continue;
    return check.decide({ ...given, [key]: GONE }, context);
  }
  return undefined;
}

function documents(): Document[] {
  const keys = new Set(checks.flatMap(({ needs, uses }) => [...needs, ...uses]));
  return [...keys].flatMap((key) => {
    const after = checks.map((check) => ({ check, verdict: withoutDocument(check, key) }));
    const isMissing = ({ verdict }: (typeof after)[number]) =>
      verdict?.status === 'absent' || (verdict?.status === 'n_a' && verdict.reason === 'optional-absent');
    const own = after.filter(isMissing).map(({ check }) => check);
    const dependents = after
      .filter(({ verdict }) => verdict?.status === 'n_a' && verdict.reason === 'antecedent-unmet')
      .map(({ check }) => check);
    // Where several checks miss it, it is no document of one check but a way to several.
    return own.length === 1 && own[0] !== undefined ? [{ key, own: own[0], dependents }] : [];
  });
}

const DOCUMENTS = documents();
const NAMED = DOCUMENTS.map((document) => [document.key, document] as const);

const ANY: readonly Result[] = KEYWORDS.flatMap((keyword) => STATUSES.map((status) => ({ keyword, status })));
/** What else may be said of a site. */
const rest = listsOf(ANY, 64);

/** How a check that applies may stand without being broken; an absent MAY is n_a. */
function standing({ keyword }: Check): readonly Result[] {
  const statuses: readonly Status[] = ['pass', 'noncompliant', keyword === 'may' ? 'n_a' : 'absent'];
  return statuses.map((status) => ({ keyword, status }));
}

const missing = ({ keyword }: Check): Result => ({ keyword, status: keyword === 'may' ? 'n_a' : 'absent' });
const relative = (results: readonly Result[]) => scoreOf(results).relative;

it('the documents are those that have a check of their own, and their dependents are known', () => {
  const of = (key: EvidenceKey) => DOCUMENTS.find((document) => document.key === key);
  expect(of('llmsTxt')?.own.id).toBe('llms-txt');
  expect(of('llmsTxt')?.dependents.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['llms-txt-format', 'llms-txt-when-to-use']),
  );
  expect(of('robots')?.dependents.map(({ id }) => id)).toEqual(['robots-ai-rules', 'content-signals']);
  expect(DOCUMENTS.map(({ own }) => own.id)).toEqual(
    expect.arrayContaining(['sitemap', 'api-catalog', 'a2a-agent-card', 'agent-skills', 'web-bot-auth']),
  );
});

describe.each(NAMED)('%s', (_, { own, dependents }) => {
  const { keyword } = own;
  const next = randomOf(7);
  /** A site, and how the checks stand that the document brings. */
  const sites = rest.map((others) => ({
    others,
    more: dependents.map(standing).flatMap((some) => some[next(some.length)] ?? []),
  }));

  it('imperfect, costs no more than the checks that it brings', () => {
    for (const { others, more } of sites) {
      const before = [...others, missing(own)];
      const published: Result = { keyword, status: 'noncompliant' };
      // Of an optional document that falls short its own check is one that it brings: without it there was none.
      const optional: Result[] = keyword === 'may' ? [{ keyword, status: 'absent' }] : [];
      expect(relative([...others, published, ...more])).toBeGreaterThanOrEqual(
        relative([...before, ...optional, ...more]),
      );
      if (keyword !== 'may') {
        expect(relative([...others, published])).toBeGreaterThanOrEqual(relative(before));
      }
    }
  });

  it('complete, raises the score; broken, is better mended, and better taken away', () => {
    for (const { others, more } of sites) {
      const gone = relative([...others, missing(own)]);
      const broken = relative([...others, { keyword, status: 'broken' }]);
      const mended: Result = { keyword, status: 'pass' };
      expect(relative([...others, mended])).toBeGreaterThanOrEqual(gone);
      expect(relative([...others, mended, ...more])).toBeGreaterThanOrEqual(broken);
      expect(gone).toBeGreaterThanOrEqual(broken);
    }
  });
});
