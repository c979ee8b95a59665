/** The possible states of each surface of a small site: right, missing, broken, or incomplete. */
import type { IncomingMessage } from 'node:http';
import type { SiteType } from '../../audit/check-texts/vocabulary.ts';
import {
  byHand,
  type Case,
  discovered,
  error,
  handshake,
  older,
  type Reactions,
  result,
} from '../mcp-by-hand.ts';
import { sdkV1, sdkV2 } from '../mcp-servers.ts';
import { json, redirect, text } from '../routes.ts';
import type { Route } from '../serve.ts';

/** A site under construction. */
export interface Draft {
  readonly routes: Record<string, Route>;
  head: string;
  heading: string;
  prose: string;
  noscript: string;
  readonly links: string[];
  /** Returns the media type of the Markdown in response to a request; `html as …` is HTML with that type. */
  form: (request: IncomingMessage) => string | undefined;
  vary: string | undefined;
  frontMatter: string;
  siteType: SiteType;
}

export type State = (draft: Draft) => void;

const nothing: State = () => undefined;
const at =
  (path: string, route: Route): State =>
  ({ routes }) => {
    routes[path] = route;
  };
const both =
  (...states: readonly State[]): State =>
  (draft) => {
    for (const state of states) state(draft);
  };
const inHead =
  (line: string): State =>
  (draft) => {
    draft.head += line;
  };
const set =
  (change: Partial<Draft>): State =>
  (draft) =>
    void Object.assign(draft, change);
const linked =
  (line: string): State =>
  ({ links }) => {
    links.push(line);
  };

const PAGE = (title: string) =>
  text(`<!doctype html><title>${title}</title><h1>${title}</h1><p>Here.</p>`, 'text/html');
const JSON_404 = json({ title: 'Not Found' }, { status: 404, type: 'application/problem+json' });
const robots = (body: string) => at('/robots.txt', text(body));
const llms = (body: string, type = 'text/plain') => at('/llms.txt', text(body, type));
const LLMS =
  '# Harbour\n\n> Ships and tides.\n\n## When to use\n\nFor tides.\n\n## Pages\n\n- [Tides](/tides)\n';
const openapi = (more: object, servers?: string) => {
  const info = { title: 'Harbour', version: '1' };
  const document = { openapi: '3.1.0', info, paths: { '/ships/{id}': { get: SHIP } } };
  return at(
    '/openapi.json',
    json({ ...document, ...(servers !== undefined && { servers: [{ url: servers }] }), ...more }),
  );
};
const SHIP = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 200: { description: 'A ship' }, 404: { description: 'None' } },
};
/** Responses of the API to unknown paths. */
const api = (route: Route) => at('/api/*', route);
const html404 = (status: number) => ({ ...PAGE('Nothing here'), status });
const mcp = (handler: ReturnType<typeof byHand>) => at('/mcp', handler);
const wrong = (reactions: Reactions) => mcp(byHand(reactions));
const WITHOUT_CORS: Reactions = {
  options: { status: 405, body: '' },
  origin: { body: { result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } } },
};
const OTHER_ORIGIN = { 'access-control-allow-origin': 'https://a.test' };
const card = (value: unknown) => at('/.well-known/mcp/server-card.json', json(value));
const CARD = { name: 'harbour', transport: { type: 'streamable-http', endpoint: '/mcp' } };
const wellKnown = (name: string, route: Route) => at(`/.well-known/${name}`, route);
const security = (body: string) => wellKnown('security.txt', text(body));
const xml = (body: string) => text(`<?xml version="1.0"?>${body}`, 'text/xml');
const described = (content: string) => inHead(`<meta name="description" content="${content}">`);

const byAccept = ({ headers }: IncomingMessage) =>
  headers.accept?.includes('text/markdown') === true ? 'text/markdown' : undefined;
const isProgram = ({ headers }: IncomingMessage) => /curl|ChatGPT/.test(headers['user-agent'] ?? '');
const negotiated404 =
  (body: string): Route =>
  (request, response) => {
    const type = byAccept(request) ?? 'text/html';
    response.writeHead(404, { 'content-type': type, vary: 'Accept' });
    response.end(type === 'text/html' ? '<!doctype html><h1>Nothing here</h1>' : body);
  };
