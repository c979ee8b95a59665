/** What may be typed, what is printed, and how it ends; against servers that are wrong throughout, or not there. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { listen } from '../testing/servers.ts';
import { run } from './command.ts';

async function typed(...argv: string[]) {
  let out = '';
  let err = '';
  const code = await run(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const wrong = () =>
  listen(
    createServer((_, response) => response.writeHead(418).end('\u001b[2Jtea')),
    'http',
  );

it('teaches', async () => {
  const { code, out } = await typed('--help');
  expect(code).toBe(0);
  for (const text of ['--published-as', '--audit', '--spend', 'Examples:', 'Exit codes:', '69'])
    expect(out).toContain(text);
});

it.each([
  [[]],
  [['https://a.test', 'https://b.test']],
  [['catalog.test']],
  [['ftp://catalog.test']],
  [['https://catalog.test/path']],
  [['https://catalog.test', '--nosuch']],
  [['https://catalog.test', '--only', 'pages,nosuch']],
  [['https://catalog.test', '--published-as', 'elsewhere']],
])('refuses %j with the usage', async (argv) => {
  const { code, out, err } = await typed(...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Usage:');
});

it('says that nothing is there', async () => {
  const server = await wrong();
  await server[Symbol.asyncDispose]();
  const { code, out, err } = await typed(server.url);
  expect([code, out]).toEqual([69, '']);
  expect(err).toContain('Nothing was verified');
});

it('says what is off, what was expected and why it matters, each fault once', async () => {
  await using server = await wrong();
  const { code, out } = await typed(server.url, '--only', 'redirects,token');
  expect(code).toBe(1);
  expect(out).toContain('Redirects: 2 off');
  expect(out).toContain('status: expected 301');
  expect(out).toContain('      GET /.well-known/mcp\n      GET /mcp.json\n        seen: 418: [2Jtea');
  expect(out.match(/Clients of earlier proposals/g)).toHaveLength(1);
  expect(out).toMatch(/: 4 off\. 0 of 4 expectations of 4 answers hold\.\n$/);
});

it('says it to programs as JSON', async () => {
  await using server = await wrong();
  const { code, out } = await typed(server.url, '--only', 'redirects', '--json');
  expect(code).toBe(1);
  const document = z
    .object({ ok: z.boolean(), findings: z.array(z.looseObject({})) })
    .loose()
    .parse(JSON.parse(out));
  expect(document).toMatchObject({
    kind: 'verification',
    base_url: server.url,
    published_as: server.url,
    ok: false,
  });
  expect(document.findings).toHaveLength(2);
  expect(document.findings[0]).toEqual({
    group: 'redirects',
    request: 'GET /.well-known/mcp',
    what: 'status',
    expected: '301',
    seen: '418: [2Jtea',
    why: expect.any(String),
  });
});
