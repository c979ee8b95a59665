import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sitemapOf } from '../../testing/routes.ts';
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

/** A home page that is HTML for browsers, and this alternate for whom `who` picks. */
function home(who: (request: IncomingMessage) => boolean, alternate: Alternate, html = HTML): Route {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!who(request)) {
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
    // What the client's name alone decides has to be named, and nothing else.
    ['markdown-cli-ua', 'User-Agent', 'pass'],
    ['markdown-cli-ua', 'Accept', 'absent'],
    ['markdown-agent-ua', 'Accept, User-Agent', 'pass'],
    ['accept-markdown', 'Accept', 'pass'],
    ['markdown-accept-plain', 'accept', 'pass'],
  ] as const)('markdown-vary: Markdown for %s alone, with Vary: %s → %s', async (who, vary, status) => {
    const result = await resultOn({ '/': home(WHO[who], { vary }) }, 'markdown-vary');
    expect(result.status, result.evidence).toBe(status);
  });

  it('markdown-vary: where a redirect leads to the Markdown, the redirect may be what varies', async () => {
    const to = (vary?: string) =>
      home(anyOf, { status: 303, location: '/index.md', ...(vary === undefined ? {} : { vary }) });
    const file = { '/index.md': { type: 'text/markdown', body: '# Home' } };
    expect((await resultOn({ '/': to('Accept, User-Agent'), ...file }, 'markdown-vary')).status).toBe('pass');
    expect((await resultOn({ '/': to(), ...file }, 'markdown-vary')).status).toBe('absent');
    expect((await resultOn({ '/': to(), ...file }, 'accept-markdown')).status).toBe('pass');
  });

  it('asks for no alternate of a root that is not HTML', async () => {
    await using site = await serveSite({ '/': { type: 'text/markdown', body: '# Home' } });
    await auditSite(site.url, { only: CHECKS });
    expect(site.asked).toEqual(['GET /']);
  });

  it('asks each way once, beside the home page itself and once more for what decides', async () => {
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
  /** A page that is HTML, and Markdown for whom `who` picks. */
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
    expect(result.evidence).toMatch(/\/ -> 200 \(text\/html\); .*\/guide -> 200 \(text\/html; asked/);
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
