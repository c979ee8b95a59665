/** Scorecards for every surface of the service: the catalog's, the live ones that are kept, and new ones. */

import type { ApartSite, AuditRequest, Library, Scorecards } from '../catalog/services.ts';
import type { SiteType } from '../catalogue/vocabulary.ts';
import { AuditError } from '../errors.ts';
import { addressed, livePath } from '../scorecard/address.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { ServiceError } from '../service-errors.ts';
import { parseTarget } from '../target.ts';
import { stateText } from '../view/standing.ts';
import type { LiveAudits } from './live-audits.ts';
import { type LiveRecord, liveFailure, liveScorecard } from './live-records.ts';
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
  const lists = async (host: string): Promise<boolean> => {
    const listed = [...(await library.sites()), ...(await library.apart())];
    return listed.some((site) => site.host === host);
  };
  /** With the addresses that answer with it. What is listed changes with each build, so that they are not stored. */
  const placed = async (envelope: StoredEnvelope, siteType: SiteType): Promise<StoredEnvelope> => {
    const { target } = envelope;
    return addressed(envelope, library.origin, livePath(target, { listed: await lists(target), siteType }));
  };
  const live = async (host: string, siteType: SiteType): Promise<StoredEnvelope | undefined> => {
    const kept = await liveScorecard(records, { host, siteType, now: now() });
    if (kept === undefined) return undefined;
    const apart = (await library.apart()).find((site) => site.host === host);
    // What was found before its owner declined is withdrawn.
    if (apart?.state === 'declined' && scoredAt(kept) < Date.parse(apart.since)) return undefined;
    return placed(storedForm(kept), siteType);
  };
  const stored = async (host: string): Promise<StoredEnvelope | undefined> =>
    (await library.scorecard(host)) ?? live(host, null);
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
      // A site that was audited often enough is spared one more; there may be an answer all the same.
      const isSpared = error instanceof ServiceError && error.scope === 'target';
      const [known] = isSpared ? await answers(request).catch(() => []) : [];
      if (known === undefined) throw error;
      return known;
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
    stored,
    live,
    async unseen(host) {
      const [listed, kept, failure] = await Promise.all([
        library.scorecard(host).catch(() => undefined),
        live(host, null).catch(() => undefined),
        liveFailure(records, host, now()).catch(() => undefined),
      ]);
      const apart = (await library.apart()).find((site) => site.host === host);
      const attempts = [
        ...(apart === undefined
          ? []
          : [{ ...apart, at: Date.parse(apart.last_attempt), message: apartMessage(apart) }]),
        ...(failure === undefined ? [] : [{ ...failure, state: STATES[failure.code] }]),
      ].sort((a, b) => b.at - a.at);
      const [newest] = attempts;
      const seen = [listed, kept].flatMap((one) => (one === undefined ? [] : [scoredAt(one)]));
      if (newest === undefined || seen.some((at) => at > newest.at)) return undefined;
      return { state: newest.state, message: newest.message };
    },
    audit,
    async storedOrAudit(request) {
      const fresh = (await answers(request)).find(
        ({ freshness }) => Date.parse(freshness.refresh_after) > now(),
      );
      return fresh ?? audit(request);
    },
  };
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
