import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { checks } from '../../audit/checks/index.ts';
import { npxCommand } from '../../base/npx.ts';
import { BASE_URL, envelopeFor, everySeenStatus } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import { publishedOf, smallBuild, smallService } from '../testing/site.ts';
import { SHARED_CACHE } from './caching.ts';

const LISTED = 'site.example';
const LIVE = 'live.example';
const build = shared(await smallBuild());

const verdict = everySeenStatus;
const service = await smallService(build.site, {
  published: publishedOf([envelopeFor({ target: LISTED, checks, verdict })]),
  settings: { service: true, liveAudits: true, network: 'any', resolver: '' },
  runAudit: async ({ target, siteType }) => ({
    envelope: envelopeFor({
      target: target.name,
      siteType,
      checks,
      verdict,
      scoredAt: new Date().toISOString(),
    }),
    declined: false,
  }),
});
for (const [url, site_type] of [
  [LIVE, ''],
  [LISTED, ''],
  [LISTED, 'content'],
] as const) {
  const body = new URLSearchParams({ url, site_type });
  await service.ask('/audit', { method: 'POST', body, headers: { origin: BASE_URL } });
}

const BROWSER = { headers: { accept: 'text/html' } };

it.each([
  ['the catalog’s', `/score/${LISTED}`, '', LISTED],
  ['live', `/score/${LIVE}`, '', LIVE],
  ['live, in addition to the catalog’s', `/score/${LISTED}/live`, '', LISTED],
  [
    'live, with a declared type',
    `/score/${LISTED}/live`,
    '?site_type=content',
    `${LISTED} --site-type content`,
  ],
])('is built from a scorecard: %s', async (_, path, query, command) => {
  const markdown = await service.ask(`${path}/fix.md${query}`);
  expect([markdown.status, markdown.headers.get('content-type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  const text = await markdown.text();
  expect(text).toContain('## Required responses');
  expect(text).toContain(`\`\`\`sh\n${npxCommand(BASE_URL)} ${command}\n\`\`\``);
  const page = await service.ask(`${path}/fix${query}`, BROWSER);
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  const main = parse(await page.text());
  expect(main.querySelector('[data-copy-from]')?.getAttribute('data-copy-from')).toBe(
    `${path}/fix.md${query}`,
  );
  const parts = Array.from(text.matchAll(/^### (.+)$/gm), ([, title]) => title);
  expect(parts.length).toBeGreaterThan(5);
  expect(main.querySelectorAll('article h3').map((heading) => heading.text)).toEqual(parts);
  for (const link of main.querySelectorAll('.contents a[href^="#"]'))
    expect(main.getElementById(link.getAttribute('href')?.slice(1) ?? ''), link.text).not.toBeNull();
  expect(main.querySelector('a[href="/fix/on/nginx"]')).not.toBeNull();
});

it('is Markdown if the client prefers Markdown', async () => {
  const { headers } = await service.ask(`/score/${LISTED}/fix`, { headers: { accept: 'text/markdown' } });
  expect(headers.get('content-location')).toBe(`/score/${LISTED}/fix.md`);
  expect(headers.get('vary')).toMatch(/accept/i);
});

it('is cached by the platform only if it is built from a catalog scorecard', async () => {
  const kept = async (path: string) => (await service.ask(path)).headers.get(SHARED_CACHE) !== null;
  expect(await kept(`/score/${LISTED}/fix.md`)).toBe(true);
  expect(await kept(`/score/${LISTED}/live/fix.md`)).toBe(false);
  expect(await kept(`/score/${LIVE}/fix.md`)).toBe(false);
});

it('reports a missing scorecard in the form of the path', async () => {
  for (const [path, type] of [
    ['/score/none.example/fix.md', 'text/markdown'],
    ['/score/none.example/live/fix.md', 'text/markdown'],
    ['/score/none.example/fix', 'text/html'],
  ] as const) {
    const { status, headers } = await service.ask(path, BROWSER);
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, expect.stringContaining(type)]);
  }
  const post = await service.ask(`/score/${LISTED}/fix`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('redirects other spellings of the host to the canonical URL', async () => {
  const { status, headers } = await service.ask('/score/SITE.example./fix.md');
  expect([status, headers.get('location')]).toEqual([302, `/score/${LISTED}/fix.md`]);
});
