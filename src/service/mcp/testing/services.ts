/** The services behind the MCP server, in memory: this repository's texts and real audits of the demo sites. */
import { readFileSync } from 'node:fs';
import { DEMO_SITES } from '../../../app/demo/index.ts';
import { demoHost, type ServedDemos, serveNamedDemos } from '../../../app/demos.ts';
import { type AuditEvent, audit } from '../../../audit/audit.ts';
import { checks } from '../../../audit/checks/index.ts';
import type { NetworkPolicy } from '../../../audit/io/address-guard.ts';
import type { Io } from '../../../audit/io/io.ts';
import { ioOf } from '../../../audit/io/source.ts';
import { parseFrontMatter, splitFrontMatter } from '../../../audit/parse/front-matter.ts';
import { requestFor } from '../../../audit/request.ts';
import { rulesBehind } from '../../../audit/scorecard/rules.ts';
import type { Envelope } from '../../../audit/scorecard/schema.ts';
import { storedForm } from '../../../audit/scorecard/scorecard.ts';
import { parseTarget, type Target } from '../../../audit/target.ts';
import { AuditError } from '../../../base/errors.ts';
import { LIMITS } from '../../../base/limits.ts';
import { SPEC_VERSION } from '../../../base/versions.ts';
import { byRank, catalogView } from '../../../catalog/catalog.ts';
import type { Listed } from '../../../catalog/listed.ts';
import { catalogJson, checkRates } from '../../../catalog/results/downloads.ts';
import { howToFix } from '../../../fix/explain.ts';
import { stackNamed } from '../../../fix/stacks.ts';
import { guideSchema, type PrincipleText, principleSchema } from '../../../fix/texts.ts';
import { readChangeTexts } from '../../../site/fix-texts.ts';
import { wholeGuide } from '../../../site/guide.ts';
import { guideMarkdown, principleMarkdown, specMarkdown } from '../../../site/pages-markdown.ts';
import type { Library, Scorecards, ServiceAuditRequest } from '../../api.ts';
import { auditProgress } from '../../claimed-audit.ts';
import { ServiceError } from '../../errors.ts';
import { indexedSites } from '../../sites.ts';

const CONTENT = new URL('../../../../content/', import.meta.url);
/** A resolver that refuses connections, because no name may be looked up. */
const RESOLVER = 'http://127.0.0.1:9/dns-query';

export const DEMO_HOSTS = DEMO_SITES.map(demoHost);

/** The running demo sites, with some of them audited. */
export interface AuditedDemos extends AsyncDisposable {
  readonly served: ServedDemos;
  readonly envelopes: ReadonlyMap<string, Envelope>;
}

/** The audits by host. Each demo site is audited once per test process. */
const audits = new Map<string, Promise<Envelope>>();

function auditOf(host: string, served: ServedDemos): Promise<Envelope> {
  const known = audits.get(host);
  if (known !== undefined) return known;
  const target = parseTarget(host);
  const io = reaching(target, served);
  const made = audit(requestFor(target), { io })
    .then(({ envelope }) => envelope)
    .finally(() => io.close());
  audits.set(host, made);
  return made;
}

