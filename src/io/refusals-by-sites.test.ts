import { describe, expect, it } from 'vitest';
import { FORBIDDEN_ADDRESSES, FORBIDDEN_LOCATIONS, FORBIDDEN_SCHEMES } from '../testing/forbidden.ts';
import { type TestNetwork, testNetwork } from '../testing/network.ts';
import { auditPublicly, PUBLIC, refusal, resultOf, SITE } from '../testing/public-audit.ts';
import { type Routes, serveSite, type TestSite } from '../testing/serve.ts';

const HOME = { type: 'text/html', body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>' };

/** Public names, all of one server, and one name that is not public. */
function networkOf(site: TestSite, address = '10.20.30.40'): Promise<TestNetwork> {
  return testNetwork({
    names: {
      'www.example.com': [[PUBLIC]],
      'other.example.com': [[PUBLIC]],
      'private.example.com': [[address]],
    },
    sites: { [`${PUBLIC}:80`]: Number(new URL(site.url).port) },
  });
}

/** Only the site itself was called. */
function expectNoFurtherCall(network: TestNetwork) {
  expect(new Set(network.dialled)).toEqual(new Set([`${PUBLIC}:80`]));
  expect(network.calls()).toBe(0);
}

const to = (location: string, status = 302) => ({ status, headers: { location } });

describe('a home page that redirects', () => {
  it.each(FORBIDDEN_LOCATIONS)('to %s is refused by the form of the URL', async (location) => {
    await using site = await serveSite({ '/': to(location) });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.kind).toBe('target_unreachable');
    expect(error.message).toMatch(/redirected to https?:\/\/[^ /]+, which is not a public site/);
    expect(error.message).not.toContain('secret');
    expect(error.hint).toMatch(/public addresses/);
    expect(network.resolved).toEqual(['www.example.com']);
    expectNoFurtherCall(network);
  });

  it.each(FORBIDDEN_SCHEMES)('to %s leads nowhere, like every other page', async (location) => {
    await using site = await serveSite({ '*': to(location) });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.kind).toBe('target_unreachable');
    expect(error.message).toMatch(/leads nowhere: .*its Location is not an http\(s\) URL/);
    expectNoFurtherCall(network);
  });

  it.each(FORBIDDEN_ADDRESSES)('to a name at %s is refused by its address', async (address) => {
    await using site = await serveSite({ '/': to('http://private.example.com/') });
    await using network = await networkOf(site, address);
    const error = await refusal(SITE, network);
    expect(error.kind).toBe('target_unreachable');
    expect(error.message).toMatch(/redirected to http:\/\/private\.example\.com\/: .* is not public/);
    expect(error.message).not.toContain(address);
    expectNoFurtherCall(network);
  });

  it.each([301, 302, 303, 307, 308])('with %i, by way of another public name, is refused', async (status) => {
    await using site = await serveSite({
      '/': to('http://other.example.com/next', status),
      '/next': to('//private.example.com/', status),
    });
    await using network = await networkOf(site);
    expect((await refusal(SITE, network)).message).toMatch(/private\.example\.com leads to an address/);
    expect(site.asked).toEqual(['GET /', 'GET /next']);
    expectNoFurtherCall(network);
  });
});

