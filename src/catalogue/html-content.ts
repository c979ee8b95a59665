/** What the HTML of the root page holds for a reader that runs no scripts. */
import type { Definition } from './definition.ts';

export const htmlContent = [
  {
    id: 'content-without-js',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'The home page can be read without JavaScript',
    goal: 'An agent that fetches the page without running scripts still gets its heading and its text.',
    passesWhen: 'Root HTML has an H1 and readable text without JavaScript.',
    fix: 'Render the home page on the server or at build time, so its HTML contains an `<h1>` with text and the text that visitors read.',
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
    goal: 'An agent can tell the content of a page from its navigation, and reads only the content.',
    passesWhen: 'Root HTML uses semantic landmarks.',
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
    goal: 'An agent without JavaScript is told where the machine-readable versions of the site are.',
    passesWhen: 'Root HTML has a `<noscript>` block listing machine entry points.',
    fix: 'Add a `<noscript>` to the body of the home page with links to what the site offers machines: /llms.txt, its OpenAPI description, its sitemap, its MCP endpoint.',
    resources: [
      {
        label: 'HTML: the noscript element',
        url: 'https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element',
      },
    ],
  },
] as const satisfies readonly Definition[];
