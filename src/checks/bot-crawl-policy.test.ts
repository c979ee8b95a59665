import { describe, expect, it } from 'vitest';
import { type Route, type Routes, resultOn } from '../testing/serve.ts';

const HTML = 'text/html; charset=utf-8';
const HOME: Route = { type: HTML, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
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
  {
    id: 'agent-ua-reachable',
    title: '404 for agents only',
    routes: { '/': home({ status: 404 }) },
    expect: 'broken',
    evidence: /404 \(to an AI agent; 200 to others\)/,
  },
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
    title: 'a blocked robots.txt',
    routes: { '/robots.txt': CHALLENGE },
    expect: 'error',
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
    title: 'sent as HTML',
    routes: {
      [SECURITY]: { type: HTML, body: 'Contact: mailto:a@b.example\nExpires: 2999-01-01T00:00:00Z' },
    },
    expect: 'pass',
    evidence: /-> 200 \(sent as text\/html; Contact/,
  },
  {
    id: 'content-signals',
    title: 'an empty line',
    routes: { '/robots.txt': text('Content-Signal:') },
    expect: 'broken',
  },
];

describe('bot and crawl policy, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id);
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });
});
