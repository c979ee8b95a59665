/** Whatever a site sends, what reads it ends with an answer: one list of texts that are no good, for all readers. */
import { expect, it } from 'vitest';
import { presenceOf, refusalBySignatures } from '../walls/refusal.ts';
import { parseAgentCard } from './agent-card.ts';
import { cardDeclaresSecurity } from './agent-metadata.ts';
import { parseAuthChallenges } from './challenge-header.ts';
import { decodeText } from './decode-text.ts';
import { parseFrontMatter } from './front-matter.ts';
import { hasMarkup, parseHtml } from './html.ts';
import { isRecord, parseJsonBeginning, parseJsonText } from './json.ts';
import { findResponse, responseArrived } from './json-rpc.ts';
import { parseLinkHeader } from './link-header.ts';
import { parseLlmsTxt } from './llms-txt.ts';
import { parseMediaType } from './media-type.ts';
import { pageLinks } from './page-links.ts';
import { parseRobots } from './robots.ts';
import { samePage } from './same-page.ts';
import { schemaReferences } from './schema-references.ts';
import { parseSecurityTxt } from './security-txt.ts';
import { parseSitemap } from './sitemap.ts';
import { looksLikeHtml, plain, plainLines } from './text.ts';
import { parseYamlBeginning, parseYamlText } from './yaml.ts';

const PAGE = 'https://site.example/a';

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  html: (text) => [parseHtml(text, PAGE), hasMarkup(text), looksLikeHtml(text)],
  bytes: (text) => decodeText(Buffer.from(text, 'latin1'), 'text/html'),
  sitemap: (text) => {
    for (const document of [text, `<urlset>${text}`, `<urlset ${text}`, `<!DOCTYPE a [${text}`])
      for (const truncated of [false, true]) parseSitemap({ body: Buffer.from(document), truncated }, 9_000);
  },
  gzip: (text) => parseSitemap({ body: Buffer.from(`\x1f\x8b${text}`, 'latin1'), truncated: false }, 9_000),
  json: (text) => [parseJsonText(text), parseJsonBeginning(text), parseAgentCard(text, PAGE)],
  members: (text) => {
    for (const value of [text, [text], { [text]: text }, 1, null, [[null]]]) {
      const card = {
        authentication: value,
        security: value,
        auth: value,
        securitySchemes: value,
        name: value,
      };
      parseAgentCard(JSON.stringify({ ...card, skills: value, url: value, capabilities: value }), PAGE);
      if (isRecord(card)) cardDeclaresSecurity(card);
      schemaReferences({ schema: { $ref: text }, value }, PAGE);
    }
  },
  yaml: (text) => [parseYamlText(text), parseYamlBeginning(text)],
  'front matter': (text) => [parseFrontMatter(text), parseFrontMatter(`---\nk: v\n${text}\n---\n`)],
  'event streams': (text) => {
    const arrived = responseArrived('1');
    return [
      arrived(text.slice(0, 100)),
      arrived(text),
      findResponse(text, 'sse', '1'),
      findResponse(text, 'json', '1'),
    ];
  },
  'header fields': (text) => [parseLinkHeader(text, PAGE), parseMediaType(text), parseAuthChallenges(text)],
  'llms.txt': (text) => [parseLlmsTxt(text, PAGE), pageLinks(text, PAGE)],
  lines: (text) => [parseRobots(text), parseRobots(`User-agent: ${text}`), parseSecurityTxt(text)],
  walls: (text) => {
    for (const [status, body] of [
      [200, text],
      [403, `<!doctype html>${text}`],
    ] as const) {
      const answer = { status, headers: [['server', text]] as const, type: undefined, text: body };
      refusalBySignatures(answer);
      presenceOf(answer);
    }
    samePage({ url: PAGE, text: `${text}x` }, { url: `${PAGE}b`, text: `${text}y` });
  },
  plain: (text) => [plain(text), plainLines(text, 300)],
};

const MARKUP =
  '< > </ <a <a· <a·b=" <!-- --> <![CDATA[ <!DOCTYPE· <?x· <title> <table> <svg> <noscript> </noscript> <template> <select> <script> <base·href=" <meta·charset=';
const LINES = '& &amp &#x ; %p %zz User-agent: a:· -· ?· &a· *a· !!x· | ` data: ## ##vso[ :: . a 1';
const BRACKETS = `[ ] { {"a": " ' \\ , = ( ]( http://[ // #`;
const UNSEEN = [
  '---\n',
  '\n',
  '\r',
  '\t',
  ' ',
  '\0',
  '\u001b[',
  '\u009b',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
];
/** Pieces of all formats; `·` stands for a space. */
const PIECES = [
  ...[MARKUP, LINES, BRACKETS].flatMap((list) => list.split(' ').map((piece) => piece.replaceAll('·', ' '))),
  ...UNSEEN,
];

it.each(Object.entries(READERS))('%s: nothing makes it throw', (_, read) => {
  const many = PIECES.map((piece) => piece.repeat(Math.ceil(5_000 / piece.length)));
  const mixed = PIECES.flatMap((one, i) =>
    [1, 5, 17, 31].map((step) => (one + PIECES[(i + step) % PIECES.length]).repeat(4)),
  );
  const thrown = [...many, ...mixed].filter((text) => {
    try {
      read(text);
      return false;
    } catch {
      return true;
    }
  });
  expect(thrown.map((text) => text.slice(0, 40))).toEqual([]);
});
