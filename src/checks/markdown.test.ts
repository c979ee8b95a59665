import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { auditSite, type Route, resultOn, serveSite } from '../testing/serve.ts';

const HTML = '<!doctype html><title>Home</title><h1>Home</h1>';
const CHECKS = [
  'accept-markdown',
  'markdown-accept-plain',
  'markdown-cli-ua',
  'markdown-agent-ua',
  'markdown-vary',
  'markdown-frontmatter',
];

interface Twin {
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

/** A home page that is HTML for browsers, and this twin for whom `who` picks. */
function home(who: (request: IncomingMessage) => boolean, twin: Twin): Route {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!who(request)) {
      response.setHeader('content-type', 'text/html');
      response.end(HTML);
      return;
    }
    response.statusCode = twin.status ?? 200;
    if (twin.type !== '') response.setHeader('content-type', twin.type ?? 'text/markdown; charset=utf-8');
    if (twin.vary !== undefined) response.setHeader('vary', twin.vary);
    if (twin.location !== undefined) response.setHeader('location', twin.location);
    response.end(twin.body ?? '# Home');
  };
}

const anyOf = (request: IncomingMessage) => Object.values(WHO).some((is) => is(request));

/** The same answers for each way of asking, and the verdicts where the way is a SHOULD and where it is a MAY. */
const ANSWERS: readonly { title: string; twin: Twin; expect: readonly [should: string, may: string] }[] = [
  { title: 'Markdown', twin: {}, expect: ['pass', 'pass'] },
  { title: 'Markdown of an older type', twin: { type: 'Text/X-Markdown' }, expect: ['pass', 'pass'] },
  { title: 'plain text', twin: { type: 'text/plain' }, expect: ['pass', 'pass'] },
  {
    title: 'Markdown that begins with HTML',
    twin: { body: '<div align="center">\n\n# Home' },
    expect: ['pass', 'pass'],
  },
  { title: 'HTML', twin: { type: 'text/html', body: HTML }, expect: ['absent', 'n_a'] },
  { title: 'JSON', twin: { type: 'application/json', body: '{}' }, expect: ['absent', 'n_a'] },
  { title: 'nothing that has a type', twin: { type: '' }, expect: ['absent', 'n_a'] },
  { title: 'HTML declared as Markdown', twin: { body: HTML }, expect: ['broken', 'broken'] },
  {
    title: 'HTML declared as text',
    twin: { type: 'text/plain', body: `\n${HTML}` },
    expect: ['broken', 'broken'],
  },
  { title: 'an empty body', twin: { body: '' }, expect: ['broken', 'broken'] },
  { title: '406', twin: { status: 406, type: 'text/plain' }, expect: ['absent', 'n_a'] },
  { title: '500', twin: { status: 500 }, expect: ['broken', 'broken'] },
];

const VARIANT_CASES = Object.entries(WHO).flatMap(([id, who]) =>
  ANSWERS.map(({ title, twin, expect: [should, may] }) => ({
    id,
    title,
    route: home(who, twin),
    status: id === 'accept-markdown' ? should : may,
  })),
);

describe('the Markdown twin of the home page, on real servers', () => {
  it.each(VARIANT_CASES)('$id: $title → $status', async ({ id, route, status }) => {
    const result = await resultOn({ '/': route }, id);
    expect(result.status, result.evidence).toBe(status);
    if (status === 'n_a') expect(result).toHaveProperty('na_reason', 'optional-absent');
  });

  it.each(CHECKS)('%s does not apply where the root is not HTML', async (id) => {
    const result = await resultOn({ '/': { type: 'text/markdown', body: '# Home' } }, id);
    expect(result.status, result.evidence).toBe('n_a');
    expect(result).toHaveProperty('na_reason', 'antecedent-unmet');
  });

  it.each([
    [{ vary: 'Accept, User-Agent' }, 'pass'],
    [{ vary: '*' }, 'pass'],
    [{ vary: 'Accept' }, 'noncompliant'],
    [{ vary: 'user-agent' }, 'noncompliant'],
    [{ vary: 'Accept-Encoding' }, 'absent'],
    [{}, 'absent'],
  ] as const)('markdown-vary: %j → %s', async (twin, status) => {
    const result = await resultOn({ '/': home(anyOf, twin) }, 'markdown-vary');
    expect(result.status, result.evidence).toBe(status);
  });

  it('markdown-vary: only the answers that are Markdown count', async () => {
    const result = await resultOn({ '/': home(WHO['markdown-cli-ua'], { vary: 'Accept' }) }, 'markdown-vary');
    expect(result.status).toBe('noncompliant');
    expect(result.evidence).toContain('asked as curl');
    const none = await resultOn({ '/': home(() => false, {}) }, 'markdown-vary');
    expect(none).toHaveProperty('na_reason', 'antecedent-unmet');
  });

  it('markdown-vary: one Markdown answer without it is noncompliant', async () => {
    const route: Route = (request, response) => {
      const vary = WHO['accept-markdown'](request) ? { vary: 'Accept, User-Agent' } : {};
      const answer = home(anyOf, vary);
      if (typeof answer === 'function') answer(request, response);
    };
    const result = await resultOn({ '/': route }, 'markdown-vary');
    expect(result.status, result.evidence).toBe('noncompliant');
  });

  it('markdown-vary: where a redirect leads to the Markdown, the redirect may be what varies', async () => {
    const to = (vary?: string) =>
      home(anyOf, { status: 303, location: '/index.md', ...(vary === undefined ? {} : { vary }) });
    const file = { '/index.md': { type: 'text/markdown', body: '# Home' } };
    expect((await resultOn({ '/': to('Accept, User-Agent'), ...file }, 'markdown-vary')).status).toBe('pass');
    expect((await resultOn({ '/': to(), ...file }, 'markdown-vary')).status).toBe('absent');
    expect((await resultOn({ '/': to(), ...file }, 'accept-markdown')).status).toBe('pass');
  });

  it.each([
    ['---\ntitle: Home\n---\n# Home', 'pass', undefined],
    ['# Home', 'n_a', 'optional-absent'],
    ['---\n\nProse\n\n---\n', 'n_a', 'optional-absent'],
    ['---\ntitle: Home\n# Home', 'broken', undefined],
    ['---\ntitle: [Home\n---\n# Home', 'broken', undefined],
  ])('markdown-frontmatter: %j → %s', async (body, status, reason) => {
    const result = await resultOn({ '/': home(WHO['accept-markdown'], { body }) }, 'markdown-frontmatter');
    expect(result.status, result.evidence).toBe(status);
    expect('na_reason' in result ? result.na_reason : undefined).toBe(reason);
  });

  it('asks for no twin of a root that is not HTML', async () => {
    await using site = await serveSite({ '/': { type: 'text/markdown', body: '# Home' } });
    await auditSite(site.url, { only: CHECKS });
    expect(site.asked).toEqual(['GET /']);
  });

  it('asks each way once, beside the home page itself', async () => {
    await using site = await serveSite({ '/': home(anyOf, {}) });
    await auditSite(site.url, { only: [...CHECKS, 'agent-ua-reachable'] });
    expect(site.asked.filter((request) => request === 'GET /')).toHaveLength(5);
  });
});
