/**
 * Live audits: each one metered, one at a time for a registrable domain, and one for all who ask the same at once, whatever the
 * number of callers and instances. Who has the claim on the domain audits; what comes of it is stored before the claim is
 * given up, so that whoever has it next sees the one with the other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditOutcome } from '../audit.ts';
import { SITE_TYPES } from '../catalogue/vocabulary.ts';
import { AuditError, type ErrorKind } from '../errors.ts';
import type { NetworkSource } from '../io/source.ts';
import type { AuditHooks, RunAudit } from '../isolation/auditors.ts';
import { CLAIM_MS, LIMITS, REUSE_MS, SERVICE_AUDIT_MS } from '../limits.ts';
import { domainOf } from '../parse/same-site.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import type { AuditRequest } from '../service-api.ts';
import { ServiceError } from '../service-errors.ts';
import { parseTarget, type Target } from '../target.ts';
import type { Allowance } from './allowance.ts';
import { auditFailure, cancelled, costOf, failureOf } from './audit-failure.ts';
import { auditProgress } from './audit-progress.ts';
import type { Ceiling } from './ceiling.ts';
import type { Claim, DomainLimit } from './domain-limit.ts';
import { goesOn, inTime, type UnderWay } from './in-time.ts';
import { ageOf, type LiveRecord, liveKey } from './live-records.ts';
import { type Ending, Meter } from './meter.ts';
import type { Change, Records } from './records.ts';
import type { Settings } from './settings.ts';
import { limited, sparedBy } from './spared.ts';

/** How often a caller who waits for the audit of another looks, in milliseconds. */
const LOOK_MS = 250;
/** An audit ends this long before its claim on the domain, in milliseconds. */
const CLAIM_MARGIN_MS = 1_000;
const WHILE_OFF_S = 3600;

export interface LiveAuditsOptions {
  readonly records: Records<LiveRecord>;
  readonly allowance: Allowance;
  readonly domains: DomainLimit;
  readonly ceiling: Ceiling;
  readonly settings: Pick<Settings, 'liveAudits' | 'network'>;
  /** Of the catalog, without a slash. */
  readonly origin: string;
  /** The network that is audited over. */
  readonly source: NetworkSource;
  /** Runs an audit where it can be ended. */
  readonly runAudit: RunAudit;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** How long a streamed call may take, in milliseconds. */
  readonly streamMs: number;
  /** Work that may go on after the answer. */
  readonly later: (work: Promise<unknown>) => void;
  /** Told why an audit failed within the service: its caller only learns that it did. */
  readonly onFault: (error: unknown) => void;
}

/** What came of an audit: what its caller is told, what is kept of it, and who pays. */
interface Made {
  readonly answer: StoredEnvelope | ServiceError;
  readonly kept: LiveRecord;
  readonly ending: Ending;
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
  async audit(request: AuditRequest): Promise<StoredEnvelope> {
    const { settings, streamMs, later, now } = this.#options;
    if (!settings.liveAudits) {
      throw new ServiceError(
        'service_unavailable',
        'Live audits are switched off at the moment. Stored scorecards can still be read, and the command line can audit any site.',
        { retryAfterS: WHILE_OFF_S },
      );
    }
    const { target, signal, onProgress } = request;
    const over = new AbortController();
    const gone = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const underWay: UnderWay = { until: now() + SERVICE_AUDIT_MS };
    const work = this.#obtain({ ...request, signal: gone }, underWay);
    later(work.catch(() => undefined));
    if (onProgress === undefined) return work;
    return inTime(work, underWay, { ms: streamMs, name: target.name, now, leave: () => over.abort() });
  }

