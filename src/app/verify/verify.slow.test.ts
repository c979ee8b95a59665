/** Tests that `verify` finds no fault in the local server, but every fault added to the server's responses. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningHere } from '../../audit/isolation/run-job.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { builtSite, SITE_ADDRESS } from '../../site/testing/build.ts';
import { serveBuilt } from '../../site/testing/serve.ts';
import type { TestServer } from '../../testing/servers.ts';
import { type ServedDemos, serveNamedDemos } from '../demos.ts';
import { type Ask, type DeploymentAnswer, GROUPS, type Group } from './probe.ts';
import { type Send, sender } from './send.ts';
import { type Finding, type VerifyOptions, verify } from './verify.ts';

let demos: ServedDemos;
let site: TestServer;
beforeAll(async () => {
  demos = await serveNamedDemos();
  const resolver = 'http://127.0.0.1:9/';
  const settings = { service: true, liveAudits: true, network: 'public', resolver } as const;
  site = await serveBuilt(await builtSite(), { settings, places: demos.places, runAudit: runningHere() });
}, 240_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await demos?.[Symbol.asyncDispose]();
});

/** Verifies the responses of `send`, without waiting. */
async function verified(send: Send, options: Partial<VerifyOptions> = {}) {
  const waits: number[] = [];
  const result = await verify({
    at: site.url,
    publishedAs: SITE_ADDRESS,
    now: new Date(),
    send,
    onWait: (seconds) => waits.push(seconds),
    ...options,
  });
  expect(waits).toEqual([]);
  return result;
}

const inShort = ({ request, what, expected, actual }: Finding) =>
  `${request}: ${what}: expected ${expected}, seen ${actual}`;
const found = (findings: readonly Finding[]) => findings.map(({ group, what }) => `${group}: ${what}`);

/** The server's responses by request. Faults are added to copies of them. */
const answers = new Map<string, DeploymentAnswer>();
const AUDITED: Partial<VerifyOptions> = { audit: 'ready.demo' };

it('finds no fault on the local server, including its live audit', async () => {
  await using connection = sender(site.url);
  const remembering: Send = async (ask) => {
    const answer = await connection.send(ask);
    // The first audit is live and the second is cached, so they need different keys.
    const key = JSON.stringify(ask);
    answers.set(answers.has(key) ? `${key} again` : key, answer);
    return answer;
  };
  const { findings, ranked, answers: count, expectations } = await verified(remembering, AUDITED);
  expect(findings.map(inShort)).toEqual([]);
  expect(ranked).toBeDefined();
  expect(count).toBeGreaterThan(120);
  expect(expectations).toBeGreaterThan(5 * count);
});

/** A response that may be changed in place. */
interface Changing {
  readonly ask: Ask;
  status: number;
  headers: Record<string, string>;
  text: string;
}
type Break = (answer: Changing) => void;

const at =
  (path: string | RegExp, change: Break): Break =>
  (answer) => {
    const matches = typeof path === 'string' ? answer.ask.path === path : path.test(answer.ask.path);
    if (matches) change(answer);
  };
const drop =
  (name: string): Break =>
  ({ headers }) => {
    delete headers[name];
  };
const set =
  (name: string, value: string): Break =>
  ({ headers }) => {
    headers[name] = value;
  };
const replace =
  (from: string | RegExp, to: string): Break =>
  (answer) => {
    answer.text = answer.text.replace(from, to);
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
    if ((answer.ask.method ?? 'GET') === method) change(answer);
  };
const ofType =
  (type: string, change: Break): Break =>
  (answer) => {
    if (answer.headers['content-type']?.startsWith(type) === true) change(answer);
  };
const ofAgent =
  (agent: RegExp, change: Break): Break =>
  (answer) => {
    if (agent.test(answer.ask.headers?.['user-agent'] ?? '')) change(answer);
  };
const html = set('content-type', 'text/html; charset=utf-8');
const open = set('access-control-allow-origin', '*');
const CARD = '/.well-known/mcp/server-card.json';
const STRANGER = 'https://stranger.example';

