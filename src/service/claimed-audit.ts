/**
 * One audit that holds the claim on its domain: which other domains it may enter, with which scheme it asks, whose allowance
 * pays, and what is stored.
 */

import type { AuditOutcome } from '../audit.ts';
import { AuditError, type ErrorKind } from '../errors.ts';
import type { NetworkSource } from '../io/source.ts';
import type { AuditHooks, RunAudit } from '../isolation/run-audit.ts';
import { LIMITS, SERVICE_AUDIT_MS } from '../limits.ts';
import { domainOf } from '../parse/same-site.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { ServiceAuditRequest } from '../service-api.ts';
import type { ServiceError } from '../service-errors.ts';
import { parseTarget, type Target } from '../target.ts';
import { auditFailure, costOf, failureOf } from './audit-failure.ts';
import { type AuditLimits, targetLimitError, targetLimitOf, type Unit } from './audit-limits.ts';
import { auditProgress } from './audit-progress.ts';
import type { LiveRecord } from './live-records.ts';
import type { AuditEnd, Meter } from './meter.ts';
import type { ServiceSettings } from './settings.ts';
import type { RunningAudit } from './timeout.ts';

/** An audit ends this long before its claim on the domain, in milliseconds. */
const CLAIM_MARGIN_MS = 1_000;

export interface ClaimedAuditOptions {
  readonly limits: AuditLimits;
  readonly settings: Pick<ServiceSettings, 'network'>;
  /** Of the catalog, without a slash. */
  readonly origin: string;
  /** The network that is audited over. */
  readonly source: NetworkSource;
  /** Runs an audit where it can be ended. */
  readonly runAudit: RunAudit;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Told why an audit failed within the service: its caller only learns that it did. */
  readonly onFault: (error: unknown) => void;
}

/** What the audit is made with; all of it is the caller's to give up. */
interface Held {
  /** Of the record of the target. */
  readonly key: string;
  readonly claim: Unit;
  /** Takes up the claims on other domains that it enters. */
  readonly meter: Meter;
  readonly underWay: RunningAudit;
}

/** What came of an audit: what its caller is told, what is kept of it, and who pays. */
export interface Made {
  readonly answer: Envelope | ServiceError;
  readonly kept: LiveRecord;
  readonly ending: AuditEnd;
}

/** Makes the audit; it does not throw. */
export async function claimedAudit(
  request: ServiceAuditRequest,
  held: Held,
  options: ClaimedAuditOptions,
): Promise<Made> {
  const admission = new Admission(request.target, held, options);
  try {
    const { envelope } = await run(request, held, (origin) => admission.admit(origin), options);
    // Of one that was cut short the caller has little; the site was asked as for a whole one.
    return envelope.cut_short === true
      ? { answer: envelope, kept: {}, ending: { caller: 'failed', others: 'ran' } }
      : { answer: envelope, kept: { envelope }, ending: { caller: 'ran', others: 'ran' } };
  } catch (cause) {
    const { refusal } = admission;
    if (isKind(cause, 'not_permitted') && refusal !== undefined)
      return { ...refusal, ending: costOf(refusal.answer) };
    const answer = auditFailure(cause, request.target);
    if (answer.code === 'service_unavailable') options.onFault(cause);
    return { answer, kept: failureOf(answer, options.now()), ending: costOf(answer) };
  }
}

/** The domains that an audit enters on its way, each with a claim of its own. */
class Admission {
  /** Why the last one was not entered. */
  refusal: (Pick<Made, 'kept'> & { readonly answer: ServiceError }) | undefined;
  readonly #target: Target;
  readonly #held: Held;
  readonly #options: Pick<ClaimedAuditOptions, 'limits' | 'now'>;
  readonly #entered: Set<string>;

  constructor(target: Target, held: Held, options: Pick<ClaimedAuditOptions, 'limits' | 'now'>) {
    this.#target = target;
    this.#held = held;
    this.#options = options;
    this.#entered = new Set([domainOf(target.url)]);
  }

  async admit(origin: URL): Promise<boolean> {
    try {
      return await this.#claim(origin);
    } catch (error) {
      this.refusal = { answer: auditFailure(error, this.#target), kept: {} };
      return false;
    }
  }

  async #claim(origin: URL): Promise<boolean> {
    const { limits, now } = this.#options;
    const { key, claim, meter } = this.#held;
    const domain = domainOf(origin.href);
    if (this.#entered.has(domain)) return true;
    const result = await limits.takeOfDomain(domain, key, claim.until);
    if (!('kind' in result)) {
      this.#entered.add(domain);
      meter.took(result, 'others');
      return true;
    }
    const spared = targetLimitOf(`${this.#target.name} leads to ${origin.host}, which`, domain, result);
    this.refusal = {
      answer: targetLimitError(spared, now()),
      kept: result.kind === 'full' ? { spared } : {},
    };
    return false;
  }
}

/** Runs the audit to its end, which comes before that of the claim. The service audits https, and http where nothing answers there. */
async function run(
  { target, siteType, onProgress }: ServiceAuditRequest,
  { claim, underWay }: Held,
  admit: (origin: URL) => Promise<boolean>,
  { origin: baseUrl, source, settings, now, runAudit }: ClaimedAuditOptions,
): Promise<AuditOutcome> {
  const began = now();
  const auditMs = Math.min(SERVICE_AUDIT_MS, claim.until - CLAIM_MARGIN_MS - began);
  underWay.until = began + auditMs;
  const hooks: AuditHooks = {
    admit,
    onBegin: (partialResult) => {
      underWay.partialResult = partialResult;
    },
    onEvent: onProgress && auditProgress(target.name, onProgress),
  };
  const audit = (at: Target, ms: number) =>
    runAudit(
      { target: at, limits: { ...LIMITS, auditMs: ms }, source, baseUrl, siteType, heedDecline: true },
      hooks,
    );
  try {
    return await audit(target, auditMs);
  } catch (error) {
    const left = auditMs - (now() - began);
    if (settings.network !== 'public' || !target.url.startsWith('https:') || left <= 0) throw error;
    if (!isKind(error, 'target_unreachable')) throw error;
    return audit(parseTarget(`http://${target.hostname}`, 'public'), left).catch((second: unknown) => {
      throw isKind(second, 'target_unreachable') || isKind(second, 'audit_timeout') ? error : second;
    });
  }
}

function isKind(error: unknown, kind: ErrorKind): boolean {
  return error instanceof AuditError && error.kind === kind;
}