  /** Waits for the audit of another, or makes one. `underWay` is kept up to date. */
  async #obtain(request: AuditRequest, underWay: UnderWay): Promise<StoredEnvelope> {
    const { domains, now } = this.#options;
    const { name, url } = request.target;
    const began = now();
    const key = liveKey(name, request.siteType);
    const domain = domainOf(url);
    for (let waited = false; ; waited = true) {
      const record = await this.#options.records.read(key);
      const recent = this.#recent(record);
      if (recent !== undefined) return storedForm(recent);
      const { failure, spared } = record ?? {};
      if (failure !== undefined && failure.at >= began) throw new ServiceError(failure.code, failure.message);
      if (spared !== undefined && spared.until > now()) throw limited(spared, now());
      const result = await domains.claim(domain, key);
      if (result.kind === 'claimed') return this.#withClaim(request, key, result.claim, underWay);
      if (result.kind === 'full') throw limited(sparedBy(name, domain, result), now());
      const isSame = result.of === key;
      underWay.until = result.until;
      // The claim of an instance that has died is waited for: its audit has to be made again.
      if (now() - began > (isSame ? CLAIM_MS : SERVICE_AUDIT_MS))
        throw isSame ? goesOn(name, underWay, now()) : limited(sparedBy(name, domain, result), now());
      if (!waited) {
        const whose = isSame ? name : `another host of ${domain}`;
        request.onProgress?.({ done: 0, total: 1, message: `An audit of ${whose} is under way` });
      }
      await wait(request);
    }
  }

  /** The scorecard that answers for its target still. */
  #recent(record: LiveRecord | undefined): StoredEnvelope | undefined {
    const { envelope } = record ?? {};
    return envelope !== undefined && ageOf(envelope, this.#options.now()) < REUSE_MS ? envelope : undefined;
  }

  /** With the claim on the domain: takes the units, audits, and gives all up again. */
  async #withClaim(
    request: AuditRequest,
    key: string,
    claim: Claim,
    underWay: UnderWay,
  ): Promise<StoredEnvelope> {
    const meter = new Meter();
    meter.addClaim(claim);
    let ending: Ending = { caller: 'unused', others: 'unused' };
    try {
      const recent = await this.#take(request, key, meter);
      if (recent !== undefined) return storedForm(recent);
      if (request.signal?.aborted === true) throw cancelled(request.target);
      const { answer, kept, ...made } = await this.#audited(request, key, { meter, claim, underWay });
      ending = made.ending;
      const stored = this.#store(request, kept);
      // Where the store fails too, the first error is the one to tell.
      await (answer instanceof ServiceError ? stored.catch(() => undefined) : stored);
      if (answer instanceof ServiceError) throw answer;
      return answer;
    } finally {
      await meter.settle(ending);
    }
  }

  /**
   * Takes a unit of the caller, then one of the service. Somebody else may have audited the target between the look at its
   * record and the claim.
   *
   * @returns that one's scorecard, for which nothing need be taken
   */
  async #take({ caller }: AuditRequest, key: string, meter: Meter): Promise<StoredEnvelope | undefined> {
    const { records, allowance, ceiling } = this.#options;
    const [record, unit] = await Promise.allSettled([records.read(key), allowance.take(caller)]);
    if (unit.status === 'fulfilled') meter.took(unit.value, 'caller');
    const recent = record.status === 'fulfilled' ? this.#recent(record.value) : undefined;
    if (recent !== undefined) return recent;
    for (const one of [record, unit]) if (one.status === 'rejected') throw one.reason;
    meter.took(await ceiling.take(), 'others');
    return undefined;
  }

  /** Makes the audit, and says who pays for it. */
  async #audited(
    request: AuditRequest,
    key: string,
    { meter, claim, underWay }: { readonly meter: Meter; readonly claim: Claim; readonly underWay: UnderWay },
  ): Promise<Made> {
    const { domains, now } = this.#options;
    const { target } = request;
    let refused: { readonly answer: ServiceError; readonly kept: LiveRecord } | undefined;
    const admitted = new Set([domainOf(target.url)]);
    const admit = async (origin: URL): Promise<boolean> => {
      try {
        const domain = domainOf(origin.href);
        if (admitted.has(domain)) return true;
        const result = await domains.claim(domain, key, claim.until);
        if (result.kind === 'claimed') {
          admitted.add(domain);
          meter.addClaim(result.claim);
          return true;
        }
        const spared = sparedBy(`${target.name} leads to ${origin.host}, which`, domain, result);
        refused = { answer: limited(spared, now()), kept: result.kind === 'full' ? { spared } : {} };
      } catch (error) {
        refused = { answer: auditFailure(error, target), kept: {} };
      }
      return false;
    };
    try {
      const { envelope } = await this.#run(request, {
        admit,
        underWay,
        until: claim.until - CLAIM_MARGIN_MS,
      });
      // Of one that was cut short the caller has little; the site was asked as for a whole one.
      const caller = envelope.cut_short === true ? 'failed' : 'ran';
      const kept = caller === 'ran' ? { envelope } : {};
      return { answer: envelope, kept, ending: { caller, others: 'ran' } };
    } catch (cause) {
      if (isKind(cause, 'not_permitted') && refused !== undefined)
        return { ...refused, ending: costOf(refused.answer) };
      const answer = auditFailure(cause, target);
      if (answer.code === 'service_unavailable') this.#options.onFault(cause);
      return { answer, kept: failureOf(answer, now()), ending: costOf(answer) };
    }
  }

  /** @param until when the audit has to have ended, whatever its limits say, in milliseconds of the epoch */
  async #run(
    { target, siteType, onProgress }: AuditRequest,
    given: {
      readonly admit: (origin: URL) => Promise<boolean>;
      readonly underWay: UnderWay;
      readonly until: number;
    },
  ): Promise<AuditOutcome> {
    const { origin: baseUrl, source, settings, now, runAudit } = this.#options;
    const { admit, underWay, until } = given;
    const auditMs = Math.min(SERVICE_AUDIT_MS, until - now());
    underWay.until = now() + auditMs;
    const hooks: AuditHooks = {
      admit,
      onBegin: (soFar) => {
        underWay.soFar = soFar;
      },
      ...(onProgress === undefined ? {} : { onEvent: auditProgress(target.name, onProgress) }),
    };
    const run = (at: Target, ms: number) =>
      runAudit(
        { target: at, limits: { ...LIMITS, auditMs: ms }, source, baseUrl, siteType, heedDecline: true },
        hooks,
      );
    const began = now();
    try {
      return await run(target, auditMs);
    } catch (error) {
      // The service audits https, and http where nothing answers there.
      const left = auditMs - (now() - began);
      if (settings.network !== 'public' || !target.url.startsWith('https:') || left <= 0) throw error;
      if (!isKind(error, 'target_unreachable')) throw error;
      return run(parseTarget(`http://${target.hostname}`, 'public'), left).catch((second: unknown) => {
        throw isKind(second, 'target_unreachable') || isKind(second, 'audit_timeout') ? error : second;
      });
    }
  }

  /**
   * Stores what came of an audit. A new scorecard takes the place of any other, of newer rules too, as one of a deployment that
   * shares the store: its addresses answer with it. It stays, whatever fails after it, but for a site whose owner declines:
   * all that is kept of that is withdrawn, whatever type was declared.
   */
  async #store({ target: { name }, siteType }: AuditRequest, found: LiveRecord): Promise<void> {
    if (Object.keys(found).length === 0) return;
    const { records } = this.#options;
    const isDeclined = found.failure?.code === 'target_declined';
    const others = isDeclined ? [null, ...SITE_TYPES].filter((other) => other !== siteType) : [];
    await Promise.all([
      records.update(liveKey(name, siteType), (record): Change<LiveRecord, undefined> => {
        const envelope = isDeclined ? undefined : record?.envelope;
        return { next: { envelope, ...found }, answer: undefined };
      }),
      ...others.map((other) => records.update(liveKey(name, other), (record) => withdrawn(record, found))),
    ]);
  }
}

function isKind(error: unknown, kind: ErrorKind): boolean {
  return error instanceof AuditError && error.kind === kind;
}

/** Takes back what was kept, and says why where there was something. */
function withdrawn(record: LiveRecord | undefined, { failure }: LiveRecord): Change<LiveRecord, undefined> {
  return record?.envelope === undefined
    ? { answer: undefined }
    : { next: { ...record, envelope: undefined, failure }, answer: undefined };
}

async function wait({ target, signal }: AuditRequest): Promise<void> {
  await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  if (signal?.aborted === true) throw cancelled(target);
}
