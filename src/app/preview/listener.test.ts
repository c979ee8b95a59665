import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteListener } from './listener.ts';

let folder: string;
let port: number;
const site = createServer();

const FILES: Readonly<Record<string, string>> = {
  'site/index.html': 'home',
  'site/404.html': 'lost',
  'site/catalog.json': '{}',
  'site/mcp.json': 'a redirect goes before it',
  'site/index.md': '# home',
  'site/score.html': 'catalog',
  'site/score.md': '# catalog',
  'site/score/a.b.demo.html': 'scorecard',
  'site/score/a.b.demo/md': '# scorecard',
  'site/score/a.b.demo/badge.svg': '<svg/>',
  'site/section/index.html': 'section',
  'site/section/ä b.txt': 'spaced',
  'site/schema/deep/x.json': '{}',
  'site/.well-known/security.txt': 'Contact: x',
  'secret.txt': 'outside',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-site-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const answer = async (request: Request, ip: string | undefined) =>
    new Response(`${request.method} ${new URL(request.url).pathname} of ${ip}`);
  site.on('request', await siteListener({ folder: join(folder, 'site'), answer }));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  port = (site.address() as AddressInfo).port;
});

afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Sends the path as written; fetch would remove dot segments. */
function send(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.on('error', reject).end();
  });
}

async function ask(path: string, method = 'GET'): Promise<[number | undefined, string | undefined, string]> {
  const { status, headers, body } = await send(path, BROWSER, method);
  return [status, headers['content-type'], body];
}

describe('the built site', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'home'],
    ['/score', 'text/html; charset=utf-8', 'catalog'],
    ['/score/', 'text/html; charset=utf-8', 'catalog'],
    ['/score?sort=name', 'text/html; charset=utf-8', 'catalog'],
    ['/score/a.b.demo', 'text/html; charset=utf-8', 'scorecard'],
    ['/score/a.b.demo/badge.svg', 'image/svg+xml; charset=utf-8', '<svg/>'],
    ['/score/a.b.demo/md', 'text/markdown; charset=utf-8', '# scorecard'],
    ['/section', 'text/html; charset=utf-8', 'section'],
    ['/section/', 'text/html; charset=utf-8', 'section'],
    ['/section/%C3%A4%20b.txt', 'text/plain; charset=utf-8', 'spaced'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: x'],
    ['/schema/deep/x.json', 'application/schema+json; charset=utf-8', '{}'],
  ])('serves %s', async (path, type, body) => {
    expect(await ask(path)).toEqual([200, type, body]);
  });

  it('gives files the headers of netlify.toml, except the one for TLS', async () => {
    const { headers } = await send('/catalog.json', BROWSER);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('revalidates files by ETag, without a date', async () => {
    const { headers } = await send('/catalog.json', BROWSER);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=0, must-revalidate' });
    expect(headers).not.toHaveProperty('last-modified');
    const again = await send('/catalog.json', { ...BROWSER, 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    const page = await send('/score', { accept: 'text/markdown' });
    const kept = await send('/score', { accept: 'text/markdown', 'if-none-match': page.headers.etag ?? '' });
    expect([kept.status, kept.headers.vary]).toEqual([304, 'Accept, User-Agent']);
  });

  it('applies redirects before files', async () => {
    const { status, headers } = await send('/mcp.json', BROWSER);
    expect([status, headers.location]).toEqual([301, '/.well-known/mcp/server-card.json']);
  });

  it.each([
    ['POST', '/mcp', '/mcp'],
    ['GET', '/score/nosuch', '/score/nosuch'],
    ['GET', '/score/nosuch/md', '/score/nosuch/md'],
  ])('passes %s %s to the function, with the client’s IP address', async (method, path, asked) => {
    expect((await ask(path, method))[2]).toBe(`${method} ${asked} of 127.0.0.1`);
  });

  it.each([
    '/nosuch',
    '/old',
    '/section/%E4',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/section/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/index.html%00.txt',
    `/${'a'.repeat(5000)}`,
    '//secret.txt',
    'http://other.example/nosuch',
  ])('responds to %.60s with the 404 page', async (path) => {
    expect(await ask(path)).toEqual([404, 'text/html; charset=utf-8', 'lost']);
  });

  it('negotiates files and missing pages as the edge function does', async () => {
    const { status, headers, body } = await send('/score/a.b.demo', { accept: 'text/markdown' });
    expect([status, headers['content-type'], body]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      '# scorecard',
    ]);
    expect(headers).toMatchObject({ vary: 'Accept, User-Agent', 'content-location': '/score/a.b.demo/md' });
    const missing = await send('/nosuch', { accept: '*/*' });
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/markdown; charset=utf-8']);
    // Only pages request this file, and the edge function does not handle it.
    const script = await send('/_astro/nosuch.js', { accept: '*/*' });
    expect([script.status, script.body]).toEqual([404, 'lost']);
  });

  it('responds to HEAD without a body, and to other methods with 405', async () => {
    expect(await ask('/score', 'HEAD')).toEqual([200, 'text/html; charset=utf-8', '']);
    expect((await ask('/score', 'POST'))[0]).toBe(405);
  });
});
