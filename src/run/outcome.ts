/** What became of each target of a run. */
import * as z from 'zod';
import { saysTheSame } from '../results/merge.ts';
import { byRules } from '../scorecard/rules.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { SPEC_VERSION } from '../versions.ts';
import { type Shard, shardName } from './plan.ts';

const score = z.int().min(0).max(100);

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    host: z.string(),
    outcome: z.literal('scored').describe('For the first time, or differently than before.'),
    relative: score,
    global: score,
    change: z.int().nullable().describe('Of the score of what applies; null for the first one.'),
    other_rules: z
      .literal(true)
      .optional()
      .describe('The scorecard before was judged by other rules: the two scores are not comparable.'),
  }),
  z.strictObject({
    host: z.string(),
    outcome: z.literal('unchanged').describe('Rules, scores and verdicts are those of before.'),
    relative: score,
    global: score,
  }),
  z.strictObject({
    host: z.string(),
    outcome: z.literal('failed'),
    kind: z.string(),
    message: z.string().describe('Untrusted: it may quote the audited site.'),
  }),
  z.strictObject({ host: z.string(), outcome: z.literal('skipped'), message: z.string() }),
  z.strictObject({ host: z.string(), outcome: z.literal('planned').describe('With dry_run.') }),
]);

export type RunOutcome = z.infer<typeof outcomeSchema>;

const RUN_OUTCOMES = ['scored', 'unchanged', 'failed', 'skipped', 'planned'] as const;

const MODES = ['audit', 'demo', 'rejudge', 'merge'] as const;
export type Mode = (typeof MODES)[number];

/** What `--output json` prints. */
export interface RunDocument {
  readonly kind: 'catalog-run';
  readonly spec_version: string;
  readonly mode: Mode;
  readonly dry_run: boolean;
  /** The part of the list that was this run's, `2/8`; `null` for all of it. */
  readonly shard: string | null;
  /** Of a merge, the shards whose run did not end: their targets keep what was known of them. */
  readonly missing_shards: readonly string[];
  readonly counts: Readonly<Record<RunOutcome['outcome'], number>>;
  readonly targets: readonly RunOutcome[];
}

interface RunFacts {
  readonly mode: Mode;
  readonly dryRun: boolean;
  readonly shard?: Shard | undefined;
  readonly missing?: readonly string[];
}

export function runDocument(
  { mode, dryRun, shard, missing = [] }: RunFacts,
  outcomes: readonly RunOutcome[],
): RunDocument {
  // Audits end in any order; a plan has its own.
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
    shard: shard === undefined ? null : shardName(shard),
    missing_shards: missing,
    counts,
    targets,
  };
}

/** A new scorecard beside the one that was stored before. */
export function scoredOutcome(
  host: string,
  before: StoredEnvelope | null,
  after: StoredEnvelope,
): RunOutcome {
  const { relative, global } = after.scorecard.score;
  if (before !== null && saysTheSame(before, after)) return { host, outcome: 'unchanged', relative, global };
  if (before === null) return { host, outcome: 'scored', relative, global, change: null };
  const change = relative - before.scorecard.score.relative;
  const isSame = byRules(before.scorecard, after.scorecard) === 0;
  return { host, outcome: 'scored', relative, global, change, ...(isSame ? {} : { other_rules: true }) };
}
