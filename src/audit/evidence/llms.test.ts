import { describe, expect, it } from 'vitest';
import { answered } from '../examples/answers.ts';
import { indexLinks, linkOutcome, sampleLinks } from './llms.ts';

const ORIGIN = 'https://site.example';
const AT = new URL(ORIGIN);
const SITE = { notFound: answered({ status: 404 }), root: undefined };
const links = (count: number, origin: string) =>
  Array.from({ length: count }, (_, i) => ({ text: String(i), url: `${origin}/${i}` }));
const paths = (given: ReturnType<typeof links>) => sampleLinks(given, AT).map(({ url }) => url);

describe('the links of llms.txt that are asked', () => {
  it('are all of them where they are few, those of the site first', () => {
    const mixed = [
      ...links(2, 'https://other.example'),
      ...links(1, 'http://site.example:80/old'),
      ...links(3, ORIGIN),
    ];
    expect(paths(mixed)).toEqual([
      'https://site.example/old/0',
      'https://site.example/0',
      'https://site.example/1',
      'https://site.example/2',
      'https://other.example/0',
      'https://other.example/1',
    ]);
  });

  it('are ten at equal distances where they are many', () => {
    const expected = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36].map((i) => `${ORIGIN}/${i}`);
    expect(paths([...links(5, 'https://other.example'), ...links(40, ORIGIN)])).toEqual(expected);
    expect(paths(links(11, ORIGIN))).toHaveLength(10);
    expect(paths([])).toEqual([]);
  });
});

describe('the links of llms.txt that lead to pages', () => {
  const url = `${ORIGIN}/x`;

  it.each([
    'Base URL',
    'API',
    'REST API',
    'Endpoint',
    'API endpoint',
    'MCP',
    'MCP server URL',
    'Webhook',
    'POST',
  ])('are not a bare URL that is called “%s”, as it is not there to be read', (text) => {
    expect(indexLinks([{ text, url, bare: true }])).toEqual([]);
    expect(indexLinks([{ text, url }])).toHaveLength(1);
  });

  it.each([
    url,
    'Docs',
    'API docs',
    'API reference',
    'MCP guide',
    'OpenAPI',
    'Database',
    'Website',
    'Blog post',
  ])('are a bare URL that is called “%s”', (text) => {
    expect(indexLinks([{ text, url, bare: true }])).toHaveLength(1);
  });
});

describe('the outcome of a link', () => {
  it('says nothing of a link that got no answer', () => {
    const requestedUrl = `${ORIGIN}/a`;
    const failed = {
      kind: 'failed',
      requestedUrl,
      reason: 'timeout',
      message: 'no complete response in time',
    } as const;
    expect(linkOutcome(failed, SITE, AT).state).toBe('unclear');
    expect(
      linkOutcome({ kind: 'aborted', requestedUrl, message: 'the deadline passed' }, SITE, AT).state,
    ).toBe('aborted');
  });

  it.each([
    ['https://no-such-host.invalid/', 'dead'],
    ['https://docs.other.example/', 'unclear'],
  ])('of %s that cannot be resolved: %s', (requestedUrl, state) => {
    const failed = { kind: 'failed', requestedUrl, reason: 'dns', message: '' } as const;
    expect(linkOutcome(failed, SITE, AT).state).toBe(state);
  });

  it.each<readonly [number, string]>([
    [200, 'resolves'],
    [204, 'resolves'],
    [304, 'resolves'],
    // For example, an MCP endpoint, a POST-only or protected URL, or a search without a query.
    ...[400, 401, 402, 403, 405, 406, 415, 422, 426, 429].map((there) => [there, 'resolves'] as const),
    [404, 'dead'],
    [410, 'dead'],
    [418, 'unclear'],
    [451, 'unclear'],
    [500, 'dead'],
    [503, 'dead'],
  ])('of the site with %i: %s', (status, state) => {
    expect(linkOutcome(answered({ path: '/a', status }), SITE, AT).state).toBe(state);
  });

  it('of another site is unclear when that refuses the auditor, fails or runs in a circle', () => {
    const elsewhere = (status: number) =>
      linkOutcome(answered({ path: 'https://other.example/a', status }), SITE, AT).state;
    for (const status of [418, 428, 451, 500, 503, 999]) {
      expect(elsewhere(status), String(status)).toBe('unclear');
    }
    expect([404, 410].map(elsewhere)).toEqual(['dead', 'dead']);
    expect([400, 401, 403, 405, 406, 429].map(elsewhere)).toEqual(Array(6).fill('resolves'));
    expect(elsewhere(200)).toBe('resolves');
    const { answer } = answered({ path: 'https://other.example/a', status: 302 });
    const circle = { kind: 'answer', answer: { ...answer, lost: 'redirect loop' } } as const;
    expect(linkOutcome(circle, SITE, AT).state).toBe('unclear');
  });
});
