/** Streams that the platform cuts, or that a client leaves, over real HTTP: the audit goes on, and answers the next call. */
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerAt } from '../caller.ts';
import { AUDIT_LIMIT } from '../limits.ts';
import { liveKey } from '../service/live-records.ts';
import { type ConditionalStore, memoryStore } from '../service/store.ts';
import { liveInstance } from '../service/testing/instance.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { serveSite } from '../testing/serve.ts';
import { listen } from '../testing/servers.ts';
import { openService } from './service.ts';

const JSON_TYPE = 'application/json';
const STREAM = 'text/event-stream';
/** When the service answers by itself: the site has been reached by then, on a busy machine too. */
const STREAM_MS = 3_000;
const CLIENT = '198.51.100.7';

interface Platform extends AsyncDisposable {
  readonly url: string;
  readonly store: ConditionalStore;
  /** Cuts what is being answered. */
  cut(): void;
  /** When all is done that a call has left to be done. */
  done(): Promise<unknown>;
}

/**
 * The service as Netlify's runtime serves it (@netlify/serverless-functions-api): the request knows nothing of its
 * connection, the body is piped, and what `waitUntil` was told of is done, whatever has become of the body.
 *
 * @param streamMs when the service answers by itself, in milliseconds
 */
async function platform(streamMs = 60_000): Promise<Platform> {
  const work: Promise<unknown>[] = [];
  const store = memoryStore();
  const answer = await openService({
    site: await builtSite(),
    store,
    settings: {
      service: true,
      liveAudits: true,
      network: 'any',
      resolver: 'http://127.0.0.1:9/',
    },
    log: () => undefined,
    later: (one) => work.push(one),
    streamMs,
  });
  let answering: ServerResponse | undefined;
  const server = createServer(async (incoming, outgoing) => {
    answering = outgoing;
    const { method = 'GET', url = '/' } = incoming;
    const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' };
    const headers = incoming.headers as Record<string, string>;
    const request = new Request(`http://${headers.host}${url}`, { method, headers, ...body });
    const response = await answer(request, CLIENT);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined);
  });
  return {
    ...(await listen(server, 'http')),
    store,
    cut: () => answering?.destroy(),
    done: () => Promise.all(work),
  };
}

interface Sent {
  readonly path: string;
  readonly init: { readonly headers: Record<string, string>; readonly body: string };
}

/** A call of a tool on one of the lanes. */
function called(revision: string, name: string, args: object, token?: number): Sent {
  const isModern = revision === '2026-07-28';
  const meta = 'io.modelcontextprotocol';
  const _meta = {
    ...(token === undefined ? {} : { progressToken: token }),
    ...(isModern
      ? {
          [`${meta}/protocolVersion`]: revision,
          [`${meta}/clientInfo`]: { name: 'test', version: '1.0.0' },
          [`${meta}/clientCapabilities`]: {},
        }
      : {}),
  };
  const headers = {
    'content-type': JSON_TYPE,
    accept: `${JSON_TYPE}, ${STREAM}`,
    'mcp-protocol-version': revision,
    ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {}),
  };
  const params = { name, arguments: args, _meta };
  return {
    path: '/mcp',
    init: { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) },
  };
}

const WAYS_IN: readonly (readonly [string, (url: string) => Sent])[] = [
  ...['2025-06-18', '2026-07-28'].map(
    (revision) =>
      [`score_cli, ${revision}`, (url: string) => called(revision, 'score_cli', { target: url }, 7)] as const,
  ),
  [
    'the form with scripts',
    (url) => ({
      path: '/audit',
      init: {
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: STREAM },
        body: `${new URLSearchParams({ url })}`,
      },
    }),
  ],
];

const post = ({ url }: Platform, { path, init }: Sent, signal?: AbortSignal) =>
  fetch(new URL(path, url), { method: 'POST', ...init, ...(signal === undefined ? {} : { signal }) });

interface Scored {
  readonly tier?: string;
  readonly cut_short?: boolean;
  readonly error?: { readonly code: string };
}

async function scored(server: Platform, url: string, tool = 'score_cli'): Promise<Scored> {
  const args = tool === 'score_cli' ? { target: url } : { url };
  const sent = called('2025-06-18', tool, args);
  const init = { ...sent.init, headers: { ...sent.init.headers, accept: JSON_TYPE } };
  const answer = await post(server, { ...sent, init });
  return ((await answer.json()) as { result: { structuredContent: Scored } }).result.structuredContent;
}

/** How many fresh audits the caller has left. */
async function left({ store }: Platform): Promise<number> {
  const { allowance } = liveInstance({ store });
  const caller = callerAt(CLIENT, SITE_ADDRESS);
  const takes = Array.from({ length: AUDIT_LIMIT.units }, () => allowance.take(caller));
  return (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length;
}

beforeAll(builtSite);

/** A site whose home page is there, and which holds back a file that only checks wait for. */
async function holdingSite() {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const site = await serveSite({
    '/': { type: 'text/html', body: '<!doctype html><title>Slow</title><h1>Slow</h1>' },
    '/llms.txt': async (_, response) => {
      asked.resolve();
      await released.promise;
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    },
  });
  return { ...site, asked: asked.promise, release: released.resolve };
}

describe.each(WAYS_IN)('%s', (_, sent) => {
  it.each([
    ['is cut by the platform', (server: Platform) => server.cut()],
    ['is left by its client', (_: Platform, client: AbortController) => client.abort()],
  ])('%s: the next call has the whole audit for nothing', async (_how, end) => {
    await using site = await holdingSite();
    await using server = await platform();
    const client = new AbortController();
    const stream = post(server, sent(site.url), client.signal).then((answer) => answer.text());
    const ended = expect(stream).rejects.toThrow();
    await site.asked;
    end(server, client);
    await ended;
    // Whether it has ended or not.
    const next = scored(server, site.url, 'audit_website');
    site.release();
    expect(await next).toMatchObject({ tier: 'cache' });
    await server.done();
    expect(await scored(server, site.url)).toMatchObject({ tier: 'cache' });
    expect(await left(server)).toBe(AUDIT_LIMIT.units - 1);
  });

  it('ends before the platform cuts it, with what was seen so far', async () => {
    await using site = await holdingSite();
    await using server = await platform(STREAM_MS);
    const text = await (await post(server, sent(site.url))).text();
    expect(text).toMatch(/"cut_short":true|event: cut_short/);
    site.release();
    // What is done after the answer is done where the platform waits for it.
    await server.done();
    expect(await server.store.read(liveKey(new URL(site.url).host))).toBeDefined();
    const again = await (await post(server, sent(site.url))).text();
    expect(again).toMatch(/"tier":"cache"|event: done/);
    expect(again).not.toContain('cut_short":true');
  });
});
