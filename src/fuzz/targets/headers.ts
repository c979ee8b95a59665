/** Header fields. */
import { MAX_URL_CHARS } from '../../limits.ts';
import { parseAuthChallenges, resourceMetadataUrl } from '../../parse/challenge-header.ts';
import { parseContentUsage } from '../../parse/content-usage.ts';
import { grantsOrigin, readCors, refusedHeaders } from '../../parse/cors.ts';
import { parseLinkHeader } from '../../parse/link-header.ts';
import { isJsonType, isMarkdownType, isXmlType, parseMediaType } from '../../parse/media-type.ts';
import { notFoundType, pageType, takes } from '../../parse/negotiation.ts';
import { parseVary } from '../../parse/vary.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must } from '../target.ts';
import { ACCEPTS, MEDIA_TYPES } from './samples.ts';

const PAGE = 'https://site.example/dir/page';
const LONG_PAGE = `https://site.example/${'b'.repeat(2_000)}`;

const SAMPLES = [
  ...ACCEPTS,
  ...MEDIA_TYPES,
  '</llms.txt>; rel="describedby"; type="text/plain", </openapi.json>; rel=service-desc',
  '<https://site.example/a>; rel="a b c"; anchor="#x"; title*=UTF-8\'\'x',
  'Bearer realm="x", resource_metadata="https://site.example/.well-known/oauth-protected-resource", Basic',
  'Negotiate YWJj==, Digest realm="a\\"b", nonce=c',
  'Accept, User-Agent, Accept-Encoding',
  'train-ai=n, search=y;x=1',
];
const PIECES = [
  ...'</a> </ > < ; rel= rel="next" type="text/markdown" anchor="/x" , = " \\" * */* text/* text/html q=0.5 q= q=1.0001'.split(
    ' ',
  ),
  ...'application/json;charset=utf-8 +json Bearer Basic realm= resource_metadata= Accept User-Agent ?1 :YQ==: (a b)'.split(
    ' ',
  ),
  '\t',
  ' ',
  ';rel="',
  '", ',
];

export const headersTarget: FuzzTarget = {
  name: 'headers',
  inputs: hostile(SAMPLES, PIECES),
  run(input) {
    for (const base of [PAGE, LONG_PAGE]) {
      const links = parseLinkHeader(input, base);
      atMost('links', links.length, 1_000);
      for (const { href, rel } of links) {
        atMost('characters of a link', href.length, MAX_URL_CHARS);
        must(rel !== '' && !/\s/.test(rel), () => `a relation that is ${JSON.stringify(rel)}`);
      }
    }
    const type = parseMediaType(input);
    if (type !== undefined) {
      must(/^[^\s/;,]+\/[^\s/;,]+$/.test(type.essence), () => `a type that is ${type.essence}`);
      const again = parseMediaType(type.essence);
      must(again?.essence === type.essence, () => `${type.essence} is read as ${again?.essence}`);
      isJsonType(type);
      isMarkdownType(type);
      isXmlType(type);
    }
    for (const { scheme } of parseAuthChallenges(input))
      must(/^[^\s,="]+$/.test(scheme), () => `a scheme that is ${scheme}`);
    resourceMetadataUrl(input);
    parseVary(input);
    parseContentUsage(input);
    const cors = readCors([
      ['access-control-allow-origin', input],
      ['access-control-allow-headers', input],
    ]);
    grantsOrigin(cors, 'https://site.example');
    refusedHeaders(cors, ['content-type']);
    for (const wanted of ['text/html', 'application/json', 'text/event-stream']) takes(input, wanted);
    pageType({ accept: input, userAgent: input });
    notFoundType({ accept: input, userAgent: input }, input);
  },
  worst: {
    links: (size) => filled(size, '<a>;rel=b,'),
    relations: (size) => filled(size, 'a ', '</a>;rel="', '"'),
    parameters: (size) => numbered(size, (i) => `;a${i}=b`, '<a>'),
    'white space after a semicolon': (size) => filled(size, ' ', '<a>;', '"'),
    'white space before an equals sign': (size) => filled(size, ' ', '<a>;rel', '"'),
    semicolons: (size) => filled(size, ';', '<a>'),
    'open targets': (size) => filled(size, '<'),
    'open targets after commas': (size) => filled(size, ',<a'),
    'open quotes': (size) => filled(size, '<a>;b="c\\",'),
    quotes: (size) => filled(size, '"'),
    escapes: (size) => filled(size, '\\"', '"'),
    commas: (size) => filled(size, ','),
    'white space': (size) => filled(size, ' '),
    types: (size) => filled(size, 'text/html,'),
    'types with quality': (size) => filled(size, 'text/html;q=0.5,'),
    'types with parameters': (size) => filled(size, ';a=b', 'text/html'),
    'wild cards': (size) => filled(size, '*/*,'),
    schemes: (size) => filled(size, 'Basic '),
    'schemes with blanks': (size) => filled(size, 'a  \t', 'a =   '),
    'tokens with padding': (size) => filled(size, '=', 'a b'),
    numbers: (size) => filled(size, '1.', 'a='),
    names: (size) => filled(size, 'a'),
    slashes: (size) => filled(size, '/'),
    lists: (size) => filled(size, '(', 'a='),
  },
};
