/** OpenAPI descriptions in JSON and YAML, and the YAML beneath them. */
import { MAX_URL_CHARS } from '../../limits.ts';
import { declaresSecurity, openApiFault, parseOpenApi } from '../../parse/openapi.ts';
import { apiBase, apiElsewhere, errorRequests } from '../../parse/openapi-operations.ts';
import { schemaReferences } from '../../parse/schema-references.ts';
import { isAgentDocumentUrl, isMcpCardUrl, isOpenApiUrl } from '../../probes/api-references.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';
import { DESCRIPTIONS, YAML_TEXTS } from './samples.ts';

const FROM = 'https://site.example/openapi.yaml';
const ORIGIN = new URL('https://site.example/');
const MOST = 10;

const PIECES = [
  'openapi: 3.1.0\n',
  'swagger: "2.0"\n',
  'info:\n  title: a\n',
  'paths:\n',
  '  /a/{b}:\n',
  '    get:\n',
  '      responses:\n        "404": {}\n',
  '      parameters:\n        - {name: b, in: path, required: true}\n',
  'servers: [{url: "https://{a}.example/", variables: {a: {default: site}}}]\n',
  '      $ref: "#/components/x"\n',
  'components: {x: {$ref: "#/components/x"}}\n',
  '{"openapi":"3.1.0","paths":{',
  '"/a":{"get":{}},',
  '&a ',
  '*a',
  '<<: *a\n',
  '- ',
  '? ',
  ': ',
  '|\n',
  '>-\n',
  '!!str ',
  '!<x> ',
  '%YAML 1.2\n',
  '---\n',
  '...\n',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '#',
  '\t',
];

/** Looks at a description in all ways that probes do. */
function look(text: string, cut: boolean): void {
  const parsed = parseOpenApi(text, cut);
  if (!parsed.ok) {
    mustBePlain('a reason', parsed.why, 400);
    return;
  }
  openApiFault(parsed.value);
  declaresSecurity(parsed.value);
  const requests = errorRequests(parsed.value, FROM, ORIGIN, MOST);
  atMost('requests', requests.length, MOST);
  const references = schemaReferences(parsed.value.document, FROM);
  atMost('schemas', references.length, 50);
  for (const url of [...requests, ...references]) atMost('characters of a URL', url.length, MAX_URL_CHARS);
  for (const url of requests)
    must(url.startsWith('https://site.example/'), () => `a request elsewhere: ${url}`);
  const base = apiBase(parsed.value, FROM, ORIGIN);
  if (base !== undefined) atMost('characters of the base', base.length, MAX_URL_CHARS);
  apiElsewhere(parsed.value, FROM, ORIGIN);
}

/** Paths that all are one item. */
const shared = (size: number, item: string) =>
  numbered(size, (i) => `  /p${i}: *i\n`, `openapi: 3.1.0\npaths:\n  /: &i\n${item}`);
/** A description in JSON, whose paths refer to one item. */
const referring = (size: number, item: string) =>
  `{"openapi":"3.1.0","components":{"i":${item}},"paths":{${numbered(
    Math.max(size - item.length - 100, 100),
    (i) => `"/p${i}":{"$ref":"#/components/i"},`,
  ).replace(/[^,]*$/, '')}"/":{}}}`;

