/** Rules for what counts as an MCP endpoint, and where one is found (.github/DECISIONS.md, "MCP discovery"). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { byHand, error, page } from '../../testing/mcp-by-hand.ts';
import { AI_CATALOG, CANONICAL, cardOf as card, discover } from '../../testing/mcp-discovery.ts';
import type { NodeHandler } from '../../testing/mcp-servers.ts';
import { HOME, json } from '../../testing/routes.ts';
import { type Route, type Routes, serveSite } from '../../testing/serve.ts';
import { CARD_TYPE } from '../parse/mcp-card.ts';

const UNKNOWN = '/anc-web-audit-no-such-page';
const rpcError = (code: number, status = 200): Route => ({
  status,
  ...json({ jsonrpc: '2.0', id: null, error: { code, message: 'no' } }),
});
const sent = (response: ServerResponse, value: object) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

describe('401', () => {
  const bearer = (parameters = '') => ({
    status: 401,
    headers: { 'www-authenticate': `Bearer${parameters}` },
  });
  const named = bearer(' resource_metadata="/.well-known/oauth-protected-resource/mcp"');
  const metadata =
    (path: string): NodeHandler =>
    ({ headers }, response) =>
      sent(response, { resource: `http://${headers.host}${path}` });
  const BASIC = { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } };
  const AT_ROOT = '/.well-known/oauth-protected-resource';
  const METADATA = `${AT_ROOT}/mcp`;
  const BARE = { status: 401 };

  it.each<[string, Routes]>([
    ['a challenge, where unknown paths are answered otherwise', { '/mcp': bearer() }],
    [
      'one that every path gives, with metadata of this address',
      { '/mcp': named, [UNKNOWN]: named, [METADATA]: metadata('/mcp/') },
    ],
    ['a JSON-RPC error without a challenge', { '/mcp': rpcError(-32001, 401) }],
    ['a bare one with metadata of this address', { '/mcp': BARE, [METADATA]: metadata('/mcp') }],
    [
      'a bare one with metadata at the root',
      { '/mcp': { ...BARE, ...json({}) }, [AT_ROOT]: metadata('/mcp') },
    ],
    [
      'a bare one that every path gives, with metadata of this address',
      { '/': BARE, '*': BARE, [METADATA]: metadata('/mcp') },
    ],
    [
      'a challenge without an address that every path gives, with metadata of this address',
      { '/': bearer(), '*': bearer(), [AT_ROOT]: metadata('/mcp') },
    ],
  ])('%s is an endpoint', async (_, routes) => {
    const { endpoint, statuses, initialize, authorization } = await discover(routes);
    expect(endpoint).toBe('/mcp');
    expect(statuses['mcp-initialize']).toBe('n_a');
    expect(initialize?.evidence).toContain('the endpoint asks for authorization');
    // The check applies, because the endpoint requires authorization.
    expect(authorization).not.toMatchObject({ na_reason: 'antecedent-unmet' });
  });

  it.each<[string, Routes]>([
    ['Basic', { '/mcp': BASIC }],
    ['one that every path gives', { '/mcp': bearer(), [UNKNOWN]: bearer() }],
    [
      'one that every path gives, with metadata of another address',
      { '/mcp': named, [UNKNOWN]: named, [METADATA]: metadata('/') },
    ],
    ['one without a challenge', { '/mcp': BARE }],
    ['a bare one with metadata of the whole site', { '/mcp': BARE, [METADATA]: metadata('/') }],
    ['a bare one with metadata of another path', { '/mcp': BARE, [AT_ROOT]: metadata('/mcp/v2') }],
    ['a bare one with metadata that is a 404', { '/mcp': BARE, [METADATA]: { status: 404, ...json({}) } }],
    ['Basic with metadata of this address', { '/mcp': BASIC, [METADATA]: metadata('/mcp') }],
  ])('%s is none', async (_, routes) => {
    const { endpoint, statuses, authorization } = await discover(routes);
    expect(endpoint).toBeNull();
    expect(statuses['mcp-initialize']).not.toBe('broken');
    expect(authorization).not.toMatchObject({ na_reason: 'optional-absent' });
  });

  it('asks for metadata of paths that answered 401 alone, once', async () => {
    const places = (lines: readonly string[]) =>
      lines.filter((line) => line.includes('protected-resource')).toSorted();
    const bare = await discover({ '/mcp': BARE, '/api/mcp': { status: 403 } });
    expect(places(bare.site.asked)).toEqual([`GET ${AT_ROOT}`, `GET ${METADATA}`]);
    for (const route of [{ status: 404 }, { status: 403 }, HOME])
      expect(places((await discover({ '/mcp': route })).site.asked)).toEqual([]);
  });

  it.each<[string, Routes]>([
    ['with the address of metadata', { '/': named }],
    ['without one', { '/': bearer() }],
    ['bare, with metadata of the root', { '/': BARE, [AT_ROOT]: metadata('/') }],
    ['in JSON-RPC', { '/': rpcError(-32001, 401) }],
  ])('at the root, %s, is an endpoint and no refusal', async (_, routes) => {
    const { endpoint, initialize } = await discover(routes);
    expect(endpoint).toBe('/');
    expect(initialize).toMatchObject({ status: 'n_a', na_reason: 'antecedent-unmet' });
    expect(initialize?.evidence).toContain('the endpoint asks for authorization');
    expect(initialize?.evidence).not.toContain('refused');
  });

  it.each<[string, Route]>([
    ['bare', BARE],
    ['Basic', BASIC],
  ])('at the root alone, %s, is not an endpoint and no refusal', async (_, route) => {
    const { endpoint, initialize } = await discover({ '/': route });
    expect(endpoint).toBeNull();
    expect(initialize).toMatchObject({ status: 'n_a', na_reason: 'antecedent-unmet' });
    expect(initialize?.evidence).not.toContain('refused');
  });

  it('a JSON-RPC error shows one under a challenge for Basic, too, which needs no metadata', async () => {
    const { endpoint, statuses } = await discover({
      '/mcp': { ...rpcError(-32001), ...BASIC },
    });
    expect(endpoint).toBe('/mcp');
    expect(statuses).toMatchObject({ 'mcp-initialize': 'n_a', 'oauth-protected-resource': 'n_a' });
  });

  it('at an address that a card names needs no more proof; Basic is not what metadata is for', async () => {
    const { endpoint, statuses } = await discover({ [CANONICAL]: card('/hidden'), '/hidden': BASIC });
    expect(endpoint).toBe('/hidden');
    expect(statuses).toEqual({
      'mcp-initialize': 'n_a',
      'mcp-tools-list': 'n_a',
      'well-known-mcp-card': 'pass',
      'oauth-protected-resource': 'n_a',
    });
  });
});

describe('what a document promises', () => {
  it.each<[string, Route]>([
    ['is not there', { status: 404 }],
    ['is JSON', json({ hello: 'world' })],
    [
      'is another JSON-RPC service',
      byHand({
        initialize: error(-32601),
        'server/discover': error(-32601),
        'modern tools/list': error(-32601),
      }),
    ],
  ])('and %s: the handshake is broken, the rest does not apply', async (_, route) => {
    const { endpoint, statuses, initialize } = await discover({
      [CANONICAL]: card('/v1/mcp'),
      '/v1/mcp': route,
    });
    expect(endpoint).toBe('/v1/mcp');
    expect(statuses).toMatchObject({ 'mcp-initialize': 'broken', 'mcp-tools-list': 'n_a' });
    expect(initialize?.evidence).toContain(`declared by ${CANONICAL}: the endpoint does not speak MCP`);
  });

  const LOGIN = { status: 302, headers: { location: '/login' } };
  const page404 = { ...HOME, status: 404 };
  it.each<[string, string, Routes]>([
    ['a page', 'n_a', { '/app': HOME }],
    ['a page that takes no POST', 'n_a', { 'GET /app': HOME, '/app': { status: 405 } }],
    ['a page whose form wants a token', 'n_a', { 'GET /app': HOME, '/app': { ...HOME, status: 419 } }],
    ['a page for GET alone', 'n_a', { 'GET /app': HOME, '/app': page404 }],
    ['a page that redirects after POST', 'n_a', { 'GET /app': HOME, '/app': LOGIN }],
    [
      'a page with a slash at its end',
      'n_a',
      {
        'GET /app': { status: 301, headers: { location: '/app/' } },
        '/app': { status: 404 },
        '/app/': HOME,
      },
    ],
    ['an address that redirects to a login', 'broken', { '/app': LOGIN, '/login': HOME }],
    ['a page where POST fails', 'broken', { 'GET /app': HOME, '/app': { status: 500 } }],
    ['a page where POST gets JSON-RPC', 'broken', { 'GET /app': HOME, '/app': rpcError(-32603, 400) }],
    [
      'a page where only the newer handshake gets JSON-RPC',
      'broken',
      {
        'GET /app': HOME,
        '/app': byHand({
          initialize: page(400),
          'server/discover': error(-32601),
          'modern tools/list': error(-32601),
        }),
      },
    ],
    ['the page for unknown paths', 'broken', { '*': HOME }],
    ['an error page', 'broken', { '/app': page404 }],
  ])('a card that names %s: %s', async (_, status, routes) => {
    const { statuses, initialize } = await discover({ [CANONICAL]: card('/app'), ...routes });
    expect(statuses['mcp-initialize'], initialize?.evidence).toBe(status);
    expect(statuses['well-known-mcp-card']).toBe('pass');
  });

  it('a card of WebMCP or of a local server is not a reason to POST', async () => {
    const local = [{ url: '/app', transport: 'webmcp' }, { transport: { type: 'stdio', url: '/app' } }];
    for (const members of local) {
      const { statuses, posted } = await discover({ [CANONICAL]: json({ name: 'x', ...members }) });
      expect(statuses).toMatchObject({ 'mcp-initialize': 'n_a', 'well-known-mcp-card': 'pass' });
      expect(posted).not.toContain('POST /app');
    }
  });

  it.each<[string, Routes]>([
    ['`url` alone, the address of the site', { [CANONICAL]: json({ name: 'x', url: '/' }) }],
    ['a template', { [CANONICAL]: card('/{tenant}/mcp') }],
    ['a configuration for clients', { '/mcp.json': json({ mcpServers: { x: { url: '/v1' } }, url: '/v1' }) }],
  ])('%s promises nothing here', async (_, routes) => {
    const { endpoint, statuses } = await discover(routes);
    expect(endpoint).toBeNull();
    expect(statuses['mcp-initialize']).toBe('n_a');
  });

  it.each<[string, string, Route]>([
    ['never answers', 'error', () => undefined],
    ['is behind a wall', 'error', { status: 403, headers: { 'cf-mitigated': 'challenge' } }],
  ])('and %s is %s', async (_, status, route) => {
    const { statuses } = await discover({ [CANONICAL]: card('/v1/mcp'), '/v1/mcp': route }, '/v1/mcp');
    expect(statuses['mcp-initialize']).toBe(status);
  });
});

describe('who promises, and what is in the way', () => {
  const LLMS = '/llms.txt';
  const text = (body: string) => ({ type: 'text/markdown', body: `# Site\n\n> About it.\n\n${body}\n` });
  const API_CATALOG = '/.well-known/api-catalog';
  const linkset = (...contexts: object[]) => json({ linkset: contexts });
  const listed = (data: object) => json({ entries: [{ type: CARD_TYPE, data }] });

  it.each<[string, Routes]>([
    [API_CATALOG, { [API_CATALOG]: linkset({ anchor: '/mcp' }) }],
    [AI_CATALOG, { [AI_CATALOG]: listed({ name: 'x', endpoints: { mcp: '/mcp' } }) }],
    [CANONICAL, { [CANONICAL]: json({ name: 'x', transports: [{ url: '/mcp' }] }) }],
  ])('%s promises what every call fails at', async (source, routes) => {
    for (const route of [{ status: 400 }, { status: 500 }, rpcError(-32603)]) {
      const { endpoint, statuses, initialize } = await discover({ ...routes, '/mcp': route });
      expect(endpoint).toBe('/mcp');
      expect(statuses).toMatchObject({ 'mcp-initialize': 'broken', 'mcp-tools-list': 'n_a' });
      expect(initialize?.evidence).toContain(`declared by ${source}: the endpoint does not speak MCP`);
    }
  });

  it.each<[string, string, Routes]>([
    [LLMS, '/v1/mcp', { [LLMS]: text('- [MCP server](/v1/mcp): search') }],
    [LLMS, '/v1/sse', { [LLMS]: text('- [MCP endpoint](/v1/sse): search') }],
    [
      API_CATALOG,
      '/agents',
      { [API_CATALOG]: linkset({ anchor: '/', item: [{ href: '/agents', title: 'MCP server' }] }) },
    ],
  ])('%s leads to an endpoint at %s', async (source, path, routes) => {
    const { endpoint, attempts, statuses } = await discover({ ...routes, [path]: byHand() });
    expect(endpoint).toBe(path);
    expect(attempts).toContainEqual({ source, endpoint: path, probed: 'initialize' });
    expect(statuses['mcp-initialize']).toBe('pass');
  });

  const SUGGESTED = { [LLMS]: text('- [MCP endpoint](/v1/mcp): search') };
  it.each<[string, Routes]>([
    ['400', { ...SUGGESTED, '/v1/mcp': { status: 400 } }],
    ['404', SUGGESTED],
    ['405', { ...SUGGESTED, '/v1/mcp': { status: 405, headers: { allow: 'GET' } } }],
    ['500', { ...SUGGESTED, '/v1/mcp': { status: 500 } }],
    ['JSON', { ...SUGGESTED, '/v1/mcp': json({ ok: true }) }],
    ['another JSON-RPC service', { ...SUGGESTED, '/v1/mcp': rpcError(-32603) }],
    ['a bare 401', { ...SUGGESTED, '/v1/mcp': { status: 401 } }],
    ['500 at a usual path', { [LLMS]: text('- [MCP endpoint](/mcp): search'), '/mcp': { status: 500 } }],
    ['of another host', { [LLMS]: text('- [MCP endpoint](https://other.example/v1/mcp)') }],
  ])('what words suggest and is %s is as if it had not been named', async (_, routes) => {
    const { endpoint, statuses, initialize } = await discover(routes);
    expect(endpoint).toBeNull();
    expect(initialize).toMatchObject({ status: 'n_a', na_reason: 'antecedent-unmet' });
    expect(statuses['well-known-mcp-card']).toBe('n_a');
  });

  it.each<[string, Routes]>([
    ['words', SUGGESTED],
    ['a context of a catalog', { [API_CATALOG]: linkset({ anchor: '/v1/mcp' }) }],
    [
      'a title in a catalog',
      { [API_CATALOG]: linkset({ anchor: '/', item: [{ href: '/v1/mcp', title: 'MCP' }] }) },
    ],
  ])('nothing is POSTed to a page that is named by %s', async (_, routes) => {
    for (const page of [HOME, { type: 'text/markdown', body: '# MCP' }]) {
      const { endpoint, posted, attempts } = await discover({ ...routes, '/v1/mcp': page });
      expect(endpoint).toBeNull();
      expect(posted).not.toContain('POST /v1/mcp');
      expect(attempts).toContainEqual({
        source: LLMS in routes ? LLMS : API_CATALOG,
        endpoint: '/v1/mcp',
        probed: 'GET',
      });
    }
  });

  it.each<[string, string, Routes]>([
    ['403 without a word of JSON-RPC', 'error', { '/v1': { status: 403 } }],
    ['402', 'error', { '/v1': { status: 402 } }],
    ['429', 'error', { '/v1': { status: 429 } }],
    // The TypeScript SDK's response to an unexpected `Host` header.
    ['403 as JSON-RPC', 'broken', { '/v1': rpcError(-32000, 403) }],
    [
      '403, as for all that is not there (S3)',
      'broken',
      { '/v1': { status: 403 }, [UNKNOWN]: { status: 403 } },
    ],
    ['500, as on every path', 'error', { '/v1': { status: 500 }, [UNKNOWN]: { status: 500 } }],
  ])('a promised endpoint that answers %s: %s', async (_, status, routes) => {
    const { statuses, initialize } = await discover({ [CANONICAL]: card('/v1'), ...routes });
    expect(statuses['mcp-initialize'], initialize?.evidence).toBe(status);
  });

  it('a card names its site under the other scheme, and what it redirects to may, too', async () => {
    const other = ({ headers }: IncomingMessage, path: string) => `https://${headers.host}${path}`;
    const { endpoint, statuses } = await discover({
      [CANONICAL]: (request, response) =>
        sent(response, { name: 'x', remotes: [{ type: 'streamable-http', url: other(request, '/v1') }] }),
      '/v1': (request, response) => void response.writeHead(307, { location: other(request, '/v1/') }).end(),
      '/v1/': byHand(),
    });
    expect(endpoint).toBe('/v1/');
    expect(statuses['mcp-initialize']).toBe('pass');
  });
});

describe('HTTP+SSE of 2024-11-05', () => {
  const stream =
    (...events: string[]): NodeHandler =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.join(''));
      response.flushHeaders();
    };
  const opens = stream('event: endpoint\ndata: /messages?sessionId=1b2c\n\n');

  it('is said to be there, and is not an endpoint', async () => {
    const { endpoint, attempts, initialize } = await discover({ 'GET /sse': opens });
    expect(endpoint).toBeNull();
    expect(attempts).toContainEqual({
      source: '/sse',
      endpoint: '/sse',
      probed: 'GET (HTTP+SSE of 2024-11-05)',
    });
    expect(initialize?.status).toBe('n_a');
    expect(initialize?.evidence).toContain('the HTTP+SSE transport of revision 2024-11-05');
    // The session id differs between audits.
    expect(JSON.stringify([attempts, initialize])).not.toContain('1b2c');
  });

  it.each([
    ['by its type', card('/old', { type: 'sse' })],
    ['by its answer', card('/old')],
  ])('is known where a card names its stream, %s', async (_, named) => {
    const { endpoint, statuses } = await discover({ [CANONICAL]: named, 'GET /old': opens });
    expect(endpoint).toBeNull();
    expect(statuses['mcp-initialize']).toBe('n_a');
  });

  it('what the stream names may speak today’s revisions as well', async () => {
    const { endpoint, statuses } = await discover({ 'GET /sse': opens, '/messages': byHand() });
    expect(endpoint).toBe('/messages');
    expect(statuses['mcp-initialize']).toBe('pass');
  });

  it.each<[string, NodeHandler]>([
    ['a stream of something else', stream('data: 1\n\n'.repeat(30))],
    ['a stream that is silent', stream(': hello\n\n')],
  ])('%s at /sse is none', async (_, feed) => {
    const { attempts, statuses } = await discover({ 'GET /sse': feed }, '/sse');
    expect(attempts).toContainEqual({ source: '/sse', endpoint: '/sse', probed: 'GET' });
    expect(statuses['mcp-initialize']).toBe('n_a');
  });
});

describe('the places of 2026', () => {
  const entry = (more: object) =>
    json({ entries: [{ identifier: 'urn:air:x:mcp:x', type: CARD_TYPE, ...more }] });
  const linked = (url: string) => ({
    ...HOME,
    headers: { link: `<${url}>; rel="service-desc"; type="${CARD_TYPE}"` },
  });
  const inline = { name: 'a/b', remotes: [{ type: 'streamable-http', url: '/v2' }] };

  it.each<[string, string, Routes]>([
    ['the AI catalog', AI_CATALOG, { [AI_CATALOG]: entry({ url: '/card' }) }],
    ['the ARD manifest', '/.well-known/ard.json', { '/.well-known/ard.json': entry({ url: '/card' }) }],
    ['a card in the catalog itself', AI_CATALOG, { [AI_CATALOG]: entry({ data: inline }) }],
    ['a link of its type', 'the Link header', { '/': linked('/card') }],
    [
      'a link to a server.json',
      'the HTML',
      {
        '/': { type: 'text/html', body: '<h1>Home</h1><link rel="alternate" href="/meta/server.json">' },
        '/meta/server.json': json(inline),
      },
    ],
  ])('%s leads to an endpoint', async (_, source, routes) => {
    const { endpoint, attempts, statuses } = await discover({
      '/card': json(inline),
      '/v2': byHand(),
      ...routes,
    });
    expect(endpoint).toBe('/v2');
    expect(attempts).toContainEqual({ source, endpoint: '/v2', probed: 'initialize' });
    expect(statuses).toMatchObject({ 'mcp-initialize': 'pass', 'well-known-mcp-card': 'pass' });
  });

  it('a linked server.json of something else is not a card', async () => {
    const { endpoint, statuses } = await discover({
      '/': { type: 'text/html', body: '<h1>Home</h1><link rel="preload" href="/server.json">' },
      '/server.json': json({ name: 'web', listen: 80 }),
    });
    expect(endpoint).toBeNull();
    expect(statuses['well-known-mcp-card']).toBe('n_a');
  });

  it('<endpoint>/server-card is a card', async () => {
    const { statuses } = await discover({ '/mcp': byHand(), '/mcp/server-card': card('/mcp') });
    expect(statuses['well-known-mcp-card']).toBe('pass');
  });

  it('a catalog that names other things leads nowhere, one that could not be seen might', async () => {
    const other = await discover({
      [AI_CATALOG]: json({ entries: [{ type: 'text/html', url: '/v2' }] }),
      '/v2': byHand(),
    });
    expect(other.statuses['mcp-initialize']).toBe('n_a');
    const blind = await discover({ [AI_CATALOG]: () => undefined }, AI_CATALOG);
    expect(blind.statuses['mcp-initialize']).toBe('error');
  });

  it('cards of other hosts are not asked for, and say nothing of this site', async () => {
    await using other = await serveSite({ '*': card('/mcp') });
    const foreign = ['http://127.0.0.1:1/dead', `${other.url}/card`, `${other.url}/b`];
    const { endpoint, statuses } = await discover({
      [AI_CATALOG]: json({ entries: foreign.map((url) => ({ type: CARD_TYPE, url })) }),
      '/.well-known/api-catalog': json({
        linkset: [{ anchor: '/', 'service-desc': [{ href: `${other.url}/card`, type: CARD_TYPE }] }],
      }),
    });
    expect(other.asked).toEqual([]);
    expect(endpoint).toBeNull();
    expect(statuses).toMatchObject({ 'mcp-initialize': 'n_a', 'well-known-mcp-card': 'n_a' });
    const listed = await discover({
      [AI_CATALOG]: json({ entries: foreign.map((url) => ({ type: CARD_TYPE, url })) }),
      '/mcp': byHand(),
    });
    expect(listed.statuses).toMatchObject({ 'mcp-initialize': 'pass', 'well-known-mcp-card': 'absent' });
  });

  it.each<[string, (host: string) => Route, string]>([
    ['names an endpoint of this site', (host) => card(`http://${host}/mcp`), 'pass'],
    ['names its own', () => card('/mcp'), 'absent'],
    ['fails', () => ({ status: 500 }), 'absent'],
  ])('a card of another host that is linked and %s', async (_, cardFor, status) => {
    const routes: Record<string, Route> = {};
    await using other = await serveSite(routes);
    const { statuses } = await discover({
      '/mcp': byHand(),
      '/': ({ headers: { host = '' } }, response) => {
        routes['/card'] = cardFor(host);
        const { type, headers, body } = linked(`${other.url}/card`);
        response.writeHead(200, { 'content-type': type, ...headers }).end(body);
      },
    });
    expect(statuses['well-known-mcp-card']).toBe(status);
  });

  it('a card of a server elsewhere is a card', async () => {
    const { endpoint, attempts, statuses } = await discover({
      [AI_CATALOG]: entry({ url: '/card' }),
      '/card': card('https://other.test/mcp'),
    });
    expect(endpoint).toBeNull();
    expect(attempts).toContainEqual({
      source: AI_CATALOG,
      endpoint: 'https://other.test/mcp',
      blocked: 'declared on a different origin',
    });
    expect(statuses['well-known-mcp-card']).toBe('pass');
  });
});

describe('the root', () => {
  it.each<[string, Route]>([
    ['405', { status: 405 }],
    ['406', { status: 406, ...json({}) }],
    ['a JSON-RPC error', rpcError(-32000, 400)],
    ['a plain 404', { status: 404, type: 'text/plain', body: 'Not found' }],
  ])('is asked where its GET is %s', async (_, route) => {
    const { endpoint } = await discover({ '/': byHand(), 'GET /': route });
    expect(endpoint).toBe('/');
  });

  it.each<[string, Route]>([
    ['a page', HOME],
    ['an error page', page(404) as Route],
    ['JSON', json({ ok: true })],
  ])('is not where it is %s', async (_, route) => {
    const { endpoint } = await discover({ '/': byHand(), 'GET /': route });
    expect(endpoint).toBeNull();
  });
});
