/**
 * Live audits: one at a time for a target, whatever the number of callers and instances, and each one metered. The claim
 * on a target and its result are one record of the store, so that nobody can see the one without the other.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditOutcome } from '../audit.ts';
import { AuditError } from '../errors.ts';
import type { NetworkSource } from '../io/source.ts';
import type { RunAudit } from '../isolation/auditors.ts';
import { LIMITS, SERVICE_AUDIT_MS } from '../limits.ts';
import { plain } from '../parse/text.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import type { Target } from '../target.ts';
import type { Allowance, Unit } from './allowance.ts';
import { auditProgress } from './audit-progress.ts';
import { ServiceError } from './errors.ts';
import { ageOf, type LiveRecord, liveKey } from './live-records.ts';
import type { Change, Records } from './records.ts';
import type { AuditRequest } from './services.ts';
import { REUSE_MS, type Settings, STREAMED_AUDIT_MS } from './settings.ts';

/** How often a caller who waits for the audit of another looks, in milliseconds. */
const LOOK_MS = 250;
/** A claim outlives the audit's deadline by this much, for storing the result, in milliseconds. */
const CLAIM_MARGIN_MS = 5_000;
const MESSAGE_CHARS = 400;
const WHILE_OFF_S = 3600;
const NOT_COUNTED_EITHER = 'This attempt does not count towards the limit.';
const NOT_COUNTED =
  'Check the address, and try again when the site answers there; this attempt does not count towards the limit.';

export interface LiveAuditsOptions {
  readonly records: Records<LiveRecord>;
  readonly allowance: Allowance;
  readonly settings: Pick<Settings, 'liveAudits' | 'network'>;
  /** Of the catalog, without a slash. */
  readonly origin: string;
  /** The network that is audited over. */
  readonly source: NetworkSource;
  /** Runs an audit where it can be ended. */
  readonly runAudit: RunAudit;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Called when a scorecard was stored, with its key. */
  readonly onStored?: (key: string) => void;
}

