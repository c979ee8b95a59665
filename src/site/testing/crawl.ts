/** Crawls a served site: follows every internal link and keeps all responses. */
import MarkdownIt from 'markdown-it';
import { type HTMLElement, parse } from 'node-html-parser';
import { SITE_ADDRESS } from './build.ts';

/** Prefers HTML over Markdown, because it has more that can be wrong. */
const ACCEPT = 'text/html, */*;q=0.8';

/** Paths of the function; a build has only the files. */
const DYNAMIC: ReadonlySet<string> = new Set(['/audit', '/mcp', '/oauth2/token']);

export interface Link {
  readonly from: string;
  /** The link as written in the document. */
  readonly href: string;
  /** The path within the site. */
  readonly path: string;
  readonly fragment: string;
}

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly body: string;
  readonly html: HTMLElement | undefined;
  readonly links: readonly Link[];
}

export interface Crawl {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly links: readonly Link[];
  readonly pages: readonly Answer[];
}

export async function crawl(base: string, starts: readonly string[]): Promise<Crawl> {
  const answers = new Map<string, Answer>();
  let next = [...starts];
  while (next.length > 0) {
    for (const answer of await inTurns(next, 16, (path) => ask(base, path))) answers.set(answer.path, answer);
    const linked = [...answers.values()].flatMap(({ links }) => links.map(({ path }) => path));
    next = [...new Set(linked)].filter((path) => !answers.has(path) && !DYNAMIC.has(path));
  }
  const all = [...answers.values()];
  return {
    answers,
    links: all.flatMap(({ links }) => links).filter(({ path }) => !DYNAMIC.has(path)),
    pages: all.filter(({ html, status }) => html !== undefined && status === 200),
  };
}

async function inTurns<A, B>(all: readonly A[], size: number, one: (item: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (let i = 0; i < all.length; i += size)
    done.push(...(await Promise.all(all.slice(i, i + size).map(one))));
  return done;
}

export async function ask(base: string, path: string): Promise<Answer> {
  const response = await fetch(new URL(path, base), { redirect: 'manual', headers: { accept: ACCEPT } });
  const type = response.headers.get('content-type') ?? '';
  const body = await response.text();
  const html = type.startsWith('text/html') ? parse(body, { comment: false }) : undefined;
  const written = linksOf(path, type, body, html);
  const named = (response.headers.get('link') ?? '').matchAll(/<([^>]*)>/g).map(([, href = '']) => href);
  const location = response.headers.get('location');
  return {
    path,
    status: response.status,
    type,
    headers: response.headers,
    body,
    html,
    links: [...written, ...named, ...(location === null ? [] : [location])].flatMap((href) =>
      within(base, path, href),
    ),
  };
}

function linksOf(path: string, type: string, body: string, html: HTMLElement | undefined): string[] {
  if (html !== undefined) return htmlLinks(html);
  if (type.startsWith('text/markdown') || /\/llms(?:-full)?\.txt$/.test(path)) return markdownLinks(body);
  if (/^application\/(?:\w+\+)?json\b/.test(type)) return jsonLinks(body);
  if (path.endsWith('/sitemap.xml'))
    return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, href = '']) => href);
  return [];
}

const LINKING = [
  ['a', 'href'],
  ['link', 'href'],
  ['img', 'src'],
  ['script', 'src'],
  ['form', 'action'],
] as const;

function htmlLinks(html: HTMLElement): string[] {
  return LINKING.flatMap(([element, attribute]) =>
    html.querySelectorAll(`${element}[${attribute}]`).map((found) => found.getAttribute(attribute) ?? ''),
  );
}

const markdown = new MarkdownIt({ linkify: false });

function markdownLinks(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'link_open')
    .map((token) => String(token.attrGet('href') ?? ''));
}

/** Returns the strings that are addresses of the site, but not templates of addresses. */
function jsonLinks(text: string): string[] {
  const found: string[] = [];
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && value.startsWith(`${SITE_ADDRESS}/`) && !/[{}\s]/.test(value)) {
      found.push(value);
    }
    return value;
  });
  return found;
}

function within(base: string, from: string, href: string): Link[] {
  if (!URL.canParse(href, new URL(from, base))) return [{ from, href, path: href, fragment: '' }];
  const url = new URL(href, new URL(from, base));
  if (url.origin !== new URL(base).origin && url.origin !== new URL(SITE_ADDRESS).origin) return [];
  return [{ from, href, path: url.pathname, fragment: decodeURIComponent(url.hash.slice(1)) }];
}
