/** Sites that are out to hurt whoever reads them: each answers every path, the root too unless it says otherwise. */
import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const SIZE = 2 * MIB;

/** A body of just 2 MiB that repeats a piece. */
const full = (piece: string, beginning = '') =>
  Buffer.from(beginning + piece.repeat(Math.ceil(SIZE / piece.length))).subarray(0, SIZE);

/** Bodies that nest as deep, branch as wide or look back as far as 2 MiB allow, with the type that makes them be parsed. */
const NESTED: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
  'HTML elements': ['text/html', full('<div>', '<!doctype html><html><body>')],
  'HTML of open brackets': ['text/html', full('<', '<!doctype html><html>')],
  'HTML of mixed elements': ['text/html', full('<p><b><i><a href=x><table><td>', '<!doctype html><html>')],
  'HTML attributes': ['text/html', full(' a=b', '<!doctype html><html><body ')],
  'HTML links': [
    'text/html',
    full('<link rel=alternate type=text/markdown href=/a.md>', '<!doctype html><html><head>'),
  ],
  'HTML comments': ['text/html', full('<!-- ', '<!doctype html><html>')],
  'HTML scripts': ['text/html', full('<script type="application/ld+json">{"a":', '<!doctype html><html>')],
  'HTML entities': ['text/html', full('&amp;&lt;&#x41;', '<!doctype html><html><body><h1>')],
  'JSON arrays': ['application/json', full('[')],
  'JSON objects': ['application/json', full('{"a":')],
  'JSON, valid': ['application/json', Buffer.from('['.repeat(MIB) + ']'.repeat(MIB))],
  'JSON of many values': ['application/json', full('{},', '{"openapi":"3.1.0","paths":[')],
  'JSON of many keys': [
    'application/json',
    Buffer.from(
      `{"openapi":"3.1.0","paths":{${Array.from({ length: 60_000 }, (_, i) => `"/p${i}":{"get":{}}`).join()}}}`,
    ),
  ],
  'YAML maps': ['application/yaml', full('a:\n ', 'openapi: 3.1.0\npaths:\n')],
  'YAML flow': ['application/yaml', full('[', 'openapi: 3.1.0\npaths: ')],
  'YAML lists': ['application/yaml', full('- ')],
  'YAML aliases': ['application/yaml', Buffer.from(aliases(40))],
  'XML elements': ['application/xml', full('<a>', '<?xml version="1.0"?><urlset>')],
  'XML entities': ['application/xml', Buffer.from(entities(30))],
  'XML locations': ['application/xml', full('<url><loc>https://x.test/a/b</loc></url>', '<urlset>')],
  'text of links': ['text/plain', full('- [a](/b)\n', '# Title\n\n> Summary\n\n## Links\n')],
  'text of brackets': ['text/plain', full('[', '# Title\n')],
  'text of quotes': ['text/plain', full('> ', '# Title\n')],
  'text of stars': ['text/markdown', full('*a_', '# Title\n')],
  'text of front matter': ['text/markdown', full('a: &a [*a]\n', '---\n')],
  'text of agents': ['text/plain', full('User-agent: GPTBot\nContent-Signal: search=yes\nSitemap: /x\n')],
  'text of blanks': ['text/plain', full(' \n\t')],
  'text of colons': ['text/plain', full('Contact:')],
  'text of nothing': ['text/plain', Buffer.alloc(SIZE)],
};

function aliases(levels: number): string {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let i = 1; i < levels; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join()}]`,
    );
  return `openapi: 3.1.0\n${lines.join('\n')}\npaths: *a${levels - 1}\n`;
}

function entities(levels: number): string {
  const lines = ['<!ENTITY e0 "xxxxxxxxxx">'];
  for (let i = 1; i < levels; i++) lines.push(`<!ENTITY e${i} "${`&e${i - 1};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE urlset [${lines.join('')}]><urlset><url><loc>&e${levels - 1};</loc></url></urlset>`;
}

