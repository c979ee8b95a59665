/** Runs an audit under the claim (the lock) on its domain. Returns the result, what to store, and the effect on the limits. */
import type { AuditEvent, AuditOutcome } from '../audit/audit.ts';
import { definitions } from '../audit/check-texts/index.ts';
import { CATEGORIES, type CategoryId } from '../audit/check-texts/vocabulary.ts';
import type { NetworkSource } from '../audit/io/source.ts';
import type { AuditHooks, RunAudit } from '../audit/isolation/run-audit.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { parseTarget, type Target } from '../audit/target.ts';
import { AuditError, type ErrorKind, QUOTE_CHARS } from '../base/errors.ts';
import { LIMITS, SERVICE_AUDIT_MS } from '../base/limits.ts';
import { domainOf } from '../base/same-site.ts';
import { plain } from '../base/text.ts';
import { categoryCount } from '../report/partial.ts';
import type { AuditProgress, ServiceAuditRequest } from './api.ts';
import type { AuditEnd, AuditLimits, Meter, Unit } from './audit-allowance.ts';
import { ServiceError } from './errors.ts';
import { targetLimitError, targetLimitOf } from './limit-texts.ts';
import { FAILURES, type LiveRecord } from './live-records.ts';
import type { ServiceSettings } from './settings.ts';

/** The minimum time between the end of an audit and the expiry of its claim (lock) on the domain, in milliseconds. */
const CLAIM_MARGIN_MS = 1_000;

export interface ClaimedAuditOptions {
  readonly limits: AuditLimits;
  readonly settings: Pick<ServiceSettings, 'network'>;
  /** The catalog's origin, without a trailing slash. */
  readonly origin: string;
  readonly source: NetworkSource;
  readonly runAudit: RunAudit;
  readonly now: () => number;
  /** Receives errors of the service itself. Callers only learn that the audit failed. */
  readonly onFault: (error: unknown) => void;
}

/** The state of the audit that a call has started, or of the running audit that it waits for. */
export interface RunningAudit {
  /** The time by which the audit ends, in milliseconds since the epoch. */
  until: number;
  /** Returns the scorecard of the checks decided so far. Missing if the call waits for an audit that another call started. */
  partialResult?: () => Envelope | undefined;
}

interface Resources {
  readonly key: string;
  readonly claim: Unit;
  /** Collects the claims (locks) on other domains to which the site redirects, to close them after the audit. */
  readonly meter: Meter;
  readonly underWay: RunningAudit;
}

/** The result of an audit: the response to its caller, the record to store, and the outcome for the limits. */
interface ClaimedResult {
  readonly answer: Envelope | ServiceError;
  readonly record: LiveRecord;
  readonly ending: AuditEnd;
}

export async function claimedAudit(
  request: ServiceAuditRequest,
  resources: Resources,
  options: ClaimedAuditOptions,
): Promise<ClaimedResult> {
  const admission = new Admission(request.target, resources, options);
  try {
    const { envelope } = await run(request, resources, (origin) => admission.admit(origin), options);
    // A cut-short audit is `failed` for the caller, who got a partial result, but `ran` for the site, which got the requests.
    return envelope.cut_short === true
      ? { answer: envelope, record: {}, ending: { caller: 'failed', others: 'ran' } }
      : { answer: envelope, record: { envelope }, ending: { caller: 'ran', others: 'ran' } };
  } catch (cause) {
    const { refusal } = admission;
    if (isKind(cause, 'not_permitted') && refusal !== undefined)
      return { ...refusal, ending: costOf(refusal.answer) };
    const failure = failureOf(cause, options.now());
    const answer = failure === undefined ? serviceError(cause, request.target) : failedAudit(failure);
    if (answer.code === 'service_unavailable') options.onFault(cause);
    return { answer, record: failure === undefined ? {} : { failure }, ending: costOf(answer) };
  }
}

/** Takes the claim (the lock) on each further domain to which the site redirects, or refuses the redirect. */
class Admission {
  refusal: (Pick<ClaimedResult, 'record'> & { readonly answer: ServiceError }) | undefined;
  readonly #target: Target;
  readonly #resources: Resources;
  readonly #options: Pick<ClaimedAuditOptions, 'limits' | 'now'>;
  readonly #entered: Set<string>;

  constructor(target: Target, resources: Resources, options: Pick<ClaimedAuditOptions, 'limits' | 'now'>) {
    this.#target = target;
    this.#resources = resources;
    this.#options = options;
    this.#entered = new Set([domainOf(target.url)]);
  }

