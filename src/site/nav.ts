/** What every page links to. */
import type { Contact } from '../report/contact.ts';
import type { TextPage } from './content.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

/** A link of the main navigation. */
interface NavLink extends Link {
  /** Other parts of the site that belong to it: on their pages it is the current one. */
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
  title: 'The service',
  links: [
    { href: '/command-line', label: 'Command line' },
    { href: '/ci', label: 'In your pull requests' },
    { href: '/gate', label: 'The gate' },
    { href: '/library', label: 'In your tests' },
    { href: '/reports', label: 'Reports' },
    { href: '/about-the-auditor', label: 'About the auditor' },
    { href: '/docs/authentication', label: 'Authentication' },
    { href: '/mcp-skill', label: 'Guide for MCP clients' },
    { href: '/operators', label: 'Run your own catalog' },
  ],
};

const DOCUMENT_LINKS: readonly LinkGroup[] = [
  {
    title: 'The catalog',
    links: [
      { href: '/score', label: 'All sites' },
      { href: '/changes', label: 'What changed' },
      { href: '/compare', label: 'Compare sites' },
      { href: '/why-others-differ', label: 'Why others differ' },
      { href: '/dataset', label: 'Dataset' },
      { href: '/methodology', label: 'Methodology' },
      { href: '/changelog', label: 'Changelog' },
    ],
  },
  {
    title: 'The standard',
    links: [
      { href: '/principles', label: 'The principles' },
      { href: '/checks', label: 'Checks for web sites' },
      { href: '/spec', label: 'Requirements for CLI programs' },
      { href: '/spec.json', label: 'CLI requirements as JSON' },
    ],
  },
  SERVICE,
];

/** The links in the foot of every page. A page of text that no group names stands under `More`, so that every page can be reached. */
export function documentLinks(
  pages: readonly Pick<TextPage, 'id' | 'title'>[],
  contact: Contact = {},
): readonly LinkGroup[] {
  const named = new Set(DOCUMENT_LINKS.flatMap(({ links }) => links.map(({ href }) => href)));
  const others = pages
    .map(({ id, title }) => ({ href: `/${id}`, label: title }))
    // The index of a folder leads to what is in it.
    .filter(({ href }) => !named.has(href) && !named.has(href.replace(/\/[^/]*$/, '')))
    .toSorted((a, b) => (a.href < b.href ? -1 : 1));
  const groups = DOCUMENT_LINKS.map((group) =>
    group === SERVICE ? { ...group, links: [...group.links, ...waysToPeople(contact)] } : group,
  );
  return others.length === 0 ? groups : [...groups, { title: 'More', links: others }];
}

/** To the code and to whoever runs this deployment, as far as its operator names them. */
function waysToPeople({ source, email, issueForm }: Contact): Link[] {
  const person = email === undefined ? issueForm : `mailto:${email}`;
  return [
    ...(source === undefined ? [] : [{ href: source, label: 'Source code' }]),
    ...(person === undefined ? [] : [{ href: person, label: 'Contact' }]),
  ];
}
