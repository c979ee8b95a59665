/** Provides all scorecards of the service: from the catalog, from stored live audits, and from new audits. */

import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import { addressed, livePath, namedEndpointOf } from '../audit/scorecard/address.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedForm } from '../audit/scorecard/scorecard.ts';
import { instant } from '../audit/scorecard/words.ts';
import { parseTarget, type Target } from '../audit/target.ts';
import { AuditError } from '../base/errors.ts';
import { REFRESH_AFTER_MS } from '../base/limits.ts';
import { stateText } from '../report/listing-state.ts';
import type {
  ApartSite,
  AuditSubject,
  FailedAttempt,
  Known,
  Library,
  Scorecards,
  ServiceAuditRequest,
} from './api.ts';
import { ServiceError } from './errors.ts';
import type { LiveAudits } from './live-audits.ts';
import {
  ageOf,
  type LiveRecord,
  liveFailure,
  liveKey,
  liveScorecard,
  refuseWithdrawn,
} from './live-records.ts';
import type { Records } from './records.ts';
import type { ServiceSettings } from './settings.ts';

interface ScorecardsOptions {
  readonly library: Pick<Library, 'origin' | 'site' | 'place' | 'scorecard'>;
  readonly records: Records<LiveRecord>;
  readonly audits: Pick<LiveAudits, 'audit'>;
  readonly settings: Pick<ServiceSettings, 'network' | 'database'>;
  readonly now: () => number;
}

/** The values that a caller declared about the site. The results for each combination are stored separately. */
type Declared = Pick<AuditSubject, 'siteType' | 'mcpEndpoint'>;

export class StoredAndLive implements Scorecards {
  readonly #options: ScorecardsOptions;

  constructor(options: ScorecardsOptions) {
    this.#options = options;
  }

