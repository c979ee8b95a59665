/** Hostile bodies: bombs in every content coding, endless streams, many large documents at once. */
import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { beneathHome, filled, floodOn, send404, sendHome, site } from './serve.ts';
import {
  ANYTHING,
  type AttackSite,
  BARE,
  but,
  type Expected,
  NOTHING_SEEN,
  SAME_EVERYWHERE,
} from './site.ts';

const MIB = 1024 * 1024;

export function bodies(name: string, expects: Expected, listener: RequestListener): AttackSite {
  return { name, family: 'bodies', expects, listen: site(listener) };
}

/** Returns 200 MiB of one letter, compressed. */
function bomb(compress: (bytes: Buffer) => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= compress(Buffer.alloc(200 * MIB, 'a'));
    return made;
  };
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** By the name of the content coding. */
const BOMBS: readonly (readonly [coding: string, bomb: () => Buffer])[] = [
  ['br', bomb((bytes) => brotliCompressSync(bytes, quick))],
  ['zstd', bomb((bytes) => zstdCompressSync(bytes))],
  ['gzip, gzip, gzip', bomb((bytes) => gzipSync(gzipSync(gzipSync(bytes))))],
];

/** The number of requests to wait for before all are answered at once. */
const TOGETHER = 8;
const HELD_MS = 300;

/** Holds responses until many requests have arrived. */
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

const TYPES = [
  'text/html',
  'text/plain',
  'application/json',
  'text/event-stream',
  'application/xml',
  'text/markdown',
];
let turn = 0;

/** An endless body, with a different type for each request. */
const endless: RequestListener = ({ url }, response) => {
  const nth = turn++;
  response.writeHead(200, { 'content-type': TYPES[nth % TYPES.length] });
  response.flushHeaders();
  const lines = `data: {"path": "${url}", "n": ${nth}}\n\n`.repeat(300);
  const chunk = `${Buffer.byteLength(lines).toString(16)}\r\n${lines}\r\n`;
  if (response.socket !== null) floodOn(response.socket, () => chunk);
};

export const BODIES: readonly AttackSite[] = [
  ...BOMBS.map(([coding, bytes]) =>
    bodies(
      `sends 200 MiB in ${coding.slice(0, 30)} beneath its home page`,
      // The read part of each response is the same, and not a valid document.
      SAME_EVERYWHERE,
      beneathHome((_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
          .end(bytes());
      }),
    ),
  ),
  bodies(
    'has a sitemap that is a bomb in a bomb',
    // gzip of gzip: the inner one is what a `.gz` file contains, and its first part is a valid sitemap.
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
];
