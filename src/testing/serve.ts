/** Real servers on loopback for tests, and audits of them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AuditWorld, audit } from '../audit/audit.ts';
import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import { type LiveOptions, liveIo } from '../audit/io/live.ts';
import { type AuditRequest, requestFor } from '../audit/request.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { parseTarget } from '../audit/target.ts';
import { LIMITS, type Limits } from '../base/limits.ts';
import { listen } from './servers.ts';

/** A fixed response, or a handler that writes its own. */
export type Route =
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string | string[]>>;
      readonly body?: string | Uint8Array;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/**
 * By path (without query), or by method and path: `POST /mcp`. `*` matches everything else; without it the response is 404.
 */
export type Routes = Readonly<Record<string, Route>>;

/** A site under test. `await using` stops it. */
export interface TestSite extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly asked: string[];
  readonly server: Server;
}

const NOT_FOUND: Route = { status: 404, type: 'text/plain', body: 'Not found' };

/** Serves routes on a free port of 127.0.0.1. */
export async function serveSite(routes: Routes): Promise<TestSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    asked.push(`${request.method} ${request.url}`);
    answer(
      routes[`${request.method} ${path}`] ?? routes[path] ?? routes['*'] ?? NOT_FOUND,
      request,
      response,
    );
  });
  return { ...(await listen(server, 'http')), asked, server };
}

/**
 * Serves a small site that takes this long to respond, in milliseconds: for its home page, which every audit waits for, and
 * for a file that only checks wait for.
 */
export function slowSite({ homeMs = 0, fileMs = 0 } = {}): Promise<TestSite> {
  const slowly =
    (ms: number, status: number, type: string, body: string): Route =>
    (_, response) => {
      response.statusCode = status;
      response.setHeader('content-type', type);
      setTimeout(() => response.end(body), ms);
    };
  return serveSite({
    '/': slowly(homeMs, 200, 'text/html', '<!doctype html><title>Slow</title><h1>Slow</h1>'),
    '/llms.txt': slowly(fileMs, 404, 'text/plain', 'Not found'),
  });
}

function answer(route: Route, request: IncomingMessage, response: ServerResponse): void {
  if (typeof route === 'function') {
    route(request, response);
    return;
  }
  response.statusCode = route.status ?? 200;
  if (route.type !== undefined) response.setHeader('content-type', route.type);
  for (const [name, value] of Object.entries(route.headers ?? {})) response.setHeader(name, value);
  response.end(route.body ?? '');
}

export interface AuditSiteOptions {
  readonly only?: readonly string[];
  readonly siteType?: SiteType;
  readonly limits?: Partial<Limits>;
  /** A DNS-over-HTTPS resolver; default: one that refuses connections. */
  readonly resolver?: string;
  readonly options?: Partial<AuditRequest & AuditWorld>;
  /** How to connect, if not with this machine's DNS and certificates. */
  readonly live?: Pick<LiveOptions, 'lookup' | 'ca'>;
}

/** Audits a real server as the command line does, with `network: any`. */
export async function auditSite(url: string, given: AuditSiteOptions = {}): Promise<Envelope> {
  const target = parseTarget(url);
  const limits = { ...LIMITS, ...given.limits };
  const resolver = given.resolver ?? 'http://127.0.0.1:9/dns-query';
  const io = liveIo({ limits, network: 'any', targetHost: target.hostname, resolver, ...given.live });
  try {
    const { only: selected, siteType = null, options } = given;
    const request = requestFor(target, { siteType, selected, ...options });
    return (await audit(request, { io, limits, ...options })).envelope;
  } finally {
    await io.close();
  }
}

export async function resultOn(
  routes: Routes,
  id: string,
  given: Omit<AuditSiteOptions, 'only'> = {},
): Promise<Result> {
  await using site = await serveSite(routes);
  const { scorecard } = await auditSite(site.url, { ...given, only: [id] });
  const result = scorecard.results.find((one) => one.id === id);
  if (result === undefined) throw new Error(`no check is named ${id}`);
  return result;
}
