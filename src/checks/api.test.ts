import { describe, expect, it } from 'vitest';
import type { SiteType } from '../definitions/vocabulary.ts';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const JSON_TYPE = 'application/json';
const HOME: Route = {
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Home</title><h1>Home</h1>',
};
const page = (head: string): Route => ({
  type: 'text/html',
  body: `<!doctype html><head><title>Home</title>${head}</head><h1>Home</h1>`,
});
const json = (
  value: unknown,
  more: { type?: string; status?: number; headers?: Record<string, string> } = {},
): Route => ({
  type: JSON_TYPE,
  ...more,
  body: JSON.stringify(value),
});
const text = (body: string, type = 'text/plain'): Route => ({ type, body });
const HTML_404: Route = { status: 404, type: 'text/html', body: '<!doctype html><title>Not found</title>' };
const MINIMAL = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };
const PETS = {
  ...MINIMAL,
  paths: {
    '/pets': { get: { responses: { 200: {}, 400: {} } } },
    '/pets/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: { responses: { 200: {}, 404: {} } },
    },
  },
  components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } } },
};
const NO_PET = '/pets/anc-web-audit-no-such-id';
const CATALOG = '/.well-known/api-catalog';
const linkset = (href: string) =>
  json({ linkset: [{ anchor: '/api', 'service-desc': [{ href }] }] }, { type: 'application/linkset+json' });
