import { describe, expect, it } from 'vitest';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HOME: Route = {
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Home</title><h1>Home</h1>',
};
const SHELL: Route = { type: 'text/html', body: '<!doctype html><title>App</title><div id="root"></div>' };
const markdown = (body: string): Route => ({ type: 'text/markdown; charset=utf-8', body });
const page = (title: string): Route => ({
  type: 'text/html',
  body: `<!doctype html><title>${title}</title>`,
});
const FULL_INDEX = '# Site\n\n> What it is.\n\n## Docs\n\n- [A](/docs/a)\n';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly siteType?: 'content';
  readonly expect: string;
  readonly reason?: string;
  readonly evidence?: RegExp;
}

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  {
    id: 'llms-txt',
    title: 'Markdown without a content type',
    routes: { '/llms.txt': { body: '# Site' } },
    expect: 'pass',
  },
  {
    id: 'llms-txt',
    title: 'redirected to another file',
    routes: { '/llms.txt': { status: 301, headers: { location: '/x.md' } }, '/x.md': markdown('# Site') },
    expect: 'pass',
    evidence: /llms\.txt -> 301 -> .*x\.md -> 200/,
  },
  {
    id: 'llms-txt',
    title: 'Markdown declared as HTML, where unknown paths give a page',
    routes: { '/llms.txt': { type: 'text/html', body: '# Site\n\n> What <br> it is' }, '*': SHELL },
    expect: 'noncompliant',
    evidence: /Markdown, but its content type is text\/html/,
  },
  {
    id: 'llms-txt',
    title: 'Markdown without a heading, declared as HTML',
    routes: { '/llms.txt': { type: 'text/html; charset=utf-8', body: '- [A](/a)\n- [B](/b)' } },
    expect: 'noncompliant',
  },
  {
    id: 'llms-txt',
    title: 'HTML, where unknown paths give a page',
    routes: { '/llms.txt': page('llms'), '*': SHELL },
    expect: 'absent',
  },
  {
    id: 'llms-full-txt',
    title: 'Markdown declared as HTML',
    routes: { '/llms.txt': markdown(FULL_INDEX), '/llms-full.txt': { type: 'text/html', body: '# Full' } },
    expect: 'noncompliant',
  },
  {
    id: 'llms-txt-links',
    title: 'those of Markdown that is declared as HTML, which are not asked',
    routes: { '/llms.txt': { type: 'text/html', body: '# Site\n\n- [A](/gone)' } },
    expect: 'n_a',
    reason: 'antecedent-unmet',
  },
  {
    id: 'llms-txt',
    title: 'empty',
    routes: { '/llms.txt': markdown(' \n') },
    expect: 'absent',
    evidence: /-> 200 \(empty\)/,
  },

  {
    id: 'llms-txt-links',
    title: 'all answer',
    routes: {
      '/llms.txt': markdown('- [A](/a)\n- [B](/b)\n- [C](/)'),
      '/a': page('a'),
      '/b': { status: 302, headers: { location: '/a' } },
    },
    expect: 'pass',
    evidence: /3 of 3 links asked, 3 resolve/,
  },
  {
    id: 'llms-txt-links',
    title: 'bare URLs of a list: all are asked that are there to be read',
    routes: {
      '/llms.txt': ({ headers: { host } }, response) => {
        const at = `http://${host}`;
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(`# Site\n\n- Docs: ${at}/a\n- ${at}/b: more\n- <${at}/c>\n- MCP: ${at}/mcp\n- POST ${at}/d\n`);
      },
      '/a': page('a'),
      '/b': page('b'),
    },
    expect: 'broken',
    evidence: /3 of 3 links asked, 1 does not work: \S+\/c -> 404/,
  },
  {
    id: 'llms-txt-links',
    title: 'one redirects in a circle',
    routes: {
      '/llms.txt': markdown('- [A](/a)'),
      '/a': { status: 302, headers: { location: '/a' } },
    },
    expect: 'broken',
    evidence: /redirects in a circle/,
  },
  {
    id: 'llms-txt-links',
    title: 'one gives the page for unknown paths',
    routes: { '/llms.txt': markdown('- [A](/a)\n- [B](/gone)'), '/a': page('a'), '*': SHELL },
    expect: 'broken',
    evidence: /gone -> 200 \(the page that the site shows for unknown paths/,
  },
  {
    id: 'llms-txt-links',
    title: 'the home page is what unknown paths are redirected to',
    routes: {
      '/llms.txt': markdown('- [Home](/)'),
      '*': { status: 302, headers: { location: '/' } },
    },
    expect: 'pass',
  },

  {
    id: 'llms-txt-scoped',
    title: 'in a directory of a link',
    routes: { '/llms.txt': markdown(FULL_INDEX), '/docs/llms.txt': markdown('# Docs') },
    expect: 'pass',
    evidence: /docs\/llms\.txt -> 200/,
  },
  {
    id: 'llms-txt-scoped',
    title: 'in a directory of another origin that the sitemap names',
    routes: {
      '/llms.txt': markdown('# Site'),
      '/sitemap.xml': {
        type: 'application/xml',
        body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://127.0.0.1/guide/a</loc></url></urlset>',
      },
      '/guide/llms.txt': markdown('# Guide'),
    },
    expect: 'n_a',
    reason: 'optional-absent',
    evidence: /names a directory with content/,
  },
  {
    id: 'llms-txt-scoped',
    title: 'the same text in the directory',
    routes: { '/llms.txt': markdown(FULL_INDEX), '/docs/llms.txt': markdown(FULL_INDEX) },
    expect: 'n_a',
    reason: 'optional-absent',
    evidence: /the same as \/llms\.txt/,
  },
  {
    id: 'llms-txt-scoped',
    title: 'not in a directory that is linked, and the sitemap is blocked',
    routes: {
      '/llms.txt': markdown(FULL_INDEX),
      '/sitemap.xml': { status: 403, headers: { 'cf-mitigated': 'challenge' } },
    },
    expect: 'error',
    evidence: /sitemap\.xml/,
  },
  {
    id: 'llms-txt-scoped',
    title: 'redirected to the one at the root',
    routes: {
      '/llms.txt': markdown(FULL_INDEX),
      '/docs/llms.txt': { status: 301, headers: { location: '/llms.txt' } },
    },
    expect: 'n_a',
    reason: 'optional-absent',
  },

  {
    id: 'llms-full-txt-scoped',
    title: 'in a directory',
    routes: {
      '/llms.txt': markdown(FULL_INDEX),
      '/llms-full.txt': markdown('# Full'),
      '/docs/llms-full.txt': markdown('# Docs'),
    },
    expect: 'pass',
  },
];

