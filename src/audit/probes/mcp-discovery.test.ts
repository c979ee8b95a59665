import { describe, expect, it } from 'vitest';
import { byHand, error } from '../../testing/mcp-by-hand.ts';
import { CANONICAL, discover as discoverAll } from '../../testing/mcp-discovery.ts';
import { sdkV1 } from '../../testing/mcp-servers.ts';
import { HOME, json } from '../../testing/routes.ts';
import { type Routes, serveSite } from '../../testing/serve.ts';

const CARD_PATHS = [CANONICAL, '/.well-known/mcp.json', '/.well-known/mcp', '/mcp.json'];
const discover = (routes: Routes, hanging?: string) => discoverAll(routes, hanging, ['mcp-initialize']);

describe('without a card', () => {
  it('asks two paths for both handshakes, and nothing twice', async () => {
    const { site, posted, endpoint, attempts, initialize } = await discover({});
    expect(endpoint).toBeNull();
    expect(attempts.map(({ source }) => source)).toEqual([
      ...CARD_PATHS,
      '/mcp',
      '/api/mcp',
      '/sse',
      '/.well-known/ai-catalog.json',
      '/.well-known/ard.json',
    ]);
    expect(posted.toSorted()).toEqual(['POST /api/mcp', 'POST /api/mcp', 'POST /mcp', 'POST /mcp']);
    expect(initialize).toMatchObject({ status: 'n_a', na_reason: 'antecedent-unmet' });
    expect(initialize.evidence).toContain('/mcp -> 404');
    // The facts have the method and URL of each request.
    const asked = initialize.details?.facts.filter(({ url }) => url !== undefined);
    expect(asked?.map(({ url, method }) => `${method} ${url}`)).toEqual(
      ['/mcp', '/api/mcp'].map((path) => `POST ${site.url}${path}`),
    );
  });

  it('gives each attempt with its address, and what was done there', async () => {
    for (const attempt of (await discover({})).attempts) {
      const { source } = attempt;
      const isEndpoint = source.endsWith('/mcp') && !source.startsWith('/.');
      const probed = isEndpoint ? 'server/discover, initialize' : 'GET';
      expect(attempt).toEqual({ source, endpoint: source, probed });
    }
  });

  it.each(['/mcp', '/api/mcp'])('finds %s', async (path) => {
    const { endpoint, attempts, initialize } = await discover({ [path]: byHand() });
    expect(endpoint).toBe(path);
    expect(attempts).toContainEqual({ source: path, endpoint: path, probed: 'initialize' });
    expect(initialize.status).toBe('pass');
  });

  it.each([
    ['a page for everything', { '*': HOME }],
    ['JSON that is not JSON-RPC', { '*': json({ ok: true }) }],
    [
      'an echo of the request',
      { '/mcp': json({ jsonrpc: '2.0', id: 'anc-initialize', method: 'initialize' }) },
    ],
    ['a server error', { '/mcp': { status: 500 } }],
  ])('%s is not an endpoint', async (_, routes: Routes) => {
    const { endpoint, initialize } = await discover(routes);
    expect(endpoint).toBeNull();
    expect(initialize.status, initialize.evidence).toBe('n_a');
  });

  it.each([
    [
      'tools, where both handshakes are errors',
      byHand({ initialize: error(-32601), 'server/discover': error(-32601) }),
      'tools/list',
    ],
    [
      'an error that only MCP has',
      byHand({
        initialize: error(-32601),
        'server/discover': error(-32022, 400, { supported: ['2027-01-01'] }),
      }),
      'server/discover',
    ],
    ['a result to server/discover', byHand({ initialize: { status: 405 } }), 'server/discover'],
  ])('%s is an endpoint', async (_, route, probed) => {
    const { endpoint, attempts } = await discover({ '/mcp': route });
    expect(endpoint).toBe('/mcp');
    expect(attempts).toContainEqual({ source: '/mcp', endpoint: '/mcp', probed });
  });

  it('follows 307 and 308 as clients do, on this origin only', async () => {
    const moved = (location: string) => ({ status: 307, headers: { location } });
    const { endpoint, initialize } = await discover({ '/mcp': moved('/mcp/'), '/mcp/': byHand() });
    expect(endpoint).toBe('/mcp/');
    expect(initialize.status).toBe('pass');
    const away = await discover({ '/mcp': moved('https://other.example/mcp') });
    expect(away.endpoint).toBeNull();
    expect(away.attempts).toContainEqual({
      source: '/mcp',
      endpoint: 'https://other.example/mcp',
      blocked: 'redirects to a different origin',
    });
  });

  it.each([
    ['never answers', () => undefined, '/mcp'],
    ['is behind a challenge', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, undefined],
    ['is rate limited', { status: 429 }, undefined],
  ])('an endpoint that %s is an error, not a miss', async (_, route, hanging) => {
    const { endpoint, initialize } = await discover({ '/mcp': route }, hanging);
    expect(endpoint).toBeNull();
    expect(initialize.status, initialize.evidence).toBe('error');
  });
});

