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
import type { BenchRun, Measured } from './figures.ts';
import { median, table, timed } from './measure.ts';
import { measureWorst } from './worst.ts';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly parse: (text: string) => unknown;
  /** What a program would write without this project: the library alone, or going through the lines. */
  readonly bare: (text: string) => unknown;
}

const URL_OF_PAGE = 'https://site.example/';
const SMALL = 10_000;

export async function measureParsers({ onRow, smallest }: BenchRun): Promise<Measured> {
  const rows = [['parser', 'MiB', 'ms', 'MiB/s', 'bare ms', 'x bare']];
  const figures: Record<string, number> = {};
  const size = smallest ? SMALL : LIMITS.bodyBytes - 16;
  const runs = smallest ? { times: 1, warmUps: 0 } : { times: 5, warmUps: 2 };
  for (const { name, text, parse, bare } of cases(size)) {
    const ms = median(await timed(() => parse(text), runs));
    const bareMs = median(await timed(() => bare(text), runs));
    const mebibytes = text.length / 1024 ** 2;
    rows.push([
      name,
      mebibytes.toFixed(1),
      ms.toFixed(1),
      ((mebibytes * 1000) / ms).toFixed(0),
      bareMs.toFixed(1),
      (ms / bareMs).toFixed(1),
    ]);
    figures[`${name}, x bare`] = ms / bareMs;
  }
  const worst = measureWorst(size, onRow);
  return {
    text: `${table(rows)}bare: parse5, the lines, markdown-it, fast-xml-parser and js-yaml.\n\nThe worst shapes, processor time\n\n${worst.text}`,
    figures: { ...figures, ...worst.figures },
  };
}

function cases(size: number): Case[] {
  const lines = (text: string) => text.split(/\r\n|[\r\n]/).length;
  const upTo = (line: (i: number) => string, head = '') => repeated(size, line, head);
  return [
    {
      name: 'HTML',
      text: upTo(
        (i) =>
          `<section><h2 id="s${i}">Part ${i}</h2><p>Some <a href="/p/${i}">text</a> of it.</p></section>\n`,
      ),
      parse: (text) => parseHtml(text, URL_OF_PAGE),
      bare: (text) => parse(text),
    },
    {
      name: 'robots.txt',
      text: upTo((i) => `User-agent: bot-${i}\nDisallow: /private/${i}\n\n`),
      parse: parseRobots,
      bare: lines,
    },
    {
      name: 'llms.txt',
      text: upTo(
        (i) => `- [Page ${i}](https://site.example/p/${i}): what page ${i} says\n`,
        '# Site\n\n> A site.\n\n## Pages\n\n',
      ),
      parse: (text) => parseLlmsTxt(text, URL_OF_PAGE),
      bare: (text) => new MarkdownIt().parse(text, {}),
    },
    {
      name: 'sitemap',
      text: `${upTo(
        (i) => `<url><loc>https://site.example/p/${i}</loc></url>\n`,
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
      )}</urlset>`,
      parse: (text) =>
        parseSitemap({ body: new TextEncoder().encode(text), truncated: false }, LIMITS.bodyBytes),
      bare: (text) => new XMLParser().parse(text),
    },
    {
      name: 'OpenAPI YAML',
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

/** Lines up to this size. */
function repeated(most: number, line: (i: number) => string, head: string): string {
  const parts = [head];
  for (let i = 0, size = head.length; ; i++) {
    const part = line(i);
    size += part.length;
    if (size > most) return parts.join('');
    parts.push(part);
  }
}
