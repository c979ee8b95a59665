import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { fence } from '../../audit/scorecard/remediation.ts';
import { markdownHtml } from './markdown.ts';

const rendered = (text: string) =>
  parse(String(markdownHtml(text, 'https://catalog.example')), { blockTextElements: { pre: true } });
const EVIL = '[a](https://evil.example) ![b](/c) **d** `e` <img src=x> <https://evil.example> # f';

it('renders evidence as text', () => {
  const page = rendered(`Before\n${fence(EVIL, '### 1. llms.txt', '```', '</pre><b>')}\nafter *all*`);
  expect(page.querySelectorAll('a, img, strong, code, b, h3')).toEqual([]);
  expect(page.querySelectorAll('p').map(({ text }) => text)).toEqual(['Before', 'after all']);
  expect(page.querySelector('pre.evidence')?.textContent).toContain('[a](https://evil.example)');
});

it('renders links, images and HTML in other text as text', () => {
  const page = rendered(`${EVIL}\n\n[g]: https://evil.example\n\n[g]\n\n<script>alert(1)</script>`);
  expect(page.querySelectorAll('a, img, script')).toEqual([]);
  expect(page.querySelector('strong')?.text).toBe('d');
});

it('renders an unfinished block of evidence as text', () => {
  expect(rendered('<<<UNTRUSTED-EVIDENCE\nx').querySelector('pre')).toBeNull();
});

it('links the ids of checks to their guides, and gives changes their ids', () => {
  const page = rendered(
    '## Ask the owner first\n\n### 12. llms.txt\n\nmissing: `llms-txt`, `no-check`; new: `robots`*',
  );
  expect(page.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual([
    '/fix/llms-txt',
    '/fix/robots',
  ]);
  expect(page.querySelectorAll('h2, h3').map(({ id }) => id)).toEqual(['ask-the-owner-first', 'llms-txt']);
  expect(page.querySelector('h3 + .checks-line')?.text).toBe('MISSING llms-txt, no-check; new: robots*');
  expect(page.querySelectorAll('.is-absent')).toHaveLength(1);
});

it('links the pages of stacks on this catalog, and no other address', () => {
  const page = rendered(
    'On <b>: https://catalog.example/fix/on/nginx.md, https://evil.example/fix/on/nginx.md',
  );
  expect(page.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual(['/fix/on/nginx']);
  expect(page.querySelector('b')).toBeNull();
});

it('puts code into boxes that copy it', () => {
  const page = rendered('```json\n{"a": "<b>"}\n```\n\n```sh\nls\n```');
  expect(page.querySelectorAll('.code-head span').map(({ text }) => text)).toEqual(['JSON', 'Shell']);
  for (const button of page.querySelectorAll('[data-copy]'))
    expect(page.getElementById(button.getAttribute('data-copy') ?? '')?.tagName).toBe('PRE');
  expect(page.querySelector('pre')?.innerHTML).toBe('<code>{&quot;a&quot;: &quot;&lt;b&gt;&quot;}\n</code>');
});
