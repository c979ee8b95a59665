import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HOME, json, text } from '../../testing/routes.ts';
import { auditSite, type Route, type Routes, serveSite } from '../../testing/serve.ts';

const IN_FOLDER = [
  ...['security-txt', 'web-bot-auth', 'api-catalog', 'ai-catalog', 'a2a-agent-card', 'agent-skills'],
  ...['well-known-mcp-card', 'mcp-card-legacy-aliases', 'oauth-discovery', 'auth-md', 'openapi'],
] as const;
const TEXTS = ['robots', 'llms-txt', 'llms-full-txt', 'security-txt', 'llms-txt-scoped'] as const;
const AS_JSON = [...IN_FOLDER.filter((id) => id !== 'security-txt'), 'json-errors'] as const;

const NOT_FOUND: Route = { status: 404, type: 'text/plain', body: 'Nothing' };
const give = (route: Exclude<Route, (...args: never) => unknown>, response: ServerResponse) => {
  const { status = 200, type = 'text/plain', body } = route;
  response.writeHead(status, { 'content-type': type }).end(body);
};
/** Returns one page for every path that matches `paths`, and 404 for all others. */
const all =
  (paths: RegExp, page: (request: IncomingMessage) => Exclude<Route, (...args: never) => unknown>): Route =>
  (request, response) =>
    give(paths.test(request.url ?? '') ? page(request) : NOT_FOUND, response);