/** The faults, each with the group and the expectation that must find it. */
const FAULTS: readonly (readonly [group: Group, what: string, change: Break])[] = [
  ['pages', 'Content-Security-Policy', drop('content-security-policy')],
  ['pages', 'X-Content-Type-Options', drop('x-content-type-options')],
  ['pages', 'Referrer-Policy', drop('referrer-policy')],
  ['pages', 'Cross-Origin-Opener-Policy', drop('cross-origin-opener-policy')],
  ['pages', 'Content-Type', ofType('text/html', set('content-type', 'text/plain'))],
  ['pages', 'status', at('/spec', become(500))],
  ['pages', '<h1>', replace(/<h1/g, '<p')],
  ['pages', 'addresses', replace(/(rel="canonical" href=")[^"]*/, `$1${STRANGER}/`)],
  ['pages', 'Link', at('/', drop('link'))],
  ['pages', 'ETag', drop('etag')],
  // Responses to conditional requests.
  ['pages', 'status', ofStatus(304, become(200))],
  // A site that was built without its URL.
  ['pages', 'addresses', replace(SITE_ADDRESS, DEFAULT_BASE_URL)],
  ['negotiation', 'Vary', drop('vary')],
  ['negotiation', 'Vary', set('vary', 'Accept-Encoding, User-Agent')],
  ['negotiation', 'Content-Type', ofType('text/markdown', html)],
  ['negotiation', 'Content-Type', ofAgent(/^curl/, html)],
  ['negotiation', 'Content-Type', ofAgent(/ChatGPT-User/, html)],
  ['documents', 'Content-Type', at(CARD, set('content-type', 'text/plain'))],
  ['documents', 'Access-Control-Allow-Origin', at(CARD, drop('access-control-allow-origin'))],
  ['documents', 'addresses', at(CARD, replace(/https:\/\/site\.test/g, STRANGER))],
  ['documents', 'Expires', at('/.well-known/security.txt', replace(/Expires: \d+/, 'Expires: 2020'))],
  [
    'documents',
    'private key',
    at(/signatures-directory/, (answer) => {
      answer.text = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"abc","d":"secret"}]}';
    }),
  ],
  // Promises of the OpenAPI description: status, type, header and schema.
  ['documents', 'status', at('/catalog.csv', become(500))],
  ['documents', 'Content-Type', at(/^\/preview\/.*\.png$/, html)],
  ['documents', 'Access-Control-Allow-Origin', at('/catalog.csv', drop('access-control-allow-origin'))],
  ['documents', 'ETag', at('/spec.json', drop('etag'))],
  ['documents', 'schema', at('/checks.json', replace('{', '['))],
  ['documents', 'schema', at('/schema/audit.schema.json', replace('{', '['))],
  ['documents', 'description', at('/openapi.json', replace('"/catalog.json"', '"/catalogue.json"'))],
  ['scorecards', 'schema', at(/^\/score\/.*\/json$/, replace('"target"', '"host"'))],
  ['audit', 'schema', at(/^\/score\/.*\/live\/json$/, replace('"target"', '"host"'))],
  // A package with a different byte.
  ['published', 'sha256', at(/^\/cli.*\.tgz$/, replace('a', 'b'))],
  ['published', 'facts', at('/cli.json', replace(/"run": "[^"]*"/, '"run": "npx agent-readiness"'))],
  ['published', 'sha256', at(/^\/fix\/.*\.md$/, replace('#', '##'))],
  // A sitemap with a dead link, and an index that links to another site.
  ['published', 'status', at('/', become(404))],
  ['published', 'addresses', at('/llms.txt', replace(`${SITE_ADDRESS}/score.md`, `${STRANGER}/score.md`))],
  ['scorecards', 'Content-Type', at(/^\/score\/.*\/changes\.atom$/, html)],
  ['scorecards', 'envelope', at(/\/json$/, replace(/"json_url":"[^"]*"/, `"json_url":"${STRANGER}"`))],
  ['redirects', 'status', ofStatus(301, become(302))],
  ['redirects', 'Location', at('/mcp.json', set('location', `${STRANGER}/`))],
  ['missing', 'status', ofStatus(404, become(200))],
  ['missing', 'Content-Type', ofStatus(404, html)],
  ['missing', 'code', ofStatus(404, replace('"code"', '"kode"'))],
  ['missing', 'a link to another page', ofStatus(404, replace(/[[<]|href=/g, ''))],
  ['mcp', 'Access-Control-', at('/mcp', open)],
  ['mcp', 'status', ofMethod('GET', ofStatus(405, become(200)))],
  ['mcp', 'Allow', ofStatus(405, drop('allow'))],
  ['mcp', 'status', ofStatus(403, become(200))],
  ['mcp', 'error', replace('-32601', '-32600')],
  ['mcp', 'result', replace('"protocolVersion":"2025-11-25"', '"protocolVersion":"2025-06-18"')],
  ['mcp', 'result', replace(/"name":"score_cli"/, '"name":"score"')],
  ['mcp', 'Content-Type', set('content-type', 'text/event-stream')],
  // The last message of a handshake, which only the SDK client sends.
  ['mcp', 'session', ofStatus(202, become(500))],
  ['mcp', 'RateLimit-Remaining', drop('ratelimit-remaining')],
  ['token', 'status', ofStatus(400, become(401))],
  ['token', 'error', replace('public_catalog', 'invalid_client')],
  ['token', 'Cache-Control', set('cache-control', 'private')],
  ['token', 'Access-Control-', open],
  ['cors', 'status', ofMethod('OPTIONS', become(204))],
  ['cors', 'status', ofMethod('POST', become(303))],
  ['limits', 'RateLimit-Limit', set('ratelimit-limit', '100')],
  ['limits', 'Cache-Control', set('cache-control', 'public, max-age=60')],
  ['limits', 'health', replace('"status":"ok"', '"status":"off"')],
  // A live scorecard's page that is missing, a wrong time, a missing header, and a repeated audit that counts again.
  ['audit', 'status', at(/^\/score\/ready\.demo\/live\/md/, become(404))],
  ['audit', 'time', at(/^\/score\/.*\/live\/json$/, replace(/"scored_at":"2/, '"scored_at":"1'))],
  ['audit', 'X-Robots-Tag', at(/^\/score/, drop('x-robots-tag'))],
  ['audit', 'result', at('/mcp', replace('"cached":true', '"cached":false'))],
];

/** Returns the server's responses, with this change. */
function replaying(change: Break): Send {
  const asked = new Set<string>();
  return async (ask) => {
    const key = JSON.stringify(ask);
    const answer = (asked.has(key) ? answers.get(`${key} again`) : undefined) ?? answers.get(key);
    asked.add(key);
    // A changed response may link to a path that was never requested from the server.
    if (answer === undefined) return { status: 599, headers: {}, text: '', bytes: new Uint8Array() };
    const given: Changing = { ask, status: answer.status, headers: { ...answer.headers }, text: answer.text };
    change(given);
    const bytes = given.text === answer.text ? answer.bytes : new TextEncoder().encode(given.text);
    return { ...answer, ...given, bytes };
  };
}

it('finds every fault, in its group', async () => {
  expect(new Set(FAULTS.map(([group]) => group))).toEqual(new Set(Object.keys(GROUPS)));
  const missed: string[] = [];
  for (const [i, [group, what, change]] of FAULTS.entries()) {
    const { findings } = await verified(replaying(change), { ...AUDITED, only: [group] });
    if (!found(findings).includes(`${group}: ${what}`)) missed.push(`${i}: ${group}: ${what}`);
    if (findings.some((one) => one.group !== group)) missed.push(`${i}: elsewhere than in ${group}`);
  }
  expect(missed).toEqual([]);
  const { findings } = await verified(
    replaying(() => undefined),
    AUDITED,
  );
  expect(findings).toEqual([]);
});
