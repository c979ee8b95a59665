/**
 * Runs audits on request (live audits) and counts them against the limits. Across all instances, only one audit per
 * registrable domain runs at a time, the one that holds the claim (the lock). Meanwhile, a few calls that request the same
 * audit may wait for its result; all others are refused at once. The result is stored before the claim is released, so the
 * next holder finds the result.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { SITE_TYPES } from '../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedForm } from '../audit/scorecard/scorecard.ts';
import { earlierOf, sinceEarlier } from '../audit/scorecard/since.ts';
import { CLAIM_MS, REUSE_MS, SERVICE_AUDIT_MS } from '../base/limits.ts';
import { domainOf } from '../base/same-site.ts';
import { untilAborted } from '../base/until-aborted.ts';
import type { Library, ServiceAuditRequest } from './api.ts';
import { type AuditEnd, Meter, type Unit } from './audit-allowance.ts';
import {
  type ClaimedAuditOptions,
  cancelled,
  claimedAudit,
  failedAudit,
  type RunningAudit,
} from './claimed-audit.ts';
import { ServiceError } from './errors.ts';
import { retryAfterS, targetLimitError, targetLimitOf } from './limit-texts.ts';
import {
  ageOf,
  type LiveRecord,
  liveFailure,
  liveKey,
  liveScorecard,
  namedPrefix,
  refuseWithdrawn,
} from './live-records.ts';
import type { RecordChange, Records } from './records.ts';
import type { ServiceSettings } from './settings.ts';

/** The pauses between polls for another call's audit. In 20 s, a call polls 13 times. */
const PAUSE = { firstMs: 250, factor: 1.5, mostMs: 2_000 } as const;
const WHILE_OFF_S = 3600;

export interface LiveAuditsOptions extends ClaimedAuditOptions {
  readonly records: Records<LiveRecord>;
  readonly library: Pick<Library, 'scorecard'>;
  readonly settings: Pick<ServiceSettings, 'liveAudits' | 'network' | 'preview'>;
  readonly streamMs: number;
  /** Waits `ms` milliseconds, or until the caller disconnects. A timer by default. */
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
  readonly later: (work: Promise<unknown>) => void;
}

export class LiveAudits {
  readonly #options: LiveAuditsOptions;

  constructor(options: LiveAuditsOptions) {
    this.#options = options;
  }

  /**
   * Audits a target, or returns the scorecard of an audit that is running or ended less than 60 seconds ago.
   *
   * A running audit continues even if its caller disconnects, because the site has already received requests. Also, the
   * platform may have ended the stream. The audit still counts against the limits. The next call gets its result for free.
   * @throws ServiceError
   */
  async audit(request: ServiceAuditRequest): Promise<Envelope> {
    const { settings, streamMs, later, now } = this.#options;
    if (!settings.liveAudits) {
      throw new ServiceError(
        'service_unavailable',
        settings.preview === true
          ? 'This is a preview or an earlier deploy of the catalog, which makes no live audits. Call the published site, or use the command line.'
          : 'Live audits are switched off at the moment. Stored scorecards can still be read, and the command line can audit any site.',
        { retryAfterS: WHILE_OFF_S },
      );
    }
    const { target, signal, onProgress } = request;
    const over = new AbortController();
    const gone = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const underWay: RunningAudit = { until: now() + SERVICE_AUDIT_MS };
    const work = this.#obtain({ ...request, signal: gone }, underWay);
    later(work.catch(() => undefined));
    if (onProgress === undefined) return work;
    return withTimeout(work, underWay, { ms: streamMs, name: target.name, now, leave: () => over.abort() });
  }

