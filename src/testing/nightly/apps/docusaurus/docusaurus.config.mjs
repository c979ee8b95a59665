/** The classic theme with documents and pages, as the starter has it, without its search. */
export default {
  title: 'Tides',
  tagline: 'High and low water for the harbours of the southern North Sea, day by day.',
  url: 'https://tides.test',
  baseUrl: '/',
  trailingSlash: false,
  onBrokenLinks: 'throw',
  themes: ['@docusaurus/theme-classic'],
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: 'docs', sidebarPath: undefined }],
    '@docusaurus/plugin-content-pages',
    '@docusaurus/plugin-sitemap',
  ],
  themeConfig: { navbar: { title: 'Tides', items: [{ to: '/docs/first-steps', label: 'Docs' }] } },
};
