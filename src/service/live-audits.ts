/**
 * Live audits. Each is metered. Only one runs at a time for a registrable domain, for any number of callers and instances. The
 * holder of the claim on the domain audits. A few callers who ask for the same meanwhile wait and share the result; all
 * others are refused at once. The result is stored before the claim is given up, so the next holder sees it.
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
import { type AuditEnd, Meter, targetLimitError, targetLimitOf, type Unit } from './audit-allowance.ts';
import { type ClaimedAuditOptions, cancelled, claimedAudit, type RunningAudit } from './claimed-audit.ts';
import { ServiceError } from './errors.ts';
import { retryAfterS } from './limit-texts.ts';
import { ageOf, type LiveRecord, liveFailure, liveKey, liveScorecard, namedPrefix } from './live-records.ts';
import type { RecordChange, Records } from './records.ts';
import type { ServiceSettings } from './settings.ts';

/**
 * Pauses of a call that waits for the audit of another, in milliseconds: the first, how much longer each next one is, and
 * the longest. In 20 s it looks 13 times.
 */
const PAUSE = { firstMs: 250, factor: 1.5, mostMs: 2_000 } as const;
const WHILE_OFF_S = 3600;

export interface LiveAuditsOptions extends ClaimedAuditOptions {
  readonly records: Records<LiveRecord>;
  /** With whose scorecard the first live one of a host is compared. */
  readonly library: Pick<Library, 'scorecard'>;
  readonly settings: Pick<ServiceSettings, 'liveAudits' | 'network' | 'preview'>;
  /** How long a streamed call may take, in milliseconds. */
  readonly streamMs: number;
  /** Pauses; the caller may leave meanwhile. A timer where left out. */
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
  /** Work that may go on after the answer. */
  readonly later: (work: Promise<unknown>) => void;
}

export class LiveAudits {
  readonly #options: LiveAuditsOptions;

  constructor(options: LiveAuditsOptions) {
    this.#options = options;
  }

  /**
   * Audits a target, or gives the scorecard of an audit that ended less than 60 seconds ago or is under way.
   *
   * An audit that has begun goes on to its end, whoever leaves: when the platform cuts a stream, that looks no different
   * from a client that closes the connection, and the site has been asked by then. What comes of it is stored, is paid for
   * like any other, and is given to the next call for nothing. Who leaves before it has begun pays nothing, and none begins.
   *
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

  /** Makes an audit, or waits for that of another, which then answers. `underWay` is kept up to date. */
  async #obtain(request: ServiceAuditRequest, underWay: RunningAudit): Promise<Envelope> {
    const { records, limits, now, later, pause = timer } = this.#options;
    const { name, url } = request.target;
    const key = liveKey(name, request.siteType, request.mcpEndpoint);
    const domain = domainOf(url);
    const began = now();
    for (let isFirst = true; ; isFirst = false) {
      const known = this.#answered(await records.read(key), began);
      if (known !== undefined) return storedForm(known);
      const result = await limits.takeOfDomain(domain, key);
      if (!('kind' in result)) return this.#withClaim(request, key, result, underWay);
      if (result.kind === 'full' || result.of !== key)
        throw targetLimitError(targetLimitOf(name, domain, result), now());
      underWay.until = result.until;
      const leave = await limits.takePlace({ name, domain }, result, request.caller);
      if (isFirst) request.onProgress?.({ done: 0, total: 1, message: `An audit of ${name} is under way` });
      let ended = false;
      try {
        // The claim of an instance that has died is waited for: its audit has to be made again.
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
   * The scorecard of a record that answers still.
   *
   * @param began when the caller began to wait: with what failed since, its call fails too
   * @throws ServiceError where the record says that there will be no scorecard
   */
  #answered(record: LiveRecord | undefined, began: number): Envelope | undefined {
    const now = this.#options.now();
    const recent = this.#recent(record);
    if (recent !== undefined) return recent;
    const { spared } = record ?? {};
    const failure = liveFailure(record, now);
    if (failure !== undefined && failure.at >= began)
      throw new ServiceError(failure.code, failure.message, { quote: failure.quote });
    if (spared !== undefined && spared.until > now) throw targetLimitError(spared, now);
    return undefined;
  }

  /** The scorecard of an audit that ended less than 60 seconds ago. */
  #recent(record: LiveRecord | undefined): Envelope | undefined {
    const { envelope } = record ?? {};
    return envelope !== undefined && ageOf(envelope, this.#options.now()) < REUSE_MS ? envelope : undefined;
  }

  /** With the claim on the domain: takes the units, audits, and gives all up again. */
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
      const made = await claimedAudit(request, { key, claim, meter, underWay }, this.#options);
      const { answer, kept } = made;
      ending = made.ending;
      const stored = this.#store(request, kept);
      // Where the store fails too, the first error is the one to tell.
      const written = await (answer instanceof ServiceError ? stored.catch(() => undefined) : stored);
      if (answer instanceof ServiceError) throw answer;
      return written ?? answer;
    } finally {
      await meter.close(ending);
    }
  }

