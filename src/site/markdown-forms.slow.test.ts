/** The Markdown forms of the built site have the content of their pages, link to the index, and have absolute links. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { headlineOf, ownPaths } from '../audit/scorecard/title.ts';
import { isFailedResult } from '../fix/failures.ts';
import { auditedOrigin, requestLines } from '../report/requests.ts';
import { alternateOf } from '../service/incoming/negotiation.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';

const markdown = new MarkdownIt({ html: true, linkify: false });

/** The texts of the built site, by address. */
const texts = new Map<string, string>();
beforeAll(async () => {
  const folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (/\.(?:md|html|txt|json)$|\/(?:md|json)$/.test(path))
      texts.set(path.slice(folder.length), await readFile(path, 'utf8'));
  }
});

const textAt = (path: string) => texts.get(path) ?? '';
const addresses = (pattern: RegExp) => [...texts.keys()].filter((path) => pattern.test(path));
const markdownForms = () => addresses(/\.md$|\/md$/);
const pages = () => addresses(/(?<!\/404)\.html$/).map((path) => path.replace(/(?:index)?\.html$/, ''));

/** Parses code as markup, because pages highlight code. */
const WITH_CODE = { blockTextElements: { script: true, style: true } };

function rendered(path: string): HTMLElement {
  return parse(markdown.render(textAt(path).replace(/^---\n[\s\S]*?\n---\n/, '')), WITH_CODE);
}

function main(page: string): HTMLElement {
  const file = page === '/' ? '/index.html' : `${page}.html`;
  const root = parse(textAt(file), WITH_CODE).querySelector('main');
  if (root === null) throw new Error(`${file} has no main element.`);
  for (const part of root.querySelectorAll('nav, form, script, [data-markdown-ignore]')) part.remove();
  return root;
}

/** Only words: a colon in one form may be markup in the other. */
const words = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
    .toLowerCase();
const textsOf = (root: HTMLElement, selector: string) =>
  root.querySelectorAll(selector).map(({ textContent }) => words(textContent));

function outline(root: HTMLElement) {
  const terms = textsOf(root, 'dt');
  const pairs = textsOf(root, 'dd').map((text, i) => `${terms[i]} ${text}`);
  return { headings: textsOf(root, 'h1, h2, h3'), items: [...textsOf(root, 'li'), ...pairs].toSorted() };
}

it('all forms exist', () => {
  expect(markdownForms().length).toBeGreaterThan(85);
  expect(pages().length).toBeGreaterThan(80);
});

describe('a Markdown form', () => {
  it('links to the index right below its first heading', () => {
    const pointer = `\n\n> For AI agents: the index of this site is <${SITE_ADDRESS}/llms.txt>.\n`;
    const without = markdownForms().filter((path) => {
      const [before = '', after = ''] = textAt(path).split(/^# .*$/m, 2);
      return !(before.length < 2000 && after.startsWith(pointer));
    });
    expect(without).toEqual([]);
  });

  it('has absolute links, like the indexes for agents', () => {
    const relative = [...markdownForms(), ...addresses(/llms(?:-full)?\.txt$/)].flatMap((path) =>
      rendered(path)
        .querySelectorAll('[href], [src]')
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
        .filter((link) => !/^(?:https?|mailto):|^#/.test(link))
        .map((link) => `${link} in ${path}`),
    );
    expect(relative).toEqual([]);
  });
});

it('a page links to the index in its head and before its text', () => {
  const without = pages().filter((page) => {
    const text = textAt(page === '/' ? '/index.html' : `${page}.html`);
    return !(
      text.includes('<link rel="describedby" href="/llms.txt"') &&
      text.indexOf('href="/llms.txt">For AI agents: ') < text.indexOf('<main')
    );
  });
  expect(without).toEqual([]);
});

it('a text page has the same headings and items in both forms', () => {
  // Pages about results have a different structure in Markdown; a test below compares scorecards.
  const ofText = pages().filter((page) => !/^\/(?:$|score|compare)/.test(page));
  expect(ofText.length).toBeGreaterThan(70);
  for (const page of ofText) {
    const alternate = alternateOf(page);
    const shown = main(page);
    for (const head of shown.querySelectorAll('.code-head')) head.remove();
    expect({ page, ...outline(rendered(alternate ?? '')) }).toEqual({ page, ...outline(shown) });
  }
});

it('a scorecard has the finding and evidence of each check in both forms', () => {
  for (const path of addresses(/^\/score\/[^/]+\/json$/)) {
    const page = path.replace(/\/json$/, '');
    const envelope = storedEnvelopeSchema.parse(JSON.parse(textAt(path)));
    const { scorecard } = envelope;
    const [html, markdown] = [main(page).textContent, rendered(`${page}/md`).textContent].map(words);
    const missing = (form: string | undefined, texts: readonly string[]) =>
      texts.filter((text) => form?.includes(words(text)) !== true);
    for (const result of scorecard.results) {
      const headline = headlineOf(result);
      // The page shows the request, without `GET`, and what was found. The Markdown quotes the evidence.
      const { lines } = requestLines(result.details, auditedOrigin(scorecard.tool.url), 1);
      const seen =
        lines.length === 0
          ? [result.evidence]
          : lines.flatMap(({ request, found }) => [request.replace(/^GET /, ''), found]);
      const said = [headline, ...seen];
      expect([page, result.id, missing(html, said)]).toEqual([page, result.id, []]);
      // Of checks that pass or do not apply, the Markdown has only the ids.
      const isTold = result.status !== 'pass' && result.status !== 'n_a';
      const inShort = [
        result.id,
        ...(isFailedResult(result) ? [headline] : []),
        ...(isTold ? [ownPaths(result.evidence, envelope)] : []),
      ];
      expect([page, result.id, missing(markdown, inShort)]).toEqual([page, result.id, []]);
    }
  }
});
