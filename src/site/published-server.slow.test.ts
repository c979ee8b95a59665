import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { version } from '../base/package.ts';
import type { TestServer } from '../testing/servers.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

const cardSchema = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  serverInfo: z.object({ name: z.string(), title: z.string(), version: z.string() }),
  protocolVersion: z.string(),
  transport: z.object({ type: z.string(), endpoint: z.url() }),
  remotes: z.array(
    z.object({ type: z.string(), url: z.url(), supportedProtocolVersions: z.array(z.string()) }),
  ),
  capabilities: z.record(z.string(), z.unknown()),
  authentication: z.object({ required: z.boolean(), documentation: z.url() }),
});

/** The parts of https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json that the entry uses. */
const entrySchema = z.strictObject({
  $schema: z.url(),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: z.url() })),
});

let site: TestServer;
let card: z.infer<typeof cardSchema>;
beforeAll(async () => {
  site = await serveBuilt(await builtSite());
  card = cardSchema.parse(await (await fetch(`${site.url}/.well-known/mcp/server-card.json`)).json());
});
afterAll(() => site?.[Symbol.asyncDispose]());

/** Maps a published address to the test server. */
const here = (address: string) => address.replace(SITE_ADDRESS, site.url);

async function call(method: string, params: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(here(card.transport.endpoint), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = z.object({ result: z.record(z.string(), z.unknown()) }).parse(await response.json());
  return result;
}

async function describedStatuses(): Promise<number[]> {
  const { paths } = z
    .object({
      paths: z.object({
        '/mcp': z.object({ post: z.object({ responses: z.record(z.string(), z.unknown()) }) }),
      }),
    })
    .parse(await (await fetch(`${site.url}/openapi.json`)).json());
  return Object.keys(paths['/mcp'].post.responses).map(Number);
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const hello = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
});

test('the card has the server, its capabilities and the fallback revision', async () => {
  const answer = await call('initialize', hello('1999-01-01'));
  expect(answer).toMatchObject({ protocolVersion: card.protocolVersion, serverInfo: card.serverInfo });
  const offered = z.record(z.string(), z.unknown()).parse(answer.capabilities);
  expect(Object.keys(offered).toSorted()).toEqual(Object.keys(card.capabilities).toSorted());
});

test('the card names only served revisions, without credentials', async () => {
  expect(card.authentication.required).toBe(false);
  expect((await fetch(here(card.authentication.documentation))).status).toBe(200);
  const [remote] = card.remotes;
  expect(remote?.url).toBe(card.transport.endpoint);
  const revisions = remote?.supportedProtocolVersions ?? [];
  expect(revisions).toEqual(['2025-06-18', '2025-11-25', '2026-07-28']);
  for (const revision of revisions.slice(0, 2)) {
    expect(await call('initialize', hello(revision))).toMatchObject({ protocolVersion: revision });
  }
  const discovered = await call(
    'server/discover',
    { _meta: META },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
  );
  expect(discovered).toMatchObject({ supportedVersions: expect.arrayContaining(['2026-07-28']) });
});

test('the registry entry matches the card', async () => {
  const entry = entrySchema.parse(await (await fetch(`${site.url}/server.json`)).json());
  expect(entry).toMatchObject({ name: card.name, title: card.title, version: card.version });
  expect(entry.version).toBe(version);
  expect(entry.remotes.map(({ url }) => url)).toEqual([card.transport.endpoint]);
});

test('OpenAPI lists every status of the endpoint', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const modern = { ...json, 'mcp-protocol-version': '2026-07-28' };
  const requests: readonly RequestInit[] = [
    { headers: json, body: JSON.stringify(list) },
    { headers: json, body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) },
    { headers: json, body: '{' },
    { headers: json, body: '[]' },
    { headers: modern, body: JSON.stringify(list) },
    { headers: { ...json, 'mcp-protocol-version': '1999-01-01' }, body: JSON.stringify(list) },
    { headers: { ...json, origin: 'https://elsewhere.example' }, body: JSON.stringify(list) },
    { headers: json, body: JSON.stringify({ ...list, method: 'subscriptions/listen' }) },
    {
      headers: { ...modern, 'mcp-method': 'no/such' },
      body: JSON.stringify({ ...list, method: 'no/such', params: { _meta: META } }),
    },
    { method: 'GET' },
    { method: 'OPTIONS' },
    { headers: { ...json, accept: 'text/html' }, body: JSON.stringify(list) },
    { headers: json, body: ' '.repeat(256 * 1024 + 1) },
    { headers: { ...json, 'content-type': 'text/plain' }, body: JSON.stringify(list) },
  ];
  await using off = await serveBuilt(await builtSite(), {
    settings: { service: false, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
  });
  const answered = new Set<number>();
  const ask = async (url: string, init: RequestInit) => {
    const response = await fetch(`${url}/mcp`, { method: 'POST', ...init });
    await response.arrayBuffer();
    answered.add(response.status);
  };
  for (const init of requests) await ask(site.url, init);
  await ask(off.url, { headers: json, body: JSON.stringify(list) });
  for (let i = 0; i < 60; i++) await ask(site.url, { headers: json, body: '{' });
  // Of the described statuses, only 500 cannot be provoked.
  expect([...answered, 500].toSorted()).toEqual((await describedStatuses()).toSorted());
});
