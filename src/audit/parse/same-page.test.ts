import { describe, expect, it } from 'vitest';
import { samePage } from './same-page.ts';

const UNKNOWN = 'https://site.example/anc-web-audit-no-such-page';
const same = (path: string, text: string, other: string) =>
  [false, true].map((swapped) => {
    const pages = [
      { url: `https://site.example${path}`, text },
      { url: UNKNOWN, text: other },
    ] as const;
    return swapped ? samePage(pages[1], pages[0]) : samePage(...pages);
  });

const shell = (inside: string) =>
  `<!doctype html><title>Site</title><nav><a href="/mcp">MCP</a></nav><main>${inside}</main>`;

describe('the same page under two paths', () => {
  it.each([
    ['equal', '/a', shell('x'), shell('x')],
    ['the path is shown', '/robots.txt', shell('No /robots.txt'), shell('No /anc-web-audit-no-such-page')],
    [
      'the file is named',
      '/.well-known/security.txt',
      shell('No security.txt'),
      shell('No anc-web-audit-no-such-page'),
    ],
    ['without its slash', '/robots.txt', shell('robots.txt?'), shell('anc-web-audit-no-such-page?')],
    ['in a URL', '/a?b=1&c', shell(`${'https://site.example'}/a?b=1&amp;c`), shell(UNKNOWN)],
    ['decoded', '/caf%C3%A9', shell('/café'), shell('/anc-web-audit-no-such-page')],
    ['not decodable', '/%E0%A4%A', shell('/%E0%A4%A'), shell('/anc-web-audit-no-such-page')],
    ['the navigation names one of the paths', '/mcp', shell('x'), shell('x')],
    [
      'the navigation names it, and the page echoes it',
      '/mcp',
      shell('/mcp'),
      shell('/anc-web-audit-no-such-page'),
    ],
    ['a nonce', '/a', '<script nonce="abc=">', '<script nonce="xyz=">'],
    ['a long token', '/a', shell('id 5f2d9a77c1b04e3e'), shell('id 00aa9b17c1b04e3f')],
    ['a short token', '/a', shell('ray 8f3ac1'), shell('ray 77bb02')],
    ['a time', '/a', shell('took 12 ms at 10:31:02'), shell('took 8 ms at 10:31:04')],
    ['white space', '/a', shell('a  b'), shell('a\nb')],
  ])('%s', (_title, path, text, other) => {
    expect(same(path, text, other)).toEqual([true, true]);
  });

  it.each([
    ['another text', '/a', shell('Welcome'), shell('Not found')],
    ['JSON and a page', '/openapi.json', '{"openapi":"3.1.0"}', shell('x')],
    ['two numbers', '/a', '12', '34'],
    ['something and nothing', '/a', 'User-agent: *', ''],
  ])('not: %s', (_title, path, text, other) => {
    expect(same(path, text, other)).toEqual([false, false]);
  });
});
