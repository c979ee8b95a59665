import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import { serveProxy } from '../../testing/proxy.ts';
import { serveResolver } from '../../testing/resolver.ts';
import { serveSite } from '../../testing/serve.ts';
import { h2Streams } from '../../testing/servers.ts';
import { TEST_CERT } from '../../testing/tls.ts';
import type { NetworkPolicy } from './address-guard.ts';
import type { Lookup } from './connect.ts';
import type { HttpRequest } from './io.ts';
import { liveIo } from './live.ts';
import { type Proxies, proxyFor } from './proxy.ts';

const signal = new AbortController().signal;
const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: [] });

function through(
  url: string,
  {
    host = 'shop.example.com',
    network = 'auto' as NetworkPolicy,
    direct = [] as string[],
    resolver = '',
  } = {},
) {
  return liveIo({
    limits: { ...LIMITS, requestMs: 5_000 },
    network,
    targetHost: host,
    proxies: { http: url, https: url, direct },
    ca: [TEST_CERT],
    ...(resolver === '' ? {} : { resolver }),
  });
}

describe('proxyFor', () => {
  const proxied = (url: string, direct: readonly string[] = [], given: Partial<Proxies> = {}) =>
    proxyFor({ http: 'http://h:1', https: 'http://s:2', direct, ...given }, new URL(url))?.url.host;

  it('takes the proxy of the scheme', () => {
    expect(proxied('http://a.example/')).toBe('h:1');
    expect(proxied('https://a.example/')).toBe('s:2');
    expect(proxyFor({ http: 'http://h:1', direct: [] }, new URL('https://a.example/'))).toBeUndefined();
    expect(proxyFor(undefined, new URL('https://a.example/'))).toBeUndefined();
  });

  it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:3000'])(
    'leaves this machine alone: %s',
    (url) => expect(proxied(url)).toBeUndefined(),
  );

  it.each([
    ['*', 'https://a.example'],
    ['example.com', 'https://example.com'],
    ['example.com', 'https://www.example.com'],
    ['*.example.com', 'https://www.example.com'],
    ['example.com:8443', 'https://example.com:8443'],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['[2001:db8::7]', 'https://[2001:db8::7]'],
  ])('NO_PROXY %s covers %s', (entry, url) => expect(proxied(url, [entry])).toBeUndefined());

  it.each([
    ['example.com', 'https://notexample.com'],
    ['www.example.com', 'https://example.com'],
    ['example.com:8443', 'https://example.com'],
    ['10.0.0.0/8', 'https://11.1.2.3'],
    ['10.0.0.0/99', 'https://10.1.2.3'],
    ['.', 'https://example.com'],
  ])('NO_PROXY %s does not cover %s', (entry, url) => expect(proxied(url, [entry])).toBe('s:2'));

  it('says who asks, where its address does', () => {
    const proxy = proxyFor({ http: 'http://me:p%40ss@h:1', direct: [] }, new URL('http://a.example'));
    expect(proxy?.headers).toEqual([
      ['proxy-authorization', `Basic ${Buffer.from('me:p@ss').toString('base64')}`],
    ]);
  });
});