  /** Runs an audit, or waits for another call's audit and returns the result. Updates `underWay` meanwhile. */
  async #obtain(request: ServiceAuditRequest, underWay: RunningAudit): Promise<Envelope> {
    const { records, limits, now, later, pause = timer } = this.#options;
    const { name, url } = request.target;
    const key = liveKey(name, request.siteType, request.mcpEndpoint);
    const domain = domainOf(url);
    const began = now();
    const plainKey = liveKey(name);
    if (key !== plainKey) refuseWithdrawn(await records.read(plainKey), name);
    for (let isFirst = true; ; isFirst = false) {
      const record = await records.read(key);
      refuseWithdrawn(record, name);
      const known = this.#answered(record, began);
      if (known !== undefined) return storedForm(known);
      const result = await limits.takeOfDomain(domain, key);
      if (!('kind' in result)) return this.#withClaim(request, key, result, underWay);
      if (result.kind === 'full' || result.of !== key)
        throw targetLimitError(targetLimitOf(name, domain, result), now());
      underWay.until = result.until;
      const leave = await limits.takePlace({ name, domain }, result, request.caller);
      if (isFirst) request.onProgress?.({ done: 0, total: 1, message: `An audit of ${name} is running` });
      let ended = false;
      try {
        // If the instance that runs the audit dies, its claim expires, and this call then starts the audit again.
        for (let ms: number = PAUSE.firstMs; !ended; ms = Math.min(ms * PAUSE.factor, PAUSE.mostMs)) {
          if (now() - began > CLAIM_MS) throw stillRunning(name, underWay, now());
          await pause(ms, request.signal);
          if (request.signal?.aborted === true) throw cancelled(request.target);
          ended = !(await limits.isRunning(domain, result));
        }
      } finally {
        later(leave(ended).catch(() => undefined));
      }
    }
  }

  /**
   * Returns the scorecard of a record if it is younger than `REUSE_MS`.
   * @param began when the call began to wait; a failure recorded since then is thrown
   * @throws ServiceError for such a failure, or if the site must not be audited now
   */
  #answered(record: LiveRecord | undefined, began: number): Envelope | undefined {
    const now = this.#options.now();
    const recent = this.#recent(record);
    if (recent !== undefined) return recent;
    const { spared } = record ?? {};
    const failure = liveFailure(record, now);
    if (failure !== undefined && failure.at >= began) throw failedAudit(failure);
    if (spared !== undefined && spared.until > now) throw targetLimitError(spared, now);
    return undefined;
  }

  #recent(record: LiveRecord | undefined): Envelope | undefined {
    const { envelope } = record ?? {};
    return envelope !== undefined && ageOf(envelope, this.#options.now()) < REUSE_MS ? envelope : undefined;
  }

  /** Runs an audit and counts it against the limits. Then releases the domain's claim (lock), which the caller took. */
  async #withClaim(
    request: ServiceAuditRequest,
    key: string,
    claim: Unit,
    underWay: RunningAudit,
  ): Promise<Envelope> {
    const meter = new Meter();
    meter.took(claim, 'others');
    let ending: AuditEnd = { caller: 'unused', others: 'unused' };
    try {
      const recent = await this.#take(request, key, meter);
      if (recent !== undefined) return storedForm(recent);
      if (request.signal?.aborted === true) throw cancelled(request.target);
      const audited = await claimedAudit(request, { key, claim, meter, underWay }, this.#options);
      const { answer, record: newRecord } = audited;
      ending = audited.ending;
      const stored = this.#store(request, newRecord);
      // If the store fails too, report the first error.
      const written = await (answer instanceof ServiceError ? stored.catch(() => undefined) : stored);
      if (answer instanceof ServiceError) throw answer;
      return written ?? answer;
    } finally {
      await meter.close(ending);
    }
  }

  /** Counts the audit against the caller's and the service's limits. If another audit just stored a scorecard, returns it. */
  async #take({ caller }: ServiceAuditRequest, key: string, meter: Meter): Promise<Envelope | undefined> {
    const { records, limits } = this.#options;
    const [record, unit] = await Promise.allSettled([records.read(key), limits.takeOfCaller(caller)]);
    if (unit.status === 'fulfilled') meter.took(unit.value, 'caller');
    const recent = record.status === 'fulfilled' ? this.#recent(record.value) : undefined;
    if (recent !== undefined) return recent;
    for (const one of [record, unit]) if (one.status === 'rejected') throw one.reason;
    meter.took(await limits.takeOfService(), 'others');
    return undefined;
  }

  /**
   * Stores the result of an audit. A new scorecard always replaces the stored one, because a scorecard contains the URLs
   * where it can be read. If the owner opted out of audits, removes all stored scorecards of the site. Other failed audits
   * remove none.
   * @returns the new scorecard as stored, with the changes since the previous one
   */
  async #store(
    { target: { name }, siteType, mcpEndpoint }: ServiceAuditRequest,
    found: LiveRecord,
  ): Promise<Envelope | undefined> {
    if (Object.keys(found).length === 0) return undefined;
    const { records, library, now } = this.#options;
    // If the catalog's scorecard cannot be read, skip the comparison, because the audit matters more.
    const isComparable = found.envelope !== undefined && mcpEndpoint === undefined;
    const listed = isComparable ? await library.scorecard(name).catch(() => undefined) : undefined;
    const isDeclined = found.failure?.code === 'target_declined';
    const key = liveKey(name, siteType, mcpEndpoint);
    const others = isDeclined
      ? [
          ...[null, ...SITE_TYPES].map((type) => liveKey(name, type)),
          ...(await records.keys(namedPrefix(name))),
        ]
      : [];
    const [written] = await Promise.all([
      records.update(key, (record): RecordChange<LiveRecord, Envelope | undefined> => {
        if (record?.withdrawn !== undefined) return { answer: undefined };
        const before = isDeclined ? undefined : record?.envelope;
        const envelope =
          found.envelope && compared(found.envelope, { previous: liveScorecard(record, now()), listed });
        return { next: { ...found, envelope: envelope ?? before }, answer: envelope };
      }),
      ...others
        .filter((other) => other !== key)
        .map((other) => records.update(other, (record) => withdrawn(record, found))),
    ]);
    return written;
  }
}

