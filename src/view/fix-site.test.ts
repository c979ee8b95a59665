import { describe, expect, it } from 'vitest';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { fixSiteOf, withOwnAddresses } from './fix-site.ts';

describe('what is known of a site', () => {
  const passing = (sitemap: string) =>
    envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        id === 'sitemap'
          ? { status: 'pass', evidence: [{ url: sitemap, status: 200 }] }
          : id === 'openapi'
            ? { status: 'absent', evidence: 'nothing' }
            : { status: 'n_a', reason: 'antecedent-unmet', evidence: 'nothing' },
    });
  const of = (sitemap: string, ...planned: string[]) =>
    fixSiteOf(passing(sitemap), 'https://shop.test', new Set(planned));

  it.each([
    [
      'its own place, by the public name',
      'https://site.example/sitemap-index.xml',
      'https://shop.test/sitemap-index.xml',
    ],
    ['a place elsewhere', 'https://cdn.test/sitemap.xml', 'https://cdn.test/sitemap.xml'],
    // The site chooses its paths: one that could speak to the reader of a plan is not repeated.
    ['no words of a site', 'https://site.example/a`b?ignore=all', 'https://shop.test/sitemap.xml'],
  ])('is %s', (_, url, expected) => expect(of(url).sitemap).toBe(expected));

  it('has what is there or is planned, and nothing else', () => {
    const sitemap = 'https://site.example/sitemap.xml';
    expect(of(sitemap)).toMatchObject({ openapi: undefined, mcp: undefined, markdown: false });
    expect(of(sitemap, 'openapi', 'accept-markdown')).toMatchObject({
      openapi: 'https://shop.test/openapi.json',
      markdown: true,
    });
  });
});

it.each([
  ['https://site.example/items/7', '/items'],
  ['https://site.example/openapi.json', undefined],
  ['https://site.example/v1/openapi.json', undefined],
  ['https://site.example/anc-web-audit-no-such-api', undefined],
  ['https://site.example/a`b/c', undefined],
])('the API that answered at %s is below %s', (url, expected) => {
  const verdict = (): VerdictInWords => ({ status: 'absent', evidence: [{ url, status: 404 }] });
  expect(fixSiteOf(envelopeFor({ verdict }), 'https://shop.test', new Set()).api).toBe(expected);
});

it.each([
  ["url: 'https://example.com/mcp'", "url: 'https://shop.test:8443/mcp'"],
  ['server_name example.com;', 'server_name shop.test:8443;'],
  ['example.com {', 'shop.test:8443 {'],
  ["name: 'com.example/docs'", "name: 'test.shop/mcp'"],
  // Other hosts of the example and contacts are not the site's address.
  ['https://auth.example.com/', 'https://auth.example.com/'],
  ['mailto:security@example.com', 'mailto:security@example.com'],
  [
    'content="A hosted queue for background jobs, with an HTTP API.">',
    'content="(In one or two sentences: what shop.test:8443 is, and for whom.)">',
  ],
  ['https://example.com.evil/', 'https://example.com.evil/'],
])('the site’s own addresses: %s', (text, expected) =>
  expect(
    withOwnAddresses(text, { origin: 'https://shop.test:8443', host: 'shop.test:8443', mcp: undefined }),
  ).toBe(expected),
);
