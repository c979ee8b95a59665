/** Tests that the preview passes the same requests to the function as Netlify's router, and returns its statuses. */
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { FunctionsHandler } from '@netlify/functions-dev';
import { beforeAll, expect, it } from 'vitest';
import { smallBuild, smallService } from '../../service/testing/site.ts';
import { listen, type TestServer } from '../../testing/servers.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { siteListener } from './listener.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BASE = 'https://catalog.example';
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

type Options = ConstructorParameters<typeof FunctionsHandler>[0];
const netlify = new FunctionsHandler({
  config: {
    get: () => ({ functions: { '*': {} } }),
    subscribe: () => () => undefined,
  } as unknown as Options['config'],
  destPath: scratchFolder('routes'),
  geolocation: {},
  projectRoot: ROOT,
  settings: {},
  userFunctionsPath: join(ROOT, 'functions'),
});

const build = shared(await smallBuild());
const service = await smallService(build.site);
let preview: TestServer;
/** The number of requests that reached the function. */
let handedOn = 0;
beforeAll(async () => {
  writeFileSync(join(build.site, '404.html'), 'nothing');
  const answer = (asked: Request) => {
    handedOn += 1;
    return service.ask(asked.url.slice(new URL(asked.url).origin.length), {
      method: asked.method,
      headers: asked.headers,
      ...(asked.method === 'POST' && { body: PING }),
    });
  };
  preview = shared(await listen(createServer(await siteListener({ folder: build.site, answer })), 'http'));
});

/** Sends the path as written: fetch would remove dot segments. */
function statusOf(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = preview;
    const asked = request({ host: '127.0.0.1', port, path, method, headers: HEADERS }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject).end(method === 'POST' ? PING : undefined);
  });
}

it.each([
  ['POST', '/mcp', true, 200],
  ['POST', '/mcp/', true, 200],
  ['POST', '/mcp?x=1', true, 200],
  ['POST', '/x/../mcp', true, 200],
  ['POST', '/./mcp/', true, 200],
  ['POST', '/%2e/mcp', true, 200],
  ['POST', '/mcp//', false, 405],
  ['POST', '/mcp/x', false, 405],
  ['POST', '/mcp.', false, 405],
  ['POST', '/%6dcp', false, 405],
  ['POST', '/MCP', true, 404],
  ['GET', '/mcp', true, 405],
  ['GET', '/mcp/', true, 405],
  ['DELETE', '/mcp/', true, 405],
  ['OPTIONS', '/mcp', true, 405],
  ['POST', '/oauth2/token/', true, 400],
  ['GET', '/health', true, 200],
  ['HEAD', '/health', true, 200],
  ['GET', '/health/', true, 200],
  ['GET', '/HEALTH', true, 404],
  ['GET', '/healthz', false, 404],
  ['POST', '/audit/', true, 415],
  ['POST', '/score/', false, 405],
  ['POST', '/score', false, 405],
  ['GET', '/score/nosuch.example', true, 404],
  ['GET', '/score/nosuch.example/badge.svg', true, 200],
  ['GET', '/Score/nosuch.example/badge.svg', true, 404],
  ['GET', '/score/nosuch.example/badge.svg/', true, 200],
  ['PUT', '/score/nosuch.example/badge.svg', true, 405],
  ['GET', '/score/no%2Fsuch', true, 404],
  ['GET', '/score/%zz', true, 404],
  ['GET', '/score//', true, 404],
] as const)('%s %s (to the function: %s) returns %i', async (method, path, isFunctions, status) => {
  const asked = new Request(BASE + path, { method });
  expect((await netlify.match(asked)) !== undefined).toBe(isFunctions);
  const before = handedOn;
  expect([await statusOf(method, path), handedOn > before]).toEqual([status, isFunctions]);
  if (!isFunctions) return;
  const body = method === 'POST' ? { body: PING } : {};
  expect((await service.ask(path, { method, headers: HEADERS, ...body })).status).toBe(status);
});
