/** The audit itself: of the site, or of a recording of it. */
import type { AuditEvent } from '../../audit.ts';
import type { SampledOutcome } from '../../isolation/job.ts';
import { sharedAuditors } from '../../isolation/shared.ts';
import { LIMITS } from '../../limits.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import { beginOutput } from '../files.ts';
import { notice, printJson } from '../output.ts';
import { clearProgress, progressOf } from '../progress.ts';
import { type Recording, type Replayed, replay } from '../recordings.ts';
import type { AuditRun, Plan } from './plan.ts';

/**
 * Audits what the plan names, and shows progress meanwhile.
 *
 * @param onEvent in place of the progress of one audit
 * @throws CliError, AuditError where there is no scorecard
 */
export async function see(run: AuditRun, plan: Plan, onEvent = eventsOf(run)): Promise<Replayed> {
  return plan.recording === undefined
    ? { ...(await live(run, plan, onEvent)), incomplete: undefined }
    : replayed(run, plan.recording, plan, onEvent);
}

/** Told of what happens in an audit. */
type OnEvent = (event: AuditEvent) => void;

async function live(
  run: AuditRun,
  { target, selected, canonicalOrigin, mcpEndpoint, wait }: Plan,
  onEvent: OnEvent,
): Promise<SampledOutcome> {
  const { values, sources, output } = run;
  const { concurrency, har, network } = values;
  const limits = {
    ...LIMITS,
    auditMs: run.timeoutMs,
    perOrigin: concurrency,
    ...(sources.concurrency === 'default' ? {} : { streams: concurrency }),
  };
  const source = { kind: 'network', network, resolver: values.resolver } as const;
  const file = har === undefined ? undefined : await beginOutput(har, { force: values.force });
  try {
    if (wait !== undefined) await (await import('./wait.ts')).awaitServer(wait, source, run);
    const { recording, ...outcome } = await sharedAuditors.audit(
      {
        target,
        limits,
        source,
        baseUrl: values.baseUrl ?? DEFAULT_BASE_URL,
        siteType: values.siteType ?? null,
        record: file !== undefined,
        ...(canonicalOrigin === undefined ? {} : { canonicalOrigin }),
        ...(mcpEndpoint === undefined ? {} : { mcpEndpoint }),
        ...(selected === undefined ? {} : { selected: [...selected] }),
        ...(values.sitemapSample === undefined ? {} : { sitemapSample: values.sitemapSample }),
      },
      { onEvent },
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

async function replayed(
  run: AuditRun,
  recording: Recording,
  { selected }: Plan,
  onEvent: OnEvent,
): Promise<Replayed> {
  const { values } = run;
  try {
    return await replay(recording, {
      timeoutMs: run.timeoutMs,
      onEvent,
      ...(values.siteType === undefined ? {} : { siteType: values.siteType }),
      ...(selected === undefined ? {} : { selected }),
    });
  } finally {
    clearProgress();
  }
}

/** What is shown while an audit runs: the progress on stderr, with `jsonl` every event on stdout. */
function eventsOf({ output }: AuditRun): OnEvent {
  const progress = progressOf(output);
  return (event) => {
    if (output.format === 'jsonl') {
      const { type, ...rest } = event;
      printJson({ event: type, ...rest }, 'jsonl');
    }
    progress(event);
  };
}
