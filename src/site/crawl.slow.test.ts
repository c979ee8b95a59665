/** The built site of the demo catalog, checked with a crawler, a validator and its content security policy. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeSchema } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';
import { addresses } from '../service/testing/addresses.ts';
import type { TestServer } from '../testing/servers.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { OF_OTHER_VERSIONS, REFUSING, WALLED } from './testing/catalog.ts';
import { type Answer, ask, type Crawl, crawl, type Link } from './testing/crawl.ts';
import { grouped, invalidHtml } from './testing/invalid-html.ts';
import { serveBuilt } from './testing/serve.ts';

let folder: string;
let server: TestServer;
let site: Crawl;

beforeAll(async () => {
  folder = await builtSite();
  // Each request has a different caller address, because one caller may not read so many pages in a minute.
  server = await serveBuilt(folder, { caller: addresses() });
  site = await crawl(server.url, [
    '/',
    '/score',
    '/robots.txt',
    '/sitemap.xml',
    '/llms.txt',
    '/openapi.json',
    '/.well-known/agent-skills/index.json',
  ]);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

function faults(rule: (page: Answer) => readonly string[]): string[] {
  return grouped(site.pages.flatMap((page) => rule(page).map((fault) => [fault, page.path] as const)));
}

/** Returns all top-level pages, and one page of each folder, because a folder's pages are made in the same way. */
function kinds(): Answer[] {
  return [...Map.groupBy(site.pages, ({ path }) => path.split('/').slice(0, -1).join('/')).values()].flatMap(
    (pages) => (pages[0]?.path.split('/').length === 2 ? pages : pages.slice(0, 1)),
  );
}

function badLinks(rule: (link: Link) => boolean): string[] {
  return grouped(site.links.filter(rule).map(({ href, from }) => [href, from]));
}

function attribute(page: Answer, selector: string, name: string): string {
  return page.html?.querySelector(selector)?.getAttribute(name) ?? '';
}

