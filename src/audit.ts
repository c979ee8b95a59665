/** One audit, from target to scorecard: the only file that knows all stages. */

import type { Check, Verdict } from './checks/check.ts';
import { checks } from './checks/index.ts';
import type { SiteType } from './definitions/vocabulary.ts';
import { AuditError, interrupted } from './errors.ts';
import type { Evidence, EvidenceKey } from './evidence/evidence.ts';
import { says } from './evidence/facts.ts';
import { auditOrigin } from './evidence/root.ts';
import type { Io } from './io/io.ts';
import { LIMITS, type Limits } from './limits.ts';
import { CanonicalOrigin } from './parse/canonical-origin.ts';
import { sameSite } from './parse/same-site.ts';
import { Client } from './probes/client.ts';
import { checkDecline, checkLateDecline, type DeclineContext, declines } from './probes/decline.ts';
import { probes } from './probes/index.ts';
import { OwnAddress } from './probes/own-address.ts';
import type { Probe, ProbeContext } from './probes/probe.ts';
import { assertConnected, assertNotProduction, confirmAnswers, visitRoot } from './probes/reachability.ts';
import { askRobots } from './probes/robots.ts';
import { referenceRequests } from './probes/root.ts';
import type { Trace } from './probes/trace.ts';
import { agentUserAgent, auditorUserAgent } from './probes/user-agents.ts';
import type { Envelope, Result } from './scorecard/schema.ts';
import { envelopeOf, resultOf } from './scorecard/scorecard.ts';
import type { Target } from './target.ts';
import { DEFAULT_BASE_URL } from './versions.ts';

/** The evidence of a check that was not selected. */
export const NOT_SELECTED = says('left out by the caller');

/** What an audit reports while it runs. */
export type AuditEvent =
  | { readonly type: 'started'; readonly target: string; readonly at: string; readonly total: number }
  | { readonly type: 'check'; readonly result: Result; readonly done: number; readonly total: number };

export interface AuditOptions {
  readonly io: Io;
  readonly limits?: Limits;
  /** Of the catalog whose guides the scorecard links to; no slash at the end. */
  readonly baseUrl?: string;
  readonly siteType?: SiteType;
  /** The ids to run; the rest are `skip`. Default: all. */
  readonly selected?: ReadonlySet<string>;
  /** Ends the audit at once with `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: AuditEvent) => void;
  /** The origin that the site names where it means itself: a preview of production. URLs there are asked at the target. */
  readonly canonicalOrigin?: string;
  /**
   * The MCP endpoint, said by the caller: a path of the site, or an absolute URL. One on another origin is called, and
   * what is sent there does not count as sent to another site.
   */
  readonly mcpEndpoint?: string;
  /** Whether a URL that the site names or redirects to may be asked, judged by its form. */
  readonly allowUrl?: (url: URL) => boolean;
  readonly publicListing?: boolean;
  /**
   * Asked once where the root leads to another registrable domain, with the origin there, before that is audited in its
   * place; `false` ends the audit with `not_permitted`. For limits that protect the audited.
   */
  readonly admit?: (origin: URL) => Promise<boolean>;
  /** Told once, with the origin that is audited, when the site has answered and its checks begin to be decided. */
  readonly onSiteSeen?: (origin: URL) => void;
  /**
   * Ends the audit with `target_declined` where a robots.txt, which is asked first then, says so. Default: the audit goes
   * on, and its outcome says that it was declined.
   */
  readonly heedDecline?: boolean;
  /** Is told what is asked for each probe; the audit then keeps all answers. */
  readonly trace?: Trace;
}

export interface AuditOutcome {
  /** Where its `cut_short` says that the deadline cut the audit short: show it, do not store it. */
  readonly envelope: Envelope;
  /** The owner declines audits by robots.txt, as far as this audit asked for it. */
  readonly declined: boolean;
}

/**
 * Audits a site.
 *
 * @throws AuditError `target_unreachable` (its root gives no answer), `target_blocked` (it refuses whatever is asked),
 *   `target_declined` (its owner declines, where that is heeded), `audit_timeout` (no answer before the deadline),
 *   `not_permitted` (`admit` refused where the root leads), `interrupted` (the caller's signal)
 */
