/** llms.txt (llmstxt.org): Markdown, read by markdown-it as CommonMark with tables. */
import MarkdownIt from 'markdown-it';
import { splitFrontMatter } from './front-matter.ts';
import { parseHtml } from './html.ts';
import { documentUrl } from './url.ts';

/** A link of the index. */
export interface LlmsLink {
  readonly text: string;
  /** Absolute, without a fragment, http or https. */
  readonly url: string;
}

export interface LlmsTxt {
  /** The text of the first heading, when that is an H1. */
  readonly title: string | undefined;
  /** The blockquote or paragraph before the first H2. */
  readonly summary: string | undefined;
  /** All other headings, in order. */
  readonly headings: readonly string[];
  /** All links to other documents, in order, without repetition. */
  readonly links: readonly LlmsLink[];
  /** A link stands in a list. */
  readonly hasIndex: boolean;
}

/** No index that is meant to be read at a glance is longer; what lies beyond is not read, in characters. */
const MAX_CHARS = 256 * 1024;
const MAX_LINKS = 2_000;
/** Links that are looked at, those that were there before included. */
const MAX_LOOKED_AT = 10_000;
const MAX_HEADINGS = 2_000;

/** HTML blocks are told apart, so that a comment is not taken for prose; inline HTML stays text, which is linear in time. */
const markdown = new MarkdownIt({ html: true }).disable('html_inline');

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Reads an llms.txt. Front matter before the text is not part of it. An H1 may be written in any way that Markdown
 * knows: with a number sign, underlined, or as an HTML element.
 *
 * @param url of the file, which relative links are resolved against
 */
export function parseLlmsTxt(text: string, url: string): LlmsTxt {
  const body = splitFrontMatter(text)?.body ?? text.replace(/^\ufeff/, '');
  const reader = new LlmsReader(url);
  const tokens = markdown.parse(body.slice(0, MAX_CHARS), {});
  tokens.forEach((token, i) => {
    reader.read(token, tokens[i - 1]);
  });
  return reader.result();
}

class LlmsReader {
  readonly #url: string;
  readonly #headings: string[] = [];
  readonly #links = new Map<string, LlmsLink>();
  #title: string | undefined;
  #summary: string | undefined;
  #sawHeading = false;
  #sawSection = false;
  #hasIndex = false;
  #lists = 0;
  #lookedAt = 0;

  constructor(url: string) {
    this.#url = url;
  }

  read(token: Token, before: Token | undefined): void {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.#lists += 1;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        this.#lists -= 1;
        break;
      case 'html_block':
        if (!this.#sawHeading) this.#readHtml(token.content);
        break;
      case 'inline':
        if (before?.type === 'heading_open') this.#readHeading(before.tag, token);
        else if (before?.type === 'paragraph_open') this.#readParagraph(token);
        this.#readLinks(token);
        break;
    }
  }

  result(): LlmsTxt {
    return {
      title: this.#title,
      summary: this.#summary,
      headings: this.#headings,
      links: [...this.#links.values()],
      hasIndex: this.#hasIndex,
    };
  }

  #readHeading(tag: string, inline: Token): void {
    const text = textOf(inline.children ?? []);
    if (tag === 'h2') this.#sawSection = true;
    if (!this.#sawHeading && tag === 'h1') this.#title = text === '' ? undefined : text;
    else if (text !== '' && this.#headings.length < MAX_HEADINGS) this.#headings.push(text);
    this.#sawHeading = true;
  }

  #readHtml(html: string): void {
    this.#title = parseHtml(html, this.#url).h1[0];
    this.#sawHeading = this.#title !== undefined;
  }

  /** A paragraph says something only if there are words outside its links and images. */
  #readParagraph(inline: Token): void {
    if (this.#sawSection || this.#lists > 0 || this.#summary !== undefined) return;
    const children = inline.children ?? [];
    if (/[\p{L}\p{N}]/u.test(textOf(outsideLinks(children)))) this.#summary = textOf(children);
  }

  #readLinks(inline: Token): void {
    const children = inline.children ?? [];
    let start = -1;
    children.forEach(({ type }, i) => {
      if (type === 'link_open') start = i;
      else if (type === 'link_close') this.#readLink(children.slice(start, i));
    });
  }

  #readLink([open, ...content]: readonly Token[]): void {
    const href = String(open?.attrGet('href') ?? '');
    // A link within the document is no entry of an index.
    if (href === '' || href.startsWith('#')) return;
    this.#lookedAt += 1;
    const url = this.#lookedAt > MAX_LOOKED_AT ? undefined : documentUrl(href, this.#url);
    if (url === undefined) return;
    if (this.#lists > 0) this.#hasIndex = true;
    if (this.#links.has(url.href) || this.#links.size >= MAX_LINKS) return;
    this.#links.set(url.href, { text: textOf(content), url: url.href });
  }
}

function outsideLinks(tokens: readonly Token[]): Token[] {
  let inLink = false;
  return tokens.filter(({ type }) => {
    if (type === 'link_open') inLink = true;
    else if (type === 'link_close') inLink = false;
    return !inLink && type !== 'image';
  });
}

/** The text of inline tokens, white space folded. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