describe('with a card', () => {
  it.each(CARD_PATHS)('goes where %s points, and nowhere else', async (path) => {
    const { posted, endpoint, attempts, initialize } = await discover({
      [path]: json({ name: 'x', transport: { endpoint: '/hidden/mcp' } }),
      '/hidden/mcp': byHand(),
    });
    expect(endpoint).toBe('/hidden/mcp');
    expect(attempts).toHaveLength(4);
    expect(attempts).toContainEqual({ source: path, endpoint, probed: 'initialize' });
    expect(posted).toEqual(Array(2).fill('POST /hidden/mcp'));
    expect(initialize.status).toBe('pass');
  });

  it('an alias that redirects to the card costs no request for the card itself', async () => {
    const { site } = await discover({
      [CANONICAL]: json({ name: 'x', url: '/mcp' }),
      '/mcp.json': { status: 301, headers: { location: CANONICAL } },
      '/mcp': byHand(),
    });
    expect(site.asked.filter((line) => line === `GET ${CANONICAL}`)).toHaveLength(1);
    expect(site.asked.filter((line) => line.startsWith('GET') && line.includes('mcp'))).toHaveLength(4);
  });

  it('never calls an endpoint on another origin', async () => {
    await using other = await serveSite({});
    const endpoint = `${other.url}/mcp`;
    const { attempts, initialize } = await discover({ [CANONICAL]: json({ name: 'x', url: endpoint }) });
    expect(other.asked).toEqual([]);
    expect(attempts[0]).toEqual({
      source: CANONICAL,
      endpoint,
      blocked: 'declared on a different origin',
    });
    expect(initialize.status).toBe('n_a');
    expect(initialize.evidence).toContain('declared on a different origin');
  });

  it('falls back to the usual paths where the declared endpoint does not work', async () => {
    const { endpoint, attempts } = await discover({
      [CANONICAL]: json({ name: 'x', url: '/gone' }),
      '/mcp': byHand(),
    });
    expect(endpoint).toBe('/mcp');
    expect(attempts[0]).toMatchObject({ endpoint: '/gone' });
  });

  it('does not ask a declared path again as a fallback', async () => {
    const { posted } = await discover({ [CANONICAL]: json({ name: 'x', url: '/mcp' }) });
    expect(posted.filter((line) => line === 'POST /mcp')).toHaveLength(2);
  });

  it.each([[json([])], [json({ url: 7, remotes: [1] })], [{ type: 'application/json', body: '[[[[' }]])(
    'a card that says nothing of use is not an obstacle',
    async (card) => {
      expect((await discover({ [CANONICAL]: card, '/mcp': byHand() })).endpoint).toBe('/mcp');
    },
  );
});

it('ends every session that it opened, also at an endpoint that was not chosen', async () => {
  const first = sdkV1({ sessions: true });
  const second = sdkV1({ sessions: true });
  const { site } = await discover({ '/mcp': first.handler, '/api/mcp': second.handler });
  expect(site.asked).toContain('DELETE /mcp');
  expect(site.asked).toContain('DELETE /api/mcp');
  expect(first.sessions.size + second.sessions.size).toBe(0);
});
