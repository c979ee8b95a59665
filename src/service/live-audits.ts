/**
 * Live audits: each one metered, one at a time for a registrable domain, and one for all who ask the same at once, whatever the
 * number of callers and instances. Who has the claim on the domain audits; what comes of it is stored before the claim is
 * given up, so that whoever has it next sees the one with the other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditOutcome } from '../audit.ts';
import { AuditError } from '../errors.ts';
import type { NetworkSource } from '../io/source.ts';
import type { RunAudit } from '../isolation/auditors.ts';
import { LIMITS, SERVICE_AUDIT_MS } from '../limits.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import type { Allowance } from './allowance.ts';
import { auditFailure, cancelled, costOf, failureOf } from './audit-failure.ts';
import { auditProgress } from './audit-progress.ts';
import { type Audited, domainOf, type Entry, type Visit } from './audited.ts';
import type { Ceiling } from './ceiling.ts';
import { ServiceError } from './errors.ts';
import { minutesText, retryAfterS } from './limit-texts.ts';
import { ageOf, type LiveRecord, liveKey } from './live-records.ts';
import { type Ending, Meter } from './meter.ts';
import type { Change, Records } from './records.ts';
import type { AuditRequest } from './services.ts';
import { REUSE_MS, type Settings, STREAMED_AUDIT_MS, TARGET_LIMIT } from './settings.ts';

/** How often a caller who waits for the audit of another looks, in milliseconds. */
const LOOK_MS = 250;
/** An audit ends this long before its claim on the domain, in milliseconds. */
const CLAIM_MARGIN_MS = 1_000;
const WHILE_OFF_S = 3600;

export interface LiveAuditsOptions {
  readonly records: Records<LiveRecord>;
  readonly allowance: Allowance;
  readonly audited: Audited;
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
}

export class LiveAudits {
  readonly #options: LiveAuditsOptions;

  constructor(options: LiveAuditsOptions) {
    this.#options = options;
  }

  /**
   * Audits a target, or gives the scorecard of an audit that ended less than 60 seconds ago or is under way.
   *
   * @throws ServiceError
   */
  async audit(request: AuditRequest): Promise<Envelope> {
    const { settings, audited, now } = this.#options;
    if (!settings.liveAudits) {
      throw new ServiceError(
        'service_unavailable',
        'Live audits are switched off at the moment. Stored scorecards can be read, and the command line audits any site.',
        { retryAfterS: WHILE_OFF_S },
      );
    }
    const { name, url } = request.target;
    const began = now();
    const key = liveKey(name, request.siteType);
    const domain = domainOf(url);
    for (let waited = false; ; waited = true) {
      const record = await this.#options.records.read(key);
      const recent = this.#recent(record);
      if (recent !== undefined) return storedForm(recent);
      const { failure } = record ?? {};
      if (failure !== undefined && failure.at >= began) throw new ServiceError(failure.code, failure.message);
      const entry = await audited.enter(domain, key);
      if (entry.kind === 'in') return this.#entered(request, key, entry.visit);
      if (entry.kind === 'full') throw this.#refusal(name, domain, entry);
      if (now() - began > SERVICE_AUDIT_MS)
        throw entry.of === key ? takesLong(name) : this.#refusal(name, domain, entry);
      if (!waited) {
        const whose = entry.of === key ? name : `another host of ${domain}`;
        const message = `Another caller's audit of ${whose} is under way`;
        request.onProgress?.({ done: 0, total: 1, message });
      }
      await wait(request);
    }
  }

  /** The scorecard that answers for its target still. */
  #recent(record: LiveRecord | undefined): Envelope | undefined {
    const { envelope } = record ?? {};
    return envelope !== undefined && ageOf(envelope, this.#options.now()) < REUSE_MS ? envelope : undefined;
  }

