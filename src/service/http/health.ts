/** `GET /health`: whether the service answers, what is switched off, and how old its catalog is. */
import { version } from '../../cli/version.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../../versions.ts';
import type { Library } from '../services.ts';
import type { Settings } from '../settings.ts';

export interface Health {
  readonly status: 'ok' | 'off';
  readonly version: string;
  readonly spec_version: string;
  readonly schema_version: string;
  readonly live_audits: 'on' | 'off';
  readonly catalog: {
    readonly sites: number;
    /** Sites that refuse the auditor. */
    readonly refusing: number;
    readonly latest_audit: string | null;
  };
}

export async function healthOf(
  library: Pick<Library, 'sites' | 'apart'>,
  { service, liveAudits }: Pick<Settings, 'service' | 'liveAudits'>,
): Promise<Health> {
  const sites = await library.sites();
  const refusing = (await library.apart()).filter(({ state }) => state === 'refuses').length;
  const newest = sites
    .map(({ scored_at }) => scored_at)
    .toSorted()
    .at(-1);
  return {
    status: service ? 'ok' : 'off',
    version,
    spec_version: SPEC_VERSION,
    schema_version: SCHEMA_VERSION,
    live_audits: service && liveAudits ? 'on' : 'off',
    catalog: { sites: sites.length, refusing, latest_audit: newest ?? null },
  };
}
