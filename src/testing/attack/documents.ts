/** Documents beside a plain home page that are hard to read: each is named where an audit looks for it. */

import type { Status } from '../../catalogue/vocabulary.ts';
import { documents, filled, send404, sendHome, site } from './serve.ts';
import { type AttackSite, BARE, but, type Expected } from './site.ts';

type Named = Parameters<typeof documents>[0];

function has(name: string, named: Named, statuses: Readonly<Record<string, readonly Status[]>>): AttackSite {
  const expects: Expected = but(BARE, statuses);
  return { name: `has ${name}`, family: 'documents', expects, listen: site(documents(named)) };
}

const robots = (
  name: string,
  body: () => string,
  statuses: Readonly<Record<string, readonly Status[]>> = {},
) => has(name, { '/robots.txt': ['text/plain', body] }, { robots: ['pass'], ...statuses });
const sitemap = (name: string, body: () => string, ...statuses: readonly Status[]) =>
  has(name, { '/sitemap.xml': ['application/xml', body] }, { sitemap: statuses });
const llms = (name: string, body: () => string) =>
  has(
    name,
    { '/llms.txt': ['text/plain', body] },
    { 'llms-txt': ['pass'], 'llms-txt-links': ['pass', 'broken', 'n_a', 'error'] },
  );
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

const BILLION_LAUGHS = () => {
  const lines = ['<!ENTITY e0 "xxxxxxxxxx">'];
  for (let i = 1; i < 30; i++) lines.push(`<!ENTITY e${i} "${`&e${i - 1};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE urlset [${lines.join('')}]><urlset><url><loc>&e29;</loc></url></urlset>`;
};

const ALIASES = () => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let i = 1; i < 40; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join()}]`,
    );
  return `openapi: 3.1.0\ninfo: {title: a, version: "1"}\n${lines.join('\n')}\npaths: {}\n`;
};

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
  robots('a robots.txt with a million rules', () => filled('Allow:/\n')),
  robots('a robots.txt with 100,000 groups', () => filled('User-agent: GPTBot\n', { end: 'Allow: /\n' }), {
    'robots-ai-rules': ['pass', 'absent'],
  }),
  robots('a robots.txt of stars', () =>
    filled('*', { begin: 'User-agent: *\nDisallow: /', end: '$\n', bytes: 400_000 }),
  ),
  robots('a robots.txt with 50,000 sitemaps', () => filled('Sitemap: /s\n'), {
    sitemap: ['absent', 'error', 'n_a'],
  }),
  robots('a robots.txt of white space', () => filled(' \t', { begin: 'User-agent: *', bytes: 400_000 })),
  robots('a robots.txt of colons', () => filled(':', { begin: 'User-agent', bytes: 400_000 })),
  robots('a robots.txt of signals', () => filled('Content-Signal: search=yes, ai-train=no, \n'), {
    'content-signals': ['pass', 'broken'],
  }),
  sitemap('a sitemap of billions of laughs', BILLION_LAUGHS, ...NOT_GOOD, 'pass'),
  sitemap(
    'a text sitemap of white space',
    () => filled(' ', { begin: 'https://x.example/', end: '\n' }),
    ...NOT_GOOD,
  ),
  sitemap('a text sitemap of line ends', () => filled('\n \r', { begin: 'https://x.example/' }), ...NOT_GOOD),
  sitemap(
    'a sitemap of colons',
    () => filled(':', { begin: '<?xml version="1.0"?><', end: 'urlset/>' }),
    ...NOT_GOOD,
  ),
  sitemap(
    'a sitemap of names without end',
    () => filled('a', { begin: '<?xml version="1.0"?><' }),
    ...NOT_GOOD,
  ),
  sitemap(
    'a sitemap of attributes',
    () => filled(' a="b"', { begin: '<urlset', end: '><url><loc>http://x/</loc></url></urlset>' }),
    ...NOT_GOOD,
    'pass',
  ),
  sitemap(
    'a sitemap of one URL of 2 MiB',
    () => filled('a/', { begin: '<urlset><url><loc>http://x.example/', end: '</loc></url></urlset>' }),
    ...NOT_GOOD,
    'pass',
  ),
  sitemap('a sitemap of elements in elements', () => filled('<a>', { begin: '<urlset>' }), ...NOT_GOOD),
  llms('an llms.txt of links', () => filled('- [a](/b)\n', { begin: '# Title\n\n> Summary\n\n## Links\n' })),
  llms('an llms.txt of brackets', () => filled('[](', { begin: '# Title\n\n> Summary\n\n' })),
  llms('an llms.txt of directories', () => {
    let body = '# Title\n\n> Summary\n\n## Links\n';
    for (let i = 0; body.length < 2 ** 21 - 100; i++) body += `- [a](/d${i}/x)\n`;
    return body;
  }),
  llms('an llms.txt of long links', () =>
    filled(`- [a](/${'l'.repeat(3000)}/../x)\n`, { begin: '# Title\n\n> Summary\n\n' }),
  ),
  llms('an llms.txt of emphasis and code', () => filled('*a_`b~', { begin: '# Title\n\n> Summary\n\n' })),
  openapi('an OpenAPI description whose references go in circles', 'application/json', REF_LOOPS, ['pass']),
  openapi(
    'an OpenAPI description that nests a million times',
    'application/json',
    () => '{"a":'.repeat(400_000),
    NOT_GOOD,
  ),
  openapi('an OpenAPI description of aliases', 'application/yaml', ALIASES, ['pass', ...NOT_GOOD]),
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
  has(
    'a security.txt of one field of 2 MiB',
    { '/.well-known/security.txt': ['text/plain', () => filled('Contact: ', { begin: 'Expires: ' })] },
    { 'security-txt': ['broken', 'noncompliant', 'pass', 'error'] },
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
  {
    name: 'sends 60 kB of broken Link with its home page',
    family: 'documents',
    expects: but(BARE, { 'link-headers': ['pass', 'absent'] }),
    listen: site(({ url, method }, response) => {
      if (url !== '/' || method !== 'GET') return send404(response);
      response.setHeader('link', '<;"\\ ,'.repeat(10_000));
      sendHome(response);
    }),
  },
];
