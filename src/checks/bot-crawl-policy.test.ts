import { describe, expect, it } from 'vitest';
import { type Route, type Routes, resultOn } from '../testing/serve.ts';

const HTML = 'text/html; charset=utf-8';
const HOME: Route = { type: HTML, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const SHELL: Route = { type: HTML, body: '<!doctype html><title>App</title><div id="app"></div>' };
const text = (body: string): Route => ({ type: 'text/plain', body });
const json = (value: unknown): Route => ({ type: 'application/json', body: JSON.stringify(value) });
const CHALLENGE: Route = {
  status: 403,
  type: HTML,
  headers: { 'cf-mitigated': 'challenge' },
  body: '<!doctype html><title>Just a moment...</title>',
};

/** `/` answers AI agents one way and everyone else another. */
const home =
  (agents: Route, others: Route = HOME): Route =>
  (request, response) => {
    const agent =
      /ChatGPT-User/.test(request.headers['user-agent'] ?? '') && request.headers.accept === '*/*';
    const route = agent ? agents : others;
    if (typeof route === 'function') {
      route(request, response);
      return;
    }
    const type = route.type === undefined ? {} : { 'content-type': route.type };
    response.writeHead(route.status ?? 200, { ...type, ...route.headers }).end(route.body ?? '');
  };

const DIRECTORY = '/.well-known/http-message-signatures-directory';
const SECURITY = '/.well-known/security.txt';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly expect: string;
  readonly evidence?: RegExp;
}