  target(input: string): Target {
    const { network } = this.#options.settings;
    try {
      const target = parseTarget(input, network);
      // Drop the scheme, because each host has one record, and callers do not choose between http and https.
      return network === 'public' ? parseTarget(target.hostname, 'public') : target;
    } catch (error) {
      if (error instanceof AuditError) throw new ServiceError('invalid_target', this.#refusal(error));
      throw error;
    }
  }

  #refusal({ message, hint }: AuditError): string {
    if (hint === undefined) return message;
    const other = `To audit a site on your own machine, use the command line (${this.#options.library.origin}/command-line).`;
    return [message, hint, ...(this.#options.settings.network === 'public' ? [other] : [])].join(' ');
  }

  async withdrawal(host: string): Promise<ServiceError | undefined> {
    const { records } = this.#options;
    try {
      refuseWithdrawn(await records.read(liveKey(host)), host);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'withdrawn') return error;
    }
    return undefined;
  }

  async stored(host: string): Promise<Envelope | undefined> {
    return (await this.known(host)).envelope;
  }

  async live(host: string, siteType: SiteType, mcpEndpoint?: string): Promise<Envelope | undefined> {
    const { records } = this.#options;
    const [plainKey, key] = [liveKey(host), liveKey(host, siteType, mcpEndpoint)];
    const [plain, record] = await Promise.all([
      records.read(plainKey),
      key === plainKey ? undefined : records.read(key),
    ]);
    refuseWithdrawn(plain, host);
    return this.#liveOf(key === plainKey ? plain : record, { host, siteType, mcpEndpoint });
  }

  async known(host: string, maxAgeMs = 0): Promise<Known> {
    const { library, records } = this.#options;
    const [listed, record] = await Promise.all([
      library.scorecard(host),
      records.read(liveKey(host), maxAgeMs).catch((error: unknown) => ({ error })),
    ]);
    const isRead = record === undefined || !('error' in record);
    // If the store fails, the catalog's scorecard can still be returned.
    if (!isRead && listed === undefined) throw record.error;
    if (isRead) refuseWithdrawn(record, host);
    const liveEnvelope = isRead ? await this.#liveOf(record, { host, siteType: null }) : undefined;
    const now = this.#options.now();
    const isNewer =
      listed !== undefined && liveEnvelope !== undefined && ageOf(liveEnvelope, now) < ageOf(listed, now);
    const scoredTimes = [listed, liveEnvelope].flatMap((one) =>
      one === undefined ? [] : [now - ageOf(one, now)],
    );
    const isExpired = isRead && record?.envelope !== undefined && liveScorecard(record, now) === undefined;
    return {
      envelope: listed ?? liveEnvelope,
      live: isNewer ? liveEnvelope : undefined,
      older: listed !== undefined && !isNewer ? liveEnvelope : undefined,
      failedAttempt: failedAttemptOf(
        await this.#apart(host),
        isRead ? liveFailure(record, now) : undefined,
        scoredTimes,
      ),
      ...(isExpired && { expired: true }),
    };
  }

  async audit(request: ServiceAuditRequest): Promise<Envelope> {
    try {
      return await this.#placed(await this.#options.audits.audit(request), request);
    } catch (error) {
      // If the site has reached its limit of audits, return the newest stored scorecard instead.
      const isSpared = error instanceof ServiceError && error.scope === 'target';
      const [newest] = isSpared ? await this.storedFor(request).catch(() => []) : [];
      if (newest === undefined) throw error;
      return newest;
    }
  }

  async storedOrAudit(request: ServiceAuditRequest): Promise<Envelope> {
    const now = this.#options.now();
    const fresh = (await this.storedFor(request)).find((one) => ageOf(one, now) < REFRESH_AFTER_MS);
    return fresh ?? this.audit(request);
  }

  async storedFor({
    target: { name },
    siteType,
    mcpEndpoint,
    isSuggested,
  }: AuditSubject): Promise<Envelope[]> {
    const listed = mcpEndpoint === undefined ? await this.#options.library.scorecard(name) : undefined;
    const isSame = siteType === null || listed?.scorecard.site_type === siteType;
    const fromCatalog = listed !== undefined && isSame ? [listed] : [];
    const liveEnvelope = await this.live(name, siteType, mcpEndpoint).catch((error: unknown) => {
      if (fromCatalog.length === 0 || (error instanceof ServiceError && error.code === 'withdrawn'))
        throw error;
    });
    // If the caller passes an MCP endpoint explicitly, skip a scorecard for which the path was only part of a typed URL,
    // because that audit may have ignored the path.
    const isOther =
      mcpEndpoint !== undefined &&
      isSuggested !== true &&
      liveEnvelope &&
      !namedEndpointOf(liveEnvelope.scorecard);
    const now = this.#options.now();
    return [...fromCatalog, ...(liveEnvelope === undefined || isOther ? [] : [liveEnvelope])].sort(
      (a, b) => ageOf(a, now) - ageOf(b, now),
    );
  }

  async #liveOf(
    record: LiveRecord | undefined,
    view: Declared & { readonly host: string },
  ): Promise<Envelope | undefined> {
    const liveEnvelope = liveScorecard(record, this.#options.now());
    if (liveEnvelope === undefined) return undefined;
    const apart = await this.#apart(view.host);
    // Do not show a scorecard from before the owner opted out.
    if (apart?.state === 'declined' && Date.parse(liveEnvelope.freshness.scored_at) < Date.parse(apart.since))
      return undefined;
    return this.#placed(storedForm(liveEnvelope), view);
  }

  /** Adds the scorecard's URLs and rank, which are not stored because they change with each build. */
  async #placed(envelope: Envelope, { siteType, mcpEndpoint }: Declared): Promise<Envelope> {
    const { library } = this.#options;
    const { target } = envelope;
    const listed = (await library.site(target)) !== undefined;
    const placed = addressed(envelope, library.origin, livePath(target, { listed, siteType, mcpEndpoint }));
    return envelope.cut_short === true ? placed : { ...placed, place: await library.place(envelope) };
  }

  async #apart(host: string): Promise<ApartSite | undefined> {
    const site = await this.#options.library.site(host);
    return site !== undefined && 'state' in site ? site : undefined;
  }
}

/** @param scoredTimes when the known scorecards were made, in milliseconds since the epoch */
function failedAttemptOf(
  apart: ApartSite | undefined,
  failure: LiveRecord['failure'],
  scoredTimes: readonly number[],
): FailedAttempt | undefined {
  const attempts = [
    ...(apart === undefined
      ? []
      : [{ ...apart, at: Date.parse(apart.last_attempt), message: apartMessage(apart) }]),
    ...(failure === undefined
      ? []
      : [{ ...failure, state: STATES[failure.code], message: attemptText(failure.at, failure.message) }]),
  ].sort((a, b) => b.at - a.at);
  const [newest] = attempts;
  if (newest === undefined || scoredTimes.some((at) => at > newest.at)) return undefined;
  const { state, message, quote } = newest;
  return { state, message, ...(quote !== undefined && { quote }) };
}

const STATES = {
  target_blocked: 'refuses',
  target_declined: 'declined',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
} as const satisfies Readonly<Record<NonNullable<LiveRecord['failure']>['code'], ApartSite['state']>>;

function apartMessage({ name, state, since, by, last_attempt, message }: ApartSite): string {
  return `${name} ${stateText({ state, since, by: by ?? undefined })}. ${attemptText(Date.parse(last_attempt), message)}`;
}

function attemptText(at: number, message: string): string {
  return `Last attempt, ${instant(new Date(at).toISOString())}: ${message}`;
}