  /**
   * Takes a unit of the caller, then one of the service. Somebody else may have audited the target between the look at its
   * record and the claim.
   *
   * @returns that one's scorecard, for which nothing need be taken
   */
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
   * Stores what came of an audit. A new scorecard takes the place of any other, of newer rules too, as one of a deployment that
   * shares the store: its addresses answer with it. It stays, whatever fails after it, but for a site whose owner declines:
   * all that is kept of that is withdrawn, whatever was declared.
   *
   * @returns the new scorecard with what changed since the one before, as it is stored
   */
  async #store(
    { target: { name }, siteType, mcpEndpoint }: ServiceAuditRequest,
    found: LiveRecord,
  ): Promise<Envelope | undefined> {
    if (Object.keys(found).length === 0) return undefined;
    const { records, library, now } = this.#options;
    // What cannot be read now is not compared: the audit is worth more than the difference.
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
        const before = isDeclined ? undefined : record?.envelope;
        const envelope =
          found.envelope && compared(found.envelope, { kept: liveScorecard(record, now()), listed });
        return { next: { ...found, envelope: envelope ?? before }, answer: envelope };
      }),
      ...others
        .filter((other) => other !== key)
        .map((other) => records.update(other, (record) => withdrawn(record, found))),
    ]);
    return written;
  }
}

/** With what changed since the live scorecard before, or since that of the catalog. */
function compared(
  envelope: Envelope,
  { kept, listed }: Readonly<Record<'kept' | 'listed', Envelope | undefined>>,
): Envelope {
  const earlier = earlierOf(envelope, [
    ...(kept === undefined ? [] : [{ of: 'live' as const, envelope: kept }]),
    ...(listed === undefined ? [] : [{ of: 'catalog' as const, envelope: listed }]),
  ]);
  return earlier === undefined ? envelope : sinceEarlier(envelope, earlier);
}

/** Takes back what was kept, and says why where there was something. */
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
 * Answers a call before its audit has ended: a streamed one, which the platform would cut off. The audit goes on, and the next
 * call gets its result. Returns what `work` gives within `ms` milliseconds, else the scorecard of what was seen by then.
 *
 * @param leave told when the time is over
 * @throws whatever `work` throws in time; else ServiceError `audit_timeout` where nothing was seen
 */
async function withTimeout(
  work: Promise<Envelope>,
  underWay: RunningAudit,
  given: {
    readonly ms: number;
    readonly name: string;
    readonly now: () => number;
    readonly leave: () => void;
  },
): Promise<Envelope> {
  const over = AbortSignal.timeout(given.ms);
  try {
    return await untilAborted(work, over);
  } catch (error) {
    if (error !== over.reason) throw error;
    given.leave();
    const partialResult = underWay.partialResult?.();
    if (partialResult === undefined) throw stillRunning(given.name, underWay, given.now());
    return partialResult;
  }
}

/** @param now milliseconds of the epoch */
function stillRunning(name: string, { until }: RunningAudit, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_timeout',
    `The audit of ${name} takes longer than this call may wait, and is still running. Call again with the same target in ${seconds} seconds for the result, at no further cost.`,
    { retryAfterS: seconds },
  );
}