export async function auditedDemos(hosts: readonly string[] = DEMO_HOSTS): Promise<AuditedDemos> {
  const served = await serveNamedDemos();
  const made = await Promise.all(
    hosts.map(async (host) => [host, storedForm(await auditOf(host, served))] as const),
  );
  return { served, envelopes: new Map(made), [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

export function demoLibrary(origin: string, { envelopes }: AuditedDemos): Library {
  const view = catalogView(listedDemos(envelopes));
  const principles = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'].map(principleText);
  return {
    origin,
    ...indexedSites(async () => catalogJson(view, origin)),
    lists: async () => undefined,
    scorecard: async (host) => envelopes.get(host),
    listed: async () => undefined,
    changes: async () => [],
    async guide(id) {
      const check = checks.find((one) => one.id === id);
      if (check === undefined) return undefined;
      const { data, body } = readText(`checks/${check.id}.mdx`);
      const whole = wholeGuide(body, howToFix(check.id, await readChangeTexts()));
      return guideMarkdown(check, { summary: guideSchema.parse(data).summary, body: whole }, origin);
    },
    changeTexts: readChangeTexts,
    stack: async (id) => (stackNamed(id) === undefined ? undefined : readText(`stacks/${id}.mdx`).body),
    async principle(id) {
      const principle = principles.find((one) => one.id === id);
      return principle && principleMarkdown(principle, readText(`principles/${id.toLowerCase()}.mdx`).body);
    },
    spec: async () => specMarkdown(principles, SPEC_VERSION),
    standard: async () => ({
      spec_version: SPEC_VERSION,
      url: `${origin}/spec`,
      principles: principles.map(({ requirements, ...principle }) => ({
        ...principle,
        url: `${origin}/principles/${principle.id.toLowerCase()}`,
        requirements: requirements.map((one) => ({ ...one, url: `${origin}/spec#${one.id}` })),
      })),
    }),
    checks: async () => checkRates(view.figures, origin),
  };
}

/** Returns the demo sites as the catalog lists them. */
export function listedDemos(envelopes: AuditedDemos['envelopes']): Listed[] {
  return [...envelopes.values()].map(listedOf).sort(byRank);
}

function listedOf({ target, scorecard, freshness }: Envelope): Listed {
  return {
    target: {
      host: target,
      name: target,
      description: `The demo site ${target}.`,
      category: 'demo',
      demo: true,
    },
    scored: {
      at: freshness.scored_at,
      rules: rulesBehind(scorecard),
      score: scorecard.score,
      summary: scorecard.summary,
      mcp: scorecard.mcp_endpoint !== null,
      results: scorecard.results.map(({ id, status }) => ({ id, status })),
    },
  };
}

function principleText(id: string): PrincipleText {
  return principleSchema.parse(readText(`principles/${id.toLowerCase()}.mdx`).data);
}

function readText(path: string): { data: unknown; body: string } {
  const text = readFileSync(new URL(path, CONTENT), 'utf8');
  const data = parseFrontMatter(text);
  const split = splitFrontMatter(text);
  if (data?.ok !== true || split?.body === undefined) throw new Error(`${path} has no front matter`);
  return { data: data.value, body: split.body };
}

/** Options for parsing targets and observing audits. The network `any` also accepts the addresses of test servers. */
export interface ScorecardOptions {
  readonly network?: NetworkPolicy;
  /** Receives the outcome of each audit. */
  readonly onEnd?: (outcome: 'scored' | 'cancelled' | 'failed') => void;
}

/** Returns scorecards of the demo sites. Audits other reachable sites on request. */
export function demoScorecards(
  { served, envelopes }: AuditedDemos,
  { network = 'public', onEnd }: ScorecardOptions = {},
): Scorecards {
  const audited = async ({
    target,
    siteType,
    signal,
    onProgress,
  }: ServiceAuditRequest): Promise<Envelope> => {
    const onEvent = onProgress === undefined ? undefined : auditProgress(target.name, onProgress);
    if (siteType === null && DEMO_HOSTS.includes(target.name)) {
      const envelope = await auditOf(target.name, served);
      if (onEvent !== undefined) retell(envelope, onEvent);
      return envelope;
    }
    const io = reaching(target, served);
    try {
      const { envelope } = await audit(requestFor(target, { siteType }), { io, signal, onEvent });
      onEnd?.('scored');
      return envelope;
    } catch (error) {
      onEnd?.(signal?.aborted === true ? 'cancelled' : 'failed');
      throw asServiceError(error);
    } finally {
      await io.close();
    }
  };
  return {
    target(input) {
      try {
        return parseTarget(input, network);
      } catch (error) {
        throw asServiceError(error);
      }
    },
    withdrawal: async () => undefined,
    stored: async (host) => envelopes.get(host),
    live: async () => undefined,
    known: async (host) => ({
      envelope: envelopes.get(host),
      live: undefined,
      older: undefined,
      failedAttempt: undefined,
    }),
    storedFor: async () => [],
    audit: audited,
    storedOrAudit: async (request) => envelopes.get(request.target.name) ?? audited(request),
  };
}

/** Replays the events of a finished audit. */
function retell({ target, freshness, scorecard: { results } }: Envelope, tell: (event: AuditEvent) => void) {
  const total = results.length;
  tell({ type: 'started', target, at: freshness.scored_at, total });
  for (const [i, result] of results.entries()) tell({ type: 'check', result, done: i + 1, total });
}

function reaching(target: Target, { places }: ServedDemos): Io {
  return ioOf({ kind: 'network', network: 'any', resolver: RESOLVER, places }, { target, limits: LIMITS });
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof AuditError)) return error;
  const { kind, message } = error;
  if (kind === 'invalid_target' || kind === 'target_unreachable' || kind === 'audit_timeout')
    return new ServiceError(kind, message);
  return kind === 'interrupted' ? new ServiceError('cancelled', message) : error;
}