const RESOURCE = '/.well-known/oauth-protected-resource';
/** An MCP endpoint that requires a token. */
const CHALLENGE: Route = {
  ...json({ error: 'invalid_token' }, { status: 401 }),
  headers: { 'www-authenticate': `Bearer resource_metadata="${RESOURCE}"` },
};

/** A wrong response to each kind of MCP request. */
const FAULTS: Readonly<Partial<Record<Case, Reactions[Case]>>> = {
  get: { status: 500, body: '' },
  malformed: { status: 200, body: '{}' },
  initialize: result({ capabilities: { tools: {} }, protocolVersion: '2025-11-25' }),
  'tools/list': result({ tools: [{ name: 'echo' }] }),
  'resources/list': result({ resources: [{ name: 'a' }] }),
  'unknown method': result({}),
  'unknown tool': result({ isError: true, content: [] }),
  'accept image': result({ tools: [] }),
  'accept json': { type: 'text/event-stream', body: 'data: {}\n\n' },
  'server/discover': result({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: {} },
  }),
  'modern tools/list': result({ tools: 'none' }),
  'modern unknown tool': error(-32603),
  'modern unknown method': error(-32601, 500),
  'unknown resource': error(-32002),
  'no clientCapabilities': result({ tools: [] }),
  'header mismatch': result({ tools: [] }),
  'unknown version': error(-32022, 400),
  batch: { status: 400, body: '' },
  options: { status: 204, headers: { 'access-control-allow-origin': '*' }, body: '' },
  origin: { status: 400, body: '' },
};

