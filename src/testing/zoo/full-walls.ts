/** Walls that refuse everything to everyone: there is nothing to score behind them. */
import { ready } from '../../app/demo/ready/index.ts';
import { WALL_ANSWERS } from './wall-answers.ts';
import { cloudflareJson, cloudflareMarkdown } from './wall-answers-cdns.ts';
import type { WallAnswer } from './wall-answers-type.ts';
import { everywhere, pathOf, walled, type ZooSite } from './walled.ts';

/**
 * Some of the table's walls, each with one response, recognized by a header, by the page or by the status. `src/audit/walls`
 * tests all other responses.
 */
const KNOWN: readonly (readonly [wall: string, answer: number])[] = [
  ['Cloudflare challenge', 0],
  ['Anubis', 0],
  ['refusal of robots (999)', 0],
];

const known = KNOWN.map(([wall, nth]): ZooSite => {
  const answer = WALL_ANSWERS[wall]?.[nth];
  if (answer === undefined) throw new Error(`${wall} has no answer ${nth}`);
  const name = new RegExp(wall.replace(/[()]/g, '\\$&'));
  return walled(
    `${wall}, answer ${nth}`,
    ready,
    everywhere(() => answer),
    { blocked: name },
  );
});

let requests = 0;
const id = () => `${(++requests).toString(16).padStart(8, '0')}-77bb-4d2e-9a01-8f3ac1d2ee4b`;
const NGINX = (code: string) =>
  `<html>\r\n<head><title>${code}</title></head>\r\n<body>\r\n<center><h1>${code}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

/** Walls without known marks: only their identical responses for everything show them. */
const UNMARKED: readonly (readonly [
  name: string,
  answer: (request: Request) => WallAnswer,
  blocked: RegExp,
])[] = [
  ['nginx with deny all', () => ({ status: 403, body: NGINX('403 Forbidden') }), /\b403\b/],
  [
    'a 403 in JSON with path, time and id',
    (request) => ({
      status: 403,
      type: 'application/json',
      body: JSON.stringify({
        error: 'access_denied',
        path: pathOf(request),
        request_id: id(),
        time: new Date(1_763_780_707_000 + requests * 1_000).toUTCString(),
      }),
    }),
    /\b403\b/,
  ],
  ['a 418 for everything', () => ({ status: 418, type: 'text/plain', body: `no ${id()}` }), /\b418\b/],
  [
    'a staging site behind Basic',
    () => ({
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="staging"' },
      body: NGINX('401 Authorization Required'),
    }),
    /asks every client to log in/,
  ],
];

/** Cloudflare's errors in the requested format: they must not be taken for the site's Markdown, JSON or errors. */
const byAccept = walled(
  'Cloudflare’s errors for agents',
  ready,
  everywhere((request) => {
    const accept = request.headers.get('accept') ?? '';
    if (accept.includes('markdown')) return cloudflareMarkdown(1020, 403, 'Access denied');
    if (accept.includes('json')) return cloudflareJson(1020, 403, 'Access denied');
    return { status: 403, type: 'text/plain; charset=UTF-8', body: 'error code: 1020' };
  }),
  { blocked: /Cloudflare block/ },
);

/** The limit may be caused by our own concurrency, so two of its responses are retried with no other request in flight. */
const limited = walled(
  'a 429 for everything',
  ready,
  everywhere(() => ({ status: 429, type: 'text/plain', body: 'Too many requests' })),
  { blocked: /rate limited/, requests: 12 },
);

export const FULL_WALLS: readonly ZooSite[] = [
  ...known,
  limited,
  ...UNMARKED.map(([name, answer, blocked]) => walled(name, ready, everywhere(answer), { blocked })),
  byAccept,
];
