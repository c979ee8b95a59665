/** Home pages that are hard to parse: deep, wide, or made for patterns that backtrack. */
import { filled, site } from './serve.ts';
import { type AttackSite, BARE, but, type Expected } from './site.ts';

const KIB = 1024;
const LONG_BASE = `https://x.example/${'b'.repeat(60_000)}/`;
const BEGIN = '<!doctype html><html lang=en><title>Home</title><h1>Home</h1>';

/** The parser may finish in time or be ended by the deadline. */
const PLAIN = but(BARE, {}, ['scored', 'cut_short', 'audit_timeout']);
/** JSON-LD that cannot be parsed is broken: it exists and does not work. */
const WITH_JSON_LD = but(PLAIN, {
  'schema-org-jsonld': ['broken', 'pass', 'absent', 'noncompliant', 'error'],
});

function page(name: string, body: () => string, expects: Expected = PLAIN): AttackSite {
  let made: string | undefined;
  const listener = site(({ url, method }, response) => {
    if (url !== '/' || method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
      return;
    }
    made ??= body();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(made);
  });
  return { name: `has a home page of ${name}`, family: 'pages', expects, listen: listener };
}

const small = (piece: string, end = '') => filled(piece, { begin: BEGIN, end, bytes: 256 * KIB });

export const PAGES: readonly AttackSite[] = [
  page('256 KiB of tables in tables', () => small('<table><tr><td>')),
  page('2 MiB of attributes on one element', () => {
    let body = `${BEGIN}<div `;
    for (let i = 0; body.length < 2048 * KIB; i++) body += `a${i}=b `;
    return body;
  }),
  page('2 MiB of links with a base of 60 kB', () =>
    filled('<a href=a>b</a>', { begin: `${BEGIN}<base href="${LONG_BASE}">` }),
  ),
  page(
    'JSON-LD that nests a million times',
    () => `${BEGIN}<script type="application/ld+json">${'['.repeat(1024 * KIB)}</script>`,
    WITH_JSON_LD,
  ),
];
