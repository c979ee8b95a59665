import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { redirect, sitemapOf } from '../../testing/routes.ts';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../../testing/serve.ts';

const HTML = '<!doctype html><title>Home</title><h1>Home</h1>';
const CHECKS = [
  'accept-markdown',
  'markdown-accept-plain',
  'markdown-cli-ua',
  'markdown-agent-ua',
  'markdown-vary',
  'markdown-frontmatter',
];

interface Alternate {
  readonly type?: string;
  readonly body?: string;
  readonly vary?: string;
  /** The `Vary` header of the HTML; by default that of the alternate. */
  readonly htmlVary?: string;
  readonly status?: number;
  readonly location?: string;
}

const isAccept = (type: string) => (request: IncomingMessage) => request.headers.accept === type;
const isAgent = (name: RegExp) => (request: IncomingMessage) =>
  name.test(request.headers['user-agent'] ?? '');
const WHO = {
  'accept-markdown': isAccept('text/markdown'),
  'markdown-accept-plain': isAccept('text/plain'),
  'markdown-cli-ua': isAgent(/^curl\//),
  'markdown-agent-ua': isAgent(/ChatGPT-User/),
};

/** A home page that returns this alternate if `who` selects the request, otherwise HTML. */
function home(who: (request: IncomingMessage) => boolean, alternate: Alternate, html = HTML): Route {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { htmlVary = alternate.vary } = alternate;
    if (!who(request)) {
      if (htmlVary) response.setHeader('vary', htmlVary);
      response.setHeader('content-type', 'text/html');
      response.end(html);
      return;
    }
    response.statusCode = alternate.status ?? 200;
    if (alternate.type !== '')
      response.setHeader('content-type', alternate.type ?? 'text/markdown; charset=utf-8');
    if (alternate.vary !== undefined) response.setHeader('vary', alternate.vary);
    if (alternate.location !== undefined) response.setHeader('location', alternate.location);
    response.end(alternate.body ?? '# Home');
  };
}

const anyOf = (request: IncomingMessage) => Object.values(WHO).some((is) => is(request));

describe('the Markdown alternate of the home page, on real servers', () => {
  it.each(Object.entries(WHO))('%s asks in its own way, and is given what is for it', async (id, who) => {
    const result = await resultOn({ '/': home(who, {}) }, id);
    expect(result.status, result.evidence).toBe('pass');
    const html = await resultOn({ '/': home(who, { body: HTML }) }, id);
    expect(html.status, html.evidence).toBe('broken');
  });

  it.each([
    // `Vary` must list the header that decides.
    ['markdown-cli-ua', 'User-Agent', 'pass'],
    ['markdown-cli-ua', 'Accept', 'absent'],
    ['markdown-agent-ua', 'Accept, User-Agent', 'pass'],
    ['accept-markdown', 'Accept', 'pass'],
    ['markdown-accept-plain', 'accept', 'pass'],
  ] as const)('markdown-vary: Markdown for %s alone, with Vary: %s → %s', async (who, vary, status) => {
    const result = await resultOn({ '/': home(WHO[who], { vary }) }, 'markdown-vary');
    expect(result.status, result.evidence).toBe(status);
  });

  it.each<
    [title: string, vary: string | undefined, htmlVary: string, file: string | undefined, status: string]
  >([
    ['the redirect and the HTML vary', 'Accept, User-Agent', 'Accept, User-Agent', undefined, 'pass'],
    ['nothing does', undefined, '', undefined, 'absent'],
    ['the file alone does', undefined, '', 'Accept, User-Agent', 'absent'],
    ['the redirect alone does', 'Accept, User-Agent', '', 'Accept, User-Agent', 'noncompliant'],
    ['all but the redirect do', undefined, 'Accept, User-Agent', 'Accept, User-Agent', 'absent'],
  ])('markdown-vary: a redirect to the Markdown, and %s', async (_, vary, htmlVary, fileVary, status) => {
    const redirect = {
      status: 303,
      location: '/index.md',
      htmlVary,
      ...(vary === undefined ? {} : { vary }),
    };
    const file = { type: 'text/markdown', body: '# Home', headers: fileVary ? { vary: fileVary } : {} };
    await using site = await serveSite({ '/': home(anyOf, redirect), '/index.md': file });
    const { scorecard } = await auditSite(site.url, { only: ['markdown-vary', 'accept-markdown'] });
    const statusOf = (id: string) => scorecard.results.find((one) => one.id === id)?.status;
    expect([statusOf('markdown-vary'), statusOf('accept-markdown')]).toEqual([status, 'pass']);
    expect(site.asked.filter((request) => request === 'GET /')).toHaveLength(6);
  });

  it.each([
    ['pass', 'Accept', 'Accept'],
    ['noncompliant', 'Accept', ''],
    ['noncompliant', '', 'Accept'],
    ['absent', '', 'Accept-Encoding'],
  ])(
    'markdown-vary: %s if Vary of the Markdown is "%s", of the HTML "%s"',
    async (status, vary, htmlVary) => {
      const accepts = WHO['accept-markdown'];
      const routes = { '/': home(accepts, { vary, htmlVary }) };
      expect((await resultOn(routes, 'markdown-vary')).status).toBe(status);
      // The same behind a redirect that all clients get.
      const moved = { '/': redirect('/en'), '/en': home(accepts, { vary, htmlVary }) };
      expect((await resultOn(moved, 'markdown-vary')).status).toBe(status);
    },
  );

  it('asks for no alternate of a root that is not HTML', async () => {
    await using site = await serveSite({ '/': { type: 'text/markdown', body: '# Home' } });
    await auditSite(site.url, { only: CHECKS });
    expect(site.asked).toEqual(['GET /']);
  });

  it('requests each way once, in addition to the home page itself and once more for what decides', async () => {
    await using site = await serveSite({ '/': home(anyOf, {}) });
    await auditSite(site.url, { only: [...CHECKS, 'agent-ua-reachable'] });
    expect(site.asked.filter((request) => request === 'GET /')).toHaveLength(6);
  });
});