  async admit(origin: URL): Promise<boolean> {
    try {
      return await this.#claim(origin);
    } catch (error) {
      this.refusal = { answer: serviceError(error, this.#target), record: {} };
      return false;
    }
  }

  async #claim(origin: URL): Promise<boolean> {
    const { limits, now } = this.#options;
    const { key, claim, meter } = this.#resources;
    const domain = domainOf(origin.href);
    if (this.#entered.has(domain)) return true;
    const result = await limits.takeOfDomain(domain, key, claim.until);
    if (!('kind' in result)) {
      this.#entered.add(domain);
      meter.took(result, 'others');
      return true;
    }
    const what = `${this.#target.name} redirects to another site, which`;
    const spared = { ...targetLimitOf(what, 'it', result), quote: plain(origin.host, QUOTE_CHARS) };
    this.refusal = {
      answer: targetLimitError(spared, now()),
      record: result.kind === 'full' ? { spared } : {},
    };
    return false;
  }
}

/** Runs the audit, which must end before its claim (lock) expires. Uses https, or http if nothing responds over https. */
async function run(
  { target, siteType, mcpEndpoint, isSuggested, onProgress }: ServiceAuditRequest,
  { claim, underWay }: Resources,
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
      {
        target: at,
        limits: { ...LIMITS, auditMs: ms },
        source,
        baseUrl,
        siteType,
        ...(isSuggested === true ? { typedPath: mcpEndpoint } : { mcpEndpoint }),
        heedDecline: true,
      },
      hooks,
    );
  try {
    return await audit(target, auditMs);
  } catch (error) {
    const remainingMs = auditMs - (now() - began);
    if (settings.network !== 'public' || !target.url.startsWith('https:') || remainingMs <= 0) throw error;
    if (!isKind(error, 'target_unreachable')) throw error;
    return audit(parseTarget(`http://${target.hostname}`, 'public'), remainingMs).catch((second: unknown) => {
      throw isKind(second, 'target_unreachable') || isKind(second, 'audit_timeout') ? error : second;
    });
  }
}

function isKind(error: unknown, kind: ErrorKind): boolean {
  return error instanceof AuditError && error.kind === kind;
}

const TRY_AGAIN =
  'Check the address, and try again when the site answers. This attempt does not count towards your limit.';
const COSTS_NOTHING = 'This attempt does not count towards your limit.';
/** Failures whose hint is useful to callers of the service. Hints of other failures are about the command line. */
const WITH_HINT: ReadonlySet<string> = new Set([
  'target_blocked',
  'target_declined',
] satisfies Failure['code'][]);

type Failure = NonNullable<LiveRecord['failure']>;

/** Returns the failure to store; `undefined` if the target did not cause the error. */
function failureOf(error: unknown, at: number): Failure | undefined {
  if (!(error instanceof AuditError) || !isFailure(error.kind)) return undefined;
  const { kind: code, message, hint = '', quote } = error;
  return { code, message: WITH_HINT.has(code) ? `${message} ${hint}`.trim() : message, quote, at };
}

/** Returns the error for callers that wait for an audit. Adds advice about trying again, which the stored failure omits. */
export function failedAudit({ code, message, quote }: Failure): ServiceError {
  return new ServiceError(code, `${message} ${WITH_HINT.has(code) ? COSTS_NOTHING : TRY_AGAIN}`, { quote });
}

function serviceError(error: unknown, target: Target): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError(
    'service_unavailable',
    `The audit of ${target.name} failed because of an error in the service.`,
    { cause: error },
  );
}

/** Returns how a failed audit counts against limits. If the service failed, `others` is `ran`: the site may have got requests. */
function costOf(error: ServiceError): AuditEnd {
  const isLight = isFailure(error.code) || error.code === 'audit_limit_reached';
  return { caller: 'failed', others: isLight ? 'failed' : 'ran' };
}

export function cancelled({ name }: Target): ServiceError {
  return new ServiceError('cancelled', `The caller disconnected before the audit of ${name} ended.`);
}

function isFailure(code: string): code is Failure['code'] {
  return (FAILURES as readonly string[]).includes(code);
}

/** Returns a listener that reports the number of completed checks, at the start and after each completed category. */
export function auditProgress(
  target: string,
  tell: (progress: AuditProgress) => void,
): (event: AuditEvent) => void {
  const open = new Map<CategoryId, number>();
  const decided = new Map<CategoryId, Result[]>();
  for (const { category } of definitions) open.set(category, (open.get(category) ?? 0) + 1);
  return (event) => {
    if (event.type === 'started') {
      tell({ done: 0, total: event.total, message: `Auditing ${target}: ${event.total} checks` });
      return;
    }
    const { category } = event.result;
    const categoryResults = [...(decided.get(category) ?? []), event.result];
    decided.set(category, categoryResults);
    const undecided = (open.get(category) ?? 0) - 1;
    open.set(category, undecided);
    if (undecided > 0) return;
    const name = CATEGORIES.find(({ id }) => id === category)?.name ?? category;
    tell({ done: event.done, total: event.total, message: `${name}: ${countOf(categoryResults)}` });
  };
}

function countOf(results: readonly Result[]): string {
  const counted = results.filter(({ status }) => status !== 'n_a').length;
  return categoryCount(
    { passed: results.filter(({ status }) => status === 'pass').length, counted },
    results,
  );
}
