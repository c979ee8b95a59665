/** Reads the Accept header for Netlify's edge function, the service and the local server, so that they agree. */
import { type Accept, parseAccept } from 'hono/utils/accept';
import { AI_FETCHERS } from '../../base/ai-fetchers.ts';

export interface NegotiatedRequest {
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
}

export type PageType = 'text/html' | 'text/markdown' | 'text/plain';
export type NotFoundType = PageType | 'application/json' | 'application/problem+json';
type ProblemType = 'text/markdown' | 'text/html' | 'application/problem+json' | 'application/json';

/** The order of preference for a client that accepts several types equally. */
const PAGE_TYPES: readonly PageType[] = ['text/markdown', 'text/html', 'text/plain'];
const NOT_FOUND_TYPES: readonly NotFoundType[] = [
  'text/markdown',
  'text/html',
  'application/json',
  'application/problem+json',
  'text/plain',
];
const PROBLEM_TYPES: readonly ProblemType[] = [
  'text/markdown',
  'text/html',
  'application/problem+json',
  'application/json',
];

const VARIES_BY = ['Accept', 'User-Agent'];

/** Matches anywhere in the User-Agent header, because most AI fetchers start the header with "Mozilla". */
const AI_FETCHER = new RegExp(`(?<![\\w-])(?:${AI_FETCHERS.join('|')})(?![\\w-])`, 'i');
const COMMAND_LINE = /^(?:aria2|curl|httpie|wget2?|xh)\/|\b(?:Windows)?PowerShell\//i;

/** Returns the media type for a page (RFC 9110, section 12.5.1). If Accept does not decide, programs get Markdown. */
export function pageType(request: NegotiatedRequest): PageType {
  return choose(request.accept, PAGE_TYPES, readsText(request.userAgent) ? 'text/markdown' : 'text/html');
}

/** Returns the media type of a 404 response. If Accept does not decide, JSON files get JSON, and other paths Markdown. */
export function notFoundType(request: NegotiatedRequest, path: string): NotFoundType {
  const isJsonFile = path.endsWith('.json') && !SCORECARD.test(path);
  return choose(request.accept, NOT_FOUND_TYPES, isJsonFile ? 'application/json' : 'text/markdown');
}

/** Returns whether a path is served as it is, without a choice between HTML and Markdown, such as `/mcp`. */
export function answersItself(path: string): boolean {
  return ITSELF.test(path);
}

/** Returns the type of an error response for programs (RFC 9457): JSON, unless the client prefers text. */
export function problemType(accept: string | undefined): ProblemType {
  return choose(accept, PROBLEM_TYPES, 'application/problem+json');
}

/**
 * Returns the path of a page's Markdown form, such as `/score.md` for `/score`, whether or not the page exists.
 * @returns `undefined` for a path with only one form, such as a file, a JSON document or an endpoint
 */
export function alternateOf(path: string): string | undefined {
  if (OTHER.test(path)) return undefined;
  const page = path.replace(/\/$/, '');
  if (page === '') return '/index.md';
  // `/md` rather than `.md`, because a host has dots like a file name, and `.md` is a top-level domain.
  if (SCORECARD.test(page)) return `${page}/md`;
  return page.includes('.', page.lastIndexOf('/')) ? undefined : `${page}.md`;
}

const ITSELF =
  /^\/(?:audit|mcp|oauth2\/token|health)$|^\/_astro\/|^\/score\/[^/]+(?:\/live)?\/(?:md|json|fix\.md)$/;
/** Matches paths without a Markdown form: endpoints, documents for programs, and paths with an empty segment. */
const OTHER =
  /^\/(?:audit|mcp|oauth2|health|_astro|\.[^/]*)(?:\/|$)|^\/score\/[^/]+(?:\/live)?\/(?:md|json|evidence)$|\/\//;
const SCORECARD = /^\/score\/(?!llms(?:-full)?\.txt$)[^/]+(?:\/live)?$/;

/** Returns the Vary header of a negotiated response (RFC 9110, section 12.5.5), including the names in `present`. */
export function varyOf(present = ''): string {
  const names = present
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.includes('*')) return '*';
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...VARIES_BY.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}

function readsText(userAgent = ''): boolean {
  return COMMAND_LINE.test(userAgent) || AI_FETCHER.test(userAgent);
}

const MAX_ACCEPT = 8 * 1024;

/** Returns the type with the highest quality in Accept. Among equals, prefers types named in Accept, then `otherwise`. */
function choose<T extends string>(accept: string | undefined, types: readonly T[], otherwise: T): T {
  const ranges = rangesOf(accept);
  const weighed = types.map((type) => ({ type, ...weigh(type, ranges) }));
  const most = Math.max(...weighed.map(({ quality }) => quality));
  // If the client accepts no known type, respond with the default instead of 406.
  if (most === 0) return otherwise;
  const best = weighed.filter(({ quality }) => quality === most);
  const chosen = best.find(({ named }) => named) ?? best.find(({ type }) => type === otherwise) ?? best[0];
  return chosen?.type ?? otherwise;
}

/** Returns whether an Accept header accepts this type (RFC 9110, section 12.5.1). A missing header accepts all types. */
export function takes(accept: string | undefined, type: string): boolean {
  return weigh(type, rangesOf(accept ?? '*/*')).quality > 0;
}

export function names(accept: string | undefined, type: string): boolean {
  const { quality, named } = weigh(type, rangesOf(accept));
  return named && quality > 0;
}

function rangesOf(accept = ''): readonly Accept[] {
  return parseAccept(accept.slice(0, MAX_ACCEPT));
}

/** Returns the quality that Accept gives a type. The most specific range decides; `named` means that it has no wildcard. */
function weigh(type: string, ranges: readonly Accept[]): { quality: number; named: boolean } {
  const quality = (wanted: string) => {
    const exact = ranges.filter((range) => range.type.toLowerCase() === wanted);
    return exact.length === 0 ? undefined : exact.reduce((most, { q }) => Math.max(most, q), 0);
  };
  const named = quality(type);
  if (named !== undefined) return { quality: named, named: true };
  const covered = quality(`${type.split('/', 1)[0]}/*`) ?? quality('*/*');
  return { quality: covered ?? 0, named: false };
}
