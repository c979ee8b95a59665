/** Examples of the checks in ../html.ts. */
import { htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

const NOT_HTML = missing('/');

const NOT_HTML_EXAMPLE = {
  title: 'the root is not HTML',
  given: { rootHtml: NOT_HTML },
  expect: 'n_a',
  reason: 'antecedent-unmet',
} as const;

function describedAs(description: string) {
  return htmlPage(
    `<title>The site of all things, in one place</title><meta name="description" content="${description}">`,
  );
}

function jsonLd(...scripts: string[]) {
  return htmlPage(scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join(''));
}

export const htmlExamples = {
  'root-meta-description': [
    {
      title: 'a sentence',
      given: { rootHtml: describedAs('Everything about things, for people who make them.') },
      expect: 'pass',
    },
    { title: 'none', given: { rootHtml: htmlPage('<title>Site</title>') }, expect: 'absent' },
    {
      title: 'commented out',
      given: { rootHtml: htmlPage('<!-- <meta name="description" content="x"> -->') },
      expect: 'absent',
    },
    { title: 'too short', given: { rootHtml: describedAs('About things') }, expect: 'noncompliant' },
    {
      title: 'the title again',
      given: { rootHtml: describedAs('  The site of all things,  in one PLACE') },
      expect: 'noncompliant',
      evidence: 'the title again',
    },
    NOT_HTML_EXAMPLE,
  ],

  'schema-org-jsonld': [
    {
      title: 'schema.org',
      given: { rootHtml: jsonLd('{"@context":"https://schema.org","@type":"WebSite"}') },
      expect: 'pass',
    },
    {
      title: 'another vocabulary',
      given: { rootHtml: jsonLd('{"@context":"https://www.w3.org/ns/activitystreams"}') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'not JSON',
      given: { rootHtml: jsonLd("{'@context': 'https://schema.org'}") },
      expect: 'broken',
    },
    {
      title: 'a good one beside one that is not JSON',
      given: { rootHtml: jsonLd('{', '{"@context":["http://schema.org/"]}') },
      expect: 'pass',
      evidence: '1 of 2 scripts cannot be parsed',
    },
    {
      title: 'none',
      given: { rootHtml: htmlPage('<h1>Home</h1>') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    NOT_HTML_EXAMPLE,
  ],
} satisfies Examples;
