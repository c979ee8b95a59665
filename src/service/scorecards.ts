/** Scorecards for every surface of the service: the catalog's, the live ones that are kept, and new ones. */
import { AuditError } from '../errors.ts';
import { stateText } from '../render/standing.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { storedForm } from '../scorecard/scorecard.ts';
import { parseTarget } from '../target.ts';
import { ServiceError } from './errors.ts';
import type { LiveAudits } from './live-audits.ts';
import { type LiveRecord, liveFailure, liveScorecard } from './live-records.ts';
import type { Records } from './records.ts';
import type { ApartSite, AuditRequest, Library, Scorecards } from './services.ts';
import type { Settings } from './settings.ts';

export interface ScorecardsOptions {
  readonly library: Pick<Library, 'scorecard' | 'apart'>;
  readonly records: Records<LiveRecord>;
  readonly audits: LiveAudits;
  readonly settings: Pick<Settings, 'network'>;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

export function scorecardsOf({ library, records, audits, settings, now }: ScorecardsOptions): Scorecards {
  const stored = async (host: string): Promise<Envelope | undefined> => {
    const listed = await library.scorecard(host);
    const live = await liveScorecard(records, host, now()).catch((error: unknown) => {
      // What the catalog has can be read while the store cannot.
      if (listed === undefined) throw error;
    });
    if (live === undefined || (listed !== undefined && scoredAt(listed) >= scoredAt(live))) return listed;
    return storedForm(live);
  };
  return {
    target(input) {
      try {
        return parseTarget(input, settings.network);
      } catch (error) {
        if (error instanceof AuditError)
          throw new ServiceError('invalid_target', [error.message, error.hint].filter(Boolean).join(' '));
        throw error;
      }
    },
    stored,
    async unseen(host) {
      const [known, failure] = await Promise.all([
        stored(host).catch(() => undefined),
        liveFailure(records, host).catch(() => undefined),
      ]);
      const listed = (await library.apart()).find((site) => site.host === host);
      const attempts = [
        ...(listed === undefined
          ? []
          : [{ ...listed, at: Date.parse(listed.last_attempt), message: apartMessage(listed) }]),
        ...(failure === undefined ? [] : [{ ...failure, state: STATES[failure.code] }]),
      ].sort((a, b) => b.at - a.at);
      const [newest] = attempts;
      if (newest === undefined || (known !== undefined && scoredAt(known) > newest.at)) return undefined;
      return { state: newest.state, message: newest.message };
    },
    audit: (request) => audits.audit(request),
    async storedOrAudit(request) {
      const known = await stored(request.target.name);
      return known !== undefined && stillGood(known, request, now()) ? known : audits.audit(request);
    },
  };
}

const STATES = {
  target_blocked: 'refuses',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
} as const satisfies Readonly<Record<NonNullable<LiveRecord['failure']>['code'], ApartSite['state']>>;

function apartMessage({ name, state, since, by, message }: ApartSite): string {
  return `${name} ${stateText({ state, since, by: by ?? undefined })}. Last attempt: ${message}`;
}

function scoredAt({ freshness }: Envelope): number {
  return Date.parse(freshness.scored_at);
}

function stillGood({ freshness, scorecard }: Envelope, { siteType }: AuditRequest, now: number): boolean {
  return Date.parse(freshness.refresh_after) > now && (siteType === null || scorecard.site_type === siteType);
}
