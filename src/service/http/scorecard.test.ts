/** `/score/<target>` without a file: live scorecards in their three forms, and the responses if none exists. */
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Definition } from '../../audit/check-texts/definition.ts';
import { NAMED_ENDPOINT } from '../../audit/check-texts/vocabulary.ts';
import { checks } from '../../audit/checks/index.ts';
import { parseFrontMatter } from '../../audit/parse/front-matter.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { envelopeSchema } from '../../audit/scorecard/schema.ts';
import { BASE_URL, type EnvelopeParts, envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import { liveKey } from '../live-records.ts';
import { memoryStore } from '../store.ts';
import { publishedOf, smallBuild, smallService } from '../testing/site.ts';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const VARY = 'Accept, User-Agent';
const EVIL = '<script><img src=x onerror=alert(1)>';

const LIVE = 'site.example';
/** In the catalog, with a newer live scorecard. */
const LISTED = 'docs.example';
/** In the catalog, with an older live scorecard. */
const OVERTAKEN = 'spa.example';
/** In the catalog, without a live scorecard. */
const UNAUDITED = 'ready.example';
const NEVER = 'never.example';
/** `AGED` has a live scorecard that is too old to be shown. The last audits of the other two hosts failed. */
const AGED = 'aged.example';
const WALLED = 'walled.example';
const DECLINING = 'declining.example';

/** Every status except `skip`, because scorecards of audits that were cut off are not stored. */
const complete = (check: Definition, index: number) => {
  const verdict = everyStatus(check, index);
  return verdict.status === 'skip' ? everyStatus(check, 0) : verdict;
};

const store = memoryStore();
async function keep(target: string, parts: EnvelopeParts & { readonly named?: string } = {}): Promise<void> {
  const scoredAt = new Date().toISOString();
  const envelope = envelopeFor({ checks, verdict: complete, scoredAt, target, ...parts });
  await store.write(liveKey(target, parts.siteType, parts.named), JSON.stringify({ envelope }), 'new');
}

function listed(target: string): Envelope {
  const envelope = envelopeFor({ target, scoredAt: new Date(Date.now() - 60_000).toISOString() });
  return { ...envelope, tier: 'cache', scorecard: { ...envelope.scorecard, public_listing: true } };
}

const build = shared(await smallBuild());
/** Services by network; both use the same store. */
const serviceIn = (network: 'any' | 'public') =>
  smallService(build.site, {
    store,
    published: publishedOf([LISTED, OVERTAKEN, UNAUDITED].map(listed)),
    settings: { service: true, liveAudits: true, network, resolver: '' },
  });
const services = { any: await serviceIn('any'), public: await serviceIn('public') };
beforeAll(async () => {
  await keep(LIVE);
  await keep(LISTED);
  await keep(AGED, { scoredAt: new Date(Date.now() - 31 * 86_400_000).toISOString() });
  for (const [host, code] of [
    [WALLED, 'target_blocked'],
    [DECLINING, 'target_declined'],
  ] as const) {
    const failure = { code, message: 'why', at: Date.now() };
    await store.write(liveKey(host), JSON.stringify({ failure }), 'new');
  }
  await keep(OVERTAKEN, { scoredAt: new Date(Date.now() - 86_400_000).toISOString() });
  await keep(LIVE, { siteType: 'api' });
  await keep(LISTED, { siteType: 'api' });
  const endpoint = `https://${LIVE}/v1/mcp`;
  await keep(LIVE, { named: '/v1/mcp', mcpDiscovery: [{ source: NAMED_ENDPOINT, endpoint }] });
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(
  path: string,
  headers: Readonly<Record<string, string>> = { accept: HTML },
  { method = 'GET', network = 'any' as 'any' | 'public' } = {},
): Promise<Answer> {
  const answer = await services[network].ask(path, { method, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const typeOf = ({ headers }: Answer) => headers.get('content-type')?.toLowerCase();
const hrefs = (text: string, selector: string) =>
  parse(text)
    .querySelectorAll(selector)
    .map((link) => link.getAttribute('href'));

describe('a live scorecard', () => {
  const FORMS = [
    ['', 'text/html; charset=utf-8'],
    ['/md', 'text/markdown; charset=utf-8'],
    ['/json', 'application/json; charset=utf-8'],
  ] as const;

  it.each(FORMS)('%s is hidden from search engines, and revalidated', async (ending, type) => {
    const path = `/score/${LIVE}${ending}`;
    const answer = await ask(path);
    expect([answer.status, typeOf(answer)]).toEqual([200, type]);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
    expect(answer.headers.get('last-modified')).toMatch(/GMT$/);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const again = await ask(path, { accept: HTML, 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('vary')).toBe(answer.headers.get('vary'));
    const changed = await ask(path, { accept: HTML, 'if-none-match': '"other"' });
    expect(changed.status).toBe(200);
    const head = await ask(path, { accept: HTML }, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(typeOf(head)).toBe(type);
  });

  it('is a page that links to its other formats and its canonical URL', async () => {
    const { text } = await ask(`/score/${LIVE}`);
    expect(hrefs(text, 'link[rel=canonical]')).toEqual([`${BASE_URL}/score/${LIVE}`]);
    const forms = [`/score/${LIVE}/md`, `/score/${LIVE}/json`];
    expect(hrefs(text, 'link[rel=alternate][href^="/score/"]')).toEqual(forms);
    expect(hrefs(text, 'footer a[type]')).toEqual(forms);
    expect(parse(text).querySelector('.callout')?.textContent).toContain('It is not in the catalog');
  });

  it('is Markdown with the front matter of the catalog, and JSON that matches the schema', async () => {
    const { text } = await ask(`/score/${LIVE}/md`);
    expect(parseFrontMatter(text)).toMatchObject({
      ok: true,
      value: {
        title: expect.stringMatching(/^site\.example: \d+% of what applies$/),
        description: expect.stringContaining('Audited at'),
      },
    });
    const json = JSON.parse((await ask(`/score/${LIVE}/json`)).text);
    expect(envelopeSchema.parse(json)).toMatchObject({ target: LIVE, tier: 'cache' });
  });

  it.each([
    [{ accept: 'text/plain' }, 'text/plain; charset=utf-8'],
    [{ accept: '*/*', 'user-agent': 'curl/8.14.1' }, 'text/markdown; charset=utf-8'],
    [{ accept: '*/*', 'user-agent': 'Mozilla/5.0' }, 'text/html; charset=utf-8'],
  ])('is negotiated at one URL: %j', async (headers, type) => {
    for (const path of [`/score/${LIVE}`, `/score/${LISTED}/live`]) {
      const answer = await ask(path, headers);
      expect([answer.status, typeOf(answer), answer.headers.get('vary')]).toEqual([200, type, VARY]);
      const location = type.startsWith('text/html') ? null : `${path}/md`;
      expect(answer.headers.get('content-location')).toBe(location);
    }
  });
});

describe('a listed target', () => {
  it.each([LISTED, OVERTAKEN])(
    '%s has a separate URL for its live scorecard, whether newer or older',
    async (host) => {
      const path = `/score/${host}/live`;
      const { status, text, headers } = await ask(path);
      expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
      expect(hrefs(text, 'link[rel=canonical]')).toEqual([`${BASE_URL}${path}`]);
      expect(hrefs(text, 'link[rel=alternate][href^="/score/"]')).toEqual([`${path}/md`, `${path}/json`]);
      expect(hrefs(text, 'main .callout a')).toEqual([`/score/${host}`]);
      const markdown = await ask(`${path}/md`);
      expect(parseFrontMatter(markdown.text)?.ok).toBe(true);
      expect(JSON.parse((await ask(`${path}/json`)).text)).toMatchObject({
        scorecard_url: `${BASE_URL}${path}`,
        scorecard: { public_listing: false },
      });
    },
  );

  it.each([
    [`/score/${UNAUDITED}/live`, `/score/${UNAUDITED}`],
    [`/score/${UNAUDITED}/live/md`, `/score/${UNAUDITED}/md`],
    [`/score/${LIVE}/live.md?site_type=api`, `/score/${LIVE}/live/md?site_type=api`],
    [`/score/${UNAUDITED}/live/json`, `/score/${UNAUDITED}/json`],
    [`/score/${LISTED.toUpperCase()}`, `/score/${LISTED}`],
    [`/score/${LISTED.toUpperCase()}/json`, `/score/${LISTED}/json`],
    [`/score/${LISTED}.md`, `/score/${LISTED}/md`],
  ])('%s redirects to %s', async (path, location) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([302, location]);
  });
});

describe('a declared site type', () => {
  it.each([LIVE, LISTED])('of %s has its scorecard only at the URL with the type', async (host) => {
    const page = `/score/${host}/live?site_type=api`;
    const forms = [`/score/${host}/live/md?site_type=api`, `/score/${host}/live/json?site_type=api`];
    const { status, text } = await ask(page);
    expect([status, text.includes('site type api')]).toEqual([200, true]);
    expect(hrefs(text, 'link[rel=canonical]')).toEqual([`${BASE_URL}${page}`]);
    expect(hrefs(text, 'link[rel=alternate][href^="/score/"]')).toEqual(forms);
    expect(hrefs(text, 'main .callout a')).toEqual(host === LISTED ? [`/score/${host}`] : []);
    const json = JSON.parse((await ask(forms[1] ?? '')).text);
    expect(json).toMatchObject({ scorecard_url: BASE_URL + page, scorecard: { site_type: 'api' } });
    const markdown = await ask(page, { accept: 'text/markdown' });
    expect(markdown.headers.get('content-location')).toBe(forms[0]);
    expect(markdown.text).toContain('**Site type:** api');
    for (const other of [`/score/${host}`, `/score/${host}/live`])
      expect((await ask(other)).text).not.toContain('site type api');
    expect((await ask(`/score/${host}/live?site_type=content`)).status).toBe(404);
  });

  it.each([
    ['', HTML, `/score/${LIVE}/live?site_type=api`],
    ['/md', '*/*', `/score/${LIVE}/live/md?site_type=api`],
    ['/json', '*/*', `/score/${LIVE}/live/json?site_type=api`],
  ])('is added to the URL by a redirect: %s', async (ending, accept, path) => {
    const answer = await ask(`/score/${LIVE}${ending}?site_type=api`, { accept });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, path]);
  });

  it('without a scorecard returns 404, and explains how to declare the type', async () => {
    const path = `/score/${LIVE}/live`;
    const json = JSON.parse((await ask(`${path}/json?site_type=content`)).text);
    expect(json).toMatchObject({ status: 404, code: 'not_found' });
    expect(json.detail).toMatch(/^.* with the site type content declared .*\.$/);
    expect(json.detail).toContain(`target ${LIVE} and site_type content`);
    expect(json.command).toMatch(/ site\.example --site-type content$/);
    const page = parse((await ask(`${path}?site_type=content`, { accept: HTML })).text);
    expect(page.querySelector(`main a[href="/score/${LIVE}"]`)).not.toBeNull();
  });

  it('that does not exist returns 400', async () => {
    const { status, text } = await ask(`/score/${LIVE}/live/json?site_type=shop`);
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_site_type' }]);
  });
});

describe('a named MCP endpoint', () => {
  const path = `/score/${LIVE}~v1~mcp`;

  it('has a separate scorecard, which names it and is audited again with it', async () => {
    const { status, text } = await ask(`${path}/live`);
    expect([status, text.includes('and named the MCP endpoint')]).toEqual([200, true]);
    const again = parse(text).querySelector('.audited input[name=mcp_endpoint]');
    expect(again?.getAttribute('value')).toBe('/v1/mcp');
    const json = JSON.parse((await ask(`${path}/live/json`)).text);
    expect(json.json_url).toBe(`${BASE_URL}${path}/live/json`);
    expect((await ask(path)).headers.get('location')).toBe(`${path}/live`);
  });

  it.each([
    [`/score/${LIVE}~v2~mcp/live/json`, 404, `mcp_endpoint /v2/mcp`],
    [`/score/${LIVE}~~other.example/live/json`, 404, 'is a path on the target'],
    [`/score/${LIVE}!2f!2fx/live/json`, 404, 'host name'],
  ])('%s: %d', async (address, code, why) => {
    const { status, text } = await ask(address);
    expect(status).toBe(code);
    expect(JSON.parse(text).detail).toContain(why);
  });
});

describe('without a scorecard', () => {
  it.each([
    ['', HTML, 'text/html; charset=utf-8'],
    ['', 'text/markdown', 'text/markdown; charset=utf-8'],
    ['', 'application/json', 'application/json; charset=utf-8'],
    ['/md', HTML, 'text/markdown; charset=utf-8'],
    ['/json', HTML, 'application/problem+json'],
    ['/live', HTML, 'text/html; charset=utf-8'],
    ['/live/json', '*/*', 'application/problem+json'],
  ])('returns 404 for %s requested as %s, as %s', async (ending, accept, type) => {
    const answer = await ask(`/score/${NEVER}${ending}`, { accept });
    expect([answer.status, typeOf(answer)]).toEqual([404, type]);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.text).toMatch(/audit_website/);
  });

  it('has the form on its page, filled in', async () => {
    const page = parse((await ask(`/score/${NEVER}`)).text);
    expect(page.querySelector('#audit input[name=url]')?.getAttribute('value')).toBe(NEVER);
    expect(page.querySelector('main .lead')?.textContent).toContain('with the form below');
    expect((await ask(`/score/${NEVER}/md`)).text).toContain(`/score?url=${NEVER}#audit`);
    expect(JSON.parse((await ask(`/score/${NEVER}/json`)).text).detail).toContain('/score#audit');
  });

  it.each([
    ['no host', 'contains white space', 'any'],
    ['127.0.0.1', 'it is an IP address', 'public'],
    ['site.com:8080', 'it has port 8080', 'public'],
    ['localhost', 'not on the public internet', 'public'],
    [EVIL, 'contains white space', 'any'],
  ] as const)('returns 404 for %j, and explains why it cannot have one', async (target, why, network) => {
    const path = `/score/${encodeURIComponent(target)}`;
    const page = await ask(path, { accept: HTML }, { network });
    expect(page.status).toBe(404);
    expect(page.text).toContain(why);
    expect(hrefs(page.text, 'main a')).toContain('/command-line');
    expect(parse(page.text).querySelectorAll('img, script:not([src])')).toEqual([]);
    const json = await ask(`${path}/json`, {}, { network });
    expect(JSON.parse(json.text)).toMatchObject({ status: 404, code: 'invalid_target' });
    const md = await ask(`${path}/md`, {}, { network });
    expect([md.status, /(?<!\\)<img/.test(md.text)]).toEqual([404, false]);
  });
});

describe('the badge of a live result', () => {
  it.each([
    ['badge.svg', 'image/svg+xml', '<svg'],
    ['shield.json', 'application/json', '"schemaVersion":1'],
  ])('%s may be embedded and cached by anyone, without headers about a caller', async (name, type, part) => {
    const { status, headers, text } = await ask(`/score/${LIVE}/${name}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    expect(text).toContain(part);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('ratelimit-remaining')).toBeNull();
    expect(headers.get('etag')).not.toBeNull();
  });

  it.each([
    [NEVER, 'not scored'],
    ['a b', 'not scored'],
    [AGED, 'expired'],
    [WALLED, 'refused'],
    [DECLINING, 'declined'],
  ])('of %s, which has no scorecard, says “%s” and is cached briefly', async (host, message) => {
    for (const name of ['badge.svg', 'shield.json']) {
      const { status, headers, text } = await ask(`/score/${encodeURIComponent(host)}/${name}`);
      expect([status, text]).toEqual([200, expect.stringContaining(message)]);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('accepts only GET', async () => {
    expect((await ask(`/score/${LIVE}/badge.svg`, {}, { method: 'POST' })).status).toBe(405);
  });
});
