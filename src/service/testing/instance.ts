/** Creates an instance that runs live audits on a store that instances may share. */
import { sharedAuditors } from '../../audit/isolation/auditors.ts';
import { DEFAULT_QUOTA, STORE_MS, STREAM_MS } from '../../base/limits.ts';
import { BASE_URL } from '../../testing/envelopes.ts';
import type { Library } from '../api.ts';
import { AuditLimits } from '../audit-allowance.ts';
import { type Collections, collectionsIn } from '../collections.ts';
import { LiveAudits, type LiveAuditsOptions } from '../live-audits.ts';
import { indexedSites } from '../sites.ts';
import { type ConditionalStore, memoryStore } from '../store.ts';

/** The library of an empty catalog. */
export const EMPTY_LIBRARY: Pick<Library, 'origin' | 'site' | 'place' | 'scorecard'> = {
  origin: BASE_URL,
  ...indexedSites(async () => ({ sites: [], apart: [] })),
  scorecard: async () => undefined,
};

export interface InstanceOptions
  extends Partial<
    Pick<
      LiveAuditsOptions,
      'settings' | 'library' | 'source' | 'runAudit' | 'now' | 'onFault' | 'streamMs' | 'pause'
    >
  > {
  readonly store?: ConditionalStore;
  readonly auditQuota?: number;
  readonly later?: (work: Promise<unknown>) => void;
  readonly deadlineMs?: number;
}

export interface Instance {
  readonly store: ConditionalStore;
  readonly kept: Collections;
  readonly limits: AuditLimits;
  readonly audits: LiveAudits;
}

/** Creates an instance. By default it has its own store and may audit sites on any network. */
export function liveInstance(options: InstanceOptions = {}): Instance {
  const {
    store = memoryStore(),
    now = Date.now,
    later = () => undefined,
    auditQuota = DEFAULT_QUOTA,
    settings = { liveAudits: true, network: 'any' },
    source = { kind: 'network', network: settings.network, resolver: 'http://127.0.0.1:9/' },
    runAudit = sharedAuditors.audit,
    deadlineMs = STORE_MS,
    onFault = () => undefined,
    streamMs = STREAM_MS,
    library = EMPTY_LIBRARY,
    pause,
  } = options;
  const kept = collectionsIn({ store, now, later, deadlineMs });
  const limits = new AuditLimits(kept, auditQuota, now);
  const audits = new LiveAudits({
    records: kept.live,
    limits,
    library,
    settings,
    origin: 'https://catalog.example',
    source,
    runAudit,
    now,
    onFault,
    streamMs,
    later,
    pause,
  });
  return { store, kept, limits, audits };
}
