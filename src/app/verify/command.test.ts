/** Tests the arguments, output and exit codes of `npm run verify`, against servers that respond wrongly or do not exist. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '../../testing/servers.ts';
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

it('prints its help', async () => {
  const { code, out } = await typed('--help');
  expect(code).toBe(0);
  for (const text of ['--published-as', '--audit', 'Examples:', 'Exit codes:', '69'])
    expect(out).toContain(text);
});

it.each([
  [[]],
  [['https://a.test', 'https://b.test']],
  [['catalog.test']],
  [['ftp://catalog.test']],
  [['https://catalog.test/path']],
  [['https://catalog.test', '--nosuch']],
  [['https://catalog.test', '--only', 'pages', 'nosuch']],
  [['https://catalog.test', '--published-as', 'elsewhere']],
])('refuses %j with the usage', async (argv) => {
  const { code, out, err } = await typed(...argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Usage:');
});

it('reports a host without a server', async () => {
  const server = await wrong();
  await server[Symbol.asyncDispose]();
  const { code, out, err } = await typed(server.url);
  expect([code, out]).toEqual([69, '']);
  expect(err).toContain('Nothing was verified');
});

it('prints each fault with the expected value, and explains once why it matters', async () => {
  await using server = await wrong();
  const { code, out } = await typed(server.url, '--only', 'redirects', 'token');
  expect(code).toBe(1);
  expect(out).toContain('Redirects: 2 off');
  expect(out).toContain('status: expected 301');
  expect(out).toContain('  GET /mcp.json\n    status: expected 301\n    seen: 418: tea');
  expect(out.match(/Clients of earlier proposals/g)).toHaveLength(1);
  expect(out).toMatch(/: 4 off\. 0 of 4 expectations of 4 responses hold\.\n$/);
});

it('prints no control characters or workflow commands', async () => {
  const hostile =
    '\u001b]8;;https://a.test\u0007x\u001b[2J\n::error::y ##[error]z ##vso[task] \u202e\u009b2J';
  await using server = await listen(
    createServer((request, response) => {
      const own = `http://${request.headers.host}/`;
      response
        .setHeader('strict-transport-security', '::error::y ##[error]z')
        .setHeader('location', '##[error]z');
      const list = {
        sites: [{ host: hostile }],
        skills: [{ url: own + hostile }],
        $id: `https://a.test/${hostile}`,
      };
      if (request.url?.endsWith('.xml'))
        response.end(`<urlset><url><loc>${own}${hostile}</loc></url></urlset>`);
      else if (request.url?.endsWith('.txt')) response.end(`# a\n\n- [a](${own}${hostile})`);
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(list));
    }),
    'http',
  );
  const groups = ['documents', 'published', 'scorecards', 'redirects'];
  const { code, out, err } = await typed(server.url, '--only', ...groups);
  expect(code).toBe(1);
  expect(out).toContain("'::error::y");
  expect(out + err).not.toMatch(/[^\P{Cc}\n]|\u202e|(?:^|\s)::|##\w*\[/u);
});
