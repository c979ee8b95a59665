/** The local server is as it should be, and each deliberate fault in front of it is found. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedDemos, serveNamedDemos } from '../app/demos.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { serveBuilt } from '../site/testing/serve.ts';
import type { TestServer } from '../testing/servers.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { GROUPS, type Group } from './probe.ts';
import { sender } from './send.ts';
import { type Break, breaking } from './testing/broken.ts';
import { type Finding, type VerifyOptions, verify } from './verify.ts';

let demos: ServedDemos;
let site: TestServer;
beforeAll(async () => {
  const folder = await builtSite();
  demos = await serveNamedDemos();
  const settings = {
    service: true,
    liveAudits: true,
    network: 'public' as const,
    resolver: 'http://127.0.0.1:9/',
  };
  site = await serveBuilt(folder, { settings, places: demos.places });
}, 110_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await demos?.[Symbol.asyncDispose]();
});

/** Verifies the site with this change of its answers. */
async function verified(change: Break, options: Partial<VerifyOptions> = {}) {
  await using changed = await breaking(site.port, change);
  await using connection = sender(changed.url);
  const waits: string[] = [];
  const result = await verify({
    at: changed.url,
    publishedAs: SITE_ADDRESS,
    now: new Date(),
    send: connection.send,
    onWait: (seconds, why) => waits.push(`${seconds} s: ${why}`),
    ...options,
  });
  expect(waits).toEqual([]);
  return result;
}

const inShort = ({ request, what, expected, seen }: Finding) =>
  `${request}: ${what}: expected ${expected}, seen ${seen}`;
const nothing: Break = () => undefined;

describe('the local server', () => {
  it('is as it should be', async () => {
    const { findings, unjudged, answers, expectations } = await verified(nothing);
    expect(findings.map(inShort)).toEqual([]);
    expect(unjudged).toEqual([]);
    expect(answers).toBeGreaterThan(200);
    expect(expectations).toBeGreaterThan(5 * answers);
  });

  it('gives a live scorecard at the addresses that it names', async () => {
    const { findings, answers } = await verified(nothing, { only: ['audit'], audit: 'ready.demo' });
    expect(findings.map(inShort)).toEqual([]);
    expect(answers).toBeGreaterThanOrEqual(5);
  });

  it('refuses what is beyond its limit', async () => {
    const { findings, answers } = await verified(nothing, { only: ['limits'], spend: true });
    expect(findings.map(inShort)).toEqual([]);
    expect(answers).toBe(4);
  });
});

/** Where the change is made: these paths, or all. */
const at =
  (path: string | RegExp, change: Break): Break =>
  (answer) => {
    const matches = typeof path === 'string' ? answer.path === path : path.test(answer.path);
    if (matches) change(answer);
  };
const drop =
  (...names: string[]): Break =>
  ({ headers }) => {
    for (const name of names) delete headers[name];
  };
const set =
  (name: string, value: string): Break =>
  ({ headers }) => {
    headers[name] = value;
  };
const replace =
  (from: string | RegExp, to: string): Break =>
  (answer) => {
    answer.body = answer.body.replace(from, to);
  };
const become =
  (status: number): Break =>
  (answer) => {
    answer.status = status;
  };
const ofStatus =
  (status: number, change: Break): Break =>
  (answer) => {
    if (answer.status === status) change(answer);
  };
const ofMethod =
  (method: string, change: Break): Break =>
  (answer) => {
    if (answer.method === method) change(answer);
  };
const ofType =
  (type: string, change: Break): Break =>
  (answer) => {
    if (answer.headers['content-type']?.toString().startsWith(type) === true) change(answer);
  };
const ofAgent =
  (agent: RegExp, change: Break): Break =>
  (answer) => {
    if (agent.test(answer.asked['user-agent'] ?? '')) change(answer);
  };
const html = set('content-type', 'text/html; charset=utf-8');
const open = set('access-control-allow-origin', '*');
const CARD = '/.well-known/mcp/server-card.json';
const STRANGER = 'https://stranger.example';

