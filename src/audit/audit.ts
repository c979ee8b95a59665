/** Runs one audit, from target to scorecard. Only this file knows all stages. */

import { AuditError, interrupted } from '../base/errors.ts';
import { LIMITS, type Limits } from '../base/limits.ts';
import { sameSite } from '../base/same-site.ts';
import type { Check, Verdict } from './checks/check.ts';
import { checks } from './checks/index.ts';
import { type CostEvidence, costOf } from './evidence/cost.ts';
import type { Evidence, EvidenceKey } from './evidence/evidence.ts';
import { says } from './evidence/facts.ts';
import { auditOrigin, platformsSeen } from './evidence/root.ts';
import type { Io } from './io/io.ts';
import { CanonicalOrigin } from './parse/canonical-origin.ts';
import { assistantsKeptOut } from './parse/robots.ts';
import { askRobots } from './probes/bot-policy.ts';
import { Client } from './probes/client.ts';
import { checkDecline, checkLateDecline, type DeclineContext, declines } from './probes/decline.ts';
import { probes } from './probes/index.ts';
import { MCP_CARD_PATH } from './probes/mcp-cards.ts';
import { OwnAddress } from './probes/own-address.ts';
import type { Probe, ProbeContext } from './probes/probe.ts';
import { assertConnected, assertNotProduction, confirmAnswers, visitRoot } from './probes/reachability.ts';
import { referenceRequests } from './probes/root.ts';
import type { Trace } from './probes/trace.ts';
import { agentUserAgent, auditorUserAgent } from './probes/user-agents.ts';
import { type AuditRequest, isSelected } from './request.ts';
import type { Envelope, Result } from './scorecard/schema.ts';
import { envelopeOf, resultOf } from './scorecard/scorecard.ts';
import { NOT_SELECTED_TEXT } from './scorecard/words.ts';

export const NOT_SELECTED = says(NOT_SELECTED_TEXT);

export type AuditEvent =
  | { readonly type: 'started'; readonly target: string; readonly at: string; readonly total: number }
  | { readonly type: 'check'; readonly result: Result; readonly done: number; readonly total: number };

export interface AuditWorld {
  readonly io: Io;
  readonly limits?: Limits | undefined;
  /** Aborting this signal ends the audit at once with the error `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: AuditEvent) => void) | undefined;
  /** Returns whether the audit may request a URL that the site names or redirects to. Looks at the URL only, without DNS. */
  readonly allowUrl?: ((url: URL) => boolean) | undefined;
  /** Called once before the audit moves to another registrable domain. `false` ends the audit with `not_permitted`. */
  readonly admit?: ((origin: URL) => Promise<boolean>) | undefined;
  /** Called once with the audited origin, after the site has responded and before the first check is decided. */
  readonly onSiteSeen?: ((origin: URL) => void) | undefined;
  /** Receives each probe's requests. If `trace` is set, all responses stay in memory until the end of the audit. */
  readonly trace?: Trace | undefined;
}

export interface AuditOutcome {
  /** The scorecard and its metadata. `cut_short` means that the deadline ended the audit early; do not store such a result. */
  readonly envelope: Envelope;
  /** Whether robots.txt says that the owner declines audits. Also `false` if this audit did not fetch robots.txt. */
  readonly declined: boolean;
}

/**
 * Audits a site.
 * @throws AuditError `target_unreachable` (no response), `target_blocked` (every request is refused), `target_declined` (the
 *   owner declines, if `heedDecline` is set), `audit_timeout` (no response before the deadline), `not_permitted` (`admit`
 *   refused the redirect target), `interrupted` (the caller aborted `signal`)
 */
export async function audit(request: AuditRequest, world: AuditWorld): Promise<AuditOutcome> {
  const { target, baseUrl, siteType } = request;
  const { io, limits = LIMITS, signal, onEvent } = world;
  const now = io.now();
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  const deadline = setTimeout(interrupt, limits.auditMs);
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  try {
    const client = clientOf(request, world, stop.signal);
    const { context, started } = probeContext(request, client, world.trace);
    const selected = checks.filter(({ id }) => isSelected(request, id));
    onEvent?.({ type: 'started', target: target.name, at: now.toISOString(), total: selected.length });
    const asking = { target, client, io, signal: stop.signal };
    await enter(asking, context, client, { request, admit: world.admit });
    await confirmAnswers(target, context);
    const origin = await context.origin();
    world.onSiteSeen?.(origin);

    // Loads the large tokenizer while requests are in flight. It is needed only at the end.
    const readsPage = selected.some(({ needs }) => needs.includes('rootHtml'));
    const counter = readsPage ? import('./parse/tokens.ts') : undefined;
    // MCP checks take longest: they send one request after another, starting with the MCP server card. Request it now.
    if (selected.some(asksMcp)) void client.request(new URL(MCP_CARD_PATH, origin));
    const results = new Map<string, Result>();
    await Promise.all(
      selected.map(async (check) => {
        const verdict = await decide(check, context, { now, siteType });
        if (signal?.aborted === true) return;
        const result = resultOf(check, verdict, baseUrl);
        results.set(check.id, result);
        onEvent?.({ type: 'check', result, done: results.size, total: selected.length });
      }),
    );
    await client.end();
    if (signal?.aborted === true) throw interrupted(target.name);

    const notSelected: Verdict = { status: 'skip', evidence: NOT_SELECTED };
    const mcp = await started('mcpDiscovery');
    const access = await started('robots');
    const envelope = envelopeOf({
      request,
      auditedOrigin: origin,
      results: checks.map((check) => results.get(check.id) ?? resultOf(check, notSelected, baseUrl)),
      platforms: platformsSeen(await started('root')),
      assistantsKeptOut: access?.state === 'found' ? assistantsKeptOut(access.value) : [],
      cost: counter && costOf(await costEvidence(started), await counter),
      mcpEndpoint: mcp?.endpoint?.url,
      mcpDiscovery: mcp?.attempts ?? [],
      scoredAt: now,
      cutShort: stop.signal.aborted || client.wasCutShort,
    });
    if (request.heedDecline === true) await checkLateDecline(asking, [target.url, origin.href]);
    const robots = started('robots') && (await askRobots(client, origin));
    return { envelope, declined: robots !== undefined && declines(robots) };
  } catch (error) {
    if (signal?.aborted === true) throw interrupted(target.name);
    throw error;
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', interrupt);
    // Ends requests that are still in flight after the audit has failed.
    stop.abort();
  }
}

