/** A site that refuses simultaneous requests gets the verdicts that an unhurried client sees. */
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { testIo } from '../../testing/live.ts';
import { HOME } from '../../testing/routes.ts';
import { auditSite, type Routes, serveSite } from '../../testing/serve.ts';
import type { Io } from '../io/io.ts';

const SITE: Routes = {
  '/': HOME,
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  '/llms.txt': { type: 'text/plain', body: '# Site\n\n> What it is.\n\n- [Home](/)\n' },
};
const PAGE = '<!doctype html><title>Busy</title><h1>Busy</h1><p>One at a time, please.</p>';
/** The requests that one audit repeats for kinds of responses. */
const MOST_REPEATS = 6;

type Answer = (response: ServerResponse, path: string) => void;
const answers =
  (status: number, type: string, body: string): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

interface Audited {
  readonly verdicts: Readonly<Record<string, string>>;
  readonly asked: readonly string[];
}

/** Audits a site that answers otherwise while more than `most` requests are in flight. */
async function audited(routes: Routes, most = Infinity, busy?: Answer, only?: RegExp): Promise<Audited> {
  let inFlight = 0;
  await using site = await serveSite({
    '*': (request, response) => {
      inFlight += 1;
      response.once('close', () => {
        inFlight -= 1;
      });
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      const isBusy = inFlight > most && (only?.test(path) ?? true);
      const route = routes[path] ?? { status: 404, type: 'text/plain', body: 'Not found' };
      setTimeout(() => {
        if (isBusy) busy?.(response, path);
        else if (typeof route === 'function') route(request, response);
        else response.writeHead(route.status ?? 200, { 'content-type': route.type ?? '' }).end(route.body);
      }, 5);
    },
  });
  await using live = testIo();
  const io: Io = {
    send: (request, signal) => live.io.send(request, signal),
    dns: (question, signal) => live.io.dns(question, signal),
    wait: async () => undefined,
    now: () => live.io.now(),
    close: () => live.io.close(),
  };
  const { scorecard } = await auditSite(site.url, { options: { io } });
  const verdicts = scorecard.results.map(({ id, status }) => [id, status]);
  return { verdicts: Object.fromEntries(verdicts), asked: site.asked };
}

const undisturbed = await audited(SITE);

it.each<[string, most: number, Answer, only?: RegExp]>([
  ['403 with a page, beyond two (limiters of IIS and nginx)', 2, answers(403, 'text/html', PAGE)],
  ['202 with HTML to unknown paths, beyond one', 1, answers(202, 'text/html', PAGE), /^\/(?!$|robots|llms)/],
  ['202 with HTML, beyond one', 1, answers(202, 'text/html', PAGE)],
  ['202 without a body, beyond two', 2, answers(202, 'text/plain', '')],
  ['400 in text', 2, answers(400, 'text/plain', 'Too many connections')],
  ['401', 1, answers(401, 'text/html', PAGE)],
  ['403 in JSON', 1, answers(403, 'application/json', '{"error":"concurrency"}')],
  [
    '403 with another id each time',
    1,
    (response, path) => answers(403, 'text/html', `${PAGE}${path}`)(response, path),
  ],
  ['405 without a body', 2, answers(405, 'text/plain', '')],
  ['409', 3, answers(409, 'text/plain', 'busy')],
  ['418', 2, answers(418, 'text/plain', 'teapot')],
  ['420', 2, answers(420, 'text/html', PAGE)],
  ['999', 2, (response) => void response.writeHead(999).end(PAGE)],
])('%s', async (_, most, busy, only) => {
  const { verdicts } = await audited(SITE, most, busy, only);
  expect(verdicts).toEqual(undisturbed.verdicts);
});

it('repeats no request of a site that answers 200 and 404 alone', () => {
  expect(undisturbed.asked.length).toBe(new Set(undisturbed.asked).size + duplicates(undisturbed.asked));
});

it.each<[string, Routes]>([
  ['one path with 403', { '/llms.txt': { status: 403, type: 'text/html', body: PAGE } }],
  [
    'eight other statuses',
    Object.fromEntries(
      [400, 409, 411, 413, 415, 422, 423, 425].map((status, i) => [
        [
          '/llms.txt',
          '/sitemap.xml',
          '/openapi.json',
          '/openapi.yaml',
          '/swagger.json',
          '/llms-full.txt',
          '/.well-known/ai-catalog.json',
          '/.well-known/security.txt',
        ][i],
        { status, type: 'text/plain', body: `No: ${status}` },
      ]),
    ),
  ],
])('repeats at most six requests of a site that answers %s', async (_, routes) => {
  const { asked } = await audited({ ...SITE, ...routes });
  expect(asked.length - undisturbed.asked.length).toBeLessThanOrEqual(MOST_REPEATS);
});

/** Requests for the same path that differ in a header. */
function duplicates(asked: readonly string[]): number {
  return asked.length - new Set(asked).size;
}
