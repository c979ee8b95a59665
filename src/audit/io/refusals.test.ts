/**
 * Whole audits of sites that redirect to addresses that are not public. Other tests cover the permitted addresses
 * (`address-guard.test.ts`, `parse/suites/iana`), the guard on every connection (`connect.test.ts`) and public URLs
 * (`target.test.ts`).
 */
import { describe, expect, it } from 'vitest';
import { type TestNetwork, testNetwork } from '../../testing/network.ts';
import { auditPublicly, PUBLIC, refusal, resultOf, SITE } from '../../testing/public-audit.ts';
import { serveSite, type TestSite } from '../../testing/serve.ts';

const HOST = new URL(SITE).hostname;
const HOME = { type: 'text/html', body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>' };
const to = (location: string, status = 302) => ({ status, headers: { location } });
const portOf = ({ url }: TestSite) => Number(new URL(url).port);

/** Several public names of one server, and one private name. */
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

/** Expects that only the site itself received connections. */
function expectNoFurtherCall(network: TestNetwork) {
  expect(new Set(network.dialled)).toEqual(new Set([`${PUBLIC}:80`]));
  expect(network.calls()).toBe(0);
}

describe('a home page that redirects', () => {
  it('to a URL whose form is not public is refused', async () => {
    await using site = await serveSite({ '/': to('http://me:secret@other.example.com/') });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.quote).toMatch(/redirected to https?:\/\/[^ /]+, which is not a public site/);
    expect(error.quote).not.toContain('secret');
    expect(network.resolved).toEqual([HOST]);
    expectNoFurtherCall(network);
  });

  it.each(['ftp://other.example.com/', 'http://[::1'])('to %s leads nowhere', async (location) => {
    await using site = await serveSite({ '*': to(location) });
    await using network = await networkOf(site);
    const error = await refusal(SITE, network);
    expect(error.message).toBe(`The redirects of ${HOST} lead nowhere.`);
    expect(error.quote).toMatch(/its Location is not an http\(s\) URL/);
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
    expect(error.quote).toMatch(/private\.example\.com does not have a public address/);
    expect(error.quote).not.toContain('10.20.30.40');
    expect(error.hint).toMatch(/public addresses/);
    expect(site.asked).toEqual(['GET /', 'GET /next']);
    expectNoFurtherCall(network);
  });
});

it.each([
  ['http://www.example.com:8080/', 'error', /-> no response \(redirected to .* not a public/],
  [
    'http://private.example.com/',
    'error',
    /-> no response \(redirected to .* does not have a public address/,
  ],
  ['file:///etc/passwd', 'broken', /./],
])('a document that redirects to %s makes its check %s', async (location, expected, says) => {
  await using site = await serveSite({ '/': HOME, '/robots.txt': to(location) });
  await using network = await networkOf(site);
  const { status, evidence } = resultOf(await auditPublicly(SITE, network, ['robots']), 'robots');
  expect([status, evidence]).toEqual([expected, expect.stringMatching(says)]);
  expect(evidence).not.toMatch(/10\.20/);
  expectNoFurtherCall(network);
});