/** Writes as fast as the reader reads, for as long as it does. */
function pour(response: ServerResponse, chunk: () => Buffer | string): void {
  const write = () => {
    while (!response.destroyed && response.write(chunk()));
  };
  response.on('drain', write);
  write();
}

const home = (response: ServerResponse) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><html lang=en><title>Home</title><h1>Home</h1>');
};

/** All but the root behave like `listener`. */
const beneathHome =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url === '/' && request.method === 'GET' ? home(response) : listener(request, response);

/** The unknown path is a 404. */
const unlessUnknown =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url?.includes('no-such') === true
      ? void response.writeHead(404).end('no')
      : listener(request, response);

const bombs = {
  gzip: gzipSync(Buffer.alloc(200 * MIB, 'a')),
  br: brotliCompressSync(Buffer.alloc(200 * MIB, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const TYPES = [
  'text/html',
  'text/plain',
  'application/json',
  'text/event-stream',
  'application/xml',
  'text/markdown',
];
let turn = 0;

const endless: RequestListener = (request, response) => {
  response.setHeader('content-type', TYPES[turn++ % TYPES.length] ?? 'text/plain');
  const line = Buffer.from(`data: {"path": "${request.url}", "n": ${turn}}\n\n`.repeat(300));
  pour(response, () => line);
};

/** By what they do. */
export const HOSTILE: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'never answers beneath its home page': beneathHome(() => undefined),
  'resets every connection': (request) => void request.socket.resetAndDestroy(),
  'resets every connection beneath its home page': beneathHome(
    (request) => void request.socket.resetAndDestroy(),
  ),
  'streams for ever': endless,
  'streams for ever beneath its home page': beneathHome(endless),
  'streams tiny chunks for ever': (_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.flushHeaders();
    const piece = '1\r\na\r\n'.repeat(10_000);
    const { socket } = response;
    const write = () => {
      while (socket?.destroyed === false && socket.write(piece));
    };
    socket?.on('drain', write);
    write();
  },
  'drips one byte a second': (_, response) => {
    response.setHeader('content-type', 'text/html');
    const timer = setInterval(() => response.write('a'), 1000);
    response.write('<');
    response.on('close', () => clearInterval(timer));
  },
  'sends gzip bombs': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bombs.gzip);
  },
  'sends gzip bombs beneath its home page': beneathHome((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(bombs.gzip);
  }),
  'sends brotli bombs': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' }).end(bombs.br);
  },
  'redirects in circles': (request, response) => {
    const next = new URL(request.url ?? '/', 'http://x');
    next.searchParams.set('n', String((Number(next.searchParams.get('n')) + 1) % 7));
    response.writeHead(302, { location: next.pathname + next.search }).end();
  },
  'redirects in circles beneath its home page': beneathHome((request, response) => {
    response.writeHead(307, { location: request.url ?? '/' }).end();
  }),
  'redirects everything to a forbidden address': beneathHome((_, response) => {
    response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  }),
  'answers everything with its home page': (_, response) => home(response),
  'fails everywhere': (_, response) => {
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal error</h1>');
  },
  'fails everywhere beneath its home page': beneathHome((_, response) => {
    response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '1' }).end('<h1>Unavailable</h1>');
  }),
  'challenges everyone': (_, response) => {
    response
      .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
      .end('<title>Just a moment...</title>');
  },
  'sends long headers': (_, response) => {
    const link = '</a>; rel=service-desc; title="a,b;c", '.repeat(1500);
    response.writeHead(200, { 'content-type': 'text/html', link }).end('<!doctype html><h1>Hello</h1>');
  },
  ...Object.fromEntries(
    Object.entries(NESTED).map(([what, [type, body]]): [string, RequestListener] => {
      const send: RequestListener = (_, response) => {
        response.writeHead(200, { 'content-type': type }).end(body);
      };
      // The page is parsed as the root; everything else as whatever was asked for, so unknown paths must be known.
      return type === 'text/html'
        ? [`is 2 MiB of ${what}`, send]
        : [`is 2 MiB of ${what} beneath its home page`, beneathHome(unlessUnknown(send))];
    }),
  ),
};