const CASES: readonly Case[] = [
  { id: 'agent-ua-reachable', title: 'the page', routes: {}, expect: 'pass', evidence: /\/ -> 200$/ },
  {
    id: 'agent-ua-reachable',
    title: 'a challenge',
    routes: { '/': home(CHALLENGE) },
    expect: 'broken',
    evidence: /200 to others; Cloudflare challenge, header cf-mitigated/,
  },
  {
    id: 'agent-ua-reachable',
    title: 'a challenge with 200',
    routes: { '/': home({ ...CHALLENGE, status: 200, headers: {} }) },
    expect: 'broken',
    evidence: /Cloudflare challenge, “Just a moment/,
  },
  {
    id: 'agent-ua-reachable',
    title: 'a challenge for everyone',
    routes: { '/': CHALLENGE },
    expect: 'broken',
  },
  ...[401, 403, 429, 503].map(
    (status): Case => ({
      id: 'agent-ua-reachable',
      title: `${status}`,
      routes: { '/': home({ status }) },
      expect: 'broken',
      evidence: new RegExp(`-> ${status}`),
    }),
  ),
  {
    id: 'agent-ua-reachable',
    title: 'a plain 403 for everyone',
    routes: { '/': { status: 403 } },
    expect: 'error',
    evidence: /403 \(to an AI agent; 403 to others/,
  },
  { id: 'agent-ua-reachable', title: '503 for everyone', routes: { '/': { status: 503 } }, expect: 'error' },
  {
    id: 'agent-ua-reachable',
    title: '404 for agents only',
    routes: { '/': home({ status: 404 }) },
    expect: 'broken',
    evidence: /404 \(to an AI agent; 200 to others\)/,
  },
  {
    id: 'agent-ua-reachable',
    title: '406 for agents only',
    routes: { '/': home({ status: 406 }) },
    expect: 'broken',
  },
  {
    id: 'agent-ua-reachable',
    title: '500 for agents only',
    routes: { '/': home({ status: 500 }) },
    expect: 'broken',
  },
  { id: 'agent-ua-reachable', title: '500 for everyone', routes: { '/': { status: 500 } }, expect: 'error' },
  {
    id: 'agent-ua-reachable',
    title: 'no page for anyone',
    routes: { '/': { status: 404 } },
    expect: 'n_a',
    evidence: /404 \(to an AI agent; 404 to others\)/,
  },
  {
    id: 'agent-ua-reachable',
    title: 'redirected to the page',
    routes: { '/': home({ status: 302, headers: { location: '/en' } }), '/en': HOME },
    expect: 'pass',
  },
  {
    id: 'agent-ua-reachable',
    title: 'sent in circles',
    routes: { '/': home({ status: 302, headers: { location: '/' } }) },
    expect: 'broken',
    evidence: /redirects in a circle/,
  },
  {
    id: 'agent-ua-reachable',
    title: 'the connection fails',
    routes: { '/': home((request) => void request.socket.destroy()) },
    expect: 'error',
  },

  {
    id: 'robots-ai-rules',
    title: 'a group',
    routes: { '/robots.txt': text('User-agent: GPTBot\nDisallow: /') },
    expect: 'pass',
    evidence: /names gptbot/,
  },
  {
    id: 'robots-ai-rules',
    title: 'in capitals, in a group of several',
    routes: { '/robots.txt': text('User-Agent: foo\nUSER-AGENT: CLAUDEBOT\nAllow: /') },
    expect: 'pass',
    evidence: /claudebot/,
  },
  {
    id: 'robots-ai-rules',
    title: 'only a group for all',
    routes: { '/robots.txt': text('User-agent: *\nDisallow: /') },
    expect: 'absent',
  },
  {
    id: 'robots-ai-rules',
    title: 'a search crawler',
    routes: { '/robots.txt': text('User-agent: Googlebot\nAllow: /') },
    expect: 'absent',
  },
  {
    id: 'robots-ai-rules',
    title: 'a comment',
    routes: { '/robots.txt': text('# User-agent: GPTBot\nUser-agent: *') },
    expect: 'absent',
  },
  {
    id: 'robots-ai-rules',
    title: 'a name that contains another',
    routes: { '/robots.txt': text('User-agent: GPTBotter\nUser-agent: MyGPTBot\nAllow: /') },
    expect: 'absent',
  },
  {
    id: 'robots-ai-rules',
    title: 'no robots.txt',
    routes: {},
    expect: 'n_a',
    evidence: /robots\.txt -> 404/,
  },
  {
    id: 'robots-ai-rules',
    title: 'a broken robots.txt',
    routes: { '/robots.txt': { type: HTML, body: '<!doctype html><h1>x' } },
    expect: 'n_a',
  },
  {
    id: 'robots-ai-rules',
    title: 'a blocked robots.txt',
    routes: { '/robots.txt': CHALLENGE },
    expect: 'error',
  },

  {
    id: 'content-signals',
    title: 'known signals',
    routes: { '/robots.txt': text('User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /') },
    expect: 'pass',
    evidence: /\(Content-Signal: search=yes, ai-train=no\)/,
  },
  {
    id: 'content-signals',
    title: 'known and unknown',
    routes: { '/robots.txt': text('content-signal: ai-input=no,dance=yes') },
    expect: 'pass',
    evidence: /ai-input=no; not known: dance=yes/,
  },
  {
    id: 'content-signals',
    title: 'only an unknown one',
    routes: { '/robots.txt': text('Content-Signal: dance=yes') },
    expect: 'broken',
    evidence: /dance=yes/,
  },
  {
    id: 'content-signals',
    title: 'a known one without yes or no',
    routes: { '/robots.txt': text('Content-Signal: search=ok') },
    expect: 'broken',
  },
  {
    id: 'content-signals',
    title: 'an empty line',
    routes: { '/robots.txt': text('Content-Signal:') },
    expect: 'broken',
  },
  {
    id: 'content-signals',
    title: 'none',
    routes: { '/robots.txt': text('User-agent: *') },
    expect: 'absent',
  },
  { id: 'content-signals', title: 'no robots.txt', routes: {}, expect: 'n_a' },
  {
    id: 'content-signals',
    title: 'Content-Usage for a path',
    routes: {
      '/robots.txt': text('User-agent: *\nAllow: /\nContent-Usage: /docs/ train-ai=n, search=y # x'),
    },
    expect: 'pass',
    evidence: /\(Content-Usage: train-ai=n, search=y\)/,
  },
  {
    id: 'content-signals',
    title: 'both, each named',
    routes: { '/robots.txt': text('User-agent: *\nContent-Signal: search=yes\nContent-Usage: train-ai=n') },
    expect: 'pass',
    evidence: /\(Content-Signal: search=yes; Content-Usage: train-ai=n\)/,
  },
  {
    id: 'content-signals',
    title: 'Content-Usage as a header of the home page, sent twice',
    routes: {
      '/robots.txt': text('User-agent: *\nContent-Signal: dance=yes'),
      '/': { ...HOME, headers: { 'content-usage': ['train-ai=n', 'search=y'] } },
    },
    expect: 'pass',
    evidence: /\/ -> 200 \(header Content-Usage: train-ai=n, search=y\)/,
  },
  {
    id: 'content-signals',
    title: 'Content-Usage with the words of Content-Signal',
    routes: { '/robots.txt': text('User-agent: *\nContent-Usage: train-ai=no') },
    expect: 'noncompliant',
    evidence: /train-ai=no states no preference/,
  },

  {
    id: 'web-bot-auth',
    title: 'a key set',
    routes: {
      [DIRECTORY]: {
        type: 'application/http-message-signatures-directory+json',
        body: '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"a"}]}',
      },
    },
    expect: 'pass',
    evidence: /1 key\)/,
  },
  { id: 'web-bot-auth', title: 'not there', routes: {}, expect: 'n_a', evidence: /-> 404/ },
  {
    id: 'web-bot-auth',
    title: 'a key set of another type',
    routes: { [DIRECTORY]: json({ keys: [{ kty: 'OKP' }, { kty: 'OKP' }] }) },
    expect: 'noncompliant',
    evidence: /2 keys; served as application\/json/,
  },
  {
    id: 'web-bot-auth',
    title: 'a redirect to a key set',
    routes: {
      [DIRECTORY]: { status: 301, headers: { location: '/keys' } },
      '/keys': {
        type: 'application/http-message-signatures-directory+json',
        body: '{"keys":[{"kty":"OKP"}]}',
      },
    },
    expect: 'noncompliant',
    evidence: /-> 301 -> .*\/keys -> 200 \(1 key; verifiers follow no redirect\)/,
  },
  {
    id: 'web-bot-auth',
    title: 'a redirect of whatever is unknown',
    routes: {
      [DIRECTORY]: { status: 302, headers: { location: '/status.json' } },
      '/status.json': json({ ok: true }),
    },
    expect: 'n_a',
  },
  {
    id: 'web-bot-auth',
    title: 'a redirect that leads nowhere',
    routes: { [DIRECTORY]: { status: 302, headers: { location: '/gone' } } },
    expect: 'n_a',
  },
  {
    id: 'web-bot-auth',
    title: 'the app under every path',
    routes: { '/': SHELL, '*': SHELL },
    expect: 'n_a',
  },
  {
    id: 'web-bot-auth',
    title: 'the same JSON under every path',
    routes: { '*': json({ ok: true }) },
    expect: 'n_a',
  },
  {
    id: 'web-bot-auth',
    title: 'JSON without keys',
    routes: { [DIRECTORY]: json({}) },
    expect: 'broken',
    evidence: /without a `keys` array/,
  },
  {
    id: 'web-bot-auth',
    title: 'no JSON',
    routes: { [DIRECTORY]: text('keys') },
    expect: 'broken',
    evidence: /not JSON/,
  },
  {
    id: 'web-bot-auth',
    title: 'a key without its type',
    routes: { [DIRECTORY]: json({ keys: [{ kid: 'a' }] }) },
    expect: 'broken',
  },
  { id: 'web-bot-auth', title: 'a server error', routes: { [DIRECTORY]: { status: 500 } }, expect: 'broken' },

  {
    id: 'security-txt',
    title: 'up to date',
    routes: { [SECURITY]: text('Contact: mailto:a@site.example\nExpires: 2999-01-01T00:00:00Z\n') },
    expect: 'pass',
    evidence: /Contact mailto:a@site\.example, Expires 2999/,
  },
  {
    id: 'security-txt',
    title: 'signed',
    routes: {
      [SECURITY]: text(
        '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nContact: https://site.example\nExpires: 2999-01-01T00:00:00Z\n-----BEGIN PGP SIGNATURE-----\nx\n',
      ),
    },
    expect: 'pass',
  },
  {
    id: 'security-txt',
    title: 'expired',
    routes: { [SECURITY]: text('Contact: mailto:a@site.example\nExpires: 2020-01-01T00:00:00Z') },
    expect: 'noncompliant',
    evidence: /2020-01-01T00:00:00Z is past/,
  },
  {
    id: 'security-txt',
    title: 'an impossible date',
    routes: { [SECURITY]: text('Contact: mailto:a@site.example\nExpires: 2999-02-30T00:00:00Z') },
    expect: 'noncompliant',
    evidence: /2999-02-30T00:00:00Z is no date/,
  },
  {
    id: 'security-txt',
    title: 'sent as HTML',
    routes: {
      [SECURITY]: { type: HTML, body: 'Contact: mailto:a@b.example\nExpires: 2999-01-01T00:00:00Z' },
    },
    expect: 'pass',
    evidence: /-> 200 \(sent as text\/html; Contact/,
  },
  {
    id: 'security-txt',
    title: 'markup sent as HTML',
    routes: { [SECURITY]: { type: HTML, body: '<p>Hello' } },
    expect: 'broken',
    evidence: /an HTML page/,
  },
  {
    id: 'security-txt',
    title: 'without Expires',
    routes: { [SECURITY]: text('Contact: mailto:a@site.example') },
    expect: 'noncompliant',
    evidence: /no Expires/,
  },
  {
    id: 'security-txt',
    title: 'without Contact',
    routes: { [SECURITY]: text('Expires: 2999-01-01T00:00:00Z') },
    expect: 'noncompliant',
    evidence: /no Contact/,
  },
  {
    id: 'security-txt',
    title: 'neither',
    routes: { [SECURITY]: text('Hello') },
    expect: 'broken',
    evidence: /neither a Contact nor an Expires/,
  },
  {
    id: 'security-txt',
    title: 'an HTML page',
    routes: { [SECURITY]: { type: HTML, body: '<!doctype html><p>Contact: us' } },
    expect: 'broken',
  },
  { id: 'security-txt', title: 'not there', routes: {}, expect: 'n_a' },
  {
    id: 'security-txt',
    title: 'the app under every path',
    routes: { '/': SHELL, '*': SHELL },
    expect: 'n_a',
  },
  { id: 'security-txt', title: 'blocked', routes: { [SECURITY]: CHALLENGE }, expect: 'error' },
];

describe('bot and crawl policy, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id);
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });
});
