/**
 * Which form of an answer is given: the one place where an Accept field is read. Pure, and of web standards only: the edge
 * function, the function and the local server decide by the same rules.
 */
import { type Accept, parseAccept } from 'hono/utils/accept';
import { AI_FETCHERS } from '../../base/ai-fetchers.ts';

/** What a request says of the form that it wants. */
export interface NegotiatedRequest {
  /** The value of its Accept field. */
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
}

export type PageType = 'text/html' | 'text/markdown' | 'text/plain';
export type NotFoundType = PageType | 'application/json' | 'application/problem+json';
type ProblemType = 'text/markdown' | 'text/html' | 'application/problem+json' | 'application/json';

/** Types in the order in which they are given to someone who names several and likes them equally. */
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

/** What a page's answers depend on. */
const VARIES_BY = ['Accept', 'User-Agent'];

/** Anywhere in the field: most of them call themselves Mozilla first. */
const AI_FETCHER = new RegExp(`(?<![\\w-])(?:${AI_FETCHERS.join('|')})(?![\\w-])`, 'i');
const COMMAND_LINE = /^(?:aria2|curl|httpie|wget2?|xh)\/|\b(?:Windows)?PowerShell\//i;

/**
 * The type that a page is answered with (RFC 9110, section 12.5.1). Where the Accept field leaves it open, as `*\/*` does,
 * command-line clients and the fetchers of AI assistants get Markdown, everyone else HTML.
 */
export function pageType(asked: NegotiatedRequest): PageType {
  return choose(asked.accept, PAGE_TYPES, readsText(asked.userAgent) ? 'text/markdown' : 'text/html');
}

/**
 * The type in which a request is told that there is nothing at a path: what the Accept field names, else JSON where the path
 * is that of a JSON file, else Markdown.
 */
export function notFoundType(asked: NegotiatedRequest, path: string): NotFoundType {
  const isJsonFile = path.endsWith('.json') && !SCORECARD.test(path);
  return choose(asked.accept, NOT_FOUND_TYPES, isJsonFile ? 'application/json' : 'text/markdown');
}

/**
 * Whether what is answered at a path is left as it is, what is not there included: endpoints and the forms of scorecards,
 * whose errors have the form of the path, and what only pages ask for.
 */
export function answersItself(path: string): boolean {
  return ITSELF.test(path);
}

/** The type in which a program is told what went wrong (RFC 9457): JSON, unless text is asked for. */
export function problemType(accept: string | undefined): ProblemType {
  return choose(accept, PROBLEM_TYPES, 'application/problem+json');
}

/**
 * The path of a page's Markdown form: `/score.md` for `/score`. It may be that neither is there.
 *
 * @returns `undefined` for a path that has one form only: a file, a document for programs, an endpoint
 */
export function alternateOf(path: string): string | undefined {
  if (OTHER.test(path)) return undefined;
  const page = path.replace(/\/$/, '');
  if (page === '') return '/index.md';
  // The host of a scorecard has dots as a file name has them, and `.md` is a top-level domain.
  if (SCORECARD.test(page)) return `${page}/md`;
  return page.includes('.', page.lastIndexOf('/')) ? undefined : `${page}.md`;
}

const ITSELF =
  /^\/(?:audit|mcp|oauth2\/token|health)$|^\/_astro\/|^\/score\/[^/]+(?:\/live)?\/(?:md|json|fix\.md)$/;
/** Endpoints, what is meant for programs, and addresses that no page has. */
const OTHER =
  /^\/(?:audit|mcp|oauth2|health|_astro|\.[^/]*)(?:\/|$)|^\/score\/[^/]+(?:\/live)?\/(?:md|json|evidence)$|\/\//;
const SCORECARD = /^\/score\/(?!llms(?:-full)?\.txt$)[^/]+(?:\/live)?$/;

/** The Vary field of a negotiated answer (RFC 9110, section 12.5.5), with what it varied by already. */
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

/** An Accept field is read so far, in characters. */
const MAX_ACCEPT = 8 * 1024;

/** The best of `types`: of the highest quality, then named rather than covered by a wildcard, then `otherwise`. */
function choose<T extends string>(accept: string | undefined, types: readonly T[], otherwise: T): T {
  const ranges = rangesOf(accept);
  const weighed = types.map((type) => ({ type, ...weigh(type, ranges) }));
  const most = Math.max(...weighed.map(({ quality }) => quality));
  // A client that names no type, or none that exists here, is given something rather than 406.
  if (most === 0) return otherwise;
  const best = weighed.filter(({ quality }) => quality === most);
  const chosen = best.find(({ named }) => named) ?? best.find(({ type }) => type === otherwise) ?? best[0];
  return chosen?.type ?? otherwise;
}

/** Whether an Accept field takes this type (RFC 9110, section 12.5.1); one that is not there takes all. */
export function takes(accept: string | undefined, type: string): boolean {
  return weigh(type, rangesOf(accept ?? '*/*')).quality > 0;
}

/** Whether an Accept field takes this type by its name, as those ask who want an event stream. */
export function names(accept: string | undefined, type: string): boolean {
  const { quality, named } = weigh(type, rangesOf(accept));
  return named && quality > 0;
}

function rangesOf(accept = ''): readonly Accept[] {
  return parseAccept(accept.slice(0, MAX_ACCEPT));
}

/** The most specific range that covers a type tells its quality. */
function weigh(type: string, ranges: readonly Accept[]): { quality: number; named: boolean } {
  const quality = (wanted: string) => {
    const own = ranges.filter((range) => range.type.toLowerCase() === wanted);
    return own.length === 0 ? undefined : own.reduce((most, { q }) => Math.max(most, q), 0);
  };
  const named = quality(type);
  if (named !== undefined) return { quality: named, named: true };
  const covered = quality(`${type.split('/', 1)[0]}/*`) ?? quality('*/*');
  return { quality: covered ?? 0, named: false };
}
