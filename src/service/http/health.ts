import {
  AUDIT_LIMIT,
  AUDIT_WINDOW_MS,
  DEFAULT_QUOTA,
  NETWORK_LIMIT,
  TARGET_LIMIT,
} from '../../base/limits.ts';
import { version } from '../../base/package.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../../base/versions.ts';
import type { Library } from '../api.ts';
import type { ServiceSettings } from '../settings.ts';

interface Health {
  readonly status: 'ok' | 'off';
  readonly version: string;
  readonly spec_version: string;
  readonly schema_version: string;
  readonly live_audits: 'on' | 'off';
  /** The maximum number of fresh audits in `window_s` seconds: per caller, IPv6 /48, registrable domain, and in total. */
  readonly audit_limits: {
    readonly window_s: number;
    readonly caller: number;
    readonly network: number;
    readonly target: number;
    readonly service: number;
  };
  readonly catalog: {
    readonly sites: number;
    readonly refusing: number;
    readonly latest_audit: string | null;
  };
}

export async function healthOf(
  library: Pick<Library, 'summary'>,
  {
    service,
    liveAudits,
    auditQuota = DEFAULT_QUOTA,
  }: Pick<ServiceSettings, 'service' | 'liveAudits' | 'auditQuota'>,
): Promise<Health> {
  return {
    status: service ? 'ok' : 'off',
    version,
    spec_version: SPEC_VERSION,
    schema_version: SCHEMA_VERSION,
    live_audits: service && liveAudits ? 'on' : 'off',
    audit_limits: {
      window_s: AUDIT_WINDOW_MS / 1000,
      caller: AUDIT_LIMIT.units,
      network: NETWORK_LIMIT.units,
      target: TARGET_LIMIT.units,
      service: auditQuota,
    },
    catalog: await library.summary(),
  };
}