const title = (page: Answer) => page.html?.querySelector('title')?.textContent.trim() ?? '';
const description = (page: Answer) => attribute(page, 'meta[name=description]', 'content');

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length)}/${entry.name}`);
}

describe('links', () => {
  test('every internal link has a target, without a redirect', () => {
    expect(badLinks(({ path }) => site.answers.get(path)?.status !== 200)).toEqual([]);
  });

  test('every fragment exists', () => {
    const isMissing = ({ path, fragment }: Link) => {
      const html = site.answers.get(path)?.html;
      return fragment !== '' && html !== undefined && html.getElementById(fragment) === null;
    };
    expect(badLinks(isMissing)).toEqual([]);
  });

  test('every page can be reached from the first', async () => {
    const reached = new Set(['/']);
    for (const path of reached)
      for (const link of site.answers.get(path)?.links ?? []) reached.add(link.path);
    const paths = (await files())
      .filter((file) => file.endsWith('.html') && file !== '/404.html')
      .map((file) => file.replace(/(?:(?:^|\/)index)?\.html$/, '') || '/');
    expect(paths.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('the sitemap names every page once, and nothing else', async () => {
    const listed = site.answers.get('/sitemap.xml')?.links.map(({ path }) => path) ?? [];
    // Pages that the function makes from a scorecard are not in the sitemap.
    const paths = site.pages.map(({ path }) => path);
    const own = paths.filter((path) => !/^\/score\/[^/]+\/(?:evidence|fix)$/.test(path));
    expect(listed.toSorted()).toEqual(own.toSorted());
  });
});

describe('pages', () => {
  test('the HTML of one of each kind is valid', async () => {
    expect(grouped(await invalidHtml([...kinds(), await ask(server.url, '/no-such-page')]))).toEqual([]);
  });

  test('each has a language, a title, a description and one address', () => {
    const rule = (page: Answer) => {
      const canonical = attribute(page, 'link[rel=canonical]', 'href');
      const { length } = description(page);
      return [
        ...(attribute(page, 'html', 'lang') === 'en' ? [] : ['no language']),
        ...(title(page) === '' ? ['no title'] : []),
        ...(length >= 40 && length <= 320 ? [] : [`a description of ${length} characters`]),
        ...(canonical === new URL(page.path, SITE_ADDRESS).href ? [] : [`the address ${canonical}`]),
        ...(page.html?.querySelectorAll('h1').length === 1 ? [] : ['not one h1']),
      ];
    };
    expect(faults(rule)).toEqual([]);
  });

  test.each([
    ['title', title],
    ['description', description],
  ])('no two have the same %s', (_what, read) => {
    const shared = [...Map.groupBy(site.pages, read)].filter(([, pages]) => pages.length > 1);
    expect(shared.map(([text, pages]) => `${text}: ${pages.map(({ path }) => path).join(', ')}`)).toEqual([]);
  });

  test('nothing in them violates the content security policy', () => {
    const rule = ({ html, headers }: Answer) => {
      const all = (selector: string) => html?.querySelectorAll(selector) ?? [];
      return [
        ...(headers.get('content-security-policy')?.includes("default-src 'none'") ? [] : ['no policy']),
        ...all('script:not([src])')
          .filter((script) => script.getAttribute('type') !== 'application/ld+json')
          .map(() => 'an inline script'),
        ...all('style').map(() => 'a style element'),
        ...all('*').flatMap(({ attributes, tagName }) =>
          Object.keys(attributes)
            .filter((name) => name === 'style' || /^on/i.test(name))
            .map((name) => `${tagName} with ${name}`),
        ),
        ...all('script[src], img[src], link[rel=stylesheet]')
          .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
          .filter((address) => !/^\/(?!\/)/.test(address))
          .map((address) => `something from ${address}`),
      ];
    };
    expect(faults(rule)).toEqual([]);
  });
});

describe('what agents read', () => {
  test('each scorecard matches the schema of the contract and the numbers of its page', async () => {
    const targets = site.pages.flatMap(({ path }) => /^\/score\/([^/]+)$/.exec(path)?.[1] ?? []);
    const demos = ['api.demo', 'broken.demo', 'docs.demo', 'neglected.demo', 'ready.demo', 'spa.demo'];
    const others = Object.values(OF_OTHER_VERSIONS);
    expect(targets.toSorted()).toEqual([...demos, REFUSING, WALLED, ...others].toSorted());
    // A site that was never scored has no file: the function says why.
    expect((await ask(server.url, `/score/${WALLED}/json`)).status).toBe(404);
    for (const target of targets.filter((one) => one !== WALLED)) {
      const answer = await ask(server.url, `/score/${target}/json`);
      expect(answer.type).toBe('application/json; charset=utf-8');
      const schema = others.includes(target) ? storedEnvelopeSchema : envelopeSchema;
      const envelope = schema.parse(JSON.parse(answer.body));
      expect(envelope.target).toBe(target);
      expect(envelope.json_url).toBe(`${SITE_ADDRESS}/score/${target}/json`);
      const page = site.answers.get(`/score/${target}`)?.html;
      const figures = page?.querySelectorAll('.scores .figure').map(({ textContent }) => textContent);
      const { global, relative } = envelope.scorecard.score;
      expect(figures).toEqual([`${relative}%`, `${global}%`]);
      expect(page?.querySelectorAll('dl[id^=check-]')).toHaveLength(envelope.scorecard.results.length);
    }
  });

  test('every file has a type, valid JSON if it is JSON, and only addresses of this deployment', async () => {
    const wrong: string[] = [];
    for (const file of await files()) {
      const { type, body } = await ask(server.url, file);
      if (type === '') wrong.push(`${file} has no type`);
      if (body.includes(DEFAULT_BASE_URL)) wrong.push(`${file} names the public catalog`);
      // JSON Lines is not one document.
      if (/json\b/.test(type)) expect(() => JSON.parse(body), file).not.toThrow();
    }
    expect(wrong).toEqual([]);
  });
});
