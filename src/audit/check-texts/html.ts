import type { Definition } from './definition.ts';

export const htmlDefinitions = [
  {
    id: 'root-meta-description',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P3',
    label: 'The home page has a meta description',
    fails: 'The home page has no useful meta description',
    goal: 'An agent learns what the site is from one sentence, before it reads the page.',
    passesWhen: 'The home page has a meta description of at least 30 characters that is not its title.',
    fix: 'Add `<meta name="description" content="…">` to the head of the home page: one or two sentences, 30 characters or more, that say what the site is. It must not repeat the title.',
    findings: {
      absent: 'The home page has no meta description.',
      noncompliant: 'The meta description of the home page says too little.',
    },
    resources: [
      {
        label: 'HTML: standard metadata names',
        url: 'https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names',
      },
    ],
  },

  {
    id: 'schema-org-jsonld',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'The home page embeds Schema.org JSON-LD',
    fails: 'The home page has no readable Schema.org JSON-LD',
    goal: 'An agent reads as data who runs the site and what it offers, instead of guessing from prose.',
    passesWhen:
      'The home page has a script of type `application/ld+json` with valid JSON that names schema.org in `@context`.',
    fix: 'Embed a `<script type="application/ld+json">` with `"@context": "https://schema.org"` and a type that fits, such as Organization, WebSite or SoftwareApplication. Its text must be valid JSON.',
    findings: { broken: 'The JSON-LD of the home page cannot be read.' },
    resources: [
      { label: 'Schema.org: getting started', url: 'https://schema.org/docs/gs.html' },
      {
        label: 'JSON-LD 1.1: embedding in HTML',
        url: 'https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents',
      },
    ],
  },

  {
    id: 'content-without-js',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'The home page can be read without JavaScript',
    fails: 'Without JavaScript the home page lacks a heading or text',
    goal: 'An agent that fetches the page without running scripts still gets its heading and its text.',
    passesWhen:
      'The HTML of the home page has an `<h1>` with text, and at least 200 characters of visible text, before any script runs.',
    fix: 'Make the HTML of the home page contain an `<h1>` with text and 200 characters of visible text before any script runs: change the element of the heading if only the `<h1>` is missing, and render on the server or at build time if the text is.',
    findings: {
      absent: 'The home page has no h1 and hardly any text.',
      noncompliant: 'The home page has no heading or hardly any text.',
    },
    resources: [
      {
        label: 'web.dev: Rendering on the Web',
        url: 'https://web.dev/articles/rendering-on-the-web',
      },
    ],
  },

  {
    id: 'semantic-html',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P3',
    label: 'The home page uses landmarks',
    fails: 'The home page lacks landmarks',
    goal: 'An agent can tell the content of a page from its navigation, and reads only the content.',
    passesWhen:
      'The home page has a `<main>` or `<article>`, and one of `<header>`, `<nav>`, `<footer>`, `<aside>` and `<section>`.',
    fix: 'Put the content of the page into `<main>` or `<article>`, and what surrounds it into `<header>`, `<nav>`, `<aside>` and `<footer>`.',
    resources: [
      { label: 'HTML: sections', url: 'https://html.spec.whatwg.org/multipage/sections.html' },
      { label: 'ARIA: landmark regions', url: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/' },
    ],
  },

  {
    id: 'noscript-fallback',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P1',
    label: 'A noscript block lists the entry points for machines',
    fails: 'No noscript block leads to an entry point for machines',
    goal: 'An agent without JavaScript learns where the machine-readable versions of the site are.',
    passesWhen:
      'The home page has a `<noscript>` with a link to a resource for programs, such as llms.txt or a sitemap.',
    fix: 'Add a `<noscript>` at the end of the body of the home page with links to what the site offers machines: /llms.txt, its OpenAPI description, its sitemap, its MCP endpoint.',
    findings: {
      absent: 'No noscript block of the home page has a link for programs.',
      noncompliant: 'The noscript blocks of the home page link only to missing pages.',
    },
    resources: [
      {
        label: 'HTML: the noscript element',
        url: 'https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element',
      },
    ],
  },
] as const satisfies readonly Definition[];
