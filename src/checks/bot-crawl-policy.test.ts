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

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly expect: string;
  readonly evidence?: RegExp;
}

const CASES: readonly Case[] = [
  {
    id: 'agent-ua-reachable',
    title: 'a challenge',
    routes: { '/': home(CHALLENGE) },
    expect: 'broken',
    evidence: /200 to others; Cloudflare challenge, header cf-mitigated/,
  },
  ...[403, 503].map(
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
    title: 'a key set without a key',
    routes: {
      [DIRECTORY]: { type: 'application/http-message-signatures-directory+json', body: '{"keys":[]}' },
    },
    expect: 'noncompliant',
    evidence: /no key in it/,
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
];

describe('bot and crawl policy, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id);
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });
});
