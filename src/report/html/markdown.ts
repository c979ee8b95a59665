/** Renders this project's Markdown as HTML. Links, images and HTML in it stay text. */
import MarkdownIt from 'markdown-it';
import { definitionOf } from '../../audit/check-texts/index.ts';
import { FAILING_STATUSES, type Status } from '../../audit/check-texts/vocabulary.ts';
import { closingOf } from '../../audit/scorecard/remediation.ts';
import { STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { CHANGES } from '../../fix/brief-parts.ts';
import { codeBox, statusCell } from './elements.ts';
import { html, type Markup, trusted } from './markup.ts';

/** The token type for a status, such as `broken: `, in the list of failed checks below a change's heading. */
const STATUS = 'status';
const STATUS_PREFIX = /^(?:; )?([a-z]+): $/;
const STACK_URL = /(https?:\/\/[\w.:-]+\/fix\/on\/[a-z0-9-]+\.md)/;
const STATUS_OF = new Map(FAILING_STATUSES.map((status) => [STATUS_WORDS[status].toLowerCase(), status]));

const reader = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable([
  'link',
  'image',
  'autolink',
  'reference',
]);

reader.renderer.rules.fence = (tokens, at) => {
  const { content = '', info = '' } = tokens[at] ?? {};
  if (isEvidence(content)) return `${html`<pre class="wrapped evidence" tabindex="0">${content}</pre>`}\n`;
  const id = `code-${at}`;
  const pre = html`<pre id="${id}" tabindex="0"><code>${content}</code></pre>`;
  return `${codeBox(id, codeName(info), pre)}\n`;
};

/** Turns the URL of a stack's page (`/fix/on/nginx.md`) into a link. Briefs (pages of fixes) contain it as text. */
reader.renderer.rules.text = (tokens, at, _options, env) => {
  const origin = String(env?.origin);
  const parts = (tokens[at]?.content ?? '').split(STACK_URL);
  return parts
    .map((part) =>
      STACK_URL.test(part) && part.startsWith(`${origin}/`)
        ? html`<a href="${part.slice(origin.length, -'.md'.length)}">${part}</a>`
        : html`${part}`,
    )
    .join('');
};

reader.renderer.rules[STATUS] = (tokens, at) => `${statusCell((tokens[at]?.content ?? 'absent') as Status)} `;

reader.renderer.rules.code_inline = (tokens, at) => {
  const { content = '' } = tokens[at] ?? {};
  const code = html`<code>${content}</code>`;
  return String(definitionOf(content) === undefined ? code : html`<a href="/fix/${content}">${code}</a>`);
};

/**
 * Returns Markdown as HTML. The heading of a change (`### 3. llms.txt`) gets the change's id; other headings get an id made
 * from their words. The paragraph below a change, which names its checks and statuses, gets the class `checks-line`.
 */
export function markdownHtml(text: string, origin: string): Markup {
  const tokens = reader.parse(text, {});
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const words = tokens[at + 1]?.content ?? '';
    const name = words.replace(/^[\d, –]+\. /, '');
    const change = CHANGES.find(({ title }) => title === name);
    token.attrSet('id', change?.id ?? headingId(name));
    if (change === undefined) continue;
    tokens[at + 3]?.attrSet('class', 'checks-line');
    for (const child of tokens[at + 4]?.children ?? []) {
      const status = STATUS_OF.get(STATUS_PREFIX.exec(child.content)?.[1] ?? '');
      if (child.type === 'text' && status !== undefined) [child.type, child.content] = [STATUS, status];
    }
  }
  return trusted(reader.renderer.render(tokens, reader.options, { origin }));
}

/** Returns the id for a heading, such as `ask-the-owner-first` for `Ask the owner first`. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns the names of the code blocks in a text. A block's name is its file (`title="…"`), otherwise its language. */
export function codeNames(text: string): string[] {
  return reader
    .parse(text, {})
    .flatMap(({ type, info, content }) => (type === 'fence' && !isEvidence(content) ? [codeName(info)] : []));
}

/** Returns whether a code block contains evidence. `fence` in `remediation.ts` wraps all evidence. */
function isEvidence(content: string): boolean {
  return closingOf(content.split('\n', 1)[0] ?? '') !== undefined;
}

function codeName(info: string): string {
  return /\btitle="([^"]+)"/.exec(info)?.[1] ?? languageName(info.trim().split(/\s/, 1)[0] ?? '');
}

const LANGUAGES: Readonly<Record<string, string>> = {
  apacheconf: 'Apache',
  astro: 'Astro',
  caddyfile: 'Caddy',
  'dns-zone': 'Zone file',
  erb: 'ERB',
  html: 'HTML',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  json5: 'JSON',
  jsx: 'JavaScript',
  liquid: 'Liquid',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  sh: 'Shell',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

function languageName(language: string): string {
  return LANGUAGES[language] ?? language;
}
