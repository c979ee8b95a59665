/** What every page links to. */
import { hasHtml, type TextPage } from './outline.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

export const NAV: readonly Link[] = [
  { href: '/score', label: 'Catalog' },
  { href: '/compare', label: 'Compare' },
  { href: '/checks', label: 'Checks' },
  { href: '/principles', label: 'Principles' },
  { href: '/methodology', label: 'Methodology' },
];

interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

const DOCUMENT_LINKS: readonly LinkGroup[] = [
  {
    title: 'The catalog',
    links: [
      { href: '/score', label: 'All sites' },
      { href: '/compare', label: 'Compare sites' },
      { href: '/checks', label: 'All checks' },
      { href: '/adoption', label: 'Adoption' },
      { href: '/dataset', label: 'Dataset' },
      { href: '/methodology', label: 'Methodology' },
      { href: '/changelog', label: 'Changelog' },
    ],
  },
  {
    title: 'The standard',
    links: [
      { href: '/principles', label: 'Principles' },
      { href: '/spec', label: 'All requirements' },
      { href: '/spec.json', label: 'As JSON' },
    ],
  },
  {
    title: 'The service',
    links: [
      { href: '/command-line', label: 'Command line' },
      { href: '/about-the-auditor', label: 'About the auditor' },
      { href: '/docs/authentication', label: 'Authentication' },
      { href: '/mcp-skill.md', label: 'Guide for MCP clients' },
    ],
  },
];

/** The links in the foot of every page. A page of text that no group names stands under `More`, so that every page can be reached. */
export function documentLinks(pages: readonly Pick<TextPage, 'id' | 'title'>[]): readonly LinkGroup[] {
  const named = new Set(DOCUMENT_LINKS.flatMap(({ links }) => links.map(({ href }) => href)));
  const others = pages
    .map(({ id, title }) => ({ href: hasHtml({ id }) ? `/${id}` : `/${id}.md`, label: title }))
    .filter(({ href }) => !named.has(href))
    .toSorted((a, b) => (a.href < b.href ? -1 : 1));
  return others.length === 0 ? DOCUMENT_LINKS : [...DOCUMENT_LINKS, { title: 'More', links: others }];
}
