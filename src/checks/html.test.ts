import { describe, expect, it } from 'vitest';
import { resultOn } from '../testing/serve.ts';

const words = (characters: number) =>
  'abcd '
    .repeat(characters)
    .slice(0, characters - 1)
    .padEnd(characters, 'x');
const description = (content: string) =>
  `<title>A title that is longer than thirty characters</title><meta name="description" content="${content}">`;
const jsonLd = (text: string, type = 'application/ld+json') => `<script type="${type}">${text}</script>`;

interface Case {
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly expect: string;
  readonly evidence?: RegExp;
}

/** Each row is a real home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  { id: 'root-meta-description', title: '30 characters', html: description(words(30)), expect: 'pass' },
  {
    id: 'root-meta-description',
    title: '29 characters',
    html: description(words(29)),
    expect: 'noncompliant',
    evidence: /29 characters/,
  },
  { id: 'root-meta-description', title: 'empty', html: description(''), expect: 'noncompliant' },
  {
    id: 'root-meta-description',
    title: 'the title again',
    html: description('a TITLE  that is longer\nthan thirty characters'),
    expect: 'noncompliant',
    evidence: /title again/,
  },
  { id: 'root-meta-description', title: 'none', html: '<title>x</title>', expect: 'absent' },
  {
    id: 'root-meta-description',
    title: 'Open Graph only',
    html: `<meta property="og:description" content="${words(60)}">`,
    expect: 'absent',
  },
  {
    id: 'root-meta-description',
    title: 'commented out',
    html: `<!-- ${description(words(60))} -->`,
    expect: 'absent',
  },

  {
    id: 'schema-org-jsonld',
    title: 'schema.org',
    html: jsonLd('{"@context":"https://schema.org"}'),
    expect: 'pass',
  },
  {
    id: 'schema-org-jsonld',
    title: 'a type with a parameter, in capitals',
    html: jsonLd('{"@context":"https://schema.org"}', 'Application/LD+JSON; charset=utf-8'),
    expect: 'pass',
  },
  { id: 'schema-org-jsonld', title: 'not JSON', html: jsonLd('{'), expect: 'broken', evidence: /not JSON/ },
  { id: 'schema-org-jsonld', title: 'empty', html: jsonLd(' '), expect: 'n_a' },
  { id: 'schema-org-jsonld', title: 'another type', html: jsonLd('{', 'application/json'), expect: 'n_a' },
  {
    id: 'schema-org-jsonld',
    title: 'another vocabulary beside one that is not JSON',
    html: jsonLd('{"@context":"https://a.example"}') + jsonLd('{'),
    expect: 'broken',
  },
  {
    id: 'schema-org-jsonld',
    title: 'a good one beside one that is not JSON',
    html: jsonLd('{') + jsonLd('{"@context":"https://schema.org"}'),
    expect: 'pass',
  },
  {
    id: 'schema-org-jsonld',
    title: 'commented out',
    html: `<!-- ${jsonLd('{"@context":"https://schema.org"}')} -->`,
    expect: 'n_a',
  },

  { id: 'content-without-js', title: '200 characters', html: `<h1>1234</h1>${words(196)}`, expect: 'pass' },
  {
    id: 'content-without-js',
    title: '199 characters',
    html: `<h1>1234</h1>${words(195)}`,
    expect: 'noncompliant',
    evidence: /199 characters/,
  },
  { id: 'content-without-js', title: 'no h1', html: `<h2>1</h2>${words(300)}`, expect: 'noncompliant' },
  { id: 'content-without-js', title: 'an empty h1', html: `<h1> </h1>${words(300)}`, expect: 'noncompliant' },
  {
    id: 'content-without-js',
    title: 'a shell',
    html: `<title>${words(300)}</title><div id="app"></div><script>"<h1>${words(300)}</h1>"</script>`,
    expect: 'absent',
  },
  {
    id: 'content-without-js',
    title: 'hidden content',
    html: `<div hidden><h1>x</h1>${words(300)}</div><template><h1>x</h1></template>`,
    expect: 'absent',
  },

  { id: 'semantic-html', title: 'main and header', html: '<header></header><main></main>', expect: 'pass' },
  { id: 'semantic-html', title: 'article and section', html: '<article><section>', expect: 'pass' },
  { id: 'semantic-html', title: 'roles', html: '<p role=main><p role=contentinfo>', expect: 'pass' },
  { id: 'semantic-html', title: 'main and article only', html: '<main><article>', expect: 'n_a' },
  { id: 'semantic-html', title: 'no main', html: '<nav></nav><footer></footer>', expect: 'n_a' },
  { id: 'semantic-html', title: 'in a comment', html: '<!-- <main><nav> -->', expect: 'n_a' },

  ...[
    '/llms.txt',
    '/docs/index.md',
    '/api.json',
    '/.well-known/api-catalog',
    '/openapi.yaml',
    '/sitemap.xml',
    '/mcp',
  ].map(
    (target): Case => ({
      id: 'noscript-fallback',
      title: `a link to ${target}`,
      html: `<noscript><p>x <a href="${target}">y</a></noscript>`,
      expect: 'pass',
      evidence: /a noscript links http/,
    }),
  ),
  ...['/', '/docs', 'https://enable-javascript.com/', '/md', '/json', 'mailto:x@a.md', '/a.html#x.md'].map(
    (target): Case => ({
      id: 'noscript-fallback',
      title: `a link to ${target}`,
      html: `<noscript><a href="${target}">y</a></noscript>`,
      expect: 'absent',
    }),
  ),
  {
    id: 'noscript-fallback',
    title: 'a pixel, and the link elsewhere',
    html: '<noscript><img src="/p.json"></noscript><a href="/llms.txt">x</a>',
    expect: 'absent',
    evidence: /1 noscript, none/,
  },
  { id: 'noscript-fallback', title: 'none', html: '<h1>x</h1>', expect: 'absent', evidence: /no noscript/ },
];

describe('the HTML of the home page, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, html, expect: status, evidence }) => {
    const body = `<!doctype html><html><body>${html}`;
    const result = await resultOn({ '/': { type: 'text/html; charset=utf-8', body } }, id);
    expect(result.status, result.evidence).toBe(status);
    if (status === 'n_a') expect(result).toHaveProperty('na_reason', 'optional-absent');
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });

  it.each([...new Set(CASES.map(({ id }) => id))])(
    '%s does not apply where the root is not HTML',
    async (id) => {
      const result = await resultOn({ '/': { type: 'application/json', body: '{}' } }, id);
      expect(result.status).toBe('n_a');
      expect(result).toHaveProperty('na_reason', 'antecedent-unmet');
    },
  );
});
