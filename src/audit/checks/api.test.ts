import { describe, expect, it } from 'vitest';
import { HOME, json, text } from '../../testing/routes.ts';
import { auditSite, type Route, serveSite } from '../../testing/serve.ts';
import { itJudges } from '../../testing/verdicts.ts';

const JSON_TYPE = 'application/json';
const page = (head: string): Route => ({
  type: 'text/html',
  body: `<!doctype html><head><title>Home</title>${head}</head><h1>Home</h1>`,
});
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
const PET_ELSEWHERE = json({ ...MINIMAL, components: { schemas: { Pet: { $ref: '/pet.json' } } } });
const NO_PET = '/pets/anc-web-audit-no-such-id';
const AGENT_CARD = '/.well-known/agent-card.json';
const CATALOG = '/.well-known/api-catalog';
/** An api-catalog with one item. */
const listing = (item: object) => ({ [CATALOG]: json({ linkset: [{ anchor: CATALOG, item: [item] }] }) });
const describing = (target: object) => ({
  [CATALOG]: json({ linkset: [{ anchor: '/', 'service-desc': [target] }] }),
});
/** A home page that names its API description. */
const describedBy = (path: string) => ({ ...HOME, headers: { link: `<${path}>; rel="service-desc"` } });
const problem = json({ title: 'No such pet' }, { status: 404, type: 'application/problem+json' });

itJudges('openapi', [
  [
    'pass',
    'a second one that is good',
    { '/openapi.json': text('gone', JSON_TYPE), '/openapi.yaml': json(MINIMAL) },
  ],
  [
    'pass',
    'named by a Link header',
    { '/': describedBy('/api/spec'), '/api/spec': json(MINIMAL) },
    /\/api\/spec -> 200/,
  ],
  [
    'pass',
    'named by an item of the api-catalog',
    { ...listing({ href: '/api/spec' }), '/api/spec': json(MINIMAL) },
  ],
  [
    'n_a',
    'an item of the api-catalog that is an MCP card',
    { ...listing({ href: '/card' }), '/card': json({ serverInfo: { name: 'x' } }) },
  ],
  ['n_a', 'an item of the api-catalog that is called MCP', listing({ href: '/agents', title: 'MCP server' })],
  ...(
    [
      ['an index of skills', json({ $schema: 'https://x.example/', skills: [{ name: 'openapi' }] })],
      ['a feed', text('<feed xmlns="http://www.w3.org/2005/Atom"></feed>', 'application/atom+xml')],
      ['a sitemap', text('<urlset></urlset>', 'application/xml')],
      ['OAuth metadata', json({ issuer: 'x', token_endpoint: 'y' })],
      ['a page', text('<!doctype html><title>openapi: 3.1.0</title><pre>openapi: 3.1.0', 'text/html')],
      ['a Markdown page', text('# API\n\n```yaml\nopenapi: 3.1.0\n```\n', 'text/markdown')],
      ['a missing page', { status: 404 }],
      ['a JSON API', json([{ openapi: '3.1.0' }])],
    ] as const
  ).map(
    ([what, route], i) =>
      [
        'n_a',
        `an entry of the api-catalog that is ${what}`,
        { ...(i % 2 ? listing : describing)({ href: '/x' }), '/x': route },
      ] as const,
  ),
  ...(
    [
      ['AsyncAPI in JSON', json({ asyncapi: '3.0.0', info: {} })],
      ['AsyncAPI in YAML', text('asyncapi: 2.6.0\ninfo:\n  title: T\n', 'text/yaml')],
      [
        'WSDL 1.1',
        text('<?xml version="1.0"?><w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>', 'text/xml'),
      ],
      ['GraphQL SDL', text('"The root"\ntype Query {\n  pets: [Pet]\n}\n')],
      ['sent as a description', text('…', 'application/vnd.oai.openapi')],
    ] as const
  ).map(
    ([what, route]) =>
      [
        'absent',
        `an entry of the api-catalog that is ${what}`,
        { ...describing({ href: '/x' }), '/x': route },
      ] as const,
  ),
  [
    'absent',
    'an entry of the api-catalog that is typed as a description',
    listing({ href: '/x', type: 'application/vnd.oai.openapi+json;version=3.1' }),
  ],
  [
    'n_a',
    'an entry of the api-catalog for a description of another site',
    listing({ href: 'https://api.other.test/openapi.json', type: 'application/vnd.oai.openapi+json' }),
  ],
  [
    'error',
    'an entry of the api-catalog that could not be seen',
    { ...listing({ href: '/x' }), '/x': (request) => request.socket.destroy() },
    /\/x -> no response/,
  ],
  [
    'pass',
    'a URI template of the api-catalog, expanded without variables (RFC 6570)',
    { ...listing({ href: '/api/spec{?version}' }), '/api/spec': json(MINIMAL) },
    /\/api\/spec -> 200/,
  ],
  [
    'pass',
    'named by llms.txt',
    { '/llms.txt': text('# T\n\n- [spec](/api/openapi.json)'), '/api/openapi.json': json(MINIMAL) },
  ],
  [
    'pass',
    'named by the text of a link in llms.txt',
    { '/llms.txt': text('# T\n\n- [OpenAPI](/spec/v1): all calls'), '/spec/v1': json(MINIMAL) },
    /\/spec\/v1 -> 200/,
  ],
  [
    'pass',
    'a YAML file named by llms.txt as the API',
    {
      '/llms.txt': text('# T\n\n- [The API](/spec/v1.yaml)'),
      '/spec/v1.yaml': text(
        'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
        'application/yaml',
      ),
    },
  ],
  [
    'n_a',
    'a page about OpenAPI that llms.txt names',
    {
      '/llms.txt': text('# T\n\n- [Swagger UI](/docs)\n- [API data](/api.json)'),
      '/docs': HOME,
      '/api.json': json([]),
    },
  ],
  [
    'n_a',
    'a server that fails on all such paths',
    { '/openapi.json': { status: 500 }, '/openapi.yaml': { status: 500 } },
  ],
  [
    'error',
    'an llms.txt that could not be seen',
    { '/llms.txt': (request) => request.socket.destroy() },
    /llms\.txt -> no response/,
  ],
  [
    'error',
    'something else that is longer than the audit reads',
    { '/openapi.json': text(`{"a":"${'x'.repeat(3_000_000)}"}`, JSON_TYPE) },
    /longer than the audit reads/,
  ],
  [
    'n_a',
    'a service-desc that is an MCP card, by its content',
    {
      '/': page('<link rel="service-desc" href="/card.json">'),
      '/card.json': json({ serverInfo: { name: 'x' }, transport: { url: '/x' } }),
    },
  ],
  [
    'n_a',
    'a service-desc that is the card of an agent',
    { '/': describedBy(AGENT_CARD), [AGENT_CARD]: json({ name: 'x', supportedInterfaces: [] }) },
  ],
  [
    'n_a',
    'an api-catalog copied from an example, which is not a sign of an API',
    listing({ href: 'https://api.example.com/openapi.json' }),
  ],
  ['broken', 'fails', { '/openapi.json': { status: 500 } }, /-> 500/],
]);

