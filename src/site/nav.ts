/** What every page links to. */

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

export const DOCUMENT_LINKS: readonly { readonly title: string; readonly links: readonly Link[] }[] = [
  {
    title: 'The catalog',
    links: [
      { href: '/score', label: 'All sites' },
      { href: '/compare', label: 'Compare sites' },
      { href: '/checks', label: 'All checks' },
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
