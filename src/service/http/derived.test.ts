/** Tests the documents about a listed site that the function builds from the site's stored record. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../audit/checks/index.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import { publishedOf, smallBuild, smallService } from '../testing/site.ts';
import { SHARED_CACHE } from './caching.ts';

const DERIVED = ['evidence', 'changes.atom'] as const;
const LISTED = 'site.example';
const WALLED = 'walled.example';
/** The network is `any`, because `public` refuses names under `.example`. */
const SETTINGS = { service: true, liveAudits: true, network: 'any', resolver: '' } as const;
const build = shared(await smallBuild());

const apart = {
  host: WALLED,
  name: 'Walled',
  state: 'refuses',
  since: '2026-11-20T03:00:00.000Z',
} as const;
const envelope = envelopeFor({ target: LISTED, checks, verdict: everyStatus });
const published = publishedOf([envelope], [{ ...apart, last_scorecard: null }]);
const service = await smallService(build.site, { published, settings: SETTINGS });

const ask = (host: string, form: string, init: RequestInit = {}) =>
  service.ask(`/score/${host}/${form}`, init);

describe.each(DERIVED)('%s', (form) => {
  it('is cached for the life of the deployment, without headers about the first caller', async () => {
    const { status, headers } = await ask(LISTED, form);
    expect(status).toBe(200);
    expect(headers.get(SHARED_CACHE)).toMatch(/^public, durable, s-maxage=\d+$/);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    expect(headers.get('vary') ?? '').not.toContain('*');
  });

  it('responds with 304 to a client that has it, and accepts only GET', async () => {
    const etag = (await ask(LISTED, form)).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await ask(LISTED, form, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const post = await ask(LISTED, form, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('redirects other spellings of the host, and returns 404 for unlisted sites', async () => {
    const other = await ask('SITE.example.', form);
    expect([other.status, other.headers.get('location')]).toEqual([302, `/score/${LISTED}/${form}`]);
    for (const host of ['never.example', '..%2f..', '127.0.0.1']) {
      const { status, headers } = await ask(host, form);
      expect([host, status, headers.get(SHARED_CACHE)]).toEqual([host, 404, null]);
    }
    expect((await ask(`${LISTED}/live`, form)).status).toBe(404);
  });
});

it('serves only the feed for a site without a scorecard', async () => {
  const statuses = await Promise.all(DERIVED.map(async (form) => [form, (await ask(WALLED, form)).status]));
  expect(Object.fromEntries(statuses)).toEqual({
    evidence: 404,
    'changes.atom': 200,
  });
});

it('lets other sites read everything except the page', async () => {
  for (const form of DERIVED.slice(1)) {
    const { headers } = await ask(LISTED, form);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
  const { headers } = await ask(LISTED, 'evidence');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

it('names its site in each document', async () => {
  const text = async (form: string) => (await ask(LISTED, form)).text();
  expect(await text('evidence')).toContain(`the scorecard of The site ${LISTED}</a>`);
  expect(await text('changes.atom')).toContain(`<title>The site ${LISTED}: agent readiness</title>`);
});

it('reports an unreadable scorecard without caching', async () => {
  const published = async () => {
    throw new Error('the store is down');
  };
  const down = await smallService(build.site, { published, settings: SETTINGS });
  const { status, headers } = await down.ask(`/score/${LISTED}/evidence`);
  expect([status, headers.get(SHARED_CACHE), headers.get('retry-after')]).toEqual([503, null, '30']);
});

it('is cached for a minute if results may change without a deployment', async () => {
  const { ask } = await smallService(build.site, {
    published: publishedOf([envelopeFor({ target: LISTED })]),
    settings: { ...SETTINGS, database: 'postgres://db.example/catalog' },
  });
  const { headers } = await ask(`/score/${LISTED}/evidence`);
  expect(headers.get(SHARED_CACHE)).toBe('public, s-maxage=60');
});