export const openApiTarget: FuzzTarget = {
  name: 'openapi',
  inputs: hostile([...DESCRIPTIONS, ...YAML_TEXTS], PIECES),
  run(input) {
    look(input, false);
    look(input, true);
    const url = `https://site.example/${input.slice(0, 4_000)}`;
    isOpenApiUrl(url);
    isMcpCardUrl(url);
    isAgentDocumentUrl(url);
  },
  worst: {
    paths: (size) => numbered(size, (i) => `  /p${i}:\n    get: {}\n`, 'openapi: 3.1.0\npaths:\n'),
    'paths that share an item by alias': (size) =>
      shared(size, `    get:\n      parameters: [${'{name: a, in: path},'.repeat(size / 40)}]\n`),
    'paths that share responses': (size) =>
      referring(
        size,
        `{"get":{"responses":{${numbered(size / 2, (i) => `"${i}":0,`).replace(/[^,]*$/, '')}"404":{}}}}`,
      ),
    'paths that share parameters': (size) =>
      referring(
        size,
        `{"get":{"parameters":[${filled(size / 2, '{"name":"a","in":"query"},')}{"name":"b","in":"path"}]}}`,
      ),
    'paths that share servers': (size) =>
      referring(
        size,
        `{"get":{},"servers":[${filled(size / 2, '{"url":"https://site.example/{a}{a}{a}"},')}{"url":"/"}]}`,
      ),
    'long servers': (size) =>
      referring(
        size,
        `{"get":{},"servers":[{"url":"https://site.example/${'a'.repeat(size / 2)}"},{"url":"/"}]}`,
      ),
    'variables with long defaults': (size) =>
      referring(
        size,
        `{"get":{},"servers":[{"url":"${'{a}'.repeat(600)}","variables":{"a":{"default":"${'a'.repeat(size / 2)}"}}}]}`,
      ),
    'long paths': (size) => `{"openapi":"3.1.0","paths":{"/${'{a}'.repeat(size / 3 - 20)}":{"get":{}}}}`,
    'references in circles': (size) =>
      `{"openapi":"3.1.0","a":{"$ref":"#/a"},"paths":{${numbered(size / 2, (i) => `"/p${i}":{"$ref":"#/a"},`).replace(/[^,]*$/, '')}"/":{}}}`,
    'long references': (size) => shared(size, `    get: {$ref: "#/${'a/'.repeat(size / 8)}"}\n`),
    maps: (size) => filled(size, 'a:\n ', 'openapi: 3.1.0\npaths:\n'),
    flow: (size) => filled(size, '[', 'openapi: 3.1.0\npaths: '),
    'flow maps': (size) => filled(size, '{a: ', 'openapi: 3.1.0\npaths: '),
    lists: (size) => filled(size, '- '),
    'keys in question': (size) => filled(size, '? '),
    aliases: (size) => filled(size, '*a, ', 'a: &a x\nb: [', 'x]\n'),
    'aliases of aliases': () =>
      numbered(4_000, (i) => `a${i}: &a${i} [*a${i - 1},*a${i - 1}]\n`, 'a-1: &a-1 x\n'),
    anchors: (size) => numbered(size, (i) => `- &a${i} b\n`),
    merges: (size) => filled(size / 2, '- {<<: *a}\n', `- &a {${numbered(size / 2, (i) => `k${i}: 1, `)}}\n`),
    'plain lines': (size) => filled(size, 'a\n'),
    'plain lines, indented': (size) => filled(size, ' a\n', 'a:\n'),
    'quoted lines': (size) => filled(size, '\n', 'a: "', '"'),
    quotes: (size) => filled(size, "''", "a: '"),
    blocks: (size) => filled(size, ' a\n', 'a: |\n'),
    'blocks of blanks': (size) => numbered(size, (i) => `${' '.repeat(i % 1000)}\n`, 'a: |\n'),
    tags: (size) => filled(size, '!a ', '- '),
    'a long tag': (size) => filled(size, '%41', '!<', '> a'),
    directives: (size) => filled(size, '%TAG !a! b\n', '', '---\na: b\n'),
    comments: (size) => filled(size, '#\n'),
    'one long word': (size) => filled(size, 'a', 'openapi: '),
    numbers: (size) => filled(size, '1_', 'openapi: '),
    dashes: (size) => filled(size, '-'),
    documents: (size) => filled(size, '---\n'),
    'white space': (size) => filled(size, ' '),
    'white space at ends': (size) => filled(size, 'a: b            \n'),
    tabs: (size) => filled(size, '\t', 'a:'),
    'carriage returns': (size) => filled(size, '\r'),
  },
};