describe('llms.txt, on real servers', () => {
  it.each(CASES)(
    '$id: $title → $expect',
    async ({ id, routes, siteType, expect: status, reason, evidence }) => {
      const result = await resultOn({ '/': HOME, ...routes }, id, siteType === undefined ? {} : { siteType });
      expect(result.status, result.evidence).toBe(status);
      expect('na_reason' in result ? result.na_reason : undefined).toBe(reason);
      if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
    },
  );

  it('a section that only the sitemap names is looked at, once, and a page with a slash is no section', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/llms.txt': markdown(FULL_INDEX),
      '/sitemap.xml': (request, response) => {
        const locations = ['/docs/b', '/about/', '/guide/a'].map(
          (path) => `<url><loc>http://${request.headers.host}${path}</loc></url>`,
        );
        response.setHeader('content-type', 'application/xml');
        response.end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>`,
        );
      },
      '/guide/llms.txt': markdown('# Guide'),
    });
    const { scorecard } = await auditSite(site.url, { only: ['llms-txt-scoped'] });
    const result = scorecard.results.find(({ id }) => id === 'llms-txt-scoped');
    expect(result?.status, result?.evidence).toBe('pass');
    const asked = site.asked.filter((request) => request.endsWith('/llms.txt'));
    expect(asked.toSorted()).toEqual(['GET /docs/llms.txt', 'GET /guide/llms.txt', 'GET /llms.txt']);
  });

  it('links of other sites are asked too, and a refusal there says nothing of the link', async () => {
    await using other = await serveSite({ '/ok': page('ok'), '/refused': { status: 403 } });
    const index = (path: string) => ({
      '/': HOME,
      '/llms.txt': markdown(`- [X](${other.url}${path})\n- [Home](/)`),
    });
    const refused = await resultOn(index('/refused'), 'llms-txt-links');
    expect(refused.status, refused.evidence).toBe('pass');
    expect(refused.evidence).toContain('not judged');
    expect((await resultOn(index('/ok'), 'llms-txt-links')).status).toBe('pass');
    expect((await resultOn(index('/gone'), 'llms-txt-links')).status).toBe('broken');
  });

  it('asks ten links and eight directories at most, and nothing twice', async () => {
    const links = Array.from({ length: 40 }, (_, i) => `- [X](/d${i}/x)`).join('\n');
    await using site = await serveSite({
      '/': HOME,
      '/llms.txt': markdown(`# S\n\n- [Full](/llms-full.txt)\n${links}`),
      '/llms-full.txt': markdown('# Full'),
    });
    await auditSite(site.url, {
      only: ['llms-txt', 'llms-txt-links', 'llms-full-txt', 'llms-txt-scoped', 'llms-full-txt-scoped'],
    });
    const count = (pattern: RegExp) => site.asked.filter((request) => pattern.test(request)).length;
    expect(count(/^GET \/d\d+\/x$/)).toBe(9);
    expect(count(/^GET \/d\d+\/llms\.txt$/)).toBe(8);
    expect(count(/^GET \/d\d+\/llms-full\.txt$/)).toBe(8);
    expect(count(/sitemap/)).toBe(0);
    expect(new Set(site.asked).size).toBe(site.asked.length);
  });
});