describe('a document that redirects', () => {
  it.each([...FORBIDDEN_LOCATIONS, 'http://private.example.com/'])(
    'to %s is an error of its check',
    async (location) => {
      await using site = await serveSite({ '/': HOME, '/robots.txt': to(location) });
      await using network = await networkOf(site);
      const { status, evidence } = resultOf(
        await auditPublicly(SITE, network, { only: ['robots'] }),
        'robots',
      );
      expect(status).toBe('error');
      expect(evidence).toMatch(
        /^http:\/\/www\.example\.com\/robots\.txt -> no answer \(redirected to .* not (a )?public/,
      );
      expect(evidence).not.toMatch(/10\.20|secret/);
      expectNoFurtherCall(network);
    },
  );

  it.each(FORBIDDEN_SCHEMES)('to %s is broken', async (location) => {
    await using site = await serveSite({ '/': HOME, '/robots.txt': to(location) });
    await using network = await networkOf(site);
    expect(resultOf(await auditPublicly(SITE, network, { only: ['robots'] }), 'robots').status).toBe(
      'broken',
    );
    expectNoFurtherCall(network);
  });
});

/** One place each where a document can name a URL, with names and addresses that are not public. */
const LURES: Routes = {
  '/': {
    type: 'text/html',
    headers: {
      link: '<http://service-desc.example.com/openapi.json>; rel="service-desc", <http://10.0.0.1/c>; rel="api-catalog"',
    },
    body: '<!doctype html><html lang="en"><link rel="sitemap" href="http://page-sitemap.example.com/sitemap.xml"><link rel="alternate" type="text/markdown" href="http://alternate.example.com/index.md"><title>Home</title><h1>Home</h1>',
  },
  '/robots.txt': {
    type: 'text/plain',
    body: 'User-agent: *\nSitemap: http://robots-sitemap.example.com/sitemap.xml',
  },
  '/llms.txt': {
    type: 'text/plain',
    body: '# Site\n\n> Summary\n\n## Docs\n\n- [A](http://llms-link.example.com/a.md)\n- [B](http://127.0.0.1:9200/_cat)\n- [C](http://localhost/)\n- [D](http://[::1]:8080/openapi.json)\n- [E](http://169.254.169.254/latest/meta-data/)\n- [F](http://www.example.com:8080/)\n- [G](http://8.8.8.8/)\n',
  },
  '/.well-known/api-catalog': {
    type: 'application/linkset+json',
    body: JSON.stringify({
      linkset: [
        {
          anchor: 'http://catalog-anchor.example.com/',
          'service-desc': [{ href: 'http://catalog.example.com/openapi.json' }],
        },
      ],
    }),
  },
  '/openapi.json': {
    type: 'application/json',
    body: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      servers: [{ url: 'http://api-server.example.com/v1' }, { url: 'http://10.0.0.1/' }],
      externalDocs: { url: 'http://api-docs.example.com/' },
      paths: { '/a': { get: { responses: { 404: { $ref: 'http://api-ref.example.com/error.json' } } } } },
    }),
  },
  '/.well-known/mcp/server-card.json': {
    type: 'application/json',
    body: JSON.stringify({
      serverInfo: { name: 'x' },
      mcp_endpoint: 'http://card-endpoint.example.com/mcp',
      remotes: [{ url: 'http://10.0.0.1/mcp' }],
      documentation: 'http://card-docs.example.com/mcp.md',
    }),
  },
  '/.well-known/mcp.json': to('http://card-alias.example.com/mcp.json', 308),
  'POST /mcp': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer resource_metadata="http://metadata.example.com/oauth"' },
  },
  'POST /api/mcp': to('http://mcp-redirect.example.com/mcp', 307),
  '/.well-known/oauth-authorization-server': {
    type: 'application/json',
    body: JSON.stringify({
      issuer: 'http://issuer.example.com',
      token_endpoint: 'http://token.example.com/token',
    }),
  },
  '/.well-known/agent-card.json': {
    type: 'application/json',
    body: JSON.stringify({
      name: 'x',
      url: 'http://agent.example.com/a2a',
      provider: { url: 'http://10.0.0.1/' },
    }),
  },
};

/** Those of the lures that an audit follows where it may. */
const FOLLOWED = [
  'card-alias.example.com',
  'llms-link.example.com',
  'metadata.example.com',
  'page-sitemap.example.com',
  'robots-sitemap.example.com',
];

describe('documents that name what is not public', () => {
  async function auditLures(network: 'public' | 'any') {
    await using site = await serveSite(LURES);
    const hosts = [...JSON.stringify(LURES).matchAll(/[a-z-]+\.example\.com/g)].map(([host]) => host);
    const names = Object.fromEntries(hosts.map((host, i) => [host, [[`10.20.30.${i}`]]]));
    await using net = await testNetwork({
      names: { ...names, 'www.example.com': [[PUBLIC]] },
      sites: { [`${PUBLIC}:80`]: Number(new URL(site.url).port) },
    });
    const envelope = await auditPublicly(SITE, net, { network });
    return {
      envelope,
      net,
      led: [...new Set(net.resolved)]
        .filter((host) => host.endsWith('.example.com') && host !== 'www.example.com')
        .toSorted(),
    };
  }

  it('lead nowhere, and make an error of the checks that went there', async () => {
    const { envelope, net, led } = await auditLures('public');
    expectNoFurtherCall(net);
    expect(led).toEqual(FOLLOWED);
    const statuses = ['sitemap', 'llms-txt-links', 'oauth-protected-resource'].map((id) => [
      id,
      resultOf(envelope, id).status,
    ]);
    expect(statuses).toEqual([
      ['sitemap', 'error'],
      ['llms-txt-links', 'error'],
      ['oauth-protected-resource', 'error'],
    ]);
    expect(JSON.stringify(envelope)).not.toContain('10.20.30.');
  });

  it('are lures: an audit that may follow them reaches the canary', async () => {
    const { net, led } = await auditLures('any');
    expect(led).toEqual(FOLLOWED);
    expect(net.calls()).toBeGreaterThan(FOLLOWED.length);
    expect(net.dialled).toEqual(
      expect.arrayContaining([
        '127.0.0.1:9200',
        '[::1]:8080',
        '169.254.169.254:80',
        `${PUBLIC}:8080`,
        '8.8.8.8:80',
      ]),
    );
  });
});
