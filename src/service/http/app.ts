import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { etag } from 'hono/etag';
import { Hono } from 'hono/tiny';
import { LIVE_COPY_MS, MAX_URL_CHARS } from '../../base/limits.ts';
import { LISTS_TAG } from '../../catalog/results/service-files.ts';
import { badgeSvg, type NoScore, shield } from '../../report/badge.ts';
import type { Library, ReadState, Scorecards } from '../api.ts';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import { readRefusal } from '../limit-texts.ts';
import { afterBody, type CallLine, faultOf, type Log } from '../log.ts';
import type { ReadLimit } from '../read-limit.ts';
import { secure } from '../security-headers.ts';
import type { ServiceSettings } from '../settings.ts';
import {
  CACHE_TAG,
  HOUR,
  heedModifiedSince,
  MINUTES,
  openAnswer,
  SHARED_CACHE,
  sharedCacheOf,
} from './caching.ts';
import type { Derived } from './derived.ts';
import { healthOf } from './health.ts';
import { isShared, listedFirst, tagging } from './listed.ts';
import type { Pages } from './pages.ts';
import {
  FAULT,
  FORM_BYTES,
  type HttpProblem,
  httpProblemOf,
  NOT_ALLOWED,
  NOT_FOUND,
  OFF,
  type ProblemForm,
  preferredForm,
  problemResponse,
  TOO_LARGE,
  TOO_LONG,
  WHILE_OFF_S,
} from './problem.ts';

type McpDetails = Pick<CallLine, 'revision' | 'rpc' | 'tool' | 'target' | 'outcome'>;

export type McpRequestHandler = (
  request: Request,
  caller: Caller,
  report: (details: McpDetails) => void,
  count: () => Promise<ReadState>,
) => Promise<Response>;

interface AppOptions {
  readonly library: Library;
  readonly scorecards: Scorecards;
  readonly mcp: McpRequestHandler;
  readonly pages: Pages;
  readonly settings: Pick<
    ServiceSettings,
    'service' | 'liveAudits' | 'auditQuota' | 'database' | 'metricsToken'
  >;
  /** Returns metrics of a catalog in a database, in the OpenMetrics text format. */
  readonly metrics?: (() => Promise<string>) | undefined;
  readonly reads: ReadLimit;
  readonly log: Log;
}

export type App = (request: Request, caller: Caller) => Promise<Response>;

interface Env {
  Bindings: { readonly caller: Caller };
  Variables: { details: Partial<CallLine>; reads: ReadState | undefined };
}

const MCP = '/mcp';
const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
/** Documents whose code is loaded on the first request, because they are rarely requested. */
const DERIVED: readonly Derived[] = ['evidence', 'changes.atom'];
/** Badges that other sites embed. They show only results of audits without `site_type` and `mcp_endpoint`. */
const BADGES = ['badge.svg', 'shield.json'] as const;
const PATH_CHARS = 200;
/** The form is sent to this path, not to its own page's path, because the platform serves that page as a static file. */
const AUDIT_PATH = '/audit';
const FORM = '/score#audit';
const UNAVAILABLE = -32003;
const INTERNAL = -32603;

export function serviceApp(options: AppOptions): App {
  const { pages, settings, reads, log } = options;
  const app = new Hono<Env>();
  app.use(logging(log));
  app.use(limiting(reads, pages));
  app.use(async (c, next) => {
    if (settings.service || c.req.path === '/health') return next();
    return isMcp(c)
      ? rpcError(c, 503, { code: UNAVAILABLE, message: OFF.detail, data: { retry_after_s: WHILE_OFF_S } })
      : problemResponse(c, OFF, formOf(c), pages);
  });
  app.use(async (c, next) =>
    c.req.url.length > MAX_URL_CHARS ? problemResponse(c, TOO_LONG, formOf(c), pages) : next(),
  );
  addRoutes(app, options);
  app.notFound((c) => problemResponse(c, nothingAt(c), formOf(c), pages));
  app.onError((error, c) => {
    // A `ServiceError` is logged where it occurs.
    if (error instanceof ServiceError) return problemResponse(c, httpProblemOf(error), formOf(c), pages);
    c.set('details', { ...c.get('details'), outcome: 'internal', fault: faultOf(error) });
    return isMcp(c)
      ? rpcError(c, 500, { code: INTERNAL, message: FAULT.detail })
      : problemResponse(c, FAULT, formOf(c), pages);
  });
  return async (request, caller) => app.fetch(request, { caller });
}