describe('where the home page has no Markdown, another page', () => {
  const GUIDE = '<!doctype html><title>Guide</title><h1>Guide</h1><p>How to begin.';
  const LLMS = (...links: string[]): Route => ({
    type: 'text/plain',
    body: `# Site\n\n> What\n\n## Docs\n\n${links.map((link) => `- [x](${link})\n`).join('')}`,
  });
  /** A page that returns Markdown if `who` selects the request, otherwise HTML. */
  const guide = (who: (request: IncomingMessage) => boolean, alternate: Alternate = {}): Route =>
    home(who, alternate, GUIDE);
  const HOME = home(() => false, {});

  it.each(Object.entries(WHO))('passes %s where it has Markdown, and says which', async (id, who) => {
    const llms = LLMS('/a.json', '/b.pdf', '/c.md', '/guide');
    const result = await resultOn({ '/': HOME, '/llms.txt': llms, '/guide': guide(who) }, id);
    expect(result.status, result.evidence).toBe('pass');
    expect(result.evidence).toMatch(/\/guide -> 200/);
  });

  it('is named by the sitemap where llms.txt names none, else by the home page', async () => {
    const routes = {
      '/': HOME,
      '/guide': guide(WHO['accept-markdown']),
      '/sitemap.xml': sitemapOf('/guide'),
    };
    expect((await resultOn(routes, 'accept-markdown')).status).toBe('pass');
    const nav = `${HTML}<nav><a href="/logo.png">x</a><a href="/guide">Guide</a></nav>`;
    const linked = { '/': home(() => false, {}, nav), '/guide': guide(WHO['accept-markdown']) };
    expect((await resultOn(linked, 'accept-markdown')).status).toBe('pass');
    expect((await resultOn({ '/': HOME, '/guide': guide(anyOf) }, 'accept-markdown')).status).toBe('absent');
  });

  it('that calls its HTML Markdown breaks the check, and one without Markdown changes nothing', async () => {
    const html = { '/': HOME, '/llms.txt': LLMS('/guide'), '/guide': guide(anyOf, { body: GUIDE }) };
    expect((await resultOn(html, 'accept-markdown')).status).toBe('broken');
    const none = { '/': HOME, '/llms.txt': LLMS('/guide'), '/guide': guide(() => false) };
    const result = await resultOn(none, 'accept-markdown');
    expect(result.status).toBe('absent');
    expect(result.evidence).toMatch(/\/ -> 200 \(text\/html\); .*\/guide -> 200 \(text\/html; requested/);
  });

  it('that could not be seen at all is an error too', async () => {
    const routes: Routes = {
      '/': HOME,
      '/llms.txt': LLMS('/guide'),
      '/guide': { status: 403, type: 'text/html', headers: { 'cf-mitigated': 'challenge' }, body: GUIDE },
    };
    expect((await resultOn(routes, 'accept-markdown')).status).toBe('error');
  });

  it('is one page, and none where the site is one shell', async () => {
    const pages = { '/a': guide(() => false), '/b': guide(() => false) };
    await using site = await serveSite({ '/': HOME, '/llms.txt': LLMS('/a', '/b'), ...pages });
    await auditSite(site.url, { only: ['accept-markdown', 'markdown-cli-ua'] });
    expect(site.asked.filter((request) => /^GET \/[ab]$/.test(request))).toEqual(Array(3).fill('GET /a'));
    await using shell = await serveSite({ '/llms.txt': LLMS('/a', '/b'), '*': HOME });
    await auditSite(shell.url, { only: ['accept-markdown'] });
    expect(shell.asked.filter((request) => /^GET \/[ab]$/.test(request))).toEqual(['GET /a', 'GET /b']);
  });

  it('is not asked for where the home page has Markdown', async () => {
    await using site = await serveSite({ '/': home(anyOf, {}), '/llms.txt': LLMS('/a'), '/a': guide(anyOf) });
    await auditSite(site.url, { only: CHECKS });
    expect(site.asked).not.toContain('GET /a');
  });
});

describe('a site that answers every path with one Markdown page', () => {
  /** Responds with this text if requested as Markdown or selected by `who`, otherwise with HTML (404 except for `/`). */
  const everywhere = (body: string, who = anyOf): Routes => {
    const page = { body, vary: 'Accept, User-Agent' };
    return { '/': home(who, page), '*': unlessHtml(who, page) };
  };
  const unlessHtml =
    (who: (request: IncomingMessage) => boolean, page: Alternate): Route =>
    (request, response) => {
      if (!who(request) && !/^text\/markdown,/.test(request.headers.accept ?? '')) response.statusCode = 404;
      const asks = (one: IncomingMessage) => who(one) || /^text\/markdown,/.test(one.headers.accept ?? '');
      (home(asks, page, '<!doctype html><h1>Gone</h1>') as (...given: unknown[]) => void)(request, response);
    };

  it.each([
    ['# No page here\n\nSee the [home page](/).'],
    ['404: Not Found'],
    ['---\ntitle: Page not found\n---\n\n# Sorry'],
  ])('has no Markdown if it says that there is no such page: %j', async (body) => {
    await using site = await serveSite(everywhere(body));
    const { scorecard } = await auditSite(site.url, { only: CHECKS });
    expect(Object.fromEntries(scorecard.results.map(({ id, status }) => [id, status]))).toMatchObject({
      'accept-markdown': 'absent',
      'markdown-accept-plain': 'n_a',
      'markdown-cli-ua': 'n_a',
      'markdown-agent-ua': 'n_a',
      'markdown-vary': 'n_a',
      'markdown-frontmatter': 'n_a',
    });
  });

  it('has Markdown if it is a text of its own', async () => {
    const text = '# Harbour\n\nAsk for /llms.txt; pages that are not found are there too.';
    await using site = await serveSite(everywhere(text));
    const { scorecard } = await auditSite(site.url, {
      only: ['accept-markdown', 'markdown-vary', 'markdown-cli-ua'],
    });
    expect(scorecard.results.filter(({ status }) => status === 'pass')).toHaveLength(3);
  });

  it('has Markdown where another page has it', async () => {
    const page = { body: '# No page here', vary: 'Accept, User-Agent' };
    const guide = home(
      anyOf,
      { body: '# Guide', vary: 'Accept, User-Agent' },
      '<!doctype html><h1>Guide</h1>',
    );
    const llms = { type: 'text/plain', body: '# Site\n\n- [Guide](/guide)\n' };
    const routes = {
      '/': home(anyOf, page),
      '/guide': guide,
      '/llms.txt': llms,
      '*': unlessHtml(anyOf, page),
    };
    expect((await resultOn(routes, 'accept-markdown')).status).toBe('pass');
  });
});