/** What is broken, in which group it is found, by what, and the fault. */
const FAULTS: readonly (readonly [fault: string, group: Group, found: string, change: Break])[] = [
  ['no Content-Security-Policy', 'pages', 'Content-Security-Policy', drop('content-security-policy')],
  [
    'a policy with inline scripts',
    'pages',
    'Content-Security-Policy',
    set('content-security-policy', "default-src 'none'; script-src 'self' 'unsafe-inline'; base-uri 'none'"),
  ],
  [
    'a policy without frame-ancestors',
    'pages',
    'Content-Security-Policy',
    set('content-security-policy', "default-src 'none'; base-uri 'none'"),
  ],
  ['no nosniff', 'pages', 'X-Content-Type-Options', drop('x-content-type-options')],
  ['no Referrer-Policy', 'pages', 'Referrer-Policy', drop('referrer-policy')],
  [
    'no Cross-Origin-Opener-Policy',
    'pages',
    'Cross-Origin-Opener-Policy',
    drop('cross-origin-opener-policy'),
  ],
  ['pages as text', 'pages', 'Content-Type', ofType('text/html', set('content-type', 'text/plain'))],
  ['a page that is not there', 'pages', 'status', at('/methodology', become(404))],
  ['a fault', 'pages', 'status', at('/spec', become(500))],
  ['pages without a heading', 'pages', '<h1>', replace(/<h1/g, '<p')],
  [
    'another canonical address',
    'pages',
    'links to itself',
    replace(/(rel="canonical" href=")[^"]*/, `$1${STRANGER}/`),
  ],
  ['no Link fields', 'pages', 'Link', at('/', drop('link'))],
  ['no tags', 'pages', 'ETag', drop('etag')],
  ['nothing is revalidated', 'pages', 'status', ofStatus(304, become(200))],
  ['a site built without its address', 'pages', 'addresses', replace(SITE_ADDRESS, DEFAULT_BASE_URL)],
  ['an unfilled mark', 'pages', 'marks', replace('</main>', '&lt;base_url&gt;</main>')],
  ['no Vary', 'negotiation', 'Vary', drop('vary')],
  ['Vary by one of two', 'negotiation', 'Vary', set('vary', 'Accept')],
  ['HTML for those who ask for Markdown', 'negotiation', 'Content-Type', ofType('text/markdown', html)],
  ['HTML for curl', 'negotiation', 'Content-Type', ofAgent(/^curl/, html)],
  ['HTML for assistants', 'negotiation', 'Content-Type', ofAgent(/ChatGPT-User/, html)],
  ['a card as text', 'documents', 'Content-Type', at(CARD, set('content-type', 'text/plain'))],
  [
    'a card that no other origin may read',
    'documents',
    'Access-Control-Allow-Origin',
    at(CARD, drop('access-control-allow-origin')),
  ],
  [
    'a card that asks for credentials',
    'documents',
    'card',
    at(CARD, replace('"required": false', '"required": true')),
  ],
  ['a card of another deployment', 'documents', 'card', at(CARD, replace(/https:\/\/site\.test/g, STRANGER))],
  [
    'a catalog of APIs that leads away',
    'documents',
    'addresses',
    at('/.well-known/api-catalog', replace(`${SITE_ADDRESS}/openapi`, `${STRANGER}/openapi`)),
  ],
  [
    'another issuer',
    'documents',
    'metadata',
    at('/.well-known/oauth-authorization-server', replace(/"issuer": "[^"]*"/, `"issuer": "${STRANGER}"`)),
  ],
  ['keys that are none', 'documents', 'keys', at('/.well-known/jwks.json', replace('keys', 'key'))],
  ['a description that is no JSON', 'documents', 'description', at('/openapi.json', replace('{', ''))],
  [
    'a description of another server',
    'documents',
    'description',
    at('/openapi.json', replace(/"servers": \[[^\]]*\]/, `"servers": [{"url": "${STRANGER}"}]`)),
  ],
  [
    'an expired security.txt',
    'documents',
    'Expires',
    at('/.well-known/security.txt', replace(/Expires: \d+/, 'Expires: 2020')),
  ],
  [
    'robots.txt without the sitemap',
    'documents',
    'Sitemap',
    at('/robots.txt', replace(/^Sitemap: .*$/m, '')),
  ],
  [
    'a private key that is published',
    'documents',
    'private key',
    at(/signatures-directory/, (answer) => {
      answer.status = 200;
      answer.headers['content-type'] = 'application/http-message-signatures-directory+json';
      answer.body = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"abc","d":"secret"}]}';
    }),
  ],
  ['a package with another byte', 'published', 'sha256', at('/cli.tgz', replace('a', 'b'))],
  [
    'a command that names a package of a registry',
    'published',
    'run',
    at('/cli.json', replace(/"run": "[^"]*"/, '"run": "npx agent-readiness"')),
  ],
  [
    'a skill that is not the one in the index',
    'published',
    'sha256',
    at(/^\/fix\/.*\.md$/, replace('#', '##')),
  ],
  [
    'a skill that is missing in the index',
    'published',
    'skills',
    at(/agent-skills/, replace('"fix-robots"', '"fix-robot"')),
  ],
  ['a sitemap that leads nowhere', 'published', 'status', at('/', become(404))],
  [
    'an index that leads to another site',
    'published',
    'addresses',
    at('/llms.txt', replace(`${SITE_ADDRESS}/score.md`, `${STRANGER}/score.md`)),
  ],
  [
    'a scorecard that names another address',
    'scorecards',
    'addresses',
    at(/\/json$/, replace(/"json_url": "[^"]*\/json"/, `"json_url": "${SITE_ADDRESS}/score/x/json"`)),
  ],
  [
    'a scorecard of an unknown form',
    'scorecards',
    'envelope',
    at(/\/json$/, replace('"kind": "web"', '"kind": "cli"')),
  ],
  ['a moment’s redirect', 'redirects', 'status', ofStatus(301, become(302))],
  ['a redirect to elsewhere', 'redirects', 'Location', at('/mcp.json', set('location', `${STRANGER}/`))],
  ['200 for what is not there', 'missing', 'status', ofStatus(404, become(200))],
  ['HTML for whoever asks for Markdown in vain', 'missing', 'Content-Type', ofStatus(404, html)],
  ['JSON without a code', 'missing', 'code', ofStatus(404, replace('"code"', '"kode"'))],
  ['a dead end', 'missing', 'a way on', ofStatus(404, replace(/[[<]|href=/g, ''))],
  ['CORS on the endpoint', 'mcp', 'Access-Control-', at('/mcp', open)],
  ['GET that is answered', 'mcp', 'status', ofMethod('GET', ofStatus(405, become(200)))],
  ['405 without Allow', 'mcp', 'Allow', ofStatus(405, drop('allow'))],
  ['a page of another origin that is served', 'mcp', 'status', ofStatus(403, become(200))],
  ['another code for an unknown method', 'mcp', 'error', replace('-32601', '-32600')],
  ['another code for a header that disagrees', 'mcp', 'error', replace('-32020', '-32600')],
  [
    'another revision than the one that was asked for',
    'mcp',
    'result',
    replace('"protocolVersion":"2025-11-25"', '"protocolVersion":"2025-06-18"'),
  ],
  [
    'a stream for whoever accepts JSON alone',
    'mcp',
    'Content-Type',
    set('content-type', 'text/event-stream'),
  ],
  ['a tool that is missing', 'mcp', 'tools', replace(/"name":"score_cli"/, '"name":"score"')],
  ['a tool without a title', 'mcp', 'result', replace(/"title":"[^"]+",/, '')],
  ['a miss that is an error', 'mcp', 'result', replace('"found":false', '"found":null')],
  ['no limit in an answer of the endpoint', 'mcp', 'RateLimit-Remaining', drop('ratelimit-remaining')],
  ['a token endpoint that asks for credentials', 'token', 'status', ofStatus(400, become(401))],
  ['another error of the token endpoint', 'token', 'error', replace('public_catalog', 'invalid_client')],
  ['a token answer that is kept', 'token', 'Cache-Control', set('cache-control', 'private')],
  ['CORS on the token endpoint', 'token', 'Access-Control-', open],
  ['a preflight that is granted', 'cors', 'status', ofMethod('OPTIONS', become(204))],
  ['a form for pages of other origins', 'cors', 'status', ofMethod('POST', become(303))],
  ['another limit', 'limits', 'RateLimit-Limit', set('ratelimit-limit', '100')],
  [
    'what is the caller’s own in shared caches',
    'limits',
    'Cache-Control',
    set('cache-control', 'public, max-age=60'),
  ],
  ['a service that is switched off', 'limits', 'health', replace('"status":"ok"', '"status":"off"')],
];

it.each(FAULTS)('finds %s', async (_, group, found, change) => {
  const { findings } = await verified(change, { only: [group] });
  expect(findings.filter(({ what }) => what === found).map(inShort)).not.toEqual([]);
  expect(new Set(findings.map((one) => one.group))).toEqual(new Set([group]));
});

const REFUSAL_FAULTS: readonly (readonly [fault: string, found: string, change: Break])[] = [
  ['no Retry-After', 'Retry-After', drop('retry-after')],
  ['another code of JSON-RPC', 'error', replace('"code":429', '"code":-32000')],
  ['no refusal', 'status', ofStatus(429, become(200))],
];

it.each(REFUSAL_FAULTS)('finds %s beyond the limit', async (_, found, change) => {
  const { findings } = await verified(ofStatus(429, change), { only: ['limits'], spend: true });
  expect(findings.map(({ what }) => what)).toContain(found);
});

const isJsonOf = (host: string) => new RegExp(`^/score/${host}.*/json$`);
const AUDIT_FAULTS: readonly (readonly [fault: string, host: string, found: string, change: Break])[] = [
  [
    'an address that answers with nothing',
    'docs.demo',
    'status',
    at(/^\/score\/docs\.demo\/live\/md/, become(404)),
  ],
  [
    'the scorecard of another time',
    'spa.demo',
    'time',
    at(isJsonOf('spa.demo'), replace(/"scored_at": "2/, '"scored_at": "1')),
  ],
  ['a live result for search engines', 'api.demo', 'X-Robots-Tag', at(/^\/score/, drop('x-robots-tag'))],
  [
    'an audit that answers for nobody else',
    'neglected.demo',
    'result',
    at('/mcp', replace('"cached":true', '"cached":false')),
  ],
];

it.each(AUDIT_FAULTS)('finds %s after a live audit', async (_, audit, found, change) => {
  const { findings } = await verified(change, { only: ['audit'], audit });
  expect(findings.map(({ what }) => what)).toContain(found);
});

it('every group has a fault that is found in it', () => {
  const found = new Set<Group>([...FAULTS.map(([, group]) => group), 'audit']);
  expect([...found].toSorted()).toEqual(Object.keys(GROUPS).toSorted());
});
