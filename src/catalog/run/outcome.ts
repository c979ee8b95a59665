import { byRules } from '../../audit/scorecard/rules.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { SPEC_VERSION } from '../../base/versions.ts';
import { saysTheSame } from '../results/merge.ts';

export type RunOutcome = (
  | {
      readonly host: string;
      /** The target has its first scorecard, or one with different rules, scores or verdicts. */
      readonly outcome: 'scored';
      readonly relative: number;
      readonly global: number;
      /** The change in the relative score; `null` for the first scorecard. */
      readonly change: number | null;
      /** Set if the previous scorecard was judged by other rules, so that the two scores are not comparable. */
      readonly other_rules?: true;
    }
  | {
      readonly host: string;
      /** The new audit has the same rules, scores and verdicts as the previous one. */
      readonly outcome: 'unchanged';
      readonly relative: number;
      readonly global: number;
    }
  | {
      readonly host: string;
      readonly outcome: 'failed';
      readonly kind: string;
      readonly message: string;
      /** Text from the audited site, which is untrusted. */
      readonly quote?: string;
    }
  | { readonly host: string; readonly outcome: 'skipped'; readonly message: string }
  /** The outcome of a dry run: a real run would audit the target. */
  | { readonly host: string; readonly outcome: 'planned' }
) &
  DatedAhead;

interface DatedAhead {
  /** The time of the previous scorecard, if a wrong clock dated it after this audit. */
  readonly dated_ahead?: string | undefined;
}

const RUN_OUTCOMES = ['scored', 'unchanged', 'failed', 'skipped', 'planned'] as const;

export type Mode = 'audit' | 'demo' | 'rejudge';

export interface RunDocument {
  readonly kind: 'catalog-run';
  readonly spec_version: string;
  readonly mode: Mode;
  readonly dry_run: boolean;
  readonly counts: Readonly<Record<RunOutcome['outcome'], number>>;
  readonly targets: readonly RunOutcome[];
}

export function runDocument(mode: Mode, dryRun: boolean, outcomes: readonly RunOutcome[]): RunDocument {
  // Outcomes are sorted by host, because audits end in any order. A dry run keeps the order in which it would audit.
  const byHost = (a: RunOutcome, b: RunOutcome) =>
    a.outcome === 'planned' || b.outcome === 'planned' || a.host === b.host ? 0 : a.host < b.host ? -1 : 1;
  const targets = [...outcomes].sort(byHost);
  const count = (wanted: string) => targets.filter(({ outcome }) => outcome === wanted).length;
  const counts = Object.fromEntries(RUN_OUTCOMES.map((name) => [name, count(name)])) as RunDocument['counts'];
  return {
    kind: 'catalog-run',
    spec_version: SPEC_VERSION,
    mode,
    dry_run: dryRun,
    counts,
    targets,
  };
}

export function scoredOutcome(host: string, before: Envelope | null, after: Envelope): RunOutcome {
  const { relative, global } = after.scorecard.score;
  if (before !== null && saysTheSame(before, after)) return { host, outcome: 'unchanged', relative, global };
  if (before === null) return { host, outcome: 'scored', relative, global, change: null };
  const change = relative - before.scorecard.score.relative;
  const isSame = byRules(before.scorecard, after.scorecard) === 0;
  return { host, outcome: 'scored', relative, global, change, ...(isSame ? {} : { other_rules: true }) };
}
