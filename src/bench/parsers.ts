/** How fast the parsers read the biggest bodies that an audit reads, beside the bare library on the same text. */
import { XMLParser } from 'fast-xml-parser';
import { load } from 'js-yaml';
import MarkdownIt from 'markdown-it';
import { parse } from 'parse5';
import { LIMITS } from '../limits.ts';
import { parseHtml } from '../parse/html.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { parseOpenApi } from '../parse/openapi.ts';
import { parseRobots } from '../parse/robots.ts';
import { parseSitemap } from '../parse/sitemap.ts';
import { median, table, timed } from './measure.ts';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly parse: (text: string) => unknown;
  /** What a program would write without this project: the library alone, or going through the lines. */
  readonly bare: (text: string) => unknown;
}

const URL_OF_PAGE = 'https://site.example/';

export async function parserTable(): Promise<string> {
  const rows = [['parser', 'MiB', 'ms', 'MiB/s', 'bare ms', 'x bare']];
  for (const { name, text, parse, bare } of cases()) {
    const runs = { times: 5, warmUps: 2 };
    const ms = median(await timed(() => parse(text), runs));
    const bareMs = median(await timed(() => bare(text), runs));
    const size = text.length / 1024 ** 2;
    rows.push([
      name,
      size.toFixed(1),
      ms.toFixed(1),
      ((size * 1000) / ms).toFixed(0),
      bareMs.toFixed(1),
      (ms / bareMs).toFixed(1),
    ]);
  }
  return table(rows);
}

function cases(): Case[] {
  const lines = (text: string) => text.split(/\r\n|[\r\n]/).length;
  return [
    {
      name: 'HTML (bare: parse5)',
      text: upTo(
        (i) =>
          `<section><h2 id="s${i}">Part ${i}</h2><p>Some <a href="/p/${i}">text</a> of it.</p></section>\n`,
      ),
      parse: (text) => parseHtml(text, URL_OF_PAGE),
      bare: (text) => parse(text),
    },
    {
      name: 'robots.txt (bare: lines)',
      text: upTo((i) => `User-agent: bot-${i}\nDisallow: /private/${i}\n\n`),
      parse: parseRobots,
      bare: lines,
    },
    {
      name: 'llms.txt (bare: markdown-it)',
      text: upTo(
        (i) => `- [Page ${i}](https://site.example/p/${i}): what page ${i} says\n`,
        '# Site\n\n> A site.\n\n## Pages\n\n',
      ),
      parse: (text) => parseLlmsTxt(text, URL_OF_PAGE),
      bare: (text) => new MarkdownIt().parse(text, {}),
    },
    {
      name: 'sitemap (bare: fast-xml-parser)',
      text: `${upTo(
        (i) => `<url><loc>https://site.example/p/${i}</loc></url>\n`,
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
      )}</urlset>`,
      parse: (text) =>
        parseSitemap({ body: new TextEncoder().encode(text), truncated: false }, LIMITS.bodyBytes),
      bare: (text) => new XMLParser().parse(text),
    },
    {
      name: 'OpenAPI YAML (bare: js-yaml)',
      text: upTo(
        (i) =>
          `  /things/${i}:\n    get:\n      operationId: get${i}\n      responses:\n        '200':\n          description: Thing ${i}\n`,
        'openapi: 3.1.0\ninfo:\n  title: Things\n  version: 1.0.0\npaths:\n',
      ),
      parse: (text) => parseOpenApi(text, false),
      bare: (text) => load(text),
    },
  ];
}

/** Repeats lines up to the limit of a body. */
function upTo(line: (i: number) => string, head = ''): string {
  const parts = [head];
  for (let i = 0, size = head.length; ; i++) {
    const part = line(i);
    size += part.length;
    if (size > LIMITS.bodyBytes - 16) return parts.join('');
    parts.push(part);
  }
}