async function costEvidence(started: ReturnType<typeof probeContext>['started']): Promise<CostEvidence> {
  const markdown = [
    started('markdownByAccept'),
    started('markdownByPlain'),
    started('markdownForCli'),
    started('markdownForAgent'),
  ];
  return {
    root: await started('root'),
    markdown: await Promise.all(markdown),
    llmsTxt: await started('llmsTxt'),
  };
}

function asksMcp({ needs, uses }: Check): boolean {
  return [...needs, ...uses].some((key) => key.startsWith('mcp'));
}

function clientOf(
  { target, baseUrl, canonicalOrigin }: AuditRequest,
  { io, limits = LIMITS, allowUrl, trace }: AuditWorld,
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
    allowUrl,
    address: canonical && new OwnAddress(canonical, target.url),
  });
}

/**
 * Requests the root, and moves the audit to the origin to which the root redirects.
 * @throws AuditError if the site cannot be reached or the audit is not allowed
 */
async function enter(
  asking: DeclineContext,
  context: ProbeContext,
  client: Client,
  { request, admit }: { readonly request: AuditRequest; readonly admit: AuditWorld['admit'] },
) {
  const { target, heedDecline = false } = request;
  const robots = heedDecline ? await checkDecline(asking, target.url) : undefined;
  if (robots !== undefined) assertConnected(target, robots);
  const root = await visitRoot(target, context);
  if (robots === undefined) assertConnected(target, root);
  const origin = await context.origin();
  if (origin.href === target.url) return;
  assertNotProduction(target, origin, request.canonicalOrigin);
  if (!sameSite(target.url, origin.href) && (await admit?.(origin)) === false) {
    throw new AuditError(
      'not_permitted',
      `${target.name} redirects to another site, which is not audited now.`,
      { quote: origin.host },
    );
  }
  client.adopt(origin.href);
  // The new origin's robots.txt has already been checked if the first origin's robots.txt redirected to it.
  const isRead = robots?.kind === 'answer' && robots.answer.url === new URL('/robots.txt', origin).href;
  if (heedDecline && !isRead) await checkDecline(asking, origin.href);
}

/** Creates the context that an audit's probes share. `started` returns a probe's result, but never starts a probe. */
function probeContext(
  { target, baseUrl, siteType, mcpEndpoint, canonicalOrigin, typedPath }: AuditRequest,
  client: Client,
  trace: Trace | undefined,
) {
  const running = new Map<EvidenceKey, Promise<unknown>>();
  let origin: Promise<URL> | undefined;
  const context: ProbeContext = {
    client,
    siteType,
    start: target.url,
    mcpEndpoint,
    canonicalOrigin,
    typedPath,
    agentUserAgent: agentUserAgent(baseUrl),
    origin() {
      origin ??= context.get('rootReply').then((reply) => auditOrigin(target.url, reply));
      return origin;
    },
    get<K extends EvidenceKey>(key: K): Promise<Evidence[K]> {
      let result = running.get(key);
      if (result === undefined) {
        const tracedContext = trace === undefined ? context : trace.contextOf(key, context, client);
        result = (probes[key] as Probe<Evidence[K]>)(tracedContext);
        running.set(key, result);
        // The check that awaits this probe reports its error. Until then, an unhandled rejection would end the process.
        result.catch(() => undefined);
      }
      return result as Promise<Evidence[K]>;
    },
  };
  const started = <K extends EvidenceKey>(key: K): Promise<Evidence[K]> | undefined =>
    running.has(key) ? context.get(key) : undefined;
  return { context, started };
}

/** Decides one check after all its evidence has arrived. */
async function decide(
  check: Check,
  context: ProbeContext,
  options: Pick<AuditRequest, 'siteType'> & { readonly now: Date },
): Promise<Verdict> {
  const keys = [...check.needs, ...check.uses];
  const values = await Promise.all(keys.map((key) => context.get(key)));
  return check.decide(Object.fromEntries(keys.map((key, i) => [key, values[i]])), options);
}
