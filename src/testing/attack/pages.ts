/** Home pages that are hard to parse: deep, wide, or full of what a careless pattern reads again and again. */
import { filled, site } from './serve.ts';
import { type AttackSite, BARE, but, type Expected } from './site.ts';

const KIB = 1024;
const LONG_BASE = `https://x.example/${'b'.repeat(60_000)}/`;
const BEGIN = '<!doctype html><html lang=en><title>Home</title><h1>Home</h1>';

/** Read in time or not: what a parser is busy with ends at the deadline. */
const PLAIN = but(BARE, {}, ['scored', 'cut_short', 'audit_timeout']);
/** JSON-LD that cannot be parsed is broken: there it is, and does not work. */
const WITH_JSON_LD = but(PLAIN, {
  'schema-org-jsonld': ['broken', 'pass', 'absent', 'noncompliant', 'error'],
});

/** A home page of this body; all else is a 404. */
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
const large = (piece: string, end = '') => filled(piece, { begin: BEGIN, end });

export const PAGES: readonly AttackSite[] = [
  page('80 kB of tables in tables', () => filled('<table><tr><td>', { begin: BEGIN, bytes: 80 * KIB })),
  page('256 KiB of tables in tables', () => small('<table><tr><td>')),
  page('256 KiB of tables that never have a cell', () => small('<table>')),
  page('2 MiB of tables with text where none may be', () => large('<table>x<tr>x')),
  page('256 KiB of elements in elements', () => small('<div>')),
  page('2 MiB of formatting that is closed in the wrong order', () =>
    large('<b><i><p></b></i><a href=x><u>'),
  ),
  page('2 MiB of elements in elements', () => large('<div>')),
  page('2 MiB of paragraphs, links and tables in one another', () => large('<p><b><i><a href=x><table><td>')),
  page('256 KiB of links in links', () => small('<a href=/a>')),
  page('256 KiB of fonts and paragraphs', () => small('<font color=a><p>', '</font>'.repeat(2000))),
  page('2 MiB of lists and options', () => large('<select><option><li><dd><ul>')),
  page('2 MiB of drawings and formulas', () => large('<svg><math><mi><desc><foreignObject>')),
  page('2 MiB of templates in templates', () => large('<template>')),
  page('2 MiB of attributes on one element', () => {
    let body = `${BEGIN}<div `;
    for (let i = 0; body.length < 2048 * KIB; i++) body += `a${i}=b `;
    return body;
  }),
  page('2 MiB of one attribute again and again', () =>
    filled(' a=b', { begin: '<!doctype html><html><body' }),
  ),
  page('2 MiB of entities', () =>
    large('&notit;&amp&#x10FFFF;&#99999999999;&CounterClockwiseContourIntegral;'),
  ),
  page('2 MiB of ampersands', () => large('&')),
  page('2 MiB of comments that nearly end', () => large('<!--->--!><!-- -- ->')),
  page('2 MiB of dashes in a comment', () => filled('-', { begin: `${BEGIN}<!--` })),
  page('2 MiB of noscript', () => large('<noscript><a href="/llms.txt">')),
  page('a noscript link with 2 MiB of slashes', () =>
    filled('/', { begin: `${BEGIN}<noscript><a href="/llms.txt`, end: 'x">a</a></noscript>' }),
  ),
  page('100 noscript links with 20 kB of slashes each', () =>
    large(`<noscript><a href="/a${'/'.repeat(20_000)}x">a</a></noscript>`),
  ),
  page('380 KiB of links', () => filled('<a href=a>', { begin: BEGIN, bytes: 380 * KIB })),
  page('2 MiB of links with a base of 60 kB', () =>
    filled('<a href=a>b</a>', { begin: `${BEGIN}<base href="${LONG_BASE}">` }),
  ),
  page('2 MiB of link elements with a base of 60 kB', () =>
    filled('<link rel=alternate type=text/markdown href=a>', {
      begin: `<!doctype html><html><head><base href="${LONG_BASE}">`,
    }),
  ),
  page(
    '2 MiB of JSON-LD',
    () => large('<script type="application/ld+json">{"@context":"https://schema.org"}</script>'),
    WITH_JSON_LD,
  ),
  page(
    '2 MiB of JSON-LD that never ends',
    () => large('<script type="application/ld+json">{"a":'),
    WITH_JSON_LD,
  ),
  page(
    'JSON-LD that nests a million times',
    () => `${BEGIN}<script type="application/ld+json">${'['.repeat(1024 * KIB)}</script>`,
    WITH_JSON_LD,
  ),
  page(
    'JSON-LD whose contexts name each other',
    () =>
      large(
        '<script type="application/ld+json">{"@context":[{"a":"https://schema.org/"},"https://schema.org"],"@graph":[{"@graph":[{"@type":["A"]}]}]}</script>',
      ),
    WITH_JSON_LD,
  ),
  page('2 MiB of inline scripts', () => large('<script>document.modelContext</script>')),
  page('2 MiB of forms with tools', () =>
    large('<form toolname="a" tooldescription="b"><input name=c></form>'),
  ),
  page('2 MiB of headings without text', () => large('<h1><h2></h1>')),
  page('2 MiB of metas', () =>
    large('<meta name=description content="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">'),
  ),
  page('2 MiB of white space', () => large(' \n\t\r\u00a0')),
  page('2 MiB of open brackets', () => large('<')),
  page('2 MiB of end tags', () => large('</p></br></b>')),
];