const ERROR = { error: 'not_found', message: 'No such resource' };
const WELL_KNOWN = /^\/\.well-known\//;
const LLMS = '# Harbour\n\n> Tides.\n\n## When to use\n\n- [Tides](/docs/tides)\n- [Ships](/ships/all)\n';
const CARD = {
  ...{ name: 'Harbour', description: 'Tides', version: '1', capabilities: {}, skills: [] },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  supportedInterfaces: [{ url: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
};
const page = (title: string) => text(`<!doctype html><title>${title}</title><h1>${title}</h1>`, 'text/html');

type Row = readonly [
  title: string,
  catchAll: Route,
  missing: readonly string[],
  real?: Routes,
  passing?: readonly string[],
];

const ROWS: readonly Row[] = [
  ['/.well-known/* is JSON with an error', all(WELL_KNOWN, () => json(ERROR)), IN_FOLDER],
  ['/.well-known/* is {}', all(WELL_KNOWN, () => json({})), IN_FOLDER],
  ['/.well-known/* is {} as plain text', all(WELL_KNOWN, () => text('{}')), IN_FOLDER],
  ['/.well-known/* is null', all(WELL_KNOWN, () => json(null)), IN_FOLDER],
  ['/.well-known/* is a string', all(WELL_KNOWN, () => json('not found')), IN_FOLDER],
  ['/.Well-Known in any case', all(/^\/\.well-known\//i, () => json([])), IN_FOLDER],
  [
    '/.well-known/* echoes the path and the time',
    all(WELL_KNOWN, ({ url }) =>
      json({ status: 404, path: url, at: performance.now(), name: 'NotFoundError' }),
    ),
    IN_FOLDER,
  ],
  [
    '/.well-known/* names the file',
    all(WELL_KNOWN, ({ url = '' }) =>
      json({ error: `there is no ${url.split('/').at(-1)}`, code: url.length }),
    ),
    IN_FOLDER.filter((id) => !id.includes('mcp')),
  ],
  ['/.well-known/* is a page', all(WELL_KNOWN, () => page('Harbour, the application')), IN_FOLDER],
  ['*.txt is a message', all(/\.txt$/, () => text('404: Not Found')), TEXTS],
  [
    '*.txt and *.md are a Markdown page',
    all(/\.(txt|md)$/, () => text('# No page here\n\n[Home](/)', 'text/markdown')),
    TEXTS,
  ],
  ['*.txt is the text of no document', all(/\.txt$/, () => text('Harbour office, open daily.')), TEXTS],
  ['*.txt is JSON', all(/\.txt$/, () => json({ ok: true })), TEXTS],
  ['*.json is JSON', all(/\.json$/, () => json({ ok: true })), AS_JSON],
  [
    '*.json is the JSON of the home page',
    (request, response) =>
      give(/^\/$|\.json$/.test(request.url ?? '') ? json({ hello: 'world' }) : NOT_FOUND, response),
    AS_JSON,
  ],
  [
    'a real card among them',
    all(WELL_KNOWN, () => json(ERROR)),
    IN_FOLDER.filter((id) => id !== 'a2a-agent-card'),
    { '/.well-known/agent-card.json': json(CARD) },
    ['a2a-agent-card'],
  ],
  [
    'real files among them',
    all(/\.txt$/, () => text('404: Not Found')),
    ['llms-full-txt', 'security-txt', 'llms-txt-scoped'],
    { '/robots.txt': text('User-agent: *\nAllow: /\n'), '/llms.txt': text(LLMS) },
    ['robots', 'llms-txt'],
  ],
  [
    '*.txt is the real llms.txt',
    all(/\.txt$/, () => text(LLMS)),
    ['robots', 'llms-full-txt', 'security-txt', 'llms-txt-scoped'],
    {},
    ['llms-txt'],
  ],
  [
    '*.txt is the real robots.txt',
    all(/\.txt$/, () => text('User-agent: *\nDisallow: /cart\n')),
    ['llms-txt', 'llms-full-txt', 'security-txt', 'llms-txt-scoped'],
    {},
    ['robots'],
  ],
];

const only = [...new Set<string>([...IN_FOLDER, ...TEXTS, 'sitemap', 'json-errors'])];

describe('a soft 404 of one folder or one extension', () => {
  it.each(ROWS.map((row) => [row[0], row] as const))(
    '%s',
    async (_, [, catchAll, missing, real = {}, passing = []]) => {
      await using site = await serveSite({ '/': HOME, ...real, '*': catchAll });
      const { scorecard } = await auditSite(site.url, { only });
      const statuses = Object.fromEntries(scorecard.results.map(({ id, status }) => [id, status]));
      const seen = missing.filter((id) => !['absent', 'n_a'].includes(statuses[id] ?? ''));
      expect(seen.map((id) => [id, scorecard.results.find((one) => one.id === id)])).toEqual([]);
      expect(passing.filter((id) => statuses[id] !== 'pass')).toEqual([]);
    },
  );

  it('is dead where llms.txt links it', async () => {
    const llms = { '/llms.txt': text('# Harbour\n\n> Tides.\n\n- [A](/a.md)\n- [B](/b.md)\n- [C](/c.md)\n') };
    const real = { '/b.md': text('# B'), '/c.md': text('# C') };
    const message = all(/\.md$/, () => text('404: Not Found'));
    const statusWith = async (routes: Routes) => {
      await using site = await serveSite({ '/': HOME, ...llms, ...routes, '*': message });
      const { scorecard } = await auditSite(site.url, { only: ['llms-txt-links'] });
      return scorecard.results.find(({ id }) => id === 'llms-txt-links')?.status;
    };
    expect(await statusWith({})).toBe('broken');
    expect(await statusWith({ ...real, '/a.md': text('# A') })).toBe('pass');
  });

  it('costs no request', async () => {
    const requests = async (page: Route) => {
      await using site = await serveSite({ '/': HOME, '*': page });
      await auditSite(site.url);
      return site.asked.length;
    };
    const plain = await requests(NOT_FOUND);
    expect(await requests(all(WELL_KNOWN, () => json(ERROR)))).toBeLessThanOrEqual(plain);
    expect(await requests(all(/\.txt$/, () => text('404: Not Found')))).toBeLessThanOrEqual(plain);
  });

  it('leaves alone documents that are equal for a reason', async () => {
    const metadata = json({ issuer: 'https://a.test', token_endpoint: 'https://a.test/token' });
    await using site = await serveSite({
      '/': HOME,
      '/.well-known/oauth-authorization-server': metadata,
      '/.well-known/openid-configuration': metadata,
      '/.well-known/agent-card.json': json(CARD),
      '/.well-known/agent.json': json(CARD),
    });
    const { scorecard } = await auditSite(site.url, { only: ['oauth-discovery', 'a2a-agent-card'] });
    expect(scorecard.results.filter(({ status }) => status === 'pass').map(({ id }) => id)).toEqual([
      'oauth-discovery',
      'a2a-agent-card',
    ]);
  });
});
