/** Sites with the same document at every path: 2 MiB that are as hard to parse as possible. */
import type { RequestListener } from 'node:http';
import { bodies } from './bodies.ts';
import { beneathHome, filled, send404 } from './serve.ts';
import { ANYTHING, type AttackSite } from './site.ts';

/** The unknown path responds with 404, so the same document at other paths is taken for the requested one. */
const unlessUnknown =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url?.includes('no-such') === true ? send404(response) : listener(request, response);

/** Aliases of lists of aliases: 9^39 words for a parser that expands them. */
function aliases(): string {
  const lists = Array.from({ length: 39 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]`);
  return `openapi: 3.1.0\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${lists.join('\n')}\npaths: *a39\n`;
}

function entities(): string {
  const more = Array.from({ length: 29 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY e0 "xxxxxxxxxx">${more.join('')}]><urlset><url><loc>&e29;</loc></url></urlset>`;
}

function paths(): string {
  const all = Array.from({ length: 60_000 }, (_, i) => `"/p${i}":{"get":{}}`);
  return `{"openapi":"3.1.0","paths":{${all.join()}}}`;
}

/** By name, with the media type that causes them to be parsed. */
const DOCUMENTS: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  'JSON arrays': ['application/json', () => filled('[')],
  'JSON of many keys': ['application/json', paths],
  'YAML aliases': ['application/yaml', aliases],
  'XML entities': ['application/xml', entities],
  links: ['text/plain', () => filled('- [a](/b)\n', { begin: '# Title\n\n> Summary\n\n## Links\n' })],
  'front matter': ['text/markdown', () => filled('a: &a [*a]\n', { begin: '---\n' })],
  agents: ['text/plain', () => filled('User-agent: GPTBot\nContent-Signal: search=yes\nSitemap: /x\n')],
};

export const EVERYWHERE: readonly AttackSite[] = Object.entries(DOCUMENTS).map(([what, [type, body]]) => {
  let made: string | undefined;
  return bodies(
    `has ${what} at every address beneath its home page`,
    ANYTHING,
    beneathHome(
      unlessUnknown((_, response) => {
        made ??= body();
        response.writeHead(200, { 'content-type': type }).end(made);
      }),
    ),
  );
});
