/** What the HTML of the root page says about the site. */
import type { Definition } from './definition.ts';

export const html = [
  {
    id: 'root-meta-description',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P3',
    label: 'The home page has a meta description',
    goal: 'An agent learns what the site is from one sentence, before it reads the page.',
    passesWhen: 'Root HTML has a descriptive meta description.',
    fix: 'Add `<meta name="description" content="…">` to the head of the home page: one or two sentences, 30 characters or more, that say what the site is and whom it is for. It must not repeat the title.',
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
    goal: 'An agent reads as data who runs the site and what it offers, instead of guessing from prose.',
    passesWhen: 'Root HTML embeds Schema.org JSON-LD (`application/ld+json`).',
    fix: 'Embed a `<script type="application/ld+json">` with `"@context": "https://schema.org"` and a type that fits, such as Organization, WebSite or SoftwareApplication. Its text must be valid JSON.',
    resources: [
      { label: 'Schema.org: getting started', url: 'https://schema.org/docs/gs.html' },
      {
        label: 'JSON-LD 1.1: embedding in HTML',
        url: 'https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents',
      },
    ],
  },
] as const satisfies readonly Definition[];
