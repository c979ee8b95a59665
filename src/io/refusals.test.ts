/**
 * The public service's rules in whole audits: names, redirects and documents that lead out of the public internet. Which
 * addresses those are is proved in `guard.test.ts` and `parse/suites/iana`, which forms of URLs in `target.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { type TestNetwork, testNetwork } from '../testing/network.ts';
import { auditPublicly, PUBLIC, PUBLIC_V6, refusal, resultOf, SITE } from '../testing/public-audit.ts';
import { type Routes, serveSite, type TestSite } from '../testing/serve.ts';

const HOST = new URL(SITE).hostname;
const HOME = { type: 'text/html', body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>' };
/** Every request of the audit needs a connection of its own, and every connection resolves the name. */
const CLOSING = {
  '/': { ...HOME, headers: { connection: 'close' } },
  '*': { status: 404, headers: { connection: 'close' } },
};

const to = (location: string, status = 302) => ({ status, headers: { location } });
const portOf = ({ url }: TestSite) => Number(new URL(url).port);

/** Public names, all of one server, and one name that is not public. */
function networkOf(site: TestSite): Promise<TestNetwork> {
  return testNetwork({
    names: {
      [HOST]: [[PUBLIC]],
      'other.example.com': [[PUBLIC]],
      'private.example.com': [['10.20.30.40']],
    },
    sites: { [`${PUBLIC}:80`]: portOf(site) },
  });
}

/** Only the site itself was called. */
function expectNoFurtherCall(network: TestNetwork) {
  expect(new Set(network.dialled)).toEqual(new Set([`${PUBLIC}:80`]));
  expect(network.calls()).toBe(0);
}

describe('the name of a target', () => {
  it('is refused if it resolves to no public address, which the message does not repeat', async () => {
    await using network = await testNetwork({ names: { [HOST]: [['169.254.169.254']] } });
    const error = await refusal(SITE, network);
    expect(error.kind).toBe('target_unreachable');
    expect(error.message).toContain(`${HOST} leads to an address that is not public`);
    expect(error.message).not.toContain('169.254');
    expect(error.hint).toMatch(/public addresses/);
    expect([network.dialled, network.calls()]).toEqual([[], 0]);
  });

  it('is called at its public addresses only, also if nobody answers there', async () => {
    await using gone = await serveSite({});
    await gone[Symbol.asyncDispose]();
    const sites = { [`${PUBLIC}:80`]: portOf(gone), [`[${PUBLIC_V6}]:80`]: portOf(gone) };
    const answer = ['::1', PUBLIC, '192.168.0.1', PUBLIC_V6];
    await using network = await testNetwork({ names: { [HOST]: [answer] }, sites });
    const error = await refusal(SITE, network);
    expect([error.kind, error.message]).toEqual([
      'target_unreachable',
      expect.stringMatching(/ECONNREFUSED/),
    ]);
    expect([network.dialled.toSorted(), network.calls()]).toEqual([Object.keys(sites), 0]);
  });

  it('that resolves to something else during the audit makes the rest an error', async () => {
    await using site = await serveSite(CLOSING);
    const sites = { [`${PUBLIC}:80`]: portOf(site) };
    const answers = [[PUBLIC], [PUBLIC, '10.0.0.1'], ['::ffff:127.0.0.1']];
    await using network = await testNetwork({ names: { [HOST]: answers }, sites });
    const envelope = await auditPublicly(SITE, network);
    expect(resultOf(envelope, 'security-txt')).toMatchObject({
      status: 'error',
      evidence: expect.stringMatching(/not public/),
    });
    expect(network.resolved.length).toBeGreaterThan(20);
    expectNoFurtherCall(network);
    expect(JSON.stringify(envelope)).not.toMatch(/127\.0\.0\.1|10\.0\.0/);
  });
});

describe('a home page that redirects', () => {
  it('to a URL whose form is not public is refused', async () => {
    await using site = await serveSite({ '/': to('http://me:secret@other.example.com/') });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.message).toMatch(/redirected to https?:\/\/[^ /]+, which is not a public site/);
    expect(error.message).not.toContain('secret');
    expect(network.resolved).toEqual([HOST]);
    expectNoFurtherCall(network);
  });

  it.each(['ftp://other.example.com/', 'http://[::1'])('to %s leads nowhere', async (location) => {
    await using site = await serveSite({ '*': to(location) });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.message).toMatch(/leads nowhere: .*its Location is not an http\(s\) URL/);
    expectNoFurtherCall(network);
  });

  it('by way of another public name to one that is not is refused', async () => {
    await using site = await serveSite({
      '/': to('http://other.example.com/next', 307),
      '/next': to('//private.example.com/', 301),
    });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.kind).toBe('target_unreachable');
    expect(error.message).toMatch(/private\.example\.com leads to an address/);
    expect(error.message).not.toContain('10.20.30.40');
    expect(site.asked).toEqual(['GET /', 'GET /next']);
    expectNoFurtherCall(network);
  });
});

it.each([
  ['http://www.example.com:8080/', 'error', /-> no answer \(redirected to .* not a public/],
  ['http://private.example.com/', 'error', /-> no answer \(redirected to .* not public/],
  ['file:///etc/passwd', 'broken', /./],
])('a document that redirects to %s makes its check %s', async (location, expected, says) => {
  await using site = await serveSite({ '/': HOME, '/robots.txt': to(location) });
  await using network = await networkOf(site);
  const { status, evidence } = resultOf(await auditPublicly(SITE, network, { only: ['robots'] }), 'robots');
  expect([status, evidence]).toEqual([expected, expect.stringMatching(says)]);
  expect(evidence).not.toMatch(/10\.20/);
  expectNoFurtherCall(network);
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
