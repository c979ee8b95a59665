/** Bodies that hurt: bombs in every content coding, streams without end, many large documents at once. */
import type { RequestListener, ServerResponse } from 'node:http';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { beneathHome, dripOn, filled, floodOn, send404, sendHome, site } from './serve.ts';
import {
  ANYTHING,
  type AttackSite,
  BARE,
  but,
  type Expected,
  NOTHING_SEEN,
  ONLY_HOME,
  SAME_EVERYWHERE,
} from './site.ts';

const MIB = 1024 * 1024;

/** A site of this family. */
export function bodies(name: string, expects: Expected, listener: RequestListener): AttackSite {
  return { name, family: 'bodies', expects, listen: site(listener) };
}

/** What decompresses to 200 MiB of one letter. */
function bomb(compress: (bytes: Buffer) => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= compress(Buffer.alloc(200 * MIB, 'a'));
    return made;
  };
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** By the field value that names them. */
const BOMBS: readonly (readonly [coding: string, bomb: () => Buffer])[] = [
  ['gzip', bomb((bytes) => gzipSync(bytes))],
  ['br', bomb((bytes) => brotliCompressSync(bytes, quick))],
  ['deflate', bomb((bytes) => deflateSync(bytes))],
  ['Deflate', bomb((bytes) => deflateRawSync(bytes))],
  ['zstd', bomb((bytes) => zstdCompressSync(bytes))],
  ['gzip, gzip, gzip', bomb((bytes) => gzipSync(gzipSync(gzipSync(bytes))))],
  ['br, gzip', bomb((bytes) => gzipSync(brotliCompressSync(bytes, quick)))],
  [Array(100).fill('gzip').join(), bomb((bytes) => gzipSync(bytes))],
];

/** Members of nothing, one after the other (RFC 1952 section 2.2): 2 MiB that are read and give no byte. */
const emptyMembers = () => Buffer.concat(Array<Buffer>(100_000).fill(gzipSync('')));

/** A wait for this many requests, so that their answers come at once. */
const TOGETHER = 8;
const HELD_MS = 300;

/** Answers that are given when many have been asked for. */
function held(answer: (response: ServerResponse, path: string) => void): RequestListener {
  const waiting: (() => void)[] = [];
  const release = () => {
    for (const one of waiting.splice(0)) one();
  };
  return ({ url = '/' }, response) => {
    waiting.push(() => answer(response, url));
    if (waiting.length >= TOGETHER) release();
    else setTimeout(release, HELD_MS);
  };
}

/** Documents that are what they should be, each padded to nearly 2 MiB: together more than an audit reads. */
const PADDED = 2 * MIB - 1024;
const padding = () => 'x'.repeat(1000);
const paddedJson = (value: object) => {
  const text = JSON.stringify({ ...value, padding: '' });
  return `${text.slice(0, -2)}${filled(padding(), { bytes: PADDED - text.length })}"}`;
};
const LARGE: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  '/robots.txt': [
    'text/plain',
    () => filled(`# ${padding()}\n`, { begin: 'User-agent: *\nAllow: /\n', bytes: PADDED }),
  ],
  '/llms.txt': [
    'text/plain',
    () =>
      filled(`${padding()}\n`, {
        begin: '# Title\n\n> Summary\n\n## Docs\n\n- [Home](/)\n\n',
        bytes: PADDED,
      }),
  ],
  '/llms-full.txt': ['text/plain', () => filled(`${padding()}\n`, { begin: '# Title\n\n', bytes: PADDED })],
  '/sitemap.xml': [
    'application/xml',
    () =>
      filled(`<!-- ${padding()} -->`, {
        begin:
          '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://x.example/</loc></url>',
        end: '</urlset>',
        bytes: PADDED,
      }),
  ],
  '/.well-known/security.txt': [
    'text/plain',
    () =>
      filled(`# ${padding()}\n`, {
        end: 'Contact: mailto:a@example.com\nExpires: 2126-01-01T00:00:00Z\n',
        bytes: PADDED,
      }),
  ],
  '/openapi.json': [
    'application/json',
    () => paddedJson({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }),
  ],
  '/.well-known/ai-catalog.json': ['application/json', () => paddedJson({ entries: [] })],
  '/.well-known/mcp/server-card.json': [
    'application/json',
    () => paddedJson({ name: 'a', endpoint: 'https://mcp.example/mcp' }),
  ],
  '/.well-known/agent-card.json': [
    'application/json',
    () => paddedJson({ name: 'a', url: 'https://a2a.example/', skills: [] }),
  ],
  '/.well-known/http-message-signatures-directory': [
    'application/http-message-signatures-directory+json',
    () => paddedJson({ keys: [{ kty: 'OKP' }] }),
  ],
  '/.well-known/api-catalog': [
    'application/linkset+json',
    () => paddedJson({ linkset: [{ anchor: 'https://x.example/' }] }),
  ],
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

