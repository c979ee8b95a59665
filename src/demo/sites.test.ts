/** That the demo sites do what their documents say: with the MCP SDK's own clients, and by following their own links. */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { api } from './api.ts';
import { ready } from './ready/index.ts';
import { type ServedDemo, serveDemo } from './server.ts';

describe('Tidewatch', () => {
  let demo: ServedDemo;
  beforeAll(async () => {
    demo = await serveDemo(ready);
  });
  afterAll(() => demo.close());

  it.each([
    ['the stateful lane', 'legacy' as const],
    ['the modern lane', { pin: '2026-07-28' }],
  ])('gives the tides over MCP on %s', async (_, mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', demo.url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_stations', 'get_tides']);
    const { content } = await client.callTool({
      name: 'get_tides',
      arguments: { station: 'gull-rock', date: '2027-03-21' },
    });
    const tides = z.object({ text: z.string() }).parse(content?.[0]).text;
    expect(JSON.parse(tides)).toEqual((await tidesByApi()).tides);
    await client.close();
  });

  const Table = z.object({
    tides: z.array(z.object({ time: z.string(), kind: z.enum(['high', 'low']), height: z.number() })),
  });
  async function tidesByApi() {
    const response = await fetch(`${demo.url}/api/v1/stations/gull-rock/tides?date=2027-03-21`);
    return Table.parse(await response.json());
  }

  it('takes alerts with a token that its own documents lead to, and not without', async () => {
    const alert = (headers: Record<string, string>) =>
      fetch(`${demo.url}/api/v1/alerts`, { method: 'POST', headers });
    expect((await alert({})).status).toBe(401);
    const { token } = await tokenFor(demo.url);
    expect((await alert({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('leads nowhere that does not answer', async () => {
    const pages = await Promise.all(
      ['/llms.txt', '/sitemap.xml', '/', '/docs/llms.txt', '/stations/llms.txt'].map(async (path) =>
        (await fetch(demo.url + path)).text(),
      ),
    );
    const absolute = new RegExp(`${demo.url}[^\\s)<"]*`, 'g');
    const links = new Set(
      pages.flatMap((page) => [
        ...(page.match(absolute) ?? []),
        ...[...page.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => `${demo.url}${path}`),
      ]),
    );
    expect(links.size).toBeGreaterThan(10);
    const answers = await Promise.all(
      [...links].map(async (link) => `${(await fetch(link)).status} ${link}`),
    );
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  });
});

describe('Berthline', () => {
  it('lets an MCP client in that follows its challenge to a token', async () => {
    await using demo = await serveDemo(api);
    const { clientId, clientSecret } = await tokenFor(demo.url);
    const client = new Client({ name: 'test', version: '1' });
    const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: demo.url });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', demo.url), { authProvider }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['free_berths']);
    await client.close();
  });
});

/** Registers a client and asks for a token, as both sites' auth.md says. */
async function tokenFor(url: string) {
  const registered = await fetch(`${url}/oauth2/register`, { method: 'POST', body: '{}' });
  const client = z
    .object({ client_id: z.string(), client_secret: z.string() })
    .parse(await registered.json());
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const granted = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form });
  const { access_token } = z.object({ access_token: z.string() }).parse(await granted.json());
  return { clientId: client.client_id, clientSecret: client.client_secret, token: access_token };
}
