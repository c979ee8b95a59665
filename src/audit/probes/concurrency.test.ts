/** A site that limits concurrency or rate gets the same verdicts as without the limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import { testIo } from '../../testing/live.ts';
import { HOME } from '../../testing/routes.ts';
import { auditSite, type Routes, serveSite } from '../../testing/serve.ts';
import type { Result } from '../scorecard/schema.ts';
import { Client } from './client.ts';

const SITE: Routes = {
  '/': HOME,
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  '/llms.txt': { type: 'text/plain', body: '# Site\n\n> What it is.\n\n- [Home](/)\n' },
};
const PAGE = '<!doctype html><title>Busy</title><h1>Busy</h1><p>One at a time, please.</p>';
/** The maximum number of requests that one audit retries because of their responses. */
const MOST_REPEATS = 6;

type Answer = (response: ServerResponse, path: string) => void;
const answers =
  (status: number, type: string, body: string): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** A request as a limiter sees it. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly path: string;
  /** Requests in flight, this one included. */
  readonly inFlight: number;
  /** Milliseconds that the audit has waited so far. No time passes. */
  readonly now: number;
}

interface Audited {
  readonly results: readonly Result[];
  readonly requests: number;
  /** Milliseconds that the audit waited. */
  readonly waited: number;
}

/** Audits a site behind a limiter, which returns an answer for the requests that it refuses. */
async function audited(
  routes: Routes,
  limiter: (incoming: Incoming) => Answer | undefined,
): Promise<Audited> {
  let inFlight = 0;
  let now = 0;
  await using site = await serveSite({
    '*': (request, response) => {
      inFlight += 1;
      response.once('close', () => {
        inFlight -= 1;
      });
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      const refusal = limiter({ request, path, inFlight, now });
      const route = routes[path] ?? { status: 404, type: 'text/plain', body: 'Not found' };
      setTimeout(() => {
        if (refusal !== undefined) refusal(response, path);
        else if (typeof route === 'function') route(request, response);
        else response.writeHead(route.status ?? 200, { 'content-type': route.type ?? '' }).end(route.body);
      }, 5);
    },
  });
  await using live = testIo();
  const { io } = live;
  const wait = async (ms: number) => {
    now += ms;
  };
  const virtual = {
    send: io.send.bind(io),
    dns: io.dns.bind(io),
    now: () => io.now(),
    close: () => io.close(),
  };
  const { scorecard } = await auditSite(site.url, { options: { io: { ...virtual, wait } } });
  return { results: scorecard.results, requests: site.asked.length, waited: now };
}

const verdicts = ({ results }: Audited) => results.map(({ id, status }) => `${id}: ${status}`);
const undisturbed = await audited(SITE, () => undefined);

