/** The files of the built site over HTTP, as a static host serves them: for the server that stands behind `netlify dev`. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

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
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

interface Found {
  readonly path: string;
  readonly bytes: number;
}

export interface StaticOptions {
  /** The folder of the files. */
  readonly folder: string;
  /**
   * Paths that get no type here. `netlify dev` prefers the headers of this server to those of its rules, so that a rule
   * gives a type only where there is none.
   */
  readonly untyped?: (path: string) => boolean;
  /** The page to answer with, with status 404, in place of a path that is not there; else it is `/404.html`. */
  readonly inPlace?: (path: string) => string | undefined;
}

/** Answers with the files of a folder: `/score` is `score.html`, an unknown address is `404.html` with 404. */
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
  { folder, untyped, inPlace }: StaticOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain; charset=utf-8' });
    response.end('Only GET and HEAD are answered here.\n');
    return;
  }
  const path = pathOf(request.url ?? '/');
  const found = path === undefined ? undefined : await find(folder, path);
  const lost = (path === undefined ? undefined : inPlace?.(path)) ?? '/404.html';
  const file = found ?? (await fileAt(join(folder, lost)));
  if (file === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
    return;
  }
  const hasRule = found !== undefined && path !== undefined && untyped?.(path) === true;
  const type = hasRule ? undefined : TYPES[extname(file.path).toLowerCase()];
  response.writeHead(found === undefined ? 404 : 200, {
    'content-length': file.bytes,
    ...(type === undefined ? {} : { 'content-type': type }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response);
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
  const base = join(folder, path.replace(/\/+$/, ''));
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
