/**
 * Mixed use of the service without sites and without waiting: instances on one store, callers of every kind, audits that
 * succeed, fail, are cut short, lead elsewhere or are left, and a ledger of what was really audited.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditOutcome } from '../../audit.ts';
import { type Caller, callerAt } from '../../caller.ts';
import type { SiteType } from '../../definitions/vocabulary.ts';
import { AuditError } from '../../errors.ts';
import type { AuditJob } from '../../isolation/job.ts';
import type { AuditHooks } from '../../isolation/run-audit.ts';
import { domainOf } from '../../parse/same-site.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import type { Scorecards } from '../../service-api.ts';
import { ServiceError } from '../../service-errors.ts';
import { parseTarget } from '../../target.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import type { UnitOutcome } from '../budget.ts';
import { scorecardsOf } from '../scorecards.ts';
import type { ConditionalStore } from '../store.ts';
import { type Instance, liveInstance } from './instance.ts';
import { EMPTY_LIBRARY } from './library.ts';

/** One audit that was really made. Times are milliseconds of the epoch. */
export interface Audited {
  readonly at: number;
  readonly caller: Caller;
  /** The domains that were asked, that of a redirect included. */
  readonly domains: readonly string[];
  /** How it counts for the caller, and for the audited and the service. */
  readonly forCaller: UnitOutcome;
  readonly forOthers: UnitOutcome;
}

interface MixedUse {
  readonly instances: readonly (Instance & { readonly scorecards: Scorecards })[];
  readonly ledger: readonly Audited[];
  /** Domains that were audited twice at a time. */
  readonly overlaps: readonly string[];
  /** Makes one call, of any kind, and says how it was answered: the tier, `none`, or the code and scope of the error. */
  call(): Promise<string>;
  /** Waits for sweeps that are under way. */
  settled(): Promise<void>;
}

interface MixedUseOptions {
  readonly store: (instance: number) => ConditionalStore;
  readonly now: () => number;
  readonly instances: number;
  readonly callers: number;
  /** Hosts that are audited; two of them are of one domain. */
  readonly hosts: number;
}

/** Of 20 audits, in which way they end. */
const WAYS = [
  ...Array<'scored'>(9).fill('scored'),
  ...['cut', 'cut', 'cut', 'unreachable', 'unreachable', 'blocked', 'blocked'],
  ...['leads', 'leads', 'fault', 'left'],
] as const;

