import type { PageAddress } from '../catalog/sitemap.ts';
import { stackPath } from '../fix/stacks.ts';
import type { Contact } from '../report/contact.ts';
import type { Content, TextPage } from './content.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

interface NavLink extends Link {
  /** Other paths in the same part of the site. On pages at these paths, this link is marked as current, too. */
  readonly also?: readonly string[];
}

export const NAV: readonly NavLink[] = [
  { href: '/score', label: 'Catalog' },
  { href: '/compare', label: 'Compare' },
  { href: '/dataset', label: 'Dataset' },
  { href: '/checks', label: 'Checks', also: ['/fix', '/principles'] },
  { href: '/methodology', label: 'Methodology' },
];

interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

const SERVICE: LinkGroup = {
  title: 'About',
  links: [
    { href: '/changes', label: 'What changed' },
    { href: '/why-others-differ', label: 'Compared with other tools' },
    { href: '/about-the-auditor', label: 'About the auditor' },
  ],
};

const DOCUMENT_LINKS: readonly LinkGroup[] = [
  {
    title: 'Use it',
    links: [
      { href: '/command-line', label: 'Command line' },
      { href: '/pipeline', label: 'In your pipeline' },
      { href: '/mcp-skill', label: 'Guide for MCP clients' },
      { href: '/operators', label: 'Run your own catalog' },
      { href: '/principles', label: 'The standard' },
    ],
  },
  SERVICE,
];

const LINKED_ELSEWHERE: readonly string[] = ['/docs/authentication', '/scale'];

/** Returns the groups of links in every page's footer. The group `More` links to text pages that no other list contains. */
export function documentLinks(
  pages: readonly Pick<TextPage, 'id' | 'title'>[],
  contact: Contact = {},
): readonly LinkGroup[] {
  const linked = new Set([
    ...[{ links: NAV }, ...DOCUMENT_LINKS].flatMap(({ links }) => links.map(({ href }) => href)),
    ...LINKED_ELSEWHERE,
  ]);
  const others = pages
    .map(({ id, title }) => ({ href: `/${id}`, label: title }))
    .filter(({ href }) => !linked.has(href))
    .toSorted((a, b) => (a.href < b.href ? -1 : 1));
  const groups = DOCUMENT_LINKS.map((group) =>
    group === SERVICE ? { ...group, links: [...group.links, ...waysToPeople(contact)] } : group,
  );
  return others.length === 0 ? groups : [...groups, { title: 'More', links: others }];
}

function waysToPeople({ source, email, issueForm }: Contact): Link[] {
  const person = email === undefined ? issueForm : `mailto:${email}`;
  return [
    ...(source === undefined ? [] : [{ href: source, label: 'Source code' }]),
    ...(person === undefined ? [] : [{ href: person, label: 'Contact' }]),
  ];
}

/** Returns the addresses of all pages, for the sitemap and for Netlify's rules. */
export function pageAddresses({
  figures,
  listed,
  apart,
  guides,
  stacks,
  principles,
  pages,
}: Pick<Content, 'listed' | 'apart' | 'guides' | 'stacks' | 'principles' | 'pages'> & {
  readonly figures: Pick<Content['figures'], 'latest'>;
}): PageAddress[] {
  const audited = figures.latest;
  const showsCatalog = (path: string): PageAddress => (audited === null ? { path } : { path, audited });
  return [
    ...['/', '/score', '/changes', '/compare', '/checks', '/dataset'].map(showsCatalog),
    { path: '/principles' },
    { path: '/spec' },
    ...pages.map(({ id }) => ({ path: `/${id}` })),
    ...principles.map(({ id }) => ({ path: `/principles/${id.toLowerCase()}` })),
    ...guides.map(({ check }) => ({ path: `/fix/${check.id}` })),
    ...stacks.map(({ stack }) => ({ path: stackPath(stack) })),
    ...listed.map(({ target, scored }) => ({ path: `/score/${target.host}`, audited: scored.at })),
    ...apart.map(({ target, listingState }) => ({ path: `/score/${target.host}`, audited: listingState.at })),
  ];
}