export async function audit(target: Target, options: AuditOptions): Promise<AuditOutcome> {
  const limits = options.limits ?? LIMITS;
  const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL;
  const siteType = options.siteType ?? null;
  const { io, onEvent, canonicalOrigin } = options;
  const now = io.now();
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  const deadline = setTimeout(interrupt, limits.auditMs);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  if (options.signal?.aborted === true) interrupt();
  try {
    const client = clientOf(target, options, stop.signal);
    const { mcpEndpoint, trace } = options;
    const { context, started } = probeContext({ target, client, siteType, baseUrl, mcpEndpoint, trace });
    const selected = checks.filter(({ id }) => options.selected?.has(id) ?? true);
    onEvent?.({ type: 'started', target: target.name, at: now.toISOString(), total: selected.length });
    const asking = { target, client, io, signal: stop.signal };
    await enter(asking, context, client, options);
    await confirmAnswers(target, context);
    options.onSiteSeen?.(await context.origin());

    const results = new Map<string, Result>();
    await Promise.all(
      selected.map(async (check) => {
        const verdict = await decide(check, context, { now, siteType });
        if (options.signal?.aborted === true) return;
        const result = resultOf(check, verdict, baseUrl);
        results.set(check.id, result);
        onEvent?.({ type: 'check', result, done: results.size, total: selected.length });
      }),
    );
    await client.end();
    if (options.signal?.aborted === true) throw interrupted(target.name);

    const leftOut: Verdict = { status: 'skip', evidence: NOT_SELECTED };
    const mcp = await started('mcpDiscovery');
    const cutShort = stop.signal.aborted || client.wasCutShort;
    const envelope = envelopeOf({
      target,
      canonicalOrigin,
      auditedOrigin: await context.origin(),
      results: checks.map((check) => results.get(check.id) ?? resultOf(check, leftOut, baseUrl)),
      siteType,
      mcpEndpoint: mcp?.endpoint?.url,
      mcpDiscovery: mcp?.attempts ?? [],
      scoredAt: now,
      baseUrl,
      publicListing: options.publicListing ?? false,
      cutShort,
    });
    const origin = await context.origin();
    if (options.heedDecline === true) await checkLateDecline(asking, [target.url, origin.href]);
    const robots = started('robots') && (await askRobots(client, origin));
    return { envelope, declined: robots !== undefined && declines(robots) };
  } catch (error) {
    if (options.signal?.aborted === true) throw interrupted(target.name);
    throw error;
  } finally {
    clearTimeout(deadline);
    options.signal?.removeEventListener('abort', interrupt);
    // Whatever is still under way when an audit fails is of no use any more.
    stop.abort();
  }
}

/** What the probes of one site ask with. */
export function clientOf(
  target: Target,
  { io, limits = LIMITS, baseUrl = DEFAULT_BASE_URL, canonicalOrigin, allowUrl, trace }: AuditOptions,
  signal: AbortSignal,
): Client {
  const canonical = canonicalOrigin === undefined ? undefined : new CanonicalOrigin(canonicalOrigin);
  return new Client({
    io,
    limits,
    signal,
    userAgent: auditorUserAgent(baseUrl),
    site: target.url,
    traced: trace !== undefined,
    references: referenceRequests(target.url),
    ...(allowUrl === undefined ? {} : { allowUrl }),
    ...(canonical === undefined ? {} : { own: new OwnAddress(canonical, target.url) }),
  });
}

/** Finds the site that is audited, and asks whether it may be: its owner, and who limits audits. */
async function enter(asking: DeclineContext, context: ProbeContext, client: Client, options: AuditOptions) {
  const { target } = asking;
  const robots = options.heedDecline === true ? await checkDecline(asking, target.url) : undefined;
  assertConnected(target, robots);
  await visitRoot(target, context);
  const origin = await context.origin();
  if (origin.href === target.url) return;
  assertNotProduction(target, origin, options.canonicalOrigin);
  if (!sameSite(target.url, origin.href) && (await options.admit?.(origin)) === false) {
    throw new AuditError(
      'not_permitted',
      `${target.name} leads to ${origin.host}, which is not audited now.`,
    );
  }
  client.adopt(origin.href);
  // Where the robots.txt of the one redirects to that of the other, it has been heeded.
  const isRead = robots?.kind === 'answer' && robots.answer.url === new URL('/robots.txt', origin).href;
  if (options.heedDecline === true && !isRead) await checkDecline(asking, origin.href);
}

/** The context of one audit; `started` gives a probe's result only if a check already asked for it. */
export function probeContext(given: {
  readonly target: Target;
  readonly client: Client;
  readonly siteType: SiteType;
  readonly baseUrl: string;
  readonly mcpEndpoint: string | undefined;
  readonly trace: Trace | undefined;
}) {
  const { target, client, siteType, baseUrl, mcpEndpoint, trace } = given;
  const running = new Map<EvidenceKey, Promise<unknown>>();
  let origin: Promise<URL> | undefined;
  const context: ProbeContext = {
    client,
    siteType,
    start: target.url,
    mcpEndpoint,
    agentUserAgent: agentUserAgent(baseUrl),
    page: () => context.origin(),
    origin() {
      origin ??= context.get('rootReply').then((reply) => auditOrigin(target.url, reply));
      return origin;
    },
    get<K extends EvidenceKey>(key: K): Promise<Evidence[K]> {
      let result = running.get(key);
      if (result === undefined) {
        const own = trace === undefined ? context : trace.contextOf(key, context, client);
        result = (probes[key] as Probe<Evidence[K]>)(own);
        running.set(key, result);
        // The check that needs it fails with it; that the audit has failed before must not end the process.
        result.catch(() => undefined);
      }
      return result as Promise<Evidence[K]>;
    },
  };
  const started = <K extends EvidenceKey>(key: K): Promise<Evidence[K]> | undefined =>
    running.has(key) ? context.get(key) : undefined;
  return { context, started };
}

/** Decides one check as soon as what it needs is there. */
export async function decide(
  check: Check,
  context: ProbeContext,
  given: { now: Date; siteType: SiteType },
): Promise<Verdict> {
  const keys = [...check.needs, ...check.uses];
  const values = await Promise.all(keys.map((key) => context.get(key)));
  return check.decide(Object.fromEntries(keys.map((key, i) => [key, values[i]])), given);
}