const problem = json({ title: 'No such pet' }, { status: 404, type: 'application/problem+json' });

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly siteType?: SiteType;
  readonly expect: string;
  readonly evidence?: RegExp;
}

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  // openapi
  {
    id: 'openapi',
    title: 'behind a redirect',
    routes: {
      '/openapi.json': { status: 302, headers: { location: '/v1/spec' } },
      '/v1/spec': json(MINIMAL),
    },
    expect: 'pass',
    evidence: /-> 302 -> /,
  },
  {
    id: 'openapi',
    title: 'a second one that is good',
    routes: { '/openapi.json': text('gone', JSON_TYPE), '/openapi.yaml': json(MINIMAL) },
    expect: 'pass',
  },
  {
    id: 'openapi',
    title: 'named by a Link header',
    routes: {
      '/': { ...HOME, headers: { link: '</api/spec>; rel="service-desc"' } },
      '/api/spec': json(MINIMAL),
    },
    expect: 'pass',
    evidence: /\/api\/spec -> 200/,
  },
  {
    id: 'openapi',
    title: 'named by the api-catalog',
    routes: { [CATALOG]: linkset('/api/spec'), '/api/spec': json(MINIMAL) },
    expect: 'pass',
  },
  {
    id: 'openapi',
    title: 'named by an item of the api-catalog',
    routes: {
      [CATALOG]: json({ linkset: [{ anchor: CATALOG, item: [{ href: '/api/spec' }] }] }),
      '/api/spec': json(MINIMAL),
    },
    expect: 'pass',
  },
  {
    id: 'openapi',
    title: 'an item of the api-catalog that is an MCP card',
    routes: {
      [CATALOG]: json({ linkset: [{ anchor: CATALOG, item: [{ href: '/card' }] }] }),
      '/card': json({ serverInfo: { name: 'x' } }),
    },
    expect: 'n_a',
  },
  {
    id: 'openapi',
    title: 'an item of the api-catalog that is called MCP',
    routes: {
      [CATALOG]: json({ linkset: [{ anchor: CATALOG, item: [{ href: '/agents', title: 'MCP server' }] }] }),
    },
    expect: 'n_a',
  },
  {
    id: 'openapi',
    title: 'YAML that closes its brackets as the descriptions of Docker do',
    routes: { '/openapi.yaml': text('openapi: 3.1.0\ninfo: {\n  title: T\n}\npaths: {\n}\n') },
    expect: 'pass',
  },
  {
    id: 'openapi',
    title: 'YAML of more lines than are read',
    routes: { '/openapi.yaml': text(`openapi: 3.1.0\ninfo: {}\npaths: {}\n${'#\n'.repeat(150_000)}`) },
    expect: 'error',
    evidence: /YAML of more than 150000 lines and items, so that it cannot be judged/,
  },
  {
    id: 'openapi',
    title: 'JSON nested deeper than is read',
    routes: { '/openapi.json': text(`${'['.repeat(300)}${']'.repeat(300)}`, JSON_TYPE) },
    expect: 'error',
    evidence: /nested deeper than 256 levels/,
  },
  {
    id: 'openapi',
    title: 'named by llms.txt',
    routes: { '/llms.txt': text('# T\n\n- [spec](/api/openapi.json)'), '/api/openapi.json': json(MINIMAL) },
    expect: 'pass',
  },
  {
    id: 'openapi',
    title: 'a server that fails on all such paths',
    routes: { '/openapi.json': { status: 500 }, '/openapi.yaml': { status: 500 } },
    expect: 'n_a',
  },
  {
    id: 'openapi',
    title: 'an llms.txt that could not be seen',
    routes: { '/llms.txt': (request) => request.socket.destroy() },
    expect: 'error',
    evidence: /llms\.txt -> no answer/,
  },
  {
    id: 'openapi',
    title: 'something else that is longer than what is read',
    routes: { '/openapi.json': text(`{"a":"${'x'.repeat(3_000_000)}"}`, JSON_TYPE) },
    expect: 'error',
    evidence: /longer than what is read/,
  },
  {
    id: 'openapi',
    title: 'a service-desc that is an MCP card, by its content',
    routes: {
      '/': page('<link rel="service-desc" href="/card.json">'),
      '/card.json': json({ serverInfo: { name: 'x' }, transport: { url: '/x' } }),
    },
    expect: 'n_a',
  },
  {
    id: 'openapi',
    title: 'a service-desc that is the card of an agent',
    routes: {
      '/': { ...HOME, headers: { link: '</.well-known/agent-card.json>; rel="service-desc"' } },
      '/.well-known/agent-card.json': json({ name: 'x', supportedInterfaces: [] }),
    },
    expect: 'n_a',
  },

  // json-errors
  {
    id: 'json-errors',
    title: 'problem details from a documented operation',
    routes: { '/openapi.json': json(PETS), [NO_PET]: problem, '*': HTML_404 },
    expect: 'pass',
    evidence: /no-such-id -> 404 \(application\/problem\+json\)/,
  },
  {
    id: 'json-errors',
    title: 'JSON from an unknown path',
    routes: { '*': json({ error: 'not found' }, { status: 404 }) },
    siteType: 'api',
    expect: 'pass',
    evidence: /anc-web-audit-no-such-api -> 404/,
  },
  {
    id: 'json-errors',
    title: 'below the base of the API',
    routes: {
      '/openapi.json': json({ ...MINIMAL, servers: [{ url: '/api' }] }),
      '/api/anc-web-audit-no-such-api': json({}, { status: 404 }),
      '*': HTML_404,
    },
    expect: 'pass',
    evidence: /\/api\/anc-web-audit-no-such-api -> 404/,
  },
  {
    id: 'json-errors',
    title: 'the documented operation answers anyway',
    routes: { '/openapi.json': json(PETS), [NO_PET]: json({ id: 'x' }), '/pets': json([]), '*': problem },
    expect: 'pass',
    evidence: /no-such-api -> 404/,
  },

  // rate-limit-headers
  {
    id: 'rate-limit-headers',
    title: 'a 429 without Retry-After',
    routes: { '/openapi.json': json(PETS), [NO_PET]: json({}, { status: 429 }) },
    expect: 'broken',
    evidence: /-> 429 \(without Retry-After\)/,
  },

  // api-catalog
  {
    id: 'openapi',
    title: 'an api-catalog copied from an example, which is no sign of an API',
    routes: { [CATALOG]: linkset('https://api.example.com/openapi.json') },
    expect: 'n_a',
  },
  {
    id: 'api-catalog',
    title: 'longer than what is read',
    routes: { [CATALOG]: text(`{"linkset":[{"anchor":"/"}],"a":"${'x'.repeat(3_000_000)}"}`, JSON_TYPE) },
    expect: 'error',
    evidence: /longer than what is read of a body \(2 MiB/,
  },

  // json-schemas
  {
    id: 'json-schemas',
    title: 'served as JSON',
    routes: {
      '/openapi.json': json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } }),
      '/pet.json': json({ type: 'object' }),
    },
    expect: 'noncompliant',
    evidence: /pet\.json -> 200 \(served as application\/json\)/,
  },
  {
    id: 'json-schemas',
    title: 'served as text, and sent as a page',
    routes: {
      '/openapi.json': json({
        ...MINIMAL,
        components: { schemas: { A: { $ref: '/a' }, B: { $ref: '/b' } } },
      }),
      '/a': text('{}'),
      '/b': text('{"type":"object"}', 'text/html'),
    },
    expect: 'noncompliant',
    evidence: /served as text\/plain.*served as text\/html/,
  },
  {
    id: 'json-schemas',
    title: 'that are no JSON',
    routes: {
      '/openapi.json': json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } }),
      '/pet.json': text('type: object', JSON_TYPE),
    },
    expect: 'broken',
    evidence: /not JSON/,
  },
  {
    id: 'json-schemas',
    title: 'longer than what is read',
    routes: {
      '/openapi.json': json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } }),
      '/pet.json': text(`{"title":"${'x'.repeat(3_000_000)}"}`, 'application/schema+json'),
    },
    expect: 'error',
    evidence: /2 MiB/,
  },
  {
    id: 'json-schemas',
    title: 'referred to by the description',
    routes: {
      '/openapi.json': json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } }),
      '/pet.json': json({ type: 'object' }, { type: 'application/schema+json' }),
    },
    expect: 'pass',
    evidence: /pet\.json -> 200/,
  },
  {
    id: 'json-schemas',
    title: 'referred to by the HTML',
    routes: {
      '/': page('<link rel="describedby" type="application/schema+json" href="/s.json">'),
      '/s.json': json({}, { type: 'application/schema+json; charset=utf-8' }),
    },
    siteType: 'api',
    expect: 'pass',
  },
  {
    id: 'json-schemas',
    title: 'referred to by llms.txt',
    routes: {
      '/llms.txt': text('# T\n\n- [schema](/x.schema.json)\n- [data](/schemas/data.json)'),
      '/x.schema.json': json({}, { type: 'application/schema+json' }),
      '/schemas/data.json': json({ hello: 1 }),
    },
    siteType: 'api',
    expect: 'pass',
  },
  {
    id: 'json-schemas',
    title: 'referred to by the MCP card',
    routes: {
      '/.well-known/mcp/server-card.json': json({ name: 'x', $schema: '/s.json' }),
      '/s.json': json({}, { type: 'application/schema+json' }),
    },
    siteType: 'api',
    expect: 'pass',
  },
  {
    id: 'json-schemas',
    title: 'a reference that leads nowhere',
    routes: {
      '/openapi.json': json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } }),
    },
    expect: 'broken',
    evidence: /pet\.json -> 404/,
  },
  {
    id: 'openapi',
    title: 'fails',
    routes: { '/openapi.json': { status: 500 } },
    expect: 'broken',
    evidence: /-> 500/,
  },
];

