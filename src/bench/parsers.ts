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

interface Case {
  readonly name: string;
  readonly text: string;
  readonly parse: (text: string) => unknown;
  /** What a program would write without this project: the library alone, or going through the lines. */
  readonly bare: (text: string) => unknown;
  /** Pieces that are hardest to read when they are repeated. */
  readonly worst: readonly string[];
}

const URL_OF_PAGE = 'https://site.example/';
const SMALL = 10_000;

export async function measureParsers({ smallest }: BenchRun): Promise<Measured> {
  const rows = [['parser', 'MiB', 'ms', 'MiB/s', 'bare ms', 'x bare', 'worst ms', 'x ordinary', 'of']];
  const figures: Record<string, number> = {};
  const size = smallest ? SMALL : LIMITS.bodyBytes - 16;
  const runs = smallest ? { times: 1, warmUps: 0 } : { times: 5, warmUps: 2 };
  for (const { name, text, parse, bare, worst } of cases(size)) {
    const ms = median(await timed(() => parse(text), runs));
    const bareMs = median(await timed(() => bare(text), runs));
    let slowest = { ms: 0, piece: '' };
    for (const piece of worst) {
      const hostile = piece.repeat(size / piece.length);
      // The fastest: what else the machine does is not the parser's.
      const ms = Math.min(...(await timed(() => parse(hostile), { times: 2, warmUps: 0 })));
      if (ms > slowest.ms) slowest = { ms, piece };
    }
    const mebibytes = text.length / 1024 ** 2;
    rows.push([
      name,
      mebibytes.toFixed(1),
      ms.toFixed(1),
      ((mebibytes * 1000) / ms).toFixed(0),
      bareMs.toFixed(1),
      (ms / bareMs).toFixed(1),
      slowest.ms.toFixed(0),
      (slowest.ms / ms).toFixed(1),
      JSON.stringify(slowest.piece),
    ]);
    figures[`${name}, x bare`] = ms / bareMs;
    figures[`${name}, the worst shape, x ordinary`] = slowest.ms / ms;
  }
  return {
    text: `${table(rows)}bare: parse5, the lines, markdown-it, fast-xml-parser and js-yaml. worst: the piece of text that is slowest when it
is repeated.\n`,
    figures,
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
      worst: ['<div>', '<b><p>', '<a href=x>', '<table><td>', '<!--', '&amp', '<i a=1 b=2', '<svg><desc>'],
    },
    {
      name: 'robots.txt',
      text: upTo((i) => `User-agent: bot-${i}\nDisallow: /private/${i}\n\n`),
      parse: parseRobots,
      bare: lines,
      worst: ['User-agent: a\n', 'a', ' ', '\n', 'Allow: /*$*'],
    },
    {
      name: 'llms.txt',
      text: upTo(
        (i) => `- [Page ${i}](https://site.example/p/${i}): what page ${i} says\n`,
        '# Site\n\n> A site.\n\n## Pages\n\n',
      ),
      parse: (text) => parseLlmsTxt(text, URL_OF_PAGE),
      bare: (text) => new MarkdownIt().parse(text, {}),
      worst: ['[', '> ', '- ', '*a_', '`', '![](', '# a\n'],
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
      worst: ['<a>', '<loc>a</loc>', '<!--', '&lt;', '<a b="', '<![CDATA['],
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
      worst: ['[', '- ', '? ', '&a a: ', '"', 'a: *a\n', '{a: '],
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
