/** The files of the built site over HTTP, as a static host with the edge function before it serves them. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Asked,
  type NotFoundType,
  notFoundType,
  pageType,
  twinOf,
  varyOf,
} from '../../parse/negotiation.ts';
import { withoutTrailing } from '../../parse/trailing.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** What a path that is not there is answered with. */
const NOT_FOUND: Readonly<Record<NotFoundType, string>> = {
  'text/html': '/404.html',
  'text/markdown': '/404.md',
  'text/plain': '/404.md',
  'application/json': '/404.json',
};

interface Found {
  readonly path: string;
  readonly bytes: number;
}

/** What is sent. */
interface Chosen {
  readonly status: 200 | 404;
  readonly file: Found;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StaticOptions {
  /** The folder of the files. */
  readonly folder: string;
}

/**
 * Answers with the files of a folder: `/score` is `score.html` or `score.md`, an unknown address a `404` page. Header fields
 * that an answer has been given before stay; a type among them is that of the file at the path.
 */
export function staticSite(options: StaticOptions): RequestListener {
  return (request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
    });
  };
}

async function answer(
  options: StaticOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' });
    response.end('Only GET and HEAD are answered here.\n');
    return;
  }
  const path = pathOf(request.url ?? '/');
  const asked = { accept: request.headers.accept, userAgent: request.headers['user-agent'] };
  const chosen =
    (path === undefined ? undefined : await page(options, path, asked, response.hasHeader('content-type'))) ??
    (await lost(options, path, asked));
  if (chosen === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
    return;
  }
  const { status, file, headers } = chosen;
  response.writeHead(status, { 'content-length': file.bytes, ...headers });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response);
}

async function page(
  { folder }: StaticOptions,
  path: string,
  asked: Asked,
  hasType: boolean,
): Promise<Chosen | undefined> {
  const twin = twinOf(path);
  const type = twin === undefined ? 'text/html' : pageType(asked);
  const isTwin = twin !== undefined && type !== 'text/html';
  const file = await find(folder, isTwin ? twin : path);
  if (file === undefined) return undefined;
  const vary = twin === undefined ? {} : { vary: varyOf() };
  if (isTwin) {
    const headers = { ...vary, 'content-type': `${type}; charset=utf-8`, 'content-location': twin };
    return { status: 200, file, headers };
  }
  return { status: 200, file, headers: { ...vary, ...(hasType ? {} : typeOf(file)) } };
}

async function lost(
  { folder }: StaticOptions,
  path: string | undefined,
  asked: Asked,
): Promise<Chosen | undefined> {
  const negotiated = path !== undefined && twinOf(path) !== undefined;
  const type = negotiated ? notFoundType(asked) : 'text/html';
  const file = await fileAt(join(folder, NOT_FOUND[type]));
  if (file === undefined) return undefined;
  const headers = type === 'text/plain' ? { 'content-type': 'text/plain; charset=utf-8' } : typeOf(file);
  return { status: 404, file, headers: negotiated ? { ...headers, vary: varyOf() } : headers };
}

function typeOf({ path }: Found): Record<string, string> {
  const type = TYPES[extname(path).toLowerCase()];
  return type === undefined ? {} : { 'content-type': type };
}

/** The path of a request, decoded; `undefined` for one that no file can have or that leads out of the folder. */
export function pathOf(url: string): string | undefined {
  const raw = url.split(/[?#]/, 1)[0] ?? '';
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  // A backslash is a separator on Windows, a null byte ends a name in the kernel.
  if (!path.startsWith('/') || /[\\\0]/.test(path)) return undefined;
  return path.split('/').includes('..') ? undefined : path;
}

/** As Netlify looks: the file itself, the page of that name, the index of the folder. */
async function find(folder: string, path: string): Promise<Found | undefined> {
  const base = join(folder, withoutTrailing(path, '/'));
  const pages = [`${base}.html`, join(base, 'index.html')];
  const candidates = path.endsWith('/') ? pages.reverse() : [base, ...pages];
  for (const candidate of candidates) {
    const found = await fileAt(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function fileAt(path: string): Promise<Found | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? { path, bytes: stats.size } : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
    throw error;
  }
}

/** A folder in place of a file, a name that is too long: nothing is there. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