describe('an audit through a proxy', () => {
  it('sends whole requests for http', async () => {
    await using site = await serveSite({
      '*': (request, response) => void response.end(`${request.url} at ${request.headers.host}`),
    });
    await using proxy = await serveProxy({ places: { 'shop.example.com': new URL(site.url).host } });
    const io = through(proxy.url);
    const { answer } = await io.send(get('http://shop.example.com/a?b=c'), signal);
    expect(Buffer.from(answer?.body ?? []).toString()).toBe('/a?b=c at shop.example.com');
    expect(proxy.asked).toEqual(['GET http://shop.example.com/a?b=c']);
    await io.close();
  });

  it('opens tunnels for https, in which HTTP/2 is spoken, and shares them', async () => {
    await using site = await h2Streams();
    await using proxy = await serveProxy({ places: { 'site.test:443': new URL(site.url).host } });
    const io = through(proxy.url, { host: 'site.test' });
    const urls = ['/a', '/b', '/c'].map((path) => `https://site.test${path}`);
    for (const { answer } of await Promise.all(urls.map((url) => io.send(get(url), signal))))
      expect(answer).toMatchObject({ status: 200, httpVersion: '2' });
    expect(proxy.asked).toEqual(['CONNECT site.test:443']);
    await io.close();
  });

  it('gives the credentials of its address', async () => {
    await using site = await serveSite({ '/': { body: 'here' } });
    await using proxy = await serveProxy({
      credentials: 'me:p@ss',
      places: { 'shop.example.com': new URL(site.url).host },
    });
    const io = through(proxy.url.replace('//', '//me:p%40ss@'));
    expect((await io.send(get('http://shop.example.com/'), signal)).answer?.status).toBe(200);
    await io.close();
  });

  it('asks the resolver through it, too', async () => {
    await using resolver = await serveResolver({});
    await using proxy = await serveProxy({ places: { 'dns.corp:80': new URL(resolver.url).host } });
    const io = through(proxy.url, { resolver: 'http://dns.corp/dns-query' });
    const reply = await io.dns({ name: '_agents.shop.example.com', type: 'TXT' }, signal);
    expect(reply).toMatchObject({ rcode: 'NXDOMAIN' });
    expect(proxy.asked).toEqual(['CONNECT dns.corp:80']);
    await io.close();
  });

  it('goes past it to this machine and to what needs none', async () => {
    await using site = await serveSite({ '/': { body: 'here' } });
    await using proxy = await serveProxy();
    const io = through(proxy.url, { host: '127.0.0.1' });
    expect((await io.send(get(`${site.url}/`), signal)).answer?.status).toBe(200);
    expect(proxy.asked).toEqual([]);
    await io.close();
  });
});

describe('what a proxy fails at', () => {
  const failing = async (url: string, proxy: string) => {
    const io = through(proxy);
    const { failure } = await io.send(get(url), signal);
    await io.close();
    return failure;
  };

  const says = (why: string) => ({
    reason: 'proxy',
    message: `the proxy did not forward the request (${why})`,
  });

  it.each(['http', 'https'])('says nothing of the site: %s', async (scheme) => {
    const url = `${scheme}://shop.example.com/`;
    await using strict = await serveProxy({ credentials: 'me:secret' });
    expect(await failing(url, strict.url)).toEqual(says('it requires credentials: 407'));
    const gone = await serveProxy();
    await gone[Symbol.asyncDispose]();
    expect(await failing(url, gone.url)).toEqual(says('it could not be reached: ECONNREFUSED'));
  });

  it('a host that it cannot connect to', async () => {
    await using proxy = await serveProxy({ places: { 'shop.example.com:443': '127.0.0.1:9' } });
    expect(await failing('https://shop.example.com/', proxy.url)).toEqual(says('it responded with 502'));
  });

  it('is not the TLS of the site', async () => {
    await using site = await serveSite({});
    await using proxy = await serveProxy({ places: { 'shop.example.com:443': new URL(site.url).host } });
    expect(await failing('https://shop.example.com/', proxy.url)).toMatchObject({ reason: 'tls' });
  });
});

describe('what may be asked of a proxy, which resolves names itself', () => {
  it.each<[url: string, reason: string, requests: number]>([
    ['http://10.0.0.5/', 'forbidden', 0],
    ['https://10.0.0.5/', 'forbidden', 0],
    ['https://other.example.com/', 'proxy', 1],
  ])('%s: %s', async (url, reason, asked) => {
    await using proxy = await serveProxy({ places: { [`${new URL(url).host}:443`]: '127.0.0.1:9' } });
    const io = through(proxy.url, { network: 'public' });
    const { failure } = await io.send(get(url), signal);
    await io.close();
    expect([failure?.reason, proxy.asked.length]).toEqual([reason, asked]);
  });
});

it('without a proxy none is heeded, whatever the environment says', async () => {
  await using proxy = await serveProxy();
  const before = process.env.HTTP_PROXY;
  process.env.HTTP_PROXY = proxy.url;
  try {
    const lookup: Lookup = (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
    const io = liveIo({ limits: LIMITS, network: 'any', targetHost: 'a.example', lookup });
    await io.send(get('http://a.example:9/'), signal);
    await io.close();
    expect(proxy.asked).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY;
    else process.env.HTTP_PROXY = before;
  }
});