describe('the API family, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, siteType, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id, { siteType: siteType ?? null });
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });
});

describe('what is asked', () => {
  const API_CHECKS = ['openapi', 'json-errors', 'rate-limit-headers', 'api-catalog', 'json-schemas'];

  it('asks nothing twice, and of a content site only where an API could be described', async () => {
    await using site = await serveSite({ '/': HOME });
    await auditSite(site.url, { only: API_CHECKS });
    expect(new Set(site.asked).size).toBe(site.asked.length);
    expect(site.asked.filter((path) => path.includes('no-such-api'))).toEqual([]);
  });

  it('never asks another origin for a description or a schema', async () => {
    await using other = await serveSite({ '/openapi.json': json(MINIMAL), '/x.schema.json': json({}) });
    const links = [`- [spec](${other.url}/openapi.json)`, `- [schema](${other.url}/x.schema.json)`];
    await using site = await serveSite({ '/': HOME, '/llms.txt': text(`# T\n\n${links.join('\n')}`) });
    const { scorecard } = await auditSite(site.url, { only: API_CHECKS });
    expect(scorecard.results.find(({ id }) => id === 'openapi')?.status).toBe('absent');
    expect(other.asked).toEqual([]);
  });

  it('stops at the first error that an API answers', async () => {
    await using site = await serveSite({ '/': HOME, '/openapi.json': json(PETS), [NO_PET]: problem });
    await auditSite(site.url, { only: API_CHECKS });
    expect(site.asked.filter((path) => /pets|no-such-api/.test(path))).toEqual([`GET ${NO_PET}`]);
  });

  it('asks nothing of an API that is served elsewhere, there or here', async () => {
    await using other = await serveSite({});
    const there = other.url.replace('127.0.0.1', 'localhost');
    const document = json({ ...PETS, servers: [{ url: there }] });
    await using site = await serveSite({ '/': HOME, '/openapi.json': document, [NO_PET]: problem });
    const { scorecard } = await auditSite(site.url, { only: API_CHECKS });
    expect(scorecard.results.find(({ id }) => id === 'json-errors')?.status).toBe('n_a');
    expect([...site.asked, ...other.asked].filter((path) => /pets|no-such-api/.test(path))).toEqual([]);
  });

  it('gives the same evidence twice', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/openapi.json': json(PETS),
      [CATALOG]: linkset('/openapi.json'),
    });
    const [first, second] = [
      await auditSite(site.url, { only: API_CHECKS }),
      await auditSite(site.url, { only: API_CHECKS }),
    ];
    expect(second.scorecard.results).toEqual(first.scorecard.results);
  });
});