/** Adds the changes since an earlier scorecard: the previous live one or the catalog's, as `earlierOf` selects. */
function compared(
  envelope: Envelope,
  { previous, listed }: Readonly<Record<'previous' | 'listed', Envelope | undefined>>,
): Envelope {
  const earlier = earlierOf(envelope, [
    ...(previous === undefined ? [] : [{ of: 'live' as const, envelope: previous }]),
    ...(listed === undefined ? [] : [{ of: 'catalog' as const, envelope: listed }]),
  ]);
  return earlier === undefined ? envelope : sinceEarlier(envelope, earlier);
}

/** Removes a stored scorecard and records the failure; does nothing if no scorecard is stored. */
function withdrawn(
  record: LiveRecord | undefined,
  { failure }: LiveRecord,
): RecordChange<LiveRecord, undefined> {
  return record?.envelope === undefined
    ? { answer: undefined }
    : { next: { ...record, envelope: undefined, failure }, answer: undefined };
}

function timer(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/**
 * Ends a streamed call before the platform would cut it off. The audit continues, and the next call gets its result. Returns
 * the result of `work` if it ends within `ms` milliseconds, else the scorecard of the checks decided so far.
 * @param timing.leave called when time runs out
 * @throws the same error as `work` if it fails in time; ServiceError `audit_timeout` if time runs out before any check is decided
 */
async function withTimeout(
  work: Promise<Envelope>,
  underWay: RunningAudit,
  timing: {
    readonly ms: number;
    readonly name: string;
    readonly now: () => number;
    readonly leave: () => void;
  },
): Promise<Envelope> {
  const over = AbortSignal.timeout(timing.ms);
  try {
    return await untilAborted(work, over);
  } catch (error) {
    if (error !== over.reason) throw error;
    timing.leave();
    const partialResult = underWay.partialResult?.();
    if (partialResult === undefined) throw stillRunning(timing.name, underWay, timing.now());
    return partialResult;
  }
}

function stillRunning(name: string, { until }: RunningAudit, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_timeout',
    `The audit of ${name} takes longer than this call may wait, and is still running. Call again with the same target in ${seconds} seconds for the result, at no further cost.`,
    { retryAfterS: seconds },
  );
}
