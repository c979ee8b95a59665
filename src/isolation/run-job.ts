/** One job run in this very process: what a process that audits does, and what tests and the site's build do themselves. */
import { type AuditOptions, type AuditOutcome, audit, LEFT_OUT } from '../audit.ts';
import { checks } from '../checks/index.ts';
import { says } from '../evidence/facts.ts';
import { harText } from '../io/har.ts';
import type { Io } from '../io/io.ts';
import { recordingIo } from '../io/record.ts';
import { ioOf, policyOf } from '../io/source.ts';
import type { Trace } from '../probes/trace.ts';
import { resultOf } from '../scorecard/scorecard.ts';
import { urlRule } from '../target.ts';
import type { AuditHooks, RunAudit } from './auditors.ts';
import type { Arrival, AuditJob } from './job.ts';
import { MissingRequests } from './missing.ts';

/** The evidence of a check that an end from outside has left undecided. */
const NOT_REACHED = says('the audit was ended before this was decided');

export interface JobHooks extends AuditHooks {
  readonly onArrival?: (facts: Arrival) => void;
  /** Takes the recording piece by piece, so that it is never in memory as a whole. UTF-8. */
  readonly onRecorded?: (piece: Uint8Array) => Promise<void> | void;
  /** As in `AuditOptions`. */
  readonly trace?: Trace;
  /** In place of the job's source. */
  readonly io?: Io;
}

/**
 * Runs an audit.
 *
 * @throws what `audit` throws
 */
export async function runJob(job: AuditJob, hooks: JobHooks = {}): Promise<AuditOutcome> {
  const {
    target,
    limits,
    source,
    baseUrl,
    siteType,
    selected,
    canonicalOrigin,
    mcpEndpoint,
    publicListing = false,
    heedDecline = false,
  } = job;
  const missing = new MissingRequests();
  const inner =
    hooks.io ??
    ioOf(source, {
      target,
      limits,
      onUnrecorded: (asked) => missing.add(asked),
      ...(hooks.sign === undefined ? {} : { sign: hooks.sign }),
    });
  const recording = job.record === true ? recordingIo(inner) : undefined;
  const network = policyOf(source);
  const allowUrl = urlRule(network);
  let scoredAt = new Date();
  const { signal, admit, trace, onArrival } = hooks;
  const named = {
    ...(canonicalOrigin === undefined ? {} : { canonicalOrigin }),
    ...(mcpEndpoint === undefined ? {} : { mcpEndpoint }),
  };
  const options: AuditOptions = {
    io: recording?.io ?? inner,
    limits,
    baseUrl,
    siteType,
    publicListing,
    heedDecline,
    onEvent(event) {
      if (event.type === 'started') scoredAt = new Date(event.at);
      hooks.onEvent?.(event);
    },
    onArrival: (origin) => onArrival?.(arrivalOf(job, { auditedOrigin: origin.href, scoredAt })),
    ...(selected === undefined ? {} : { selected: new Set(selected) }),
    ...named,
    ...(allowUrl === undefined ? {} : { allowUrl }),
    ...(signal === undefined ? {} : { signal }),
    ...(admit === undefined ? {} : { admit }),
    ...(trace === undefined ? {} : { trace }),
  };
  try {
    const outcome = await audit(target, options);
    if (recording !== undefined) {
      const chosen = selected === undefined ? {} : { selected: [...selected] };
      const asked = network === undefined ? {} : { network };
      const meta = { target: target.url, siteType, baseUrl, ...named, ...asked, ...chosen };
      for (const piece of harText(recording.har(meta))) await hooks.onRecorded?.(Buffer.from(piece));
    }
    return outcome;
  } finally {
    hooks.onMissing?.({ total: missing.total, names: missing.listed() });
    await inner.close();
  }
}

/**
 * Runs audits in this process, where nothing ends one that hangs: for tests that need an `Io` of their own, and for
 * recordings whose audit has come to its end before.
 */
export function runningHere(own: (job: AuditJob) => Pick<JobHooks, 'io' | 'trace'> = () => ({})): RunAudit {
  return async (job, hooks = {}) => {
    const recording: Uint8Array[] = [];
    const onRecorded = (piece: Uint8Array) => void recording.push(piece);
    const outcome = await runJob(job, { ...hooks, ...own(job), onRecorded });
    return { ...outcome, ...(job.record === true ? { recording } : {}) };
  };
}

/** Before any check is decided, each is one that did not come to it. */
function arrivalOf(job: AuditJob, seen: Pick<Arrival, 'auditedOrigin' | 'scoredAt'>): Arrival {
  const { target, baseUrl, siteType, publicListing = false } = job;
  const chosen = job.selected === undefined ? undefined : new Set(job.selected);
  const results = checks.map((check) => {
    const evidence = chosen?.has(check.id) === false ? LEFT_OUT : NOT_REACHED;
    return resultOf(check, { status: 'skip', evidence }, baseUrl);
  });
  return {
    target,
    canonicalOrigin: job.canonicalOrigin,
    ...seen,
    results,
    siteType,
    mcpEndpoint: undefined,
    mcpDiscovery: [],
    baseUrl,
    publicListing,
  };
}