export function mixedUse({ store, now, instances: count, callers, hosts }: MixedUseOptions): MixedUse {
  const ledger: Audited[] = [];
  const overlaps: string[] = [];
  const works: Promise<unknown>[] = [];
  const active = new Set<string>();
  /** In whose course an audit is made. */
  const calls = new AsyncLocalStorage<{ readonly caller: Caller; readonly left: AbortController }>();
  const pattern = envelopeFor();

  async function runAudit({ target, siteType }: AuditJob, hooks: AuditHooks = {}): Promise<AuditOutcome> {
    const at = now();
    const call = calls.getStore();
    if (call === undefined) throw new Error('nobody has asked for this');
    const way = WAYS[Math.floor(Math.random() * WAYS.length)];
    const domains = [domainOf(target.url)];
    const end = (forCaller: UnitOutcome, forOthers: UnitOutcome) => {
      for (const domain of domains) active.delete(domain);
      ledger.push({ at, caller: call.caller, domains, forCaller, forOthers });
    };
    const enter = (domain: string) => {
      if (active.has(domain)) overlaps.push(domain);
      active.add(domain);
    };
    const fail = (kind: 'target_unreachable' | 'target_blocked' | 'not_permitted') =>
      new AuditError(kind, `${target.name}: ${kind}.`);
    enter(domains[0] ?? '');
    await sleep(Math.random() * 4);
    if (way === 'leads') {
      const elsewhere = new URL(`https://${hostAt(Math.random() * hosts)}/`);
      const there = domainOf(elsewhere.href);
      if (there !== domains[0]) {
        if ((await hooks.admit?.(elsewhere)) !== true) {
          end('failed', 'failed');
          throw fail('not_permitted');
        }
        domains.push(there);
        enter(there);
        await sleep(Math.random() * 4);
      }
    }
    if (way === 'unreachable' || way === 'blocked') {
      end('failed', 'failed');
      throw fail(way === 'blocked' ? 'target_blocked' : 'target_unreachable');
    }
    if (way === 'fault') {
      end('failed', 'ran');
      throw new Error('a fault of the auditor');
    }
    if (way === 'left') call.left.abort();
    const cutShort = way === 'cut';
    end(cutShort ? 'failed' : 'ran', 'ran');
    return { envelope: made(target.name, { siteType, at, cutShort }), declined: false };
  }

  function made(
    name: string,
    {
      siteType,
      at,
      cutShort,
    }: { readonly siteType: SiteType; readonly at: number; readonly cutShort: boolean },
  ): Envelope {
    const due = new Date(at + 24 * 60 * 60 * 1000).toISOString();
    return {
      ...pattern,
      target: name,
      ...(cutShort ? { cut_short: true } : {}),
      freshness: { cached: false, scored_at: new Date(at).toISOString(), refresh_after: due },
      scorecard: { ...pattern.scorecard, site_type: siteType },
    };
  }

  const instances = Array.from({ length: count }, (_, i) => {
    const later = (work: Promise<unknown>) => void works.push(work);
    const instance = liveInstance({ store: store(i), now, later, runAudit });
    const settings = { network: 'public' } as const;
    const { audits, kept } = instance;
    return {
      ...instance,
      scorecards: scorecardsOf({ library: EMPTY_LIBRARY, records: kept.live, audits, settings, now }),
    };
  });

  let asked = 0;
  /** Some callers ask much more often than others. */
  async function call(): Promise<string> {
    const instance = instances[asked++ % count];
    if (instance === undefined) throw new Error('there is no instance');
    const { scorecards } = instance;
    const host = hostAt(Math.random() * hosts);
    const kind = Math.random();
    try {
      if (kind < 0.1) return tierOf(await scorecards.stored(host));
      if (kind < 0.15) return tierOf(await scorecards.live(host, 'api'));
      const caller = callerAt(addressOf(Math.floor(Math.random() ** 3 * callers)), 'salt');
      const siteType = ([null, null, null, 'api', 'content'] as const)[Math.floor(Math.random() * 5)] ?? null;
      const left = new AbortController();
      const request = { target: parseTarget(host, 'public'), siteType, caller, signal: left.signal };
      // Some have left before their audit begins.
      if (kind > 0.97) left.abort();
      const audited = () => (kind < 0.6 ? scorecards.audit(request) : scorecards.storedOrAudit(request));
      return tierOf(await calls.run({ caller, left }, audited));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return [error.code, ...(error.scope === undefined ? [] : [error.scope])].join(' ');
    }
  }

  return {
    instances,
    ledger,
    overlaps,
    call,
    async settled() {
      while (works.length > 0) await Promise.all(works.splice(0));
    },
  };
}

function tierOf(envelope: StoredEnvelope | undefined): string {
  if (envelope === undefined) return 'none';
  return envelope.cut_short === true ? 'cut short' : envelope.tier;
}

function hostAt(position: number): string {
  const i = Math.floor(position);
  return `${i % 2 === 0 ? 'www' : 'docs'}.site${Math.floor(i / 2)}.com`;
}

/** Six of ten callers have IPv4; the others are ten to a /48. */
export function addressOf(i: number): string {
  if (i % 10 < 6) return `10.${i % 7}.${(i >> 8) & 255}.${i & 255}`;
  return `2001:db8:${(i / 25) | 0}:${i.toString(16)}::1`;
}
