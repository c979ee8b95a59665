import type { Contact } from '../report/contact.ts';
import type { TextPage } from './content.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

interface NavLink extends Link {
  /** Other paths in the same part of the site. On their pages, this link is marked as current, too. */
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

/** Returns the links in the footer of every page, at most twelve. `More` has the text pages that nothing else links to. */
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
