/** `/changes.json`: the newest changes of the catalog, as data. */
import { changeHeadline } from './change-texts.ts';
import { changeKey, type SiteChange } from './changes.ts';

/** The maximum number of changes in the document, the newest ones. */
export const MOST_CHANGES = 500;

/** @param changes the newest first */
export function changesJson(changes: readonly SiteChange[], origin: string) {
  return {
    kind: 'changes',
    changes: changes.slice(0, MOST_CHANGES).map((change) => changeDocument(change, origin)),
  };
}

/** @param origin the address of the catalog; no slash at the end */
function changeDocument(change: SiteChange, origin: string) {
  const { target, kind, at, score, verdicts, rules, state, by } = change;
  return {
    id: changeId(change, origin),
    at,
    host: target.host,
    name: target.name,
    kind,
    title: changeHeadline(change),
    score: score === undefined ? null : { from: score.from ?? null, to: score.to },
    verdicts: verdicts?.map(({ id, from, to, direction }) => ({ check: id, from, to, direction })) ?? null,
    rules: rules === undefined ? null : { from: rules.from, to: rules.to, same_audit: rules.sameAudit },
    state: state ?? null,
    by: by ?? null,
    scorecard_url: `${origin}/score/${target.host}`,
  };
}

/** A tag URI (RFC 4151), which stays the same whatever becomes of addresses and texts. */
export function changeId(change: SiteChange, origin: string): string {
  return `tag:${new URL(origin).hostname},2026-11-22:change/${changeKey(change)}`;
}
