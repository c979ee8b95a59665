import { describe, expect, it } from 'vitest';
import { HOME, redirect, sitemapOf, text } from '../../testing/routes.ts';
import { auditSite, type Route, resultOn, serveSite } from '../../testing/serve.ts';
import { itJudges } from '../../testing/verdicts.ts';

const SHELL: Route = { type: 'text/html', body: '<!doctype html><title>App</title><div id="root"></div>' };
const markdown = (body: string) => text(body, 'text/markdown; charset=utf-8');
const page = (title: string) => text(`<!doctype html><title>${title}</title>`, 'text/html');
const FULL_INDEX = '# Site\n\n> What it is.\n\n## Docs\n\n- [A](/docs/a)\n';

itJudges('llms-txt', [
  ['pass', 'Markdown without a content type', { '/llms.txt': { body: '# Site' } }],
  [
    'pass',
    'redirected to another file',
    { '/llms.txt': redirect('/x.md', 301), '/x.md': markdown('# Site') },
    /llms\.txt -> 301 -> .*x\.md -> 200/,
  ],
  [
    'noncompliant',
    'Markdown declared as HTML, where unknown paths give a page',
    { '/llms.txt': { type: 'text/html', body: '# Site\n\n> What <br> it is' }, '*': SHELL },
    /Markdown, but its content type is text\/html/,
  ],
  [
    'noncompliant',
    'Markdown without a heading, declared as HTML',
    { '/llms.txt': { type: 'text/html; charset=utf-8', body: '- [A](/a)\n- [B](/b)' } },
  ],
  ['absent', 'HTML, where unknown paths give a page', { '/llms.txt': page('llms'), '*': SHELL }],
  ['absent', 'empty', { '/llms.txt': markdown(' \n') }, /-> 200 \(empty\)/],
]);

it.each(['robots', 'llms-txt'] as const)('%s: an empty file is named as such', async (id) => {
  const routes = { '/': HOME, '/robots.txt': markdown(''), '/llms.txt': markdown(' \n') };
  expect((await resultOn(routes, id)).finding).toMatch(/^(robots|llms)\.txt is empty\.$/);
});

itJudges('llms-txt-links', [
  [
    'antecedent-unmet',
    'those of Markdown that is declared as HTML, which are not asked',
    { '/llms.txt': { type: 'text/html', body: '# Site\n\n- [A](/gone)' } },
  ],
  [
    'pass',
    'all answer',
    { '/llms.txt': markdown('- [A](/a)\n- [B](/b)\n- [C](/)'), '/a': page('a'), '/b': redirect('/a') },
    /3 of 3 links requested, 3 resolve/,
  ],
  [
    'broken',
    'bare URLs of a list: all are asked that are there to be read',
    {
      '/llms.txt': ({ headers: { host } }, response) => {
        const at = `http://${host}`;
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(`# Site\n\n- Docs: ${at}/a\n- ${at}/b: more\n- <${at}/c>\n- MCP: ${at}/mcp\n- POST ${at}/d\n`);
      },
      '/a': page('a'),
      '/b': page('b'),
    },
    /3 of 3 links requested, 1 is dead: \S+\/c -> 404/,
  ],
  [
    'pass',
    'links to what a GET alone does not get: an MCP endpoint, an account, a search (linkcheckers)',
    {
      '/llms.txt': markdown('- [MCP server](/mcp)\n- [Account](/me)\n- [Search](/search)'),
      '/mcp': { status: 405 },
      '/me': { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      '/search': { status: 400 },
    },
    /3 of 3 links requested, 3 resolve/,
  ],
  [
    'broken',
    'one redirect loop',
    { '/llms.txt': markdown('- [A](/a)'), '/a': redirect('/a') },
    /redirect loop/,
  ],
  [
    'broken',
    'one gives the page for unknown paths',
    { '/llms.txt': markdown('- [A](/a)\n- [B](/gone)'), '/a': page('a'), '*': SHELL },
    /gone -> 200 \(the same page as for unknown paths/,
  ],
  [
    'pass',
    'the home page is what unknown paths are redirected to',
    { '/llms.txt': markdown('- [Home](/)'), '*': redirect('/') },
  ],
]);

itJudges('llms-txt-scoped', [
  [
    'pass',
    'in a directory of a link',
    { '/llms.txt': markdown(FULL_INDEX), '/docs/llms.txt': markdown('# Docs') },
    /docs\/llms\.txt -> 200/,
  ],
  [
    'optional-absent',
    'in a directory of another origin that the sitemap names',
    {
      '/llms.txt': markdown('# Site'),
      '/sitemap.xml': text('<urlset><url><loc>http://127.0.0.1/guide/a</loc></url></urlset>', 'text/xml'),
      '/guide/llms.txt': markdown('# Guide'),
    },
    /lists a directory with content/,
  ],
  [
    'optional-absent',
    'the same text in the directory',
    { '/llms.txt': markdown(FULL_INDEX), '/docs/llms.txt': markdown(FULL_INDEX) },
    /the same as \/llms\.txt/,
  ],
  [
    'error',
    'not in a directory that is linked, and the sitemap is blocked',
    {
      '/llms.txt': markdown(FULL_INDEX),
      '/sitemap.xml': { status: 403, headers: { 'cf-mitigated': 'challenge' } },
    },
    /sitemap\.xml/,
  ],
  [
    'optional-absent',
    'redirected to the one at the root',
    { '/llms.txt': markdown(FULL_INDEX), '/docs/llms.txt': redirect('/llms.txt', 301) },
  ],
]);

itJudges('llms-full-txt-scoped', [
  [
    'pass',
    'in a directory',
    {
      '/llms.txt': markdown(FULL_INDEX),
      '/llms-full.txt': markdown('# Full'),
      '/docs/llms-full.txt': markdown('# Docs'),
    },
  ],
]);

describe('llms.txt, on real servers', () => {
  it('a section that only the sitemap names is looked at, once, and a page with a slash is not a section', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/llms.txt': markdown(FULL_INDEX),
      '/sitemap.xml': sitemapOf('/docs/b', '/about/', '/guide/a'),
      '/guide/llms.txt': markdown('# Guide'),
    });
    const { scorecard } = await auditSite(site.url, { only: ['llms-txt-scoped'] });
    const result = scorecard.results.find(({ id }) => id === 'llms-txt-scoped');
    expect(result?.status, result?.evidence).toBe('pass');
    const asked = site.asked.filter((request) => request.endsWith('/llms.txt'));
    expect(asked.toSorted()).toEqual(['GET /docs/llms.txt', 'GET /guide/llms.txt', 'GET /llms.txt']);
  });

  it('links of other sites are asked too, and a refusal there says nothing of the link', async () => {
    await using other = await serveSite({
      '/ok': page('ok'),
      '/refused': { status: 451 },
      '/mcp': { status: 405 },
    });
    const linking = (path: string) => {
      const llms = markdown(`- [X](${other.url}${path})\n- [Home](/)`);
      return resultOn({ '/': HOME, '/llms.txt': llms }, 'llms-txt-links');
    };
    expect(await linking('/refused')).toMatchObject({
      status: 'pass',
      evidence: expect.stringContaining('not judged'),
    });
    expect((await linking('/ok')).status).toBe('pass');
    expect((await linking('/mcp')).evidence).toContain('2 resolve');
    expect((await linking('/gone')).status).toBe('broken');
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
