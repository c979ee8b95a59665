/** Audits sites of which one document is replaced or removed. */
import type { Handler } from '../../app/demo/site.ts';
import type { CheckId } from '../../audit/check-texts/index.ts';
import type { SiteType } from '../../audit/check-texts/vocabulary.ts';
import type { Result, Scorecard } from '../../audit/scorecard/schema.ts';
import { scoreOf } from '../../audit/scorecard/score.ts';
import { serveFront } from '../brief/front.ts';
import { auditSite } from '../serve.ts';
import { DOCUMENTS, FAILS_BECAUSE_OF, REPLACEMENTS, replacing, without } from './documents.ts';

/** Documents for which other JSON is broken, by the contract or because the JSON is of another kind. */
const NOT_OTHER_JSON =
  /^(?:sitemap|security-txt|openapi|api-catalog|web-bot-auth|oauth-.*|a2a-agent-card|agent-skills)$/;
/** Documents that something else on the site refers to: references to schemas, and the challenge that names the metadata. */
const PROMISED = /^(?:json-schemas|oauth-protected-resource)$/;
/** Texts that are broken if their type is JSON. */
const NOT_TYPED_AS_JSON = /^(?:auth-md|mcp-usage-doc)$/;

/** Whether the contract allows a check to be broken with this replacement of its document. */
function mayBeBroken(id: string, replacement: string): boolean {
  if (PROMISED.test(id) || replacement === '200 bytes of HTML') return true;
  if (replacement === '{} as JSON' && NOT_TYPED_AS_JSON.test(id)) return true;
  return replacement.startsWith('{}') && NOT_OTHER_JSON.test(id);
}

interface Changeable extends AsyncDisposable {
  audit(change?: (site: Handler) => Handler): Promise<Scorecard>;
}

async function inFrontOf(upstream: string, siteType: SiteType): Promise<Changeable> {
  const front = await serveFront(upstream, 8);
  return {
    async audit(change = (same) => same) {
      front.change(change);
      return (await auditSite(front.url, { siteType })).scorecard;
    },
    [Symbol.asyncDispose]: () => front[Symbol.asyncDispose](),
  };
}

const resultOf = ({ results }: Scorecard, id: string): Result | undefined =>
  results.find((result) => result.id === id);

const passing = (scorecard: Scorecard) =>
  (Object.entries(DOCUMENTS) as [CheckId, readonly string[]][]).filter(
    ([id]) => resultOf(scorecard, id)?.status === 'pass',
  );

/** Returns the checks that pass, or are broken without reason, with a replacement of their document. */
export async function praisedForNothing(
  upstream: string,
  replacements: readonly string[] = Object.keys(REPLACEMENTS),
  siteType: SiteType = null,
): Promise<string[]> {
  await using site = await inFrontOf(upstream, siteType);
  const faults: string[] = [];
  for (const [id, paths] of passing(await site.audit())) {
    for (const name of replacements) {
      const instead = REPLACEMENTS[name];
      if (instead === undefined) throw new Error(`there is no replacement ${name}`);
      // A document in its own place is that document.
      if (paths.includes(name)) continue;
      const after = resultOf(await site.audit((own) => replacing(own, paths, instead)), id);
      const isFair =
        ['absent', 'noncompliant', 'n_a'].includes(after?.status ?? '') ||
        (after?.status === 'broken' && mayBeBroken(id, name));
      if (!isFair) faults.push(`${id}, replaced by ${name}: ${after?.status} (${after?.evidence})`);
    }
  }
  return faults;
}

/**
 * Whether a check fails that only applies because of the document: that lowers the score without the document being wrong.
 */
function isFailedBecauseOf(document: CheckId, { id, status }: Result, after: Scorecard): boolean {
  if (FAILS_BECAUSE_OF[document]?.[id as CheckId] === undefined) return false;
  return ['absent', 'broken', 'noncompliant'].includes(status) && resultOf(after, id)?.status === 'n_a';
}

/**
 * Returns the documents without which the site scores better, except through checks in `FAILS_BECAUSE_OF`. Checks that cannot
 * be judged without the document are left out of both scores.
 */
export async function punishedForRight(upstream: string, siteType: SiteType = null): Promise<string[]> {
  await using site = await inFrontOf(upstream, siteType);
  const before = await site.audit();
  const faults: string[] = [];
  for (const [id, paths] of passing(before)) {
    const after = await site.audit((own) => without(own, paths));
    const isSeen = (result: Result) => resultOf(after, result.id)?.status !== 'error';
    const fair = before.results.filter((result) => isSeen(result) && !isFailedBecauseOf(id, result, after));
    const [then, now] = [scoreOf(fair).relative, scoreOf(after.results).relative];
    if (now > then) faults.push(`${now} without the document of ${id}, ${then} with it`);
  }
  return faults;
}