function addRoutes(
  app: Hono<Env>,
  { library, scorecards, mcp, pages, settings, metrics, reads }: AppOptions,
): void {
  app.all(MCP, (c) =>
    mcp(
      c.req.raw,
      c.env.caller,
      (details) => c.set('details', { ...c.get('details'), ...details }),
      () => counted(c, reads),
    ),
  );
  app.all('/oauth2/token', (c) => refuseToken(c, pages.origin));
  app.get('/health', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await healthOf(library, settings));
  });
  app.get('/metrics', async (c) => {
    if (metrics === undefined || !hasToken(c, settings.metricsToken)) return c.notFound();
    c.header('Cache-Control', 'no-store');
    c.header('Content-Type', OPENMETRICS);
    return c.body(await metrics());
  });
  // Limit the size before the body is read, because the whole form is held in memory.
  app.use(
    AUDIT_PATH,
    bodyLimit({ maxSize: FORM_BYTES, onError: (c) => problemResponse(c, TOO_LARGE, formOf(c), pages) }),
  );
  app.post(AUDIT_PATH, async (c) => {
    const { answerForm } = await import('./form.ts');
    return answerForm(c, c.env.caller, { scorecards, pages }, (target, outcome) =>
      c.set('details', { target, outcome }),
    );
  });
  app.get(AUDIT_PATH, (c) => c.redirect(FORM, 303));
  app.use('/score/*', heedModifiedSince());
  app.use('/score/*', etag());
  const shared = sharedCacheOf(settings);
  for (const path of ['/score/page/:file', '/catalog/:file', '/sitemap/:file']) {
    app.get(path, async (c, next) => {
      const found = await library.lists();
      if (found === undefined) return next();
      const { answerList } = await import('./lists.ts');
      const answer = await answerList(c, found.lists, { pages, sitemaps: found.sitemaps });
      answer?.headers.set(SHARED_CACHE, shared);
      answer?.headers.set(CACHE_TAG, LISTS_TAG);
      return answer ?? next();
    });
  }
  app.use('/score/:target/*', tagging(scorecards));
  app.use('/score/*', listedFirst({ library, scorecards, pages }, shared));
  for (const form of DERIVED) {
    app.get(`/score/:target/${form}`, async (c) => {
      const { answerDerived } = await import('./derived.ts');
      return answerDerived(c, c.req.param('target'), form, { scorecards, library, pages, shared });
    });
  }
  for (const badge of BADGES)
    app.get(`/score/:target/${badge}`, (c) => answerBadge(c, c.req.param('target'), badge, scorecards));
  // Other pages have their Markdown at `<path>.md`, so clients may try that here too.
  app.get('/score/:target/live.md', (c) => {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${pathname.replace(/\.md$/, '/md')}${search}`, 302);
  });
  for (const live of [false, true]) {
    for (const [ending, form, brief] of [
      ['', 'html', false],
      ['/md', 'md', false],
      ['/json', 'json', false],
      ['/fix', 'html', true],
      ['/fix.md', 'md', true],
    ] as const) {
      app.get(`/score/:target${live ? '/live' : ''}${ending}`, async (c) => {
        const { answerScorecard } = await import('./scorecard.ts');
        const wanted = { target: c.req.param('target'), live, form, brief };
        return answerScorecard(c, wanted, { scorecards, library, pages, shared });
      });
    }
  }
}

/** Returns whether the request has this Bearer token (RFC 6750). Compares digests, so all wrong tokens take the same time. */
function hasToken(c: Context, token: string | undefined): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (token === undefined || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function logging(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const began = performance.now();
    c.set('details', {});
    await next();
    const { method, path } = c.req;
    const { status } = c.res;
    // The log details of a stream are complete only when the stream ends.
    c.res = afterBody(c.res, () => {
      const ms = Math.round(performance.now() - began);
      log({ method, path: path.slice(0, PATH_CHARS), status, ms, ...c.get('details') });
    });
  };
}

async function counted(c: Context<Env>, reads: ReadLimit): Promise<ReadState> {
  const state = await reads.take(c.env.caller);
  c.set('reads', state);
  return state;
}

/** Applies the read limit and sets the headers of every response. The MCP handler itself counts reads over MCP. */
function limiting(reads: ReadLimit, pages: Pages): MiddlewareHandler<Env> {
  return async (c, next) => {
    const known = isMcp(c) ? undefined : await counted(c, reads);
    if (known?.allowed === false)
      c.res = problemResponse(c, httpProblemOf(readRefusal(known)), formOf(c), pages);
    else await next();
    const state = c.get('reads') ?? reads.state(c.env.caller);
    const { headers } = c.res;
    if (c.get('reads')?.allowed === false) headers.set('Retry-After', `${state.resetS}`);
    // A shared cache must not store rate-limit headers, because they apply to one caller.
    if (!isShared(headers)) {
      for (const [name, value] of limitHeaders(state)) headers.set(name, value);
      if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    }
    secure(headers, c.req.url);
  };
}

/** Returns the problem for an unknown path (404) or method (405, with `Allow`). */
function nothingAt(c: Context): HttpProblem {
  const allow = methodsAt(c.req.path);
  if (allow === undefined || allow.includes(c.req.method)) return NOT_FOUND;
  c.header('Allow', allow.join(', '));
  return { ...NOT_ALLOWED, detail: `This address accepts only ${allow.join(' and ')}.` };
}

/** Returns the three rate-limit headers (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/). */
function limitHeaders({ limit, remaining, resetS }: ReadState): readonly (readonly [string, string])[] {
  return [
    ['RateLimit-Limit', `${limit}`],
    ['RateLimit-Remaining', `${remaining}`],
    ['RateLimit-Reset', `${resetS}`],
  ];
}

function rpcError(
  c: Context,
  status: 500 | 503,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
): Response {
  c.header('Cache-Control', 'no-store');
  return c.json({ jsonrpc: '2.0', id: null, error }, status);
}

function isMcp({ req }: Context): boolean {
  return req.path === MCP;
}

function formOf(c: Context): ProblemForm {
  if (c.req.path.endsWith('/json')) return 'json';
  return /\/(?:md|fix\.md)$/.test(c.req.path) ? 'md' : preferredForm(c);
}

const SCORECARD_PATHS = new RegExp(
  `^/score/[^/]+(?:(?:/live)?(?:/(?:md|json|fix|fix\\.md))?|/(?:${[...DERIVED, ...BADGES].map((form) => form.replaceAll('.', '\\.')).join('|')}))$`,
);

/** Returns the methods that a path allows; `undefined` if the path allows all methods or does not exist. */
function methodsAt(path: string): readonly string[] | undefined {
  if (path === AUDIT_PATH) return ['GET', 'HEAD', 'POST'];
  return path === '/health' || SCORECARD_PATHS.test(path) ? ['GET', 'HEAD'] : undefined;
}

const BADGE_FORMS: Readonly<
  Record<(typeof BADGES)[number], { type: string; textOf: (score: number | NoScore) => string }>
> = {
  'badge.svg': { type: 'image/svg+xml', textOf: badgeSvg },
  'shield.json': {
    type: 'application/json; charset=utf-8',
    textOf: (score) => `${JSON.stringify(shield(score))}\n`,
  },
};

/** Always responds with a badge, because a page that embeds the badge would show an error as a broken image. */
async function answerBadge(
  c: Context,
  target: string,
  badge: (typeof BADGES)[number],
  scorecards: AppOptions['scorecards'],
): Promise<Response> {
  const score = await shownScore(target, scorecards);
  const { type, textOf } = BADGE_FORMS[badge];
  return openAnswer(c, type, typeof score === 'number' ? HOUR : MINUTES).body(textOf(score));
}

async function shownScore(target: string, scorecards: AppOptions['scorecards']): Promise<number | NoScore> {
  try {
    const { name } = scorecards.target(target);
    const { envelope, failedAttempt, expired } = await scorecards.known(name, LIVE_COPY_MS);
    return envelope?.scorecard.score.relative ?? failedAttempt?.state ?? (expired ? 'expired' : 'never');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.code === 'invalid_target' || error.code === 'withdrawn' ? 'never' : 'unavailable';
  }
}

/**
 * Responds to `/oauth2/token`, which exists for scanners and issues no tokens (.github/DECISIONS.md, "HTTP"). The error has
 * the format of RFC 6749, section 5.2, but the code `public_catalog` is not from the RFC. Scripts on other sites cannot read
 * the error, because it has no CORS headers.
 */
function refuseToken(c: Context, origin: string): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Pragma', 'no-cache');
  if (c.req.method !== 'POST') {
    c.header('Allow', 'POST');
    return c.json(
      {
        error: 'invalid_request',
        error_description: 'The token endpoint accepts only POST, and issues nothing: the catalog is public.',
        error_uri: `${origin}/docs/authentication`,
      },
      405,
    );
  }
  return c.json(
    {
      error: 'public_catalog',
      error_description: 'This catalog is public: no credentials are needed, and none are issued.',
      error_uri: `${origin}/docs/authentication`,
    },
    400,
  );
}
