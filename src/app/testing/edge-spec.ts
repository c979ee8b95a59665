/**
 * Defines tests of the edge function, for its source in this process and its deployed file in Deno. The server behind the
 * edge function acts as a static host with a function.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../service/security-headers.ts';
import { listen, type TestServer } from '../../testing/servers.ts';

export const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const MARKDOWN = 'text/markdown; charset=utf-8';

/** The responses of the server behind the edge function. They stand for static files and for results of the function. */
const ANSWERS: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  '/': [200, 'text/html; charset=utf-8', '<h1>Home</h1>'],
  '/index.md': [200, 'text/markdown; charset=utf-8', '# Home'],
  '/score': [200, 'text/html; charset=utf-8', '<h1>Catalog</h1>'],
  '/score.md': [200, 'text/markdown; charset=utf-8', '# Catalog'],
  '/score/a.example': [200, 'text/html; charset=utf-8', '<h1>A</h1>'],
  '/score/a.example/md': [200, 'application/octet-stream', '# A'],
  '/score/none.example/md': [404, 'text/markdown; charset=utf-8', '# No such scorecard'],
  '/score/busy.example/md': [429, 'application/problem+json', '{"code":"rate_limited"}'],
  '/score/none.example': [404, 'application/problem+json', '{"code":"not_scored"}'],
  '/openapi.yaml': [200, 'text/yaml', 'openapi: 3.1.0'],
  '/old.md': [301, 'text/plain', ''],
};

const VARY = 'Accept-Encoding, Accept, User-Agent';

/** An edge function under test. */
export interface Edge extends AsyncDisposable {
  /** The origin of the site, as the edge function sees it. */
  readonly origin: string;
  /** Sends a request; returns `undefined` if the edge function passes it on. */
  answer(path: string, init: RequestInit): Promise<Response | undefined>;
}