itJudges('json-errors', [
  [
    'pass',
    'problem details from a documented operation',
    { '/openapi.json': json(PETS), [NO_PET]: problem, '*': HTML_404 },
    /no-such-id -> 404 \(application\/problem\+json; sent with Accept: \*\/\*\)/,
  ],
  [
    'pass',
    'JSON from an unknown path',
    { '*': json({ error: 'not found' }, { status: 404 }) },
    /anc-web-audit-no-such-api -> 404/,
    'api',
  ],
  [
    'pass',
    'below the base of the API',
    {
      '/openapi.json': json({ ...MINIMAL, servers: [{ url: '/api' }] }),
      '/api/anc-web-audit-no-such-api': json({}, { status: 404 }),
      '*': HTML_404,
    },
    /\/api\/anc-web-audit-no-such-api -> 404 .*sent with Accept: \*\/\*; base \/api: from `servers`/,
  ],
  [
    'pass',
    'below the folder of the described paths, where no server names one',
    {
      '/openapi.json': json({ ...MINIMAL, paths: { '/api/trees': {}, '/api/items/{id}': {} } }),
      '/api/anc-web-audit-no-such-api': json({}, { status: 404 }),
      '*': HTML_404,
    },
    /\/api\/anc-web-audit-no-such-api -> 404 .*base \/api: the longest folder/,
  ],
  [
    'absent',
    'an API below whose base everything is answered: the root is not asked',
    {
      '/openapi.json': json({ ...MINIMAL, paths: { '/api/trees': {} } }),
      '/api/anc-web-audit-no-such-api': json({}),
      '*': json({}, { status: 404 }),
    },
    /\/api\/anc-web-audit-no-such-api -> 200 \(not an error;/,
  ],
  [
    'pass',
    'a badge, which is not asked (shields)',
    {
      '/openapi.json': json({
        ...MINIMAL,
        paths: {
          '/badges/{id}': { get: { responses: { 200: { content: { 'image/svg+xml': {} } }, 404: {} } } },
        },
      }),
      '/badges/anc-web-audit-no-such-id': text('<svg/>', 'image/svg+xml'),
      '*': json({}, { status: 404 }),
    },
    /\/badges\/anc-web-audit-no-such-api -> 404/,
  ],
  [
    'pass',
    'the documented operation answers anyway',
    { '/openapi.json': json(PETS), [NO_PET]: json({ id: 'x' }), '/pets': json([]), '*': problem },
    /no-such-api -> 404/,
  ],
]);

itJudges('json-schemas', [
  [
    'noncompliant',
    'served as JSON',
    { '/openapi.json': PET_ELSEWHERE, '/pet.json': json({ type: 'object' }) },
    /pet\.json -> 200 \(served as application\/json\)/,
  ],
  [
    'pass',
    'referred to by the HTML',
    {
      '/': page('<link rel="describedby" type="application/schema+json" href="/s.json">'),
      '/s.json': json({ type: 'object' }, { type: 'application/schema+json; charset=utf-8' }),
    },
    / -> 200/,
    'api',
  ],
  [
    'pass',
    'referred to by llms.txt',
    {
      '/llms.txt': text('# T\n\n- [schema](/x.schema.json)\n- [data](/schemas/data.json)'),
      '/x.schema.json': json({ type: 'object' }, { type: 'application/schema+json' }),
      '/schemas/data.json': json({ hello: 1 }),
    },
    / -> 200/,
    'api',
  ],
  [
    'pass',
    'referred to by the MCP card',
    {
      '/.well-known/mcp/server-card.json': json({ name: 'x', $schema: '/s.json' }),
      '/s.json': json({ type: 'object' }, { type: 'application/schema+json' }),
    },
    / -> 200/,
    'api',
  ],
  ['broken', 'a reference that leads nowhere', { '/openapi.json': PET_ELSEWHERE }, /pet\.json -> 404/],
]);

describe('the requests', () => {
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
});
