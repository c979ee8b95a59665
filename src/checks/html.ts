/** What the HTML of the root page says about the site. */

import { parseJsonLd } from '../parse/json-ld.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { absent, broken, check, noncompliant, pass, type Verdict, whereFound, withDetail } from './check.ts';
import { htmlPage, missing } from './examples.ts';

const CATEGORY = 'content-for-agents';
const NOT_HTML = missing('/');
/** A description that says something has this many characters or more. */
const MIN_DESCRIPTION = 30;

const NOT_HTML_EXAMPLE = {
  title: 'the root is not HTML',
  given: { rootHtml: NOT_HTML },
  expect: 'n_a',
  reason: 'antecedent-unmet',
} as const;

export const htmlChecks = [
  check({
    id: 'root-meta-description',
    category: CATEGORY,
    keyword: 'should',
    principle: 'P3',
    label: 'The home page has a meta description',
    goal: 'An agent knows what the site is from one sentence, before it reads the page.',
    fix: 'Add `<meta name="description" content="…">` to the head of the home page: one or two sentences, 30 characters or more, that say what the site is and for whom. It must not repeat the title.',
    resources: [
      {
        label: 'HTML: standard metadata names',
        url: 'https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names',
      },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { title, description }, evidence }) => {
        if (description === undefined) return absent(withDetail(evidence, 'no meta description'));
        const { length } = Array.from(description);
        if (length < MIN_DESCRIPTION) {
          return noncompliant(
            withDetail(evidence, `the description has ${length} characters, fewer than ${MIN_DESCRIPTION}`),
          );
        }
        return title !== undefined && essence(description) === essence(title)
          ? noncompliant(withDetail(evidence, 'the description is the title again'))
          : pass(withDetail(evidence, `a description of ${length} characters`));
      }),
    examples: [
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
  }),

  check({
    id: 'schema-org-jsonld',
    category: CATEGORY,
    keyword: 'may',
    principle: 'P2',
    label: 'The home page embeds Schema.org JSON-LD',
    goal: 'An agent reads who runs the site and what it offers as data, without guessing from prose.',
    fix: 'Embed a `<script type="application/ld+json">` with `"@context": "https://schema.org"` and the type that fits, such as Organization, WebSite or SoftwareApplication. Its text must be valid JSON.',
    resources: [
      { label: 'Schema.org: getting started', url: 'https://schema.org/docs/gs.html' },
      {
        label: 'JSON-LD 1.1: embedding in HTML',
        url: 'https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents',
      },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value, evidence }) =>
        judgeJsonLd(
          value.scripts.filter(({ type }) => isJsonLd(type)).map(({ text }) => text),
          evidence,
        ),
      ),
    examples: [
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
  }),
];

/** A text as it reads, without the differences that a reader does not see. */
function essence(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function isJsonLd(type: string | undefined): boolean {
  return parseMediaType(type)?.essence === 'application/ld+json';
}

/** One script that parses and names schema.org is enough; an empty one is not counted. */
function judgeJsonLd(texts: readonly string[], evidence: string): Verdict {
  const read = texts.filter((text) => text.trim() !== '').map(parseJsonLd);
  const faults = read.filter((parsed) => !parsed.ok);
  if (read.some((parsed) => parsed.ok && parsed.value.schemaOrg)) {
    const detail = faults.length === 0 ? '' : `; ${faults.length} of ${read.length} scripts cannot be parsed`;
    return pass(withDetail(evidence, `JSON-LD in the vocabulary of schema.org${detail}`));
  }
  const fault = faults[0];
  if (fault !== undefined) return broken(withDetail(evidence, `JSON-LD script: ${fault.why}`));
  const detail = read.length === 0 ? 'no JSON-LD script' : 'JSON-LD whose @context does not name schema.org';
  return absent(withDetail(evidence, detail));
}

function describedAs(description: string) {
  return htmlPage(
    `<title>The site of all things, in one place</title><meta name="description" content="${description}">`,
  );
}

function jsonLd(...scripts: string[]) {
  return htmlPage(scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join(''));
}
