/** Parses llms.txt (llmstxt.org) with markdown-it, which parses CommonMark and tables. */
import MarkdownIt from 'markdown-it';
import { documentUrl } from '../../base/url.ts';
import { splitFrontMatter } from './front-matter.ts';
import { parseHtml } from './html.ts';

export interface LlmsLink {
  /** The link's text. For a bare URL, the text before the URL, or the URL if no text precedes it. */
  readonly text: string;
  /** The absolute http or https URL, without a fragment. */
  readonly url: string;
  /** Set if the link is a bare URL in a list. */
  readonly bare?: true;
}

export interface LlmsTxt {
  /** The text of the first heading, if it is an H1. */
  readonly title: string | undefined;
  /** The text of the blockquote or paragraph that precedes the first H2. */
  readonly summary: string | undefined;
  /** All headings except the title, in order. */
  readonly headings: readonly string[];
  /** All links to other documents, in order and without duplicates. */
  readonly links: readonly LlmsLink[];
  /** Whether a list contains a link with its own text, such as `[Docs](/docs)`. */
  readonly hasIndex: boolean;
  /** Whether a list contains a bare URL. */
  readonly hasBareUrls: boolean;
}

/** The maximum number of characters read. The rest of a longer file is ignored. */
const MAX_CHARS = 256 * 1024;
const MAX_LINKS = 2_000;
/** The maximum number of links read, including duplicates. */
const MAX_LOOKED_AT = 10_000;
const MAX_HEADINGS = 2_000;

/** Recognizes HTML blocks, so HTML comments are not read as paragraphs. Inline HTML stays text, so parsing takes linear time. */
const markdown = new MarkdownIt({ html: true }).disable('html_inline');

/** The maximum number of characters in a list item that are searched for a bare URL. */
const MAX_ITEM_CHARS = 4_096;
/** Matches a bare URL as an autolink (GFM, section 6.9). The URL also ends at quotation marks and East Asian punctuation. */
const AUTOLINK = /(?<![\p{L}\p{N}/.@])(?:https?:\/\/|www\.)[^\s<>"`、。，；：（）「」【】《》！？—…“”]+/iu;
/** Matches the placeholder in a URL pattern, for example `/users/{id}`, `/users/:id`, `/api/*` or `/api/...`. */
const PATTERN = /[{}[\]*$|\\^]|\/:\w|\.\.\./;
/** Matches the text that may precede a bare URL in a list item: no words, or a name with a final colon, dash or line break. */
const NAME = /^[^\p{L}\p{N}]*$|^[^\n]{1,100}(?:[:：=|(（→>–—-] ?|\n)$/u;

type Token = ReturnType<typeof markdown.parse>[number];

/** Parses an llms.txt file, and skips its front matter. The H1 may be in any Markdown form (`#`, underlined, HTML). */
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
  #hasBareUrls = false;
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
      hasBareUrls: this.#hasBareUrls,
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

  /** Uses a paragraph as the summary if it has words outside its links and images. */
  #readParagraph(inline: Token): void {
    if (this.#sawSection || this.#lists > 0 || this.#summary !== undefined) return;
    const children = inline.children ?? [];
    if (/[\p{L}\p{N}]/u.test(textOf(outsideLinks(children)))) this.#summary = textOf(children);
  }

  #readLinks(inline: Token): void {
    const children = inline.children ?? [];
    let start = -1;
    children.forEach(({ type, markup }, i) => {
      if (type === 'link_open') start = i;
      else if (type === 'link_close') this.#readLink(children.slice(start, i), markup === 'autolink');
    });
    if (start < 0 && this.#lists > 0) this.#readBareUrl(children);
  }

  #readLink([open, ...content]: readonly Token[], isAutolink: boolean): void {
    const href = String(open?.attrGet('href') ?? '');
    // A link to a heading in the same document is not an index entry.
    if (!href.startsWith('#')) this.#addLink(href, textOf(content), isAutolink && this.#lists > 0);
  }

  /** Adds the URL of a list item such as `https://example.com/docs` or `Docs: https://example.com/docs`. */
  #readBareUrl(children: readonly Token[]): void {
    const text = itemText(children).slice(0, MAX_ITEM_CHARS);
    const found = AUTOLINK.exec(text);
    if (found === null) return;
    const [raw] = found;
    const before = text.slice(0, found.index);
    const isElided = /^[<…]/.test(text.slice(found.index + raw.length));
    if (isElided || PATTERN.test(raw) || !NAME.test(before)) return;
    const url = withoutPunctuation(raw);
    const href = /^www\./i.test(url) ? `http://${url}` : url;
    this.#addLink(href, before.replace(/[^\p{L}\p{N})]{1,9}$/u, '').trim() || url, true);
  }

  #addLink(href: string, text: string, isBare: boolean): void {
    if (href === '') return;
    this.#lookedAt += 1;
    const url = this.#lookedAt > MAX_LOOKED_AT ? undefined : documentUrl(href, this.#url);
    if (url === undefined) return;
    if (isBare) this.#hasBareUrls = true;
    else if (this.#lists > 0) this.#hasIndex = true;
    if (this.#links.has(url.href) || this.#links.size >= MAX_LINKS) return;
    this.#links.set(url.href, { text, url: url.href, ...(isBare ? { bare: true } : {}) });
  }
}

/** Returns the text of a list item without inline code, because a URL in code is not a link. */
function itemText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'code_inline' ? '`' : content;
    })
    .join('');
}

/** Removes final punctuation from a URL, including a closing parenthesis without an opening one (GFM, section 6.9). */
function withoutPunctuation(autolink: string): string {
  const count = (piece: string) => autolink.split(piece).length;
  let unopened = count(')') - count('(');
  for (let end = autolink.length; ; end--) {
    const last = autolink.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (last === '' || !"?!.,:;*_~'".includes(last)) return autolink.slice(0, end);
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

/** Returns the text of inline Markdown, with white space collapsed. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
