/** Limits and forms that change a verdict on the home page's HTML, in addition to those in the examples. */
import { expect, it } from 'vitest';
import { htmlPage } from '../examples/answers.ts';
import { checks } from './index.ts';

const words = (characters: number) => 'x'.repeat(characters);
const description = (content: string) => `<title>A</title><meta name="description" content="${content}">`;
const jsonLd = (type: string) => `<script type="${type}">{"@context":"https://schema.org"}</script>`;
const noscript = (target: string) => `<noscript><p>x <a href="${target}">y</a></noscript>`;

const MACHINES = [
  '/llms.txt',
  '/a/index.md',
  '/api.json',
  '/.well-known/api-catalog',
  '/openapi.yaml',
  '/mcp',
];
const PEOPLE = [
  '/',
  '/docs',
  'https://enable-javascript.com/',
  '/md',
  '/json',
  'mailto:x@a.md',
  '/a.html#x.md',
];

const CASES: readonly (readonly [id: string, html: string, status: string])[] = [
  ['root-meta-description', description(words(30)), 'pass'],
  ['root-meta-description', description(words(29)), 'noncompliant'],
  ['schema-org-jsonld', jsonLd('Application/LD+JSON; charset=utf-8'), 'pass'],
  ['schema-org-jsonld', jsonLd('application/json'), 'n_a'],
  ['content-without-js', `<h1>1234</h1>${words(196)}`, 'pass'],
  ['content-without-js', `<h1>1234</h1>${words(195)}`, 'noncompliant'],
  ['content-without-js', `<h1> </h1>${words(300)}`, 'noncompliant'],
  [
    'content-without-js',
    `<div hidden><h1>x</h1>${words(300)}</div><template><h1>x</h1></template>`,
    'absent',
  ],
  ['semantic-html', '<main><article>', 'n_a'],
  ['semantic-html', '<nav></nav><footer></footer>', 'n_a'],
  ...MACHINES.map((target) => ['noscript-fallback', noscript(target), 'pass'] as const),
  ...PEOPLE.map((target) => ['noscript-fallback', noscript(target), 'absent'] as const),
  ['webmcp', '<script src="/webmcp.js">navigator.modelContext</script>', 'n_a'],
  ['webmcp', '<script type="application/ld+json">{"a":"navigator.modelContext"}</script>', 'n_a'],
  ['webmcp', '<form toolname=" "></form>', 'n_a'],
];

it.each(CASES)('%s of %s is %s', (id, html, status) => {
  const given = { rootHtml: htmlPage(`<!doctype html><html><body>${html}`), rootDeadLinks: [] };
  const check = checks.find((one) => one.id === id);
  expect(check?.decide(given, { now: new Date(0), siteType: null }).status).toBe(status);
});