/** @param start starts an edge function in front of the server at the URL `behind` */
export function edgeSpec(start: (behind: string) => Promise<Edge>): void {
  let server: TestServer;
  let edge: Edge;
  let seen: { url: string; headers: IncomingHttpHeaders }[] = [];

  beforeAll(async () => {
    server = await listen(
      createServer((request, response) => {
        seen.push({ url: request.url ?? '', headers: request.headers });
        const { pathname } = new URL(request.url ?? '/', 'http://behind.example');
        const [status, type, body] = ANSWERS[pathname] ?? [
          404,
          'text/html; charset=utf-8',
          '<h1>Not found</h1>',
        ];
        if (request.headers['if-none-match'] === `"${pathname}"`) {
          response.writeHead(304, { etag: `"${pathname}"`, vary: 'Accept-Encoding' }).end();
          return;
        }
        response.writeHead(status, {
          'content-type': type,
          etag: `"${pathname}"`,
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
          ...(status === 301 ? { location: '/new.md' } : {}),
        });
        response.end(body);
      }),
      'http',
    );
    edge = await start(server.url);
  }, 60_000);

  beforeEach(() => {
    seen = [];
  });

  afterAll(async () => {
    await edge?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  async function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const response = await edge.answer(path, { headers, method });
    if (response === undefined) throw new Error(`${path} is left to the chain`);
    const field = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      type: field('content-type'),
      vary: field('vary'),
      field,
      body: await response.text(),
    };
  }

  describe('a page', () => {
    it('is served unchanged to a browser, with Vary', async () => {
      expect(await ask('/score?sort=name', BROWSER)).toMatchObject({
        status: 200,
        type: 'text/html; charset=utf-8',
        vary: VARY,
        body: '<h1>Catalog</h1>',
      });
      expect(seen.map(({ url }) => url)).toEqual(['/score?sort=name']);
    });

    it.each([
      ['/', '/index.md', '# Home'],
      ['/score', '/score.md', '# Catalog'],
      ['/score/a.example', '/score/a.example/md', '# A'],
    ])('%s is served as %s to clients that prefer Markdown', async (path, alternate, body) => {
      const answer = await ask(path, { accept: 'text/markdown', 'user-agent': 'agent/1' });
      expect(answer).toMatchObject({ status: 200, type: MARKDOWN, vary: VARY, body });
      expect(answer.field('content-location')).toBe(alternate);
      expect(answer.field('permissions-policy')).toBe(SECURITY_HEADERS['Permissions-Policy']);
      // The Markdown form is requested through the chain, with the headers of the original request.
      expect(seen).toMatchObject([
        { url: alternate, headers: { accept: 'text/markdown', 'user-agent': 'agent/1' } },
      ]);
    });

    it.each([
      ['Markdown for a command line by its name', MARKDOWN, { accept: '*/*', 'user-agent': 'curl/8.14.1' }],
      ['plain text if that is accepted', 'text/plain; charset=utf-8', { accept: 'text/plain' }],
    ])('is %s', async (_, type, headers) => {
      expect(await ask('/score', headers)).toMatchObject({ type, body: '# Catalog' });
    });

    it('gets a 304 if the client has the current copy', async () => {
      const answer = await ask('/score', { accept: 'text/markdown', 'if-none-match': '"/score.md"' });
      expect(answer).toMatchObject({ status: 304, vary: VARY, body: '' });
    });

    it('responds to HEAD with the same headers', async () => {
      const answer = await ask('/score', { accept: 'text/markdown' }, 'HEAD');
      expect(answer).toMatchObject({ status: 200, type: MARKDOWN, body: '' });
    });

    it('has the response of its alternate if that is not a document', async () => {
      const busy = await ask('/score/busy.example', { accept: 'text/markdown' });
      expect(busy).toMatchObject({ status: 429, type: 'application/problem+json', vary: VARY });
      const moved = await ask('/old', { accept: 'text/markdown' });
      expect(moved.status).toBe(301);
      expect(moved.field('location')).toBe('/new.md');
    });
  });

  describe('a missing page has a 404', () => {
    it('with the HTML of the site to a browser', async () => {
      expect(await ask('/nosuch', BROWSER)).toMatchObject({
        status: 404,
        type: 'text/html; charset=utf-8',
        vary: VARY,
        body: '<h1>Not found</h1>',
      });
    });

    it.each([
      ['text/markdown, text/plain;q=0.9, */*;q=0.1', MARKDOWN],
      ['*/*', MARKDOWN],
      ['text/plain', 'text/plain; charset=utf-8'],
    ])('with Markdown and links for Accept %s', async (accept, type) => {
      const answer = await ask('/nosuch', { accept });
      expect(answer).toMatchObject({ status: 404, type, vary: VARY });
      expect(answer.field('permissions-policy')).toBe(SECURITY_HEADERS['Permissions-Policy']);
      expect(answer.body).toContain(`(${edge.origin}/llms.txt)`);
      // The response has no ETag, because the ETag would be that of the replaced page.
      expect(answer.field('etag')).toBeNull();
    });

    it('with a JSON problem if JSON is preferred', async () => {
      const answer = await ask('/nosuch', { accept: 'application/json' });
      expect(answer).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' });
      expect(JSON.parse(answer.body)).toMatchObject({ status: 404, code: 'not_found' });
    });

    it.each([
      ['/nosuch.json', '*/*', 'application/json; charset=utf-8', '"code": "not_found"'],
      ['/nosuch.md', '*/*', MARKDOWN, '# Not found'],
      ['/nosuch.png', 'application/problem+json', 'application/problem+json; charset=utf-8', '"not_found"'],
    ])('with or without a dot in its path: %s to %s', async (path, accept, type, text) => {
      const answer = await ask(path, { accept });
      expect(answer).toMatchObject({ status: 404, type, vary: VARY });
      expect(answer.body).toContain(text);
      expect(await ask(path, { accept }, 'HEAD')).toMatchObject({ status: 404, type, vary: VARY, body: '' });
    });

    it('with the JSON of the function for a client that would get a page as Markdown', async () => {
      const answer = await ask('/score/none.example', { accept: 'application/json', 'user-agent': 'curl/8' });
      expect(answer).toMatchObject({ status: 404, type: 'application/problem+json', vary: VARY });
      expect(answer.body).toContain('not_scored');
      expect(seen.map(({ url }) => url)).toEqual(['/score/none.example/md', '/score/none.example']);
    });

    it('with the Markdown of the function', async () => {
      const answer = await ask('/score/none.example', { accept: 'text/markdown' });
      expect(answer).toMatchObject({ status: 404, type: MARKDOWN, body: '# No such scorecard' });
    });
  });

  it('passes an existing file on unchanged', async () => {
    const answer = await ask('/openapi.yaml', { accept: 'text/markdown' });
    expect(answer).toMatchObject({ status: 200, type: 'text/yaml', vary: 'Accept-Encoding' });
    expect(answer.field('content-location')).toBeNull();
    expect(seen.map(({ url }) => url)).toEqual(['/openapi.yaml']);
  });

  it('leaves paths with their own formats to the chain', async () => {
    for (const path of [
      '/score/a.example/json',
      '/score/none.example/md',
      '/mcp',
      '/health',
      '/_astro/a.js',
    ]) {
      expect(await edge.answer(path, { headers: { accept: 'text/markdown' } })).toBeUndefined();
    }
    expect(await edge.answer('/score', { method: 'POST' })).toBeUndefined();
  });
}