describe('a limit on simultaneous requests', () => {
  it.each<[string, most: number, Answer, only?: RegExp]>([
    ['403 with a page (IIS, dynamic IP restrictions)', 2, answers(403, 'text/html', PAGE)],
    ['202 with HTML to unknown paths', 1, answers(202, 'text/html', PAGE), /^\/(?!$|robots|llms\.)/],
    ['202 with HTML', 1, answers(202, 'text/html', PAGE)],
    ['202 without a body', 2, answers(202, 'text/plain', '')],
    ['400 in text', 2, answers(400, 'text/plain', 'Too many connections')],
    ['401', 1, answers(401, 'text/html', PAGE)],
    ['403 in JSON', 1, answers(403, 'application/json', '{"error":"concurrency"}')],
    [
      '403 that names the path',
      1,
      (response, path) => answers(403, 'text/html', PAGE + path)(response, path),
    ],
    ['405 without a body', 2, answers(405, 'text/plain', '')],
    ['409', 3, answers(409, 'text/plain', 'busy')],
    ['418', 2, answers(418, 'text/plain', 'teapot')],
    ['999, which is the mark of a wall', 2, (response) => void response.writeHead(999).end(PAGE)],
  ])('that answers %s', async (_, most, busy, only = /^/) => {
    const seen = await audited(SITE, ({ inFlight, path }) =>
      inFlight > most && only.test(path) ? busy : undefined,
    );
    expect(verdicts(seen)).toEqual(verdicts(undisturbed));
  });

  it.each<[string, RegExp, Answer]>([
    ['refuses a folder in another form', /^\/\.well-known\//, answers(403, 'text/plain', 'Forbidden')],
    ['refuses a folder in the same form (nginx)', /^\/\.well-known\//, answers(403, 'text/html', PAGE)],
    ['refuses a folder in JSON', /^\/api\//, answers(403, 'application/json', '{"message":"Forbidden"}')],
  ])('before a site that %s', async (_, folder, refusal) => {
    const alone = await audited(SITE, ({ path }) => (folder.test(path) ? refusal : undefined));
    const busy = answers(403, 'text/html', PAGE);
    const crowded = await audited(SITE, ({ path, inFlight }) =>
      inFlight > 2 ? busy : folder.test(path) ? refusal : undefined,
    );
    expect(verdicts(crowded)).toEqual(verdicts(alone));
  });
});

describe('a limit on the rate that answers 429 without Retry-After', () => {
  it.each([
    ['HAProxy, 20 requests in 10 s', 20, 10_000],
    ['10 requests in a second', 10, 1_000],
  ])('%s, refused ones included: all verdicts, in time', async (_, most, windowMs) => {
    let times: number[] = [];
    const seen = await audited(SITE, ({ now }) => {
      times = [...times.filter((time) => time > now - windowMs), now];
      return times.length > most ? answers(429, 'text/html', PAGE) : undefined;
    });
    expect(verdicts(seen)).toEqual(verdicts(undisturbed));
    expect(seen.waited).toBeLessThan(45_000);
  });

  it('says from which request on everything was refused', async () => {
    let count = 0;
    const { results } = await audited(SITE, () =>
      ++count > 20 ? answers(429, 'text/plain', 'Later') : undefined,
    );
    const limited = results.filter(({ evidence }) => evidence.includes('refused from the 21st request on'));
    expect(limited.map(({ status }) => status)).toContain('error');
  });
});

describe('an agent', () => {
  const isAgent = ({ request }: Incoming) => /ChatGPT-User/.test(request.headers['user-agent'] ?? '');
  const reachable = ({ results }: Audited) => results.find(({ id }) => id === 'agent-ua-reachable');

  it.each<[string, status: number]>([
    ['403', 403],
    ['404', 404],
    ['402', 402],
  ])('is turned away with %s when it is asked again, too', async (_, status) => {
    const seen = await audited(SITE, (one) =>
      isAgent(one) ? answers(status, 'text/html', PAGE) : undefined,
    );
    expect(reachable(seen)).toMatchObject({
      status: 'broken',
      evidence: expect.stringContaining('requested as an AI agent'),
    });
  });

  it('is not turned away by a site that refused it once', async () => {
    let count = 0;
    const seen = await audited(SITE, (one) =>
      isAgent(one) && count++ === 0 ? answers(404, 'text/html', PAGE) : undefined,
    );
    expect(reachable(seen)?.status).toBe('pass');
  });
});

it('a recording from before responses were repeated is judged by what it holds', async () => {
  const held = new Set(['/a', '/b'].map((path) => `http://site.example${path}`));
  const client = new Client({
    io: {
      send: async (request) =>
        held.delete(request.url)
          ? {
              request,
              answer: {
                status: 400,
                httpVersion: '1.1',
                headers: [],
                body: new Uint8Array(),
                truncated: false,
                ms: 1,
              },
            }
          : { request, failure: { reason: 'unrecorded', message: 'not held' } },
      dns: async (question) => ({ question, failure: 'not held' }),
      wait: async () => undefined,
      now: () => new Date(0),
      close: async () => undefined,
    },
    limits: LIMITS,
    signal: new AbortController().signal,
    userAgent: 'auditor/1',
  });
  const replies = await Promise.all([...held].map((url) => client.request(url)));
  expect(replies).toMatchObject([{ answer: { status: 400 } }, { answer: { status: 400 } }]);
});

describe('requests', () => {
  const PATHS = ['/llms.txt', '/sitemap.xml', '/openapi.json', '/openapi.yaml', '/llms-full.txt', '/auth.md'];
  it('are as many as ever for a site that answers 200 and 404 alone', async () => {
    const seen = await audited(SITE, () => undefined);
    expect(seen.requests).toBe(undisturbed.requests);
    expect(seen.waited).toBe(0);
  });

  it('are at most six more for a site that answers otherwise', async () => {
    const statuses = [400, 409, 411, 413, 415, 422];
    const odd = PATHS.map((path, i): [string, Routes[string]] => [
      path,
      { status: statuses[i] ?? 0, body: path },
    ]);
    const seen = await audited({ ...SITE, ...Object.fromEntries(odd) }, () => undefined);
    expect(seen.requests - undisturbed.requests).toBeLessThanOrEqual(MOST_REPEATS);
  });
});
