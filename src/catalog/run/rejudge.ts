/** Judges the recordings of audits again by the current rules, without network access. */

import type { Har } from '../../audit/io/har.ts';
import { Auditors } from '../../audit/isolation/auditors.ts';
import type { Missing } from '../../audit/isolation/job.ts';
import type { RunAudit } from '../../audit/isolation/run-audit.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { AuditError } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { plural } from '../../base/text.ts';
import { replaceJudgment } from '../results/merge.ts';
import type { Store } from '../results/store.ts';
import { located } from '../results/targets.ts';
import { type RunOutcome, scoredOutcome } from './outcome.ts';
import { BEING_AUDITED, completeEnvelope, failedOutcome, skipped } from './run.ts';

interface RejudgeOptions {
  readonly store: Store;
  readonly limits: Limits;
  /** The function that runs audits. By default, audits run in a separate process. */
  readonly runAudit?: RunAudit;
  readonly onStart?: (host: string) => void;
  readonly onOutcome?: (outcome: RunOutcome) => void;
}

/**
 * Judges recordings again, one at a time. Without waits for the network, concurrency would save little time.
 * @throws FileError if results cannot be written
 */
export async function rejudgeCatalog(
  targets: readonly ListedHost[],
  options: RejudgeOptions,
): Promise<RunOutcome[]> {
  await using auditors = new Auditors({ mostIdle: 1, most: 1 });
  const outcomes: RunOutcome[] = [];
  for (const target of targets) {
    options.onStart?.(target.host);
    const outcome = await rejudgeOne(target, { runAudit: auditors.audit, ...options });
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
  }
  return outcomes;
}

async function rejudgeOne(
  target: ListedHost,
  options: RejudgeOptions & { readonly runAudit: RunAudit },
): Promise<RunOutcome> {
  const { host } = target;
  using claim = options.store.claim(host);
  if (claim === undefined) return skipped(host, BEING_AUDITED);
  let latest: Envelope | null;
  let envelope: Envelope;
  try {
    const har = await options.store.recording(host);
    if (har === undefined) return skipped(host, 'it has no stored recording');
    const stored = await options.store.read(host);
    latest = stored.latest;
    if (latest !== null && har.log._clock < latest.freshness.scored_at) {
      return skipped(host, 'its recording is older than its result');
    }
    envelope = await judgeRecording(target, har, options);
  } catch (error) {
    return failedOutcome(host, error);
  }
  await claim.update((stored) => replaceJudgment(stored, envelope));
  return scoredOutcome(host, latest, envelope);
}

/**
 * Judges a recording by the current rules.
 * @throws AuditError `invalid_recording` if it belongs to another target, `incomplete_recording` if it does not contain all
 *   requests that the rules need
 */
export async function judgeRecording(
  target: ListedHost,
  har: Har,
  { limits, runAudit }: { readonly limits: Limits; readonly runAudit: RunAudit },
): Promise<Envelope> {
  const at = located(target);
  const { target: recorded, baseUrl } = har.log._agentReadiness;
  if (recorded !== at.url) {
    throw new AuditError('invalid_recording', `The recording is of ${recorded}, not of ${at.url}.`);
  }
  let missing: Missing | undefined;
  const outcome = await runAudit(
    {
      target: at,
      limits,
      source: { kind: 'recording', har },
      // The recorded requests name this URL in their User-Agent. With another URL, no request would match a recorded one.
      baseUrl,
      siteType: target.site_type ?? null,
      publicListing: true,
    },
    {
      onMissing: (report) => {
        missing = report;
      },
    },
  );
  if (missing !== undefined && missing.total > 0) {
    const [first = '', ...others] = missing.names;
    throw new AuditError(
      'incomplete_recording',
      `The current rules need requests to ${at.name} that its recording does not contain (${plural(missing.total, 'request')}, such as ${[first, ...others.slice(0, 2)].join(', ')}). Audit the site again.`,
    );
  }
  return completeEnvelope(outcome, at);
}