/** The states of each surface, the commonest first. */
export const SURFACES: Readonly<Record<string, Readonly<Record<string, State>>>> = {
  robots: {
    missing: nothing,
    plain: robots('User-agent: *\nAllow: /\n'),
    right: robots('User-agent: *\nUser-agent: GPTBot\nContent-Signal: search=yes\nAllow: /\n'),
    unknownSignal: robots('User-agent: *\nUser-agent: GPTBot\nContent-Signal: use=maybe\nAllow: /\n'),
    exampleSitemap: robots('User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n'),
    keepsOut: robots('User-agent: *\nDisallow: /\n'),
    page: at('/robots.txt', PAGE('Robots')),
    usage: robots('User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n'),
  },
  llms: {
    missing: nothing,
    right: llms(LLMS),
    noSummary: llms('# Harbour\n\n## Pages\n\n- [Tides](/tides)\n'),
    bare: llms('# Harbour\n\n> Ships.\n\n## For agents\n\n- https://harbour.test/tides\n'),
    deadLink: llms(`${LLMS}- [Gone](/gone)\n`),
    typedAsHtml: llms(LLMS, 'text/html'),
    typedAsHtmlPoor: llms('# Harbour\n\n- [Gone](/gone)\n', 'text/html'),
    page: at('/llms.txt', PAGE('llms')),
    noTitle: llms('Some words about the harbour.\n'),
  },
  llmsFull: {
    missing: nothing,
    right: both(llms(LLMS), at('/llms-full.txt', text('# All\n\nText.\n'))),
    page: both(llms(LLMS), at('/llms-full.txt', PAGE('Full'))),
  },
  markdown: {
    none: nothing,
    right: set({ form: byAccept, vary: 'Accept' }),
    noVary: set({ form: byAccept }),
    byName: set({
      form: (request) => (isProgram(request) ? 'text/markdown' : byAccept(request)),
      vary: 'Accept',
    }),
    byNameAlone: set({
      form: (request) => (isProgram(request) ? 'text/markdown' : undefined),
      vary: 'User-Agent',
    }),
    frontMatter: set({ form: byAccept, vary: 'Accept', frontMatter: '---\ntags: [a\n---\n\n' }),
    plainIsHtml: set({
      form: ({ headers }) => (headers.accept === 'text/plain' ? 'html as text/plain' : undefined),
    }),
    markdownIsHtml: set({
      form: ({ headers }) => (headers.accept === 'text/markdown' ? 'html as text/markdown' : undefined),
    }),
  },
  unknown: {
    html: at('*', html404(404)),
    plain: nothing,
    markdown: at('*', negotiated404('# Not found\n\n- [Home](/)\n')),
    noWay: at('*', negotiated404('# Not found\n')),
    soft: at('*', PAGE('Harbour')),
    toHome: at('*', redirect('/tides')),
    fails: at('*', html404(500)),
    forbidden: at('*', (request, response) => {
      response.writeHead(request.url === '/' ? 200 : 400, { 'content-type': 'text/plain' }).end('No');
    }),
  },
  description: {
    missing: nothing,
    right: described('Ships, tides and hours of the harbour office, every day.'),
    short: described('A harbour.'),
    title: described('The harbour office of the old town by the sea'),
    empty: described(''),
  },
  headLinks: {
    missing: nothing,
    right: inHead('<link rel="alternate" type="text/plain" href="/llms.txt">'),
    dead: inHead('<link rel="alternate" type="text/markdown" href="/old.md">'),
    feed: inHead('<link rel="alternate" type="application/rss+xml" href="/feed">'),
  },
  content: {
    right: nothing,
    noHeading: set({ heading: '<h2>Harbour office</h2>' }),
    noText: set({ prose: '' }),
    neither: set({ heading: '', prose: '' }),
  },
  noscript: {
    missing: nothing,
    right: set({ noscript: '<noscript><a href="/sitemap.xml">Sitemap</a></noscript>' }),
    dead: set({ noscript: '<noscript><a href="/data.json">Data</a></noscript>' }),
    pixel: set({ noscript: '<noscript><img src="/p.gif" alt=""></noscript>' }),
  },
  scripts: {
    none: nothing,
    right: inHead('<script type="application/ld+json">{"@context":"https://schema.org"}</script>'),
    brokenJsonLd: inHead('<script type="application/ld+json">{"@context":</script>'),
    brokenWebmcp: inHead('<script type="application/webmcp+json">{"tools":</script>'),
  },
  link: {
    missing: nothing,
    right: linked('</llms.txt>; rel="describedby"'),
    dead: linked('</.well-known/nothing>; rel="describedby"'),
    preload: linked('</style.css>; rel="preload"; as="style"'),
  },
  sitemap: {
    missing: nothing,
    right: at('/sitemap.xml', xml('<urlset><url><loc>/</loc></url></urlset>')),
    broken: at('/sitemap.xml', xml('<urlset><url>')),
    elsewhere: both(
      robots('User-agent: *\nAllow: /\nSitemap: /maps/main.xml\n'),
      at('/maps/main.xml', xml('<urlset></urlset>')),
    ),
  },
  security: {
    missing: nothing,
    right: security('Contact: mailto:a@harbour.test\nExpires: 2030-01-01T00:00:00Z\n'),
    expired: security('Contact: mailto:a@harbour.test\nExpires: 2020-01-01T00:00:00Z\n'),
    neither: security('Write to us.\n'),
  },
  api: {
    none: nothing,
    right: both(openapi({}, '/api'), api(JSON_404)),
    noServers: both(
      openapi({ paths: { '/api/ships': { get: { responses: { 200: { description: 'Ships' } } } } } }),
      api(html404(404)),
    ),
    noServersAtRoot: openapi({ paths: { '/ships': { get: {} }, '/tides-of': { get: {} } } }),
    htmlErrors: both(openapi({}, '/api'), api(html404(404))),
    errorsTypedWrong: both(openapi({}, '/api'), api({ ...JSON_404, type: 'text/plain' })),
    errorsAreNone: both(openapi({}, '/api'), api(json({ ok: true }))),
    noInfo: both(openapi({ info: undefined }, '/api'), api(JSON_404)),
    unparsable: both(at('/openapi.json', { ...json({}), body: '{"openapi": "3.1.0",' }), api(html404(404))),
    policyAlone: both(
      openapi({}, '/api'),
      api({ ...JSON_404, headers: { 'ratelimit-policy': '"a";q=1;w=1' } }),
    ),
    limited: both(openapi({}, '/api'), api({ ...JSON_404, headers: { 'x-ratelimit-remaining': '3' } })),
    elsewhere: openapi({}, 'https://api.harbour.test'),
    undescribed: both(at('/api/ships', json([{ name: 'Ship' }])), api(html404(404))),
    onlyLinked: linked('</api/description>; rel="service-desc"'),
    schemas: both(
      openapi({ jsonSchemaDialect: '/schemas/ship.json' }, '/api'),
      api(JSON_404),
      inHead('<link rel="describedby" type="application/schema+json" href="/schemas/ship.json">'),
      at('/schemas/ship.json', json({ type: 'object' })),
    ),
    catalog: wellKnown('api-catalog', json({ linkset: [{ anchor: '/a' }] }, { type: 'text/plain' })),
    wrongCatalog: wellKnown('api-catalog', json({ apis: [] })),
  },
  mcp: {
    none: nothing,
    both: mcp(byHand()),
    bothWithoutCors: wrong(WITHOUT_CORS),
    refusesOrigins: wrong({ options: { status: 403, body: '' }, origin: { status: 403, body: '' } }),
    otherOrigin: wrong({
      options: {
        status: 204,
        headers: {
          ...OTHER_ORIGIN,
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
        },
        body: '',
      },
      origin: { headers: OTHER_ORIGIN, body: { result: { tools: [] } } },
    }),
    opensStreams: wrong({ get: 'hold' }),
    opensStreamsAndMore: wrong({
      get: 'hold',
      'unknown tool': error(-32603),
      'modern unknown tool': error(-32603),
    }),
    of2025: mcp(older()),
    of2025Stateless: mcp(sdkV1().handler),
    of2025Sessions: mcp(sdkV1({ sessions: true, json: true }).handler),
    of2025OpensStreams: mcp(older({ get: 'hold' })),
    of2025JsonRefused: mcp(older({ 'accept json': error(-32000, 406) })),
    of2025NoCapabilities: mcp(older({ initialize: result(handshake({})) })),
    of2026: mcp(sdkV2({ legacy: 'reject' })),
    sdk: mcp(sdkV2()),
    withoutDiscover: wrong({ 'server/discover': error(-32601, 404) }),
    noTools: mcp(sdkV2({}, (server) => void server.registerPrompt('a', {}, () => ({ messages: [] })))),
    emptyResources: wrong({ 'resources/list': result({ resources: [] }) }),
    emptyResourcesOf2025: mcp(older({ 'resources/list': result({ resources: [] }) })),
    noCapabilities: wrong({
      initialize: result(handshake({})),
      'server/discover': result(discovered({})),
    }),
    noHandshake: wrong({ initialize: { status: 500, body: '' } }),
    promised: both(card(CARD), at('/mcp', { status: 500 })),
    promisedAndBadCard: both(card({ endpoint: '/mcp' }), at('/mcp', { status: 500 })),
    promisedByAlias: both(at('/mcp.json', json(CARD)), at('/mcp', { status: 404 })),
    of2025Prompts: mcp(older({ initialize: result(handshake({ prompts: {} })) })),
    noHandshakeNoResources: wrong({
      initialize: { status: 500, body: '' },
      'server/discover': result(discovered({ tools: {} })),
    }),
    ...Object.fromEntries(
      Object.entries(FAULTS).map(([name, reaction]) => [`wrong ${name}`, wrong({ [name]: reaction })]),
    ),
  },
  card: {
    missing: nothing,
    right: both(card(CARD), mcp(byHand())),
    noEndpoint: both(card({ name: 'harbour' }), mcp(byHand())),
    example: card({ ...CARD, transport: { ...CARD.transport, endpoint: 'https://example.com/mcp' } }),
    aliases: both(card(CARD), at('/mcp.json', json(CARD)), mcp(byHand())),
    usage: both(card(CARD), at('/mcp.md', PAGE('Tools')), mcp(byHand())),
  },
  oauth: {
    none: nothing,
    challenge: at('/mcp', CHALLENGE),
    noResource: both(
      at('/mcp', CHALLENGE),
      wellKnown('oauth-protected-resource', json({ authorization_servers: [] })),
    ),
    noIssuer: wellKnown('oauth-authorization-server', json({ token_endpoint: '/token' })),
    page: both(at('/auth.md', PAGE('Auth')), wellKnown('oauth-authorization-server', json({ issuer: 'x' }))),
  },
  catalogs: {
    none: nothing,
    aiCatalog: wellKnown('ai-catalog.json', json('soon')),
    agentCard: wellKnown('agent-card.json', json({ name: 'Harbour', url: '/a2a' })),
    skills: wellKnown('agent-skills/index.json', json({ skills: [] })),
    keys: wellKnown('http-message-signatures-directory', json({ keys: [] })),
    notJson: both(
      wellKnown('agent-card.json', { ...json({}), body: '{"name":' }),
      wellKnown('agent-skills/index.json', { ...json({}), body: '{"skills":' }),
    ),
  },
  siteType: {
    none: nothing,
    content: set({ siteType: 'content' }),
    api: set({ siteType: 'api' }),
  },
};
