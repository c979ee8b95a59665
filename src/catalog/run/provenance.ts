/** Finds the HTTP exchanges behind each verdict of a stored scorecard, in the recording of its audit. */

import { checks } from '../../audit/checks/index.ts';
import { runningHere } from '../../audit/isolation/run-job.ts';
import { type Provenance, Trace } from '../../audit/probes/trace.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { AuditError, FileError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { saysTheSame } from '../results/merge.ts';
import type { Store } from '../results/store.ts';
import { judgeRecording } from './rejudge.ts';

/**
 * Returns the HTTP exchanges behind each verdict, by check id; `undefined` if no recording reproduces the scorecard.
 * @throws FileError if the recording cannot be read
 */
export async function provenanceOf(
  target: ListedHost,
  latest: Envelope,
  store: Store,
): Promise<ReadonlyMap<string, Provenance> | undefined> {
  const trace = new Trace();
  try {
    const har = await store.recording(target.host);
    if (har?.log._clock !== latest.freshness.scored_at) return undefined;
    const runAudit = runningHere(() => ({ trace }));
    const judged = await judgeRecording(target, har, { limits: LIMITS, runAudit });
    if (!saysTheSame(judged, latest)) return undefined;
  } catch (error) {
    // The file is not a recording, or it does not contain all requests that the current rules need.
    if (error instanceof AuditError && !(error instanceof FileError)) return undefined;
    throw error;
  }
  return new Map(checks.map(({ id, needs, uses }) => [id, trace.provenanceOf([...needs, ...uses])]));
}
