/** The journey of one stack page: the site before, the files of the page exactly as they are, the site after. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { auditSite } from '../../serve.ts';
import { file, freePort, type Stack } from '../process.ts';

/** The files on a page, by their title. */
export type PageFiles = Readonly<Record<string, string>>;

/** One site on one stack. Both sites are served on the same port. */
export interface StackCase {
  readonly name: string;
  /** The page's id: `content/stacks/<page>.mdx`. */
  readonly page: string;
  readonly before: (port: number) => Promise<Stack>;
  readonly after: (port: number, files: PageFiles) => Promise<Stack>;
  /** Paths of HTML pages, each with the path of its Markdown. */
  readonly pages: Readonly<Record<string, string>>;
  readonly assets: readonly string[];
  /** The relative score after, in percent. */
  readonly score: number;
  /** The checks that fail after, because the stack gives their owner no way to pass them. */
  readonly outOfReach?: readonly string[];
  /** Removes the lines that the page documents as added to the HTML. */
  readonly withoutAdditions?: (html: string) => string;
  /** Whether the stack replaces the `Vary` header of its HTML with its own. */
  readonly ownVary?: boolean;
  /** A path of an API whose server is not running. */
  readonly api?: string;
}

export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
export const MARKDOWN = 'text/markdown, text/html;q=0.9, */*;q=0.1';
export const UNKNOWN = '/no/such/page';

/** Accept headers, each with the type of the response to it. */
export const NEGOTIATED: readonly (readonly [accept: string, type: 'html' | 'markdown'])[] = [
  [BROWSER, 'html'],
  ['*/*', 'html'],
  ['text/*', 'html'],
  ['text/markdown;q=0', 'html'],
  ['text/markdown;q=0, */*', 'html'],
  ['text/markdown;q=0.5, text/html', 'html'],
  ['text/markdown;q=0.55, text/html;q=0.6', 'html'],
  ['text/markdown;q=0.5, */*', 'html'],
  ['text/html;q=0.9, text/markdown;q=0.875', 'html'],
  ['application/text/markdownx', 'html'],
  ['text/markdown', 'markdown'],
  ['Text/Markdown; charset=utf-8', 'markdown'],
  [MARKDOWN, 'markdown'],
  ['text/html, text/markdown', 'markdown'],
  ['text/html;q=0.5, text/markdown;q=0.500', 'markdown'],
  ['text/html;q=0.25, text/markdown;variant=GFM;q=0.3, */*', 'markdown'],
  ['text/html;q=0, text/markdown;q=0.001', 'markdown'],
];

/** Sends one request without following redirects. */
export async function see(
  url: string,
  accept: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
) {
  const response = await fetch(url, { method, redirect: 'manual', headers: { accept, ...headers } });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The names in a `Vary` header, in lower case. */
export const varyOf = ({ headers }: Pick<Response, 'headers'>) =>
  (headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/);

/** Returns the responses for browsers at a URL, which must be the same before and after. `clean` is applied to bodies. */
async function behavior(url: string, clean: (body: string) => string) {
  const got = await see(url, BROWSER);
  const [etag, modified] = ['etag', 'last-modified'].map((name) => got.headers.get(name));
  const conditional = async (name: string, value: string | null | undefined) =>
    value ? (await see(url, BROWSER, { [name]: value })).status : undefined;
  const range = await see(url, BROWSER, { range: 'bytes=0-9' });
  return {
    status: got.status,
    type: got.headers.get('content-type'),
    location: got.headers.get('location'),
    body: clean(got.body),
    ifNoneMatch: await conditional('if-none-match', etag),
    ifModifiedSince: await conditional('if-modified-since', modified),
    range: { status: range.status, body: clean(range.body) },
  };
}

/** Returns the headers of GET and HEAD, without those that vary by time or connection, or that HEAD may leave out. */
export async function headAndGet(url: string, accept: string) {
  const uncompressed = { 'accept-encoding': 'identity' };
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => see(url, accept, uncompressed, method)),
  );
  const shown = (seen: Awaited<ReturnType<typeof see>> | undefined) => [
    seen?.status,
    [...(seen?.headers ?? [])].filter(
      ([name]) => !/^(?:date|connection|keep-alive|transfer-encoding|content-length)$/.test(name),
    ),
  ];
  return [shown(head), shown(get)];
}

/**
 * Walks one journey; `look` sees the running site after. Returns the relative scores, the checks that fail after with their
 * evidence, and what browsers got before and after.
 */
export async function walk(one: StackCase, look: (url: string) => Promise<void>) {
  const port = await freePort();
  const browsers = async (url: string) => {
    const paths = [...Object.keys(one.pages), ...one.assets, UNKNOWN];
    const seen: Record<string, unknown> = {};
    const clean = one.withoutAdditions ?? ((html: string) => html);
    for (const path of paths) seen[path] = await behavior(url + path, clean);
    return seen;
  };
  const audited = async (url: string) => (await auditSite(url)).scorecard;
  const first = await (async () => {
    await using stack = await one.before(port);
    return { seen: await browsers(stack.url), scorecard: await audited(stack.url) };
  })();
  await using stack = await one.after(port, await filesOf(one.page));
  const scorecard = await audited(stack.url);
  await look(stack.url);
  return {
    scores: { before: first.scorecard.score.relative, after: scorecard.score.relative },
    failing: Object.fromEntries(
      scorecard.results
        .filter(({ status }) => /^(?:absent|broken|noncompliant|error)$/.test(status))
        .map(({ id, status, evidence }) => [id, `${status}: ${evidence}`]),
    ),
    before: first.seen,
    after: await browsers(stack.url),
  };
}

/**
 * Returns the files of a stack page: each fence with a title.
 * @throws if the page has none.
 */
export async function filesOf(page: string): Promise<PageFiles> {
  const text = await readFile(file(`../../../content/stacks/${page}.mdx`), 'utf8');
  const fences = text.matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?\n)```$/gm);
  const files = Object.fromEntries(Array.from(fences, ([, title, code]) => [title, code ?? '']));
  if (Object.keys(files).length === 0) throw new Error(`${page}: no fence has a title`);
  return files;
}

/**
 * Returns one file of a page with the replacements that the page documents.
 * @throws if the page does not have the file, or the file does not have the text to replace.
 */
export function replaced(files: PageFiles, title: string, changes: Readonly<Record<string, string>>): string {
  let text = files[title];
  if (text === undefined) throw new Error(`the page has no file ${title}`);
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${title} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

export async function write(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Copies a folder or file of `stacks/`: `site` is the HTML and its assets, `owner` what its owner writes. */
export const copied = (name: string, path: string) =>
  cp(file(`stacks/${name}`), path, { recursive: true, preserveTimestamps: true });

/** Writes a project into the folder of the nightly tests, whose packages it uses. Returns its folder. */
export async function project(name: string, files: PageFiles): Promise<string> {
  const folder = file(join('build', name));
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) await write(folder, path, text);
  return folder;
}