/** How a caller stands with a target. */
type Turn =
  | { readonly kind: 'recent'; readonly envelope: Envelope }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  | { readonly kind: 'busy' }
  | { readonly kind: 'claimed' };

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
    if (!this.#options.settings.liveAudits) {
      throw new ServiceError(
        'service_unavailable',
        'Live audits are switched off at the moment. Stored scorecards can be read, and the command line audits any site.',
        { retryAfterS: WHILE_OFF_S },
      );
    }
    const began = this.#options.now();
    const id = randomUUID();
    for (let waited = false; ; waited = true) {
      const turn = await this.#turn(request, { id, began });
      if (turn.kind === 'recent') return storedForm(turn.envelope);
      if (turn.kind === 'failed') throw turn.error;
      if (turn.kind === 'claimed') return this.#claimed(request, id);
      if (!waited) {
        const { name } = request.target;
        request.onProgress?.({
          done: 0,
          total: 1,
          message: `Another caller's audit of ${name} is under way`,
        });
      }
      await this.#wait(request, began);
    }
  }

  /** Claims the target, where nobody else has it and no scorecard is recent enough. */
  #turn({ target, siteType }: AuditRequest, own: { id: string; began: number }): Promise<Turn> {
    return this.#options.records.update(liveKey(target.name), (record = {}): Change<LiveRecord, Turn> => {
      const now = this.#options.now();
      const { envelope, claim, failure } = record;
      const recent = envelope !== undefined && ageOf(envelope, now) < REUSE_MS;
      if (recent && envelope.scorecard.site_type === siteType)
        return { answer: { kind: 'recent', envelope } };
      if (failure !== undefined && failure.at >= own.began) {
        return { answer: { kind: 'failed', error: new ServiceError(failure.code, failure.message) } };
      }
      if (claim !== undefined && claim.until > now && claim.id !== own.id)
        return { answer: { kind: 'busy' } };
      const until = now + SERVICE_AUDIT_MS + CLAIM_MARGIN_MS;
      return { next: { envelope, claim: { id: own.id, until } }, answer: { kind: 'claimed' } };
    });
  }

  async #wait({ target, signal }: AuditRequest, began: number): Promise<void> {
    if (this.#options.now() - began > SERVICE_AUDIT_MS) {
      throw new ServiceError(
        'audit_timeout',
        `Another caller's audit of ${target.name} takes long. Call again in a minute, or read the stored scorecard.`,
        { retryAfterS: REUSE_MS / 1000 },
      );
    }
    await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    if (signal?.aborted === true) throw cancelled(target);
  }

  async #claimed(request: AuditRequest, id: string): Promise<Envelope> {
    const key = liveKey(request.target.name);
    let outcome: AuditOutcome;
    try {
      const unit = await this.#options.allowance.take(request.caller);
      outcome = await this.#metered(request, unit);
    } catch (error) {
      // Where the store fails too, the claim runs out by itself: the first error is the one to tell.
      await this.#release(key, id, this.#failure(error)).catch(() => undefined);
      throw error;
    }
    const { envelope } = outcome;
    await this.#release(key, id, envelope.cut_short === true ? {} : { envelope });
    return envelope;
  }

  /** What those who wait for this audit fail with too: the target's failures, not the caller's. */
  #failure(error: unknown): Pick<LiveRecord, 'failure'> {
    if (!(error instanceof ServiceError)) return {};
    const { code, message } = error;
    return code === 'target_unreachable' || code === 'target_blocked' || code === 'audit_timeout'
      ? { failure: { code, message, at: this.#options.now() } }
      : {};
  }

  /**
   * Runs the audit; the unit is given back where it fails, is refused or is cut short. A caller who leaves has had the site
   * asked, and pays for it.
   */
  async #metered(request: AuditRequest, unit: Unit): Promise<AuditOutcome> {
    try {
      const outcome = await this.#run(request);
      if (outcome.envelope.cut_short === true) await unit.giveBack().catch(() => undefined);
      return outcome;
    } catch (error) {
      const failed = auditFailure(error, request.target);
      if (failed.code !== 'cancelled') await unit.giveBack().catch(() => undefined);
      throw failed;
    }
  }

  async #run({ target, siteType, signal, onProgress }: AuditRequest): Promise<AuditOutcome> {
    const { runAudit, source, origin: baseUrl } = this.#options;
    const limits = { ...LIMITS, auditMs: onProgress === undefined ? SERVICE_AUDIT_MS : STREAMED_AUDIT_MS };
    return runAudit(
      { target, limits, source, baseUrl, siteType, heedDecline: true },
      {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onEvent: auditProgress(target.name, onProgress) }),
      },
    );
  }

  /** Stores what came of the audit, and lets the next one in. The claim may have passed to another instance meanwhile. */
  async #release(key: string, id: string, left: Pick<LiveRecord, 'envelope' | 'failure'>): Promise<void> {
    await this.#options.records.update(key, (record = {}): Change<LiveRecord, undefined> => {
      const { claim } = record;
      const envelope = left.envelope ?? record.envelope;
      const next = claim?.id === id ? { envelope, failure: left.failure } : { ...record, envelope };
      return { next, answer: undefined };
    });
    if (left.envelope !== undefined) this.#options.onStored?.(key);
  }
}

function auditFailure(error: unknown, target: Target): ServiceError {
  if (error instanceof AuditError) {
    const message = plain(error.message, MESSAGE_CHARS);
    if (error.kind === 'target_unreachable' || error.kind === 'audit_timeout')
      return new ServiceError(error.kind, `${message} ${NOT_COUNTED}`);
    if (error.kind === 'target_blocked') {
      const hint = error.hint === undefined ? [] : [plain(error.hint, MESSAGE_CHARS)];
      return new ServiceError(error.kind, [message, ...hint, NOT_COUNTED_EITHER].join(' '));
    }
    if (error.kind === 'interrupted') return cancelled(target);
  }
  return new ServiceError('service_unavailable', `The audit of ${target.name} failed within the service.`, {
    cause: error,
  });
}

function cancelled({ name }: Target): ServiceError {
  return new ServiceError('cancelled', `The caller left before the audit of ${name} ended.`);
}