/** A body that goes on for as long as it is read, of another type each time. */
const endless: RequestListener = ({ url }, response) => {
  const nth = turn++;
  response.writeHead(200, { 'content-type': TYPES[nth % TYPES.length] });
  response.flushHeaders();
  const lines = `data: {"path": "${url}", "n": ${nth}}\n\n`.repeat(300);
  const chunk = `${Buffer.byteLength(lines).toString(16)}\r\n${lines}\r\n`;
  if (response.socket !== null) floodOn(response.socket, () => chunk);
};

const GOOD = ['pass', 'noncompliant', 'error'] as const;

export const BODIES: readonly AttackSite[] = [
  ...BOMBS.map(([coding, bytes]) =>
    bodies(
      `sends 200 MiB in ${coding.slice(0, 30)} beneath its home page`,
      // All that was read of each is the same, and no document of any kind.
      SAME_EVERYWHERE,
      beneathHome((_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
          .end(bytes());
      }),
    ),
  ),
  ...BOMBS.slice(0, 2).map(([coding, bytes]) =>
    bodies(`sends 200 MiB in ${coding} at every address, its home page too`, ANYTHING, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(bytes());
    }),
  ),
  bodies(
    'sends 100,000 empty members of gzip beneath its home page',
    SAME_EVERYWHERE,
    beneathHome((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(emptyMembers());
    }),
  ),
  bodies(
    'has a sitemap that is a bomb in a bomb',
    // gzip of gzip: the inner one is what a `.gz` file is, and as far as it is read it is a sitemap.
    but(BARE, { sitemap: ['pass', 'error'] }),
    ({ url, method }, response) => {
      if (url === '/' && method === 'GET') sendHome(response);
      else if (url !== '/sitemap.xml') send404(response);
      else {
        const inner = gzipSync(`<urlset>${'<url><loc>http://x/</loc></url>'.repeat(400_000)}`);
        response
          .writeHead(200, { 'content-type': 'application/gzip', 'content-encoding': 'gzip' })
          .end(gzipSync(inner));
      }
    },
  ),
  bodies('streams text of many types for ever, its home page too', ANYTHING, endless),
  bodies('streams text of many types for ever beneath its home page', ANYTHING, beneathHome(endless)),
  bodies('floods chunks of one byte, as its home page too', ANYTHING, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const piece = '1\r\na\r\n'.repeat(10_000);
    if (response.socket !== null) floodOn(response.socket, () => piece);
  }),
  bodies('drips its home page', NOTHING_SEEN, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.flushHeaders();
    const timer = setInterval(() => response.write('<'), 100);
    response.on('close', () => clearInterval(timer));
  }),
  bodies(
    'never ends a stream of events beneath its home page',
    ONLY_HOME,
    beneathHome((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      if (response.socket !== null) dripOn(response.socket, 50, () => '6\r\n: hi\n\n\r\n');
    }),
  ),
  bodies(
    'floods events of a few bytes beneath its home page',
    ANYTHING,
    beneathHome((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      const piece = '8\r\ndata: 1\n\r\n1\r\n\n\r\n'.repeat(1000);
      if (response.socket !== null) floodOn(response.socket, () => piece);
    }),
  ),
  bodies(
    'sends 2 MiB for everything at once',
    ANYTHING,
    held((response, path) => {
      if (path === '/') return sendHome(response);
      if (path.includes('no-such')) return send404(response);
      response.writeHead(200, { 'content-type': 'text/plain' }).end(filled(`${path} is here, `));
    }),
  ),
  bodies(
    'has a good document of 2 MiB at every address',
    {
      ends: ['scored'],
      statuses: {
        robots: GOOD,
        sitemap: GOOD,
        'llms-txt': GOOD,
        'llms-full-txt': GOOD,
        'security-txt': GOOD,
        openapi: GOOD,
        'ai-catalog': GOOD,
        'a2a-agent-card': GOOD,
        'well-known-mcp-card': GOOD,
        'web-bot-auth': GOOD,
        'api-catalog': GOOD,
      },
    },
    ({ url = '/', method }, response) => {
      const [type, body] = LARGE[url] ?? [];
      if (url === '/' && method === 'GET') return sendHome(response);
      if (type === undefined || body === undefined || method !== 'GET') return send404(response);
      response.writeHead(200, { 'content-type': type }).end(body());
    },
  ),
];
