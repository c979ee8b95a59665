/** The audit itself: of the site, or of a recording of it. */
import type { AuditEvent, AuditOutcome } from '../../audit.ts';
import { sharedAuditors } from '../../isolation/shared.ts';
import { LIMITS } from '../../limits.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import { plural } from '../../view/words.ts';
import { beginOutput } from '../files.ts';
import { notice, printJson } from '../output.ts';
import { clearProgress, progressOf } from '../progress.ts';
import { type Recording, type Replayed, replay } from '../recordings.ts';
import type { AuditRun, Plan } from './plan.ts';

/**
 * Audits what the plan names, and shows progress meanwhile.
 *
 * @throws CliError, AuditError where there is no scorecard
 */
export async function see(run: AuditRun, plan: Plan): Promise<Replayed> {
  return plan.recording === undefined
    ? { ...(await live(run, plan)), incomplete: undefined }
    : replayed(run, plan.recording, plan);
}

async function live(
  run: AuditRun,
  { target, selected, canonicalOrigin, headers }: Plan,
): Promise<AuditOutcome> {
  const { values, sources, output } = run;
  const { concurrency, har, network } = values;
  const limits = {
    ...LIMITS,
    auditMs: run.timeoutMs,
    perOrigin: concurrency,
    ...(sources.concurrency === 'default' ? {} : { streams: concurrency }),
  };
  if (headers.length > 0) {
    const names = headers.map(([name]) => name).join(', ');
    notice(
      output,
      `With ${plural(headers.length, 'header')} of your own: ${names}, sent to ${target.origin} only.`,
    );
  }
  const file = har === undefined ? undefined : await beginOutput(har, { force: values.force });
  try {
    const { recording, ...outcome } = await sharedAuditors.audit(
      {
        target,
        limits,
        source: {
          kind: 'network',
          network,
          resolver: values.resolver,
          ...(headers.length === 0 ? {} : { headers: { origin: target.origin, fields: headers } }),
        },
        baseUrl: values.baseUrl ?? DEFAULT_BASE_URL,
        siteType: values.siteType ?? null,
        record: file !== undefined,
        ...(canonicalOrigin === undefined ? {} : { canonicalOrigin }),
        ...(selected === undefined ? {} : { selected: [...selected] }),
      },
      { onEvent: eventsOf(run) },
    );
    if (file !== undefined) {
      if (recording !== undefined) await file.commit(textOf(recording));
      notice(output, recording === undefined ? NOT_RECORDED : `Recorded in ${har}.`);
    }
    return outcome;
  } finally {
    clearProgress();
    await file?.discard();
  }
}

const NOT_RECORDED = 'Nothing was recorded: the audit had to be stopped at its deadline.';

/** Each piece ends with a character. */
function* textOf(pieces: readonly Uint8Array[]): Generator<string> {
  for (const piece of pieces) yield Buffer.from(piece).toString('utf8');
}

async function replayed(run: AuditRun, recording: Recording, { selected }: Plan): Promise<Replayed> {
  const { values, output } = run;
  const { headers = [] } = recording.har.log._agentReadiness;
  if (headers.length > 0) {
    notice(output, `Recorded with ${plural(headers.length, 'header')} of the caller: ${headers.join(', ')}.`);
  }
  try {
    return await replay(recording, {
      timeoutMs: run.timeoutMs,
      onEvent: eventsOf(run),
      ...(values.siteType === undefined ? {} : { siteType: values.siteType }),
      ...(selected === undefined ? {} : { selected }),
    });
  } finally {
    clearProgress();
  }
}

/** What is shown while an audit runs: the progress on stderr, with `jsonl` every event on stdout. */
function eventsOf({ output }: AuditRun): (event: AuditEvent) => void {
  const progress = progressOf(output);
  return (event) => {
    if (output.format === 'jsonl') {
      const { type, ...rest } = event;
      printJson({ event: type, ...rest }, 'jsonl');
    }
    progress(event);
  };
}
