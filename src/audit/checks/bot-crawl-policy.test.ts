import { HOME, HTML_TYPE, json, redirect, text } from '../../testing/routes.ts';
import type { Route } from '../../testing/serve.ts';
import { itJudges, type VerdictRow } from '../../testing/verdicts.ts';

const CHALLENGE: Route = {
  status: 403,
  type: HTML_TYPE,
  headers: { 'cf-mitigated': 'challenge' },
  body: '<!doctype html><title>Just a moment...</title>',
};

/** Returns a home page that responds differently to AI agents than to other clients. */
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

itJudges('agent-ua-reachable', [
  [
    'broken',
    'a challenge',
    { '/': home(CHALLENGE) },
    /200 for other clients; Cloudflare challenge, header cf-mitigated/,
  ],
  ...[403, 503].map(
    (status): VerdictRow => ['broken', `${status}`, { '/': home({ status }) }, new RegExp(`-> ${status}`)],
  ),
  ['pass', 'redirected to the page', { '/': home(redirect('/en')), '/en': HOME }],
  ['broken', 'sent in circles', { '/': home(redirect('/')) }, /redirect loop/],
]);

itJudges('content-signals', [
  [
    'pass',
    'Content-Usage as a header of the home page, sent twice',
    {
      '/robots.txt': text('User-agent: *\nContent-Signal: dance=yes'),
      '/': { ...HOME, headers: { 'content-usage': ['train-ai=n', 'search=y'] } },
    },
    /\/ -> 200 \(header Content-Usage: train-ai=n, search=y\)/,
  ],
]);

itJudges('web-bot-auth', [
  [
    'noncompliant',
    'a redirect to a key set',
    {
      [DIRECTORY]: redirect('/keys', 301),
      '/keys': {
        type: 'application/http-message-signatures-directory+json',
        body: '{"keys":[{"kty":"OKP"}]}',
      },
    },
    /-> 301 -> .*\/keys -> 200 \(1 key; verifiers do not follow redirects\)/,
  ],
  [
    'n_a',
    'a redirect of whatever is unknown',
    {
      [DIRECTORY]: redirect('/status.json'),
      '/status.json': json({ ok: true }),
    },
  ],
]);
