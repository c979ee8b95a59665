import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { percentDecoded } from '../../base/url.ts';
import { siteTag } from '../../catalog/results/service-files.ts';
import type { TargetFormName } from '../../catalog/results/target-forms.ts';
import type { Library, ListedVersion, Scorecards } from '../api.ts';
import { ServiceError } from '../errors.ts';
import { once } from '../once.ts';
import { CACHE_TAG, SHARED_CACHE } from './caching.ts';
import type { Pages } from './pages.ts';

/** Matches the path of a scorecard, its Markdown, JSON or badge. A page's path may also end with `.html` or a slash. */
const PATH = /^\/score\/([^/]+?)(?:\.html|\/(md|json|badge\.svg)?)?$/;

/** Matches the path of a scorecard and any path below it; the group is the host. */
const SEGMENT = /^\/score\/([^/]+)/;

/** The maximum size of all cached files, compressed, in bytes. About 20,000 pages fit. */
const FILE_BYTES = 128 * 1024 * 1024;
/** The number of bytes of a format's first file that the compression of later files uses. A page has about 70,000 bytes. */
const SAMPLE_BYTES = 96 * 1024;
/** The approximate memory of a cached file's key and headers, in bytes. A compressed badge needs less than that. */
const OVERHEAD_BYTES = 1024;

interface Sources {
  readonly library: Pick<Library, 'listed'>;
  readonly scorecards: Pick<Scorecards, 'withdrawal'>;
  readonly pages: Pages;
}

interface CachedFile {
  readonly compressed: Uint8Array;
  readonly dictionary: Uint8Array;
  /** The number of bytes before the compression. */
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
}

type Form = TargetFormName | undefined;

const loadForms = once(() => import('./scorecard.ts'));

/** Serves listed targets for which the build wrote no files. Passes other requests to the next handler. */
export function listedFirst({ library, scorecards, pages }: Sources, shared: string): MiddlewareHandler {
  // The cache key contains the record's version, so a changed record is served at once.
  const files = new LRUCache<string, CachedFile>({
    maxSize: FILE_BYTES,
    sizeCalculation: ({ compressed }) => compressed.byteLength + OVERHEAD_BYTES,
  });
  // Files of a format have most text in common. With the first file as the dictionary, the others shrink to a twelfth, without it
  // to a quarter. Decompression takes a fiftieth of the time to read and render the file again.
  const samples = new Map<Form, Uint8Array>();
  const fileOf = async ({ version, read }: ListedVersion, form: Form) => {
    const key = `${form} ${version}`;
    const cached = files.get(key);
    if (cached !== undefined) return cached;
    const [listed, { listedFile }] = await Promise.all([read(), loadForms()]);
    // Concurrent requests wait for the same record. The first request renders the file for all.
    const rendered = files.get(key);
    if (rendered !== undefined || listed === undefined) return rendered;
    const file = listedFile(listed, form, pages);
    if (file === undefined) return undefined;
    const body = new TextEncoder().encode(file.text);
    const tag = createHash('sha1').update(body).digest('hex');
    const dictionary = samples.get(form) ?? body.slice(0, SAMPLE_BYTES);
    samples.set(form, dictionary);
    const newFile = {
      // A copy, because zlib returns a part of a larger buffer.
      compressed: new Uint8Array(zstdCompressSync(body, { dictionary })),
      dictionary,
      bytes: body.length,
      headers: { ...file.headers, ETag: `"${tag}"`, [SHARED_CACHE]: shared },
    };
    files.set(key, newFile);
    return newFile;
  };
  return async (c, next) => {
    const { path, method } = c.req;
    const [, segment, form] = PATH.exec(path) ?? [];
    const isAsked = segment !== undefined && (method === 'GET' || method === 'HEAD');
    if (!isAsked) return next();
    try {
      const listed = await library.listed(percentDecoded(segment));
      if (listed?.isOfBuild && (await scorecards.withdrawal(listed.host)) !== undefined) return next();
      const file = listed && (await fileOf(listed, form as Form));
      if (file !== undefined) return responseOf(file);
    } catch (error) {
      // If the read fails, let the badge's own route respond with a badge that shows the failure.
      if (form !== 'badge.svg' || !(error instanceof ServiceError)) throw error;
    }
    return next();
  };
}

function responseOf({ compressed, dictionary, bytes, headers }: CachedFile): Response {
  // One byte more than needed, because zlib allocates another chunk once the first is full.
  const body = zstdDecompressSync(compressed, { dictionary, chunkSize: bytes + 1 });
  return new Response(body, { headers });
}

/** Tags cacheable responses with their site, so that the command `withdraw` can remove them from the platform's caches. */
export function tagging(scorecards: Pick<Scorecards, 'target'>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!isShared(headers)) return;
    const [, segment = ''] = PATH.exec(c.req.path) ?? SEGMENT.exec(c.req.path) ?? [];
    try {
      headers.set(CACHE_TAG, siteTag(scorecards.target(percentDecoded(segment)).name));
    } catch (error) {
      // A badge for an invalid target is cacheable too, but gets no tag.
      if (!(error instanceof ServiceError)) throw error;
    }
  };
}

/** Returns whether shared caches may store a response (RFC 9111). */
export function isShared(headers: Headers): boolean {
  return headers.has(SHARED_CACHE) || headers.get('Cache-Control')?.startsWith('public') === true;
}
