/** Documents beside a plain home page that are hard to read: each is named where an audit looks for it. */

import type { Status } from '../../definitions/vocabulary.ts';
import { documents, send404, sendHome, site } from './serve.ts';
import { type AttackSite, BARE, but, type Expected } from './site.ts';

type Named = Parameters<typeof documents>[0];

function has(name: string, named: Named, statuses: Readonly<Record<string, readonly Status[]>>): AttackSite {
  const expects: Expected = but(BARE, statuses);
  return { name: `has ${name}`, family: 'documents', expects, listen: site(documents(named)) };
}

const openapi = (
  name: string,
  type: string,
  body: () => string,
  statuses: readonly Status[],
  more: Readonly<Record<string, readonly Status[]>> = {},
) =>
  has(
    name,
    { '/openapi.json': [type, body] },
    { openapi: statuses, 'json-errors': ['absent', 'n_a', 'error'], ...more },
  );

/** `{"openapi":…,"paths":{…}}` of so many paths whose parameters refer in circles. */
const REF_LOOPS = () => {
  const paths = Array.from({ length: 4000 }, (_, i) => [
    `/p${i}/{id}`,
    { get: { parameters: [{ $ref: `#/components/parameters/c${i % 50}` }], responses: { $ref: '#/paths' } } },
  ]);
  const parameters = Array.from({ length: 50 }, (_, i) => [
    `c${i}`,
    { $ref: `#/components/parameters/c${(i + 1) % 50}` },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    servers: [{ url: '{a}', variables: { a: { default: '/' } } }],
    paths: Object.fromEntries(paths),
    components: {
      parameters: Object.fromEntries(parameters),
      schemas: { a: { $ref: '#/components/schemas/a' } },
    },
  });
};

const NOT_GOOD: readonly Status[] = ['broken', 'noncompliant', 'error', 'absent'];
const ENTRIES = 10_000;
const many = <T>(make: (i: number) => T, length = ENTRIES) => Array.from({ length }, (_, i) => make(i));

export const DOCUMENTS: readonly AttackSite[] = [
  openapi('an OpenAPI description whose references go in circles', 'application/json', REF_LOOPS, ['pass']),
  openapi(
    'an OpenAPI description with servers without end',
    'application/json',
    () =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'a', version: '1' },
        paths: { '/a': { get: {} } },
        servers: many((i) => ({ url: `https://s${i}.example/${'{a}'.repeat(20)}` })),
      }),
    ['pass'],
  ),
  openapi(
    'an OpenAPI description with 10,000 schemas by URL',
    'application/json',
    () =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'a', version: '1' },
        paths: {},
        components: {
          schemas: Object.fromEntries(
            many((i) => [`s${i}`, { $ref: `/schemas/${i}.json${'#'.repeat(50)}` }]),
          ),
        },
      }),
    ['pass'],
    // None of them is there.
    { 'json-schemas': ['broken', 'error', 'absent'] },
  ),
  has(
    'an api-catalog with 400 anchors of 4 kB and 20,000 links',
    {
      '/.well-known/api-catalog': [
        'application/linkset+json',
        () =>
          JSON.stringify({
            linkset: many(
              (i) => ({
                anchor: `https://x.example/${'a'.repeat(4000)}/${i}`,
                'service-desc': many((n) => ({ href: `d${n}` }), 50),
              }),
              400,
            ),
          }).slice(0, 2 ** 21),
      ],
    },
    { 'api-catalog': ['pass', 'n_a', 'error', 'broken', 'noncompliant'] },
  ),
  has(
    'an agent card with 10,000 endpoints',
    {
      '/.well-known/agent-card.json': [
        'application/json',
        () =>
          JSON.stringify({
            name: 'n'.repeat(100_000),
            url: '/a2a',
            skills: many((i) => ({ id: `s${i}`, name: 'x', tags: ['y'] })),
            supportedInterfaces: many((i) => ({ url: `/a2a/${i}`, protocolBinding: 'JSONRPC' })),
          }),
      ],
    },
    { 'a2a-agent-card': ['pass', 'noncompliant', 'error'] },
  ),
  has(
    'an MCP card with 10,000 endpoints',
    {
      '/.well-known/mcp/server-card.json': [
        'application/json',
        () =>
          JSON.stringify({
            name: 'a',
            remotes: many((i) => ({ type: 'streamable-http', url: `/mcp/${i}` })),
          }),
      ],
    },
    // What is promised and gives a 404 is an endpoint that does not answer.
    { 'well-known-mcp-card': ['pass', 'error'], 'mcp-initialize': ['broken', 'error', 'n_a'] },
  ),
  has(
    'key and skill lists of 10,000',
    {
      '/.well-known/http-message-signatures-directory': [
        'application/http-message-signatures-directory+json',
        () => JSON.stringify({ keys: many(() => ({ kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43) })) }),
      ],
      '/.well-known/agent-skills/index.json': [
        'application/json',
        () =>
          JSON.stringify({
            skills: many((i) => ({ name: `s${i}`, url: `/skills/${i}`, digest: `sha256:${'0'.repeat(64)}` })),
          }),
      ],
    },
    { 'web-bot-auth': ['pass'], 'agent-skills': ['pass', 'noncompliant', 'broken', 'error'] },
  ),
  has(
    'JSON whose members are those of every object',
    {
      '/.well-known/agent-card.json': [
        'application/json',
        () =>
          '{"__proto__":{"name":"a","url":"b","skills":[]},"constructor":{"prototype":{"name":"a"}},"toString":1}',
      ],
      '/.well-known/ai-catalog.json': ['application/json', () => '{"__proto__":null,"hasOwnProperty":"x"}'],
    },
    { 'a2a-agent-card': NOT_GOOD, 'ai-catalog': ['pass', 'noncompliant', 'broken'] },
  ),
  {
    name: 'sends 60 kB of Link with its home page',
    family: 'documents',
    expects: but(BARE, { 'link-headers': ['pass', 'absent'] }),
    listen: site(({ url, method }, response) => {
      if (url !== '/' || method !== 'GET') return send404(response);
      response.setHeader(
        'link',
        '</a>; rel="service-desc service-doc"; title="a,b;c\\""; title*=UTF-8\'\'x, '.repeat(800),
      );
      sendHome(response);
    }),
  },
];
