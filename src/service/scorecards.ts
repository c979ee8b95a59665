/** Scorecards for every surface of the service: the catalog's, the live ones that are kept, and new ones. */

import type { SiteType } from '../catalogue/vocabulary.ts';
import { AuditError } from '../errors.ts';
import { addressed, livePath } from '../scorecard/address.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import type { ApartSite, AuditRequest, Known, Library, Scorecards, Unseen } from '../service-api.ts';
import { ServiceError } from '../service-errors.ts';
import { parseTarget } from '../target.ts';
import { stateText } from '../view/standing.ts';
import type { LiveAudits } from './live-audits.ts';
import { type LiveRecord, liveFailure, liveKey, liveScorecard } from './live-records.ts';
import type { Records } from './records.ts';
import type { Settings } from './settings.ts';

export interface ScorecardsOptions {
  readonly library: Pick<Library, 'origin' | 'sites' | 'apart' | 'scorecard'>;
  readonly records: Records<LiveRecord>;
  readonly audits: Pick<LiveAudits, 'audit'>;
  readonly settings: Pick<Settings, 'network'>;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

export function scorecardsOf({ library, records, audits, settings, now }: ScorecardsOptions): Scorecards {
  const apartOf = async (host: string) => (await library.apart()).find((site) => site.host === host);
  const lists = async (host: string): Promise<boolean> => {
    const listed = [...(await library.sites()), ...(await library.apart())];
    return listed.some((site) => site.host === host);
  };
  /** With the addresses that answer with it. What is listed changes with each build, so that they are not stored. */
  const placed = async (envelope: StoredEnvelope, siteType: SiteType): Promise<StoredEnvelope> => {
    const { target } = envelope;
    return addressed(envelope, library.origin, livePath(target, { listed: await lists(target), siteType }));
  };
  /** The live scorecard of a record of this host. */
  const liveOf = async (
    record: LiveRecord | undefined,
    host: string,
    siteType: SiteType,
  ): Promise<StoredEnvelope | undefined> => {
    const kept = liveScorecard(record, now());
    if (kept === undefined) return undefined;
    const apart = await apartOf(host);
    // What was found before its owner declined is withdrawn.
    if (apart?.state === 'declined' && scoredAt(kept) < Date.parse(apart.since)) return undefined;
    return placed(storedForm(kept), siteType);
  };
  const live = async (host: string, siteType: SiteType) =>
    liveOf(await records.read(liveKey(host, siteType)), host, siteType);
  const known = async (host: string, maxAgeMs = 0): Promise<Known> => {
    const [listed, record] = await Promise.all([
      library.scorecard(host),
      records.read(liveKey(host), maxAgeMs).catch((error: unknown) => ({ error })),
    ]);
    const isRead = record === undefined || !('error' in record);
    // What the catalog has can be read while the store cannot.
    if (!isRead && listed === undefined) throw record.error;
    const kept = isRead ? await liveOf(record, host, null) : undefined;
    const isNewer = listed !== undefined && kept !== undefined && scoredAt(kept) > scoredAt(listed);
    const seen = [listed, kept].flatMap((one) => (one === undefined ? [] : [scoredAt(one)]));
    return {
      envelope: listed ?? kept,
      live: isNewer ? kept : undefined,
      unseen: unseenOf(await apartOf(host), isRead ? liveFailure(record, now()) : undefined, seen),
    };
  };
  /** What is stored for the same question, the catalog's first. */
  const answers = async ({ target: { name }, siteType }: AuditRequest): Promise<StoredEnvelope[]> => {
    const listed = await library.scorecard(name);
    const isSame = siteType === null || listed?.scorecard.site_type === siteType;
    const own = listed !== undefined && isSame ? [listed] : [];
    const kept = await live(name, siteType).catch((error: unknown) => {
      // What the catalog has can be read while the store cannot.
      if (own.length === 0) throw error;
    });
    return kept === undefined ? own : [...own, kept];
  };
  const audit = async (request: AuditRequest): Promise<StoredEnvelope> => {
    try {
      return await placed(await audits.audit(request), request.siteType);
    } catch (error) {
      // A site that was audited often enough is spared one more; what is newest comes closest to what was asked for.
      const isSpared = error instanceof ServiceError && error.scope === 'target';
      const stored = isSpared ? await answers(request).catch(() => []) : [];
      const [newest] = stored.toSorted((a, b) => scoredAt(b) - scoredAt(a));
      if (newest === undefined) throw error;
      return newest;
    }
  };
  return {
    target(input) {
      try {
        const target = parseTarget(input, settings.network);
        // One record a host: which scheme is audited is not for the caller to choose.
        return settings.network === 'public' ? parseTarget(target.hostname, 'public') : target;
      } catch (error) {
        if (error instanceof AuditError)
          throw new ServiceError('invalid_target', [error.message, error.hint].filter(Boolean).join(' '));
        throw error;
      }
    },
    async stored(host) {
      return (await library.scorecard(host)) ?? live(host, null);
    },
    live,
    known,
    audit,
    async storedOrAudit(request) {
      const fresh = (await answers(request)).find(
        ({ freshness }) => Date.parse(freshness.refresh_after) > now(),
      );
      return fresh ?? audit(request);
    },
  };
}

/** @param seen when the scorecards were made that are known, in milliseconds of the epoch */
function unseenOf(
  apart: ApartSite | undefined,
  failure: LiveRecord['failure'],
  seen: readonly number[],
): Unseen | undefined {
  const attempts = [
    ...(apart === undefined
      ? []
      : [{ state: apart.state, at: Date.parse(apart.last_attempt), message: apartMessage(apart) }]),
    ...(failure === undefined ? [] : [{ ...failure, state: STATES[failure.code] }]),
  ].sort((a, b) => b.at - a.at);
  const [newest] = attempts;
  if (newest === undefined || seen.some((at) => at > newest.at)) return undefined;
  return { state: newest.state, message: newest.message };
}

const STATES = {
  target_blocked: 'refuses',
  target_declined: 'declined',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
} as const satisfies Readonly<Record<NonNullable<LiveRecord['failure']>['code'], ApartSite['state']>>;

function apartMessage({ name, state, since, by, message }: ApartSite): string {
  return `${name} ${stateText({ state, since, by: by ?? undefined })}. Last attempt: ${message}`;
}

function scoredAt({ freshness }: StoredEnvelope): number {
  return Date.parse(freshness.scored_at);
}
