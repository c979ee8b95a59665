/** Runs one audit in the current process: in an audit process, in tests, or to replay a recording. */

import { AuditError } from '../../base/errors.ts';
import { plain } from '../../base/text.ts';
import { type AuditOutcome, type AuditWorld, audit, NOT_SELECTED } from '../audit.ts';
import { checks } from '../checks/index.ts';
import { says } from '../evidence/facts.ts';
import { harText, type RecordingMeta } from '../io/har.ts';
import type { Io } from '../io/io.ts';
import { recordingIo } from '../io/record.ts';
import type { Unrecorded } from '../io/replay.ts';
import { ioOf, policyOf } from '../io/source.ts';
import { isSelected } from '../request.ts';
import { resultOf } from '../scorecard/scorecard.ts';
import { urlRule } from '../target.ts';
import type { AuditJob, InitialFacts } from './job.ts';
import type { AuditHooks, RunAudit } from './run-audit.ts';

const NOT_REACHED = says('the audit ended before this check was decided');

interface JobHooks extends AuditHooks {
  readonly onSiteSeen?: (facts: InitialFacts) => void;
  /** Receives the recording in pieces (UTF-8), so the whole recording is never in memory. */
  readonly onRecorded?: (piece: Uint8Array) => Promise<void> | void;
  readonly trace?: AuditWorld['trace'];
  /** Replaces the network and clock (`Io`) of the job's source. */
  readonly io?: Io;
}

/** Runs an audit. Throws the same errors as `audit`. */
export async function runJob(job: AuditJob, hooks: JobHooks = {}): Promise<AuditOutcome> {
  const { target, limits, source } = job;
  const missing = new MissingRequests();
  const inner =
    hooks.io ??
    ioOf(source, {
      target,
      limits,
      onUnrecorded: (missingRequest) => missing.add(missingRequest),
      sign: hooks.sign,
    });
  const recording = job.record === true ? recordingIo(inner) : undefined;
  let scoredAt = new Date();
  const { signal, admit, trace, onSiteSeen } = hooks;
  const world: AuditWorld = {
    io: recording?.io ?? inner,
    limits,
    signal,
    admit,
    trace,
    allowUrl: urlRule(policyOf(source)),
    onEvent(event) {
      if (event.type === 'started') scoredAt = new Date(event.at);
      hooks.onEvent?.(event);
    },
    onSiteSeen: ({ href }) => onSiteSeen?.({ auditedOrigin: href, scoredAt, results: undecided(job) }),
  };
  const keep = async () => {
    if (recording === undefined) return;
    const har = recording.har(recordingMetaOf(job));
    for (const piece of harText(har)) await hooks.onRecorded?.(Buffer.from(piece));
  };
  try {
    const outcome = await audit(job, world).catch(async (error: unknown) => {
      // The recording of a failed audit shows why the site could not be audited.
      if (error instanceof AuditError && error.kind !== 'interrupted') await keep();
      throw error;
    });
    await keep();
    return outcome;
  } finally {
    hooks.onMissing?.({ total: missing.total, names: missing.listed() });
    await inner.close();
  }
}

/** Returns the audit options that are stored in the recording. */
function recordingMetaOf({ source, ...request }: AuditJob): RecordingMeta {
  return {
    target: request.target.url,
    siteType: request.siteType,
    baseUrl: request.baseUrl,
    canonicalOrigin: request.canonicalOrigin,
    mcpEndpoint: request.mcpEndpoint,
    typedPath: request.typedPath,
    network: policyOf(source),
    headers: source.kind === 'network' ? source.headers?.fields.map(([name]) => name) : undefined,
    selected: request.selected && [...request.selected],
  };
}

/** Returns a function that runs audits in this process, for tests and to replay recordings. It cannot stop a hanging audit. */
export function runningHere(
  hooksFor: (job: AuditJob) => Pick<JobHooks, 'io' | 'trace'> = () => ({}),
): RunAudit {
  return async (job, hooks = {}) => {
    const recording: Uint8Array[] = [];
    const onRecorded = (piece: Uint8Array) => void recording.push(piece);
    const outcome = await runJob(job, { ...hooks, ...hooksFor(job), onRecorded }).catch((error: unknown) => {
      if (recording.length > 0) hooks.onFailedRecording?.(recording);
      throw error;
    });
    return { ...outcome, recording: job.record === true ? recording : undefined };
  };
}

/** Returns the initial results of all checks. Each check is skipped because it was not reached or not selected. */
function undecided(job: AuditJob): InitialFacts['results'] {
  return checks.map((check) => {
    const evidence = isSelected(job, check.id) ? NOT_REACHED : NOT_SELECTED;
    return resultOf(check, { status: 'skip', evidence }, job.baseUrl);
  });
}

/** The maximum number of requests in the list of requests that a recording does not contain. */
const MOST_LISTED = 20;
/** The maximum length of a request in that list, and of its body, in characters. */
const NAME_CHARS = 200;
const BODY_CHARS = 60;

/** Collects the requests and DNS queries that a recording does not contain, as readable text. */
class MissingRequests {
  readonly #names = new Set<string>();
  #total = 0;

  add(missingRequest: Unrecorded): void {
    this.#total += 1;
    if (this.#names.size < MOST_LISTED) this.#names.add(nameOf(missingRequest));
  }

  get total(): number {
    return this.#total;
  }

  listed(): readonly string[] {
    return [...this.#names];
  }
}

function nameOf(missingRequest: Unrecorded): string {
  if ('name' in missingRequest) return plain(`DNS ${missingRequest.type} ${missingRequest.name}`, NAME_CHARS);
  const { method, url, body } = missingRequest;
  const sent = body === undefined ? '' : ` ${plain(body, BODY_CHARS)}`;
  return `${plain(`${method} ${url}`, NAME_CHARS)}${sent}`;
}
