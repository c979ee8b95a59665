/** One job run in this very process: what a process that audits does, and what tests and the site's build do themselves. */
import { type AuditOptions, type AuditOutcome, audit, NOT_SELECTED } from '../audit.ts';
import { checks } from '../checks/index.ts';
import { AuditError } from '../errors.ts';
import { says } from '../evidence/facts.ts';
import { harText, type RecordingMeta } from '../io/har.ts';
import type { Io } from '../io/io.ts';
import { recordingIo } from '../io/record.ts';
import { ioOf, policyOf } from '../io/source.ts';
import type { Limits } from '../limits.ts';
import type { Trace } from '../probes/trace.ts';
import { sampleLimits } from '../sample.ts';
import { resultOf } from '../scorecard/scorecard.ts';
import { urlRule } from '../target.ts';
import type { AuditHooks, RunAudit } from './auditors.ts';
import type { AuditJob, InitialFacts, SampledOutcome } from './job.ts';
import { MissingRequests } from './missing.ts';
import { type RunSample, runSample } from './run-sample.ts';

/** The evidence of a check that an end from outside has left undecided. */
const NOT_REACHED = says('the audit was ended before this was decided');

interface JobHooks extends AuditHooks {
  readonly onSiteSeen?: (facts: InitialFacts) => void;
  /** Takes the recording piece by piece, so that it is never in memory as a whole. UTF-8. */
  readonly onRecorded?: (piece: Uint8Array) => Promise<void> | void;
  /** Told of the scorecard, before pages are looked at. */
  readonly onSampling?: (outcome: AuditOutcome) => void;
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
export async function runJob(job: AuditJob, hooks: JobHooks = {}): Promise<SampledOutcome> {
  const began = performance.now();
  const {
    target,
    limits,
    source,
    baseUrl,
    siteType,
    selected,
    publicListing = false,
    heedDecline = false,
    sitemapSample,
  } = job;
  const missing = new MissingRequests();
  const ioWithin = (within: Limits) =>
    ioOf(source, {
      target,
      limits: within,
      onUnrecorded: (asked) => missing.add(asked),
      sign: hooks.sign,
    });
  const inner = hooks.io ?? ioWithin(limits);
  const recording = job.record === true ? recordingIo(inner) : undefined;
  const allowUrl = urlRule(policyOf(source));
  let scoredAt = new Date();
  const { signal, admit, trace, onSiteSeen } = hooks;
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
    onSiteSeen: (origin) => onSiteSeen?.(arrivalOf(job, { auditedOrigin: origin.href, scoredAt })),
    ...(selected === undefined ? {} : { selected: new Set(selected) }),
    ...namedBy(job),
    ...(allowUrl === undefined ? {} : { allowUrl }),
    ...(signal === undefined ? {} : { signal }),
    ...(admit === undefined ? {} : { admit }),
    ...(trace === undefined ? {} : { trace }),
  };
  const keep = async (more: RunSample['entries'] = []) => {
    if (recording === undefined) return;
    const { log } = recording.har(metaOf(job));
    const whole = { log: { ...log, entries: [...log.entries, ...more] } };
    for (const piece of harText(whole)) await hooks.onRecorded?.(Buffer.from(piece));
  };
  try {
    const outcome = await audit(target, options).catch(async (error: unknown) => {
      // What was seen of a site that could not be audited shows why.
      if (error instanceof AuditError && error.kind !== 'interrupted') await keep();
      throw error;
    });
    let pages: RunSample | undefined;
    if (sitemapSample !== undefined) {
      hooks.onSampling?.(outcome);
      const within = sampleLimits(limits, sitemapSample, limits.auditMs - (performance.now() - began));
      // A recording has one clock, and gives what was asked twice in its order.
      const io = source.kind === 'recording' || hooks.io !== undefined ? inner : ioWithin(within);
      const { envelope } = outcome;
      const given = { io, limits: within, pages: sitemapSample, envelope, record: recording !== undefined };
      try {
        pages = await runSample(target, options, given);
      } finally {
        if (io !== inner) await io.close();
      }
    }
    await keep(pages?.entries);
    return { ...outcome, ...(pages === undefined ? {} : { sample: pages.sample }) };
  } finally {
    hooks.onMissing?.({ total: missing.total, names: missing.listed() });
    await inner.close();
  }
}

/** What the caller has named of the site: an audit goes by it, and a recording keeps it. */
function namedBy({ canonicalOrigin, mcpEndpoint }: AuditJob) {
  return {
    ...(canonicalOrigin === undefined ? {} : { canonicalOrigin }),
    ...(mcpEndpoint === undefined ? {} : { mcpEndpoint }),
  };
}

/** What a recording says of its audit. */
function metaOf(job: AuditJob): RecordingMeta {
  const { target, siteType, baseUrl, selected, source, sitemapSample } = job;
  const network = policyOf(source);
  const headers = source.kind === 'network' ? source.headers?.fields.map(([name]) => name) : undefined;
  return {
    target: target.url,
    siteType,
    baseUrl,
    ...namedBy(job),
    ...(network === undefined ? {} : { network }),
    ...(headers === undefined ? {} : { headers }),
    ...(selected === undefined ? {} : { selected: [...selected] }),
    ...(sitemapSample === undefined ? {} : { sitemapSample }),
  };
}

/**
 * Runs audits in this process, where nothing ends one that hangs: for tests that need an `Io` of their own, and for
 * recordings whose audit has come to its end before.
 */
export function runningHere(own: (job: AuditJob) => Pick<JobHooks, 'io' | 'trace'> = () => ({})): RunAudit {
  return async (job, hooks = {}) => {
    const recording: Uint8Array[] = [];
    const onRecorded = (piece: Uint8Array) => void recording.push(piece);
    const outcome = await runJob(job, { ...hooks, ...own(job), onRecorded }).catch((error: unknown) => {
      if (recording.length > 0) hooks.onFailedRecording?.(recording);
      throw error;
    });
    return { ...outcome, ...(job.record === true ? { recording } : {}) };
  };
}

/** Before any check is decided, each is one that did not come to it. */
function arrivalOf(job: AuditJob, seen: Pick<InitialFacts, 'auditedOrigin' | 'scoredAt'>): InitialFacts {
  const { target, baseUrl, siteType, publicListing = false } = job;
  const chosen = job.selected === undefined ? undefined : new Set(job.selected);
  const results = checks.map((check) => {
    const evidence = chosen?.has(check.id) === false ? NOT_SELECTED : NOT_REACHED;
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