  /** With the claim on the domain: takes the units, audits, and gives all up again. */
  async #entered(request: AuditRequest, key: string, visit: Visit): Promise<Envelope> {
    const meter = new Meter();
    meter.visit(visit);
    let ending: Ending = { caller: 'unused', others: 'unused' };
    try {
      const recent = await this.#take(request, key, meter);
      if (recent !== undefined) return storedForm(recent);
      if (request.signal?.aborted === true) throw cancelled(request.target);
      const made = await this.#audited(request, key, { meter, visit });
      ending = made.ending;
      const { answer } = made;
      if (!(answer instanceof ServiceError)) {
        if (answer.cut_short !== true) await this.#store(key, { envelope: answer });
        return answer;
      }
      // Where the store fails too, the first error is the one to tell.
      await this.#store(key, { failure: failureOf(answer, this.#options.now()) }).catch(() => undefined);
      throw answer;
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
  async #take({ caller }: AuditRequest, key: string, meter: Meter): Promise<Envelope | undefined> {
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
    { meter, visit }: { readonly meter: Meter; readonly visit: Visit },
  ): Promise<{ readonly answer: Envelope | ServiceError; readonly ending: Ending }> {
    const { audited, now } = this.#options;
    const { target } = request;
    let refusal: unknown;
    const admit = async (origin: URL): Promise<boolean> => {
      try {
        const domain = domainOf(origin.href);
        const entry = await audited.enter(domain, key, visit.until);
        if (entry.kind === 'in') meter.visit(entry.visit);
        else refusal = this.#refusal(`${target.name} leads to ${origin.host}, which`, domain, entry);
        return entry.kind === 'in';
      } catch (error) {
        refusal = error;
        return false;
      }
    };
    try {
      const { envelope } = await this.#run(request, admit, visit.until - now() - CLAIM_MARGIN_MS);
      // Of one that was cut short the caller has little; the site was asked as for a whole one.
      const caller = envelope.cut_short === true ? 'failed' : 'ran';
      return { answer: envelope, ending: { caller, others: 'ran' } };
    } catch (cause) {
      const isRefused = cause instanceof AuditError && cause.kind === 'not_permitted';
      const error = auditFailure(isRefused ? (refusal ?? cause) : cause, target);
      return { answer: error, ending: costOf(error) };
    }
  }

  /** @param mostMs how long the audit may take, in milliseconds, whatever its limits say */
  async #run(
    { target, siteType, signal, onProgress }: AuditRequest,
    admit: (origin: URL) => Promise<boolean>,
    mostMs: number,
  ): Promise<AuditOutcome> {
    const { origin: baseUrl, source, runAudit } = this.#options;
    const auditMs = Math.min(onProgress === undefined ? SERVICE_AUDIT_MS : STREAMED_AUDIT_MS, mostMs);
    return runAudit(
      { target, limits: { ...LIMITS, auditMs }, source, baseUrl, siteType, heedDecline: true },
      {
        admit,
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onEvent: auditProgress(target.name, onProgress) }),
      },
    );
  }

  /** Stores what came of an audit; a scorecard stays, whatever fails after it. */
  async #store(key: string, { envelope, failure }: LiveRecord): Promise<void> {
    if (envelope === undefined && failure === undefined) return;
    await this.#options.records.update(key, (record): Change<LiveRecord, undefined> => {
      return { next: { envelope: envelope ?? record?.envelope, failure }, answer: undefined };
    });
  }

  /** Why a domain is not audited now. */
  #refusal(what: string, domain: string, { kind, until }: Exclude<Entry, { kind: 'in' }>): ServiceError {
    const seconds = retryAfterS(until, this.#options.now());
    const why =
      kind === 'busy'
        ? `is not audited now: an audit of ${domain} is under way, and a site is audited once at a time`
        : `was audited often enough: ${domain} is asked for at most ${TARGET_LIMIT.units} fresh audits in 60 minutes, whoever asks`;
    return new ServiceError(
      'audit_limit_reached',
      `${what} ${why}. The next one is possible in ${minutesText(seconds)}; this attempt does not count towards your limit. The command line audits without a limit.`,
      { retryAfterS: seconds, scope: 'target' },
    );
  }
}

async function wait({ target, signal }: AuditRequest): Promise<void> {
  await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  if (signal?.aborted === true) throw cancelled(target);
}

function takesLong(name: string): ServiceError {
  return new ServiceError(
    'audit_timeout',
    `Another caller's audit of ${name} takes long. Call again in a minute, or read the stored scorecard.`,
    { retryAfterS: REUSE_MS / 1000 },
  );
}
