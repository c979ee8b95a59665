/** The Kiln Handbook, a demo site that passes the basic checks but has no API or MCP. */
import { Hono } from 'hono';
import { htmlPage, renderMarkdown } from './html.ts';
import { text } from './respond.ts';
import type { DemoSite } from './site.ts';
import { verdictsOf } from './verdicts.ts';

const CHAPTERS: Readonly<Record<string, readonly [title: string, markdown: string]>> = {
  '/': [
    'The Kiln Handbook',
    `# The Kiln Handbook

A short handbook for people who fire their first kiln. It says what happens to clay at which temperature, how fast to heat
and to cool, and how to read the cones that show what the work has been through.

- [Drying](/drying): why a pot must be bone dry before it is fired
- [The bisque firing](/bisque): the first firing, and its schedule
- [Cones](/cones): reading heat work rather than temperature
`,
  ],
  '/drying': [
    'Drying',
    '# Drying\n\nWater that is left in the clay turns to steam at 100 °C and breaks the wall. Dry slowly, under cloth, for a week.\n',
  ],
  '/bisque': [
    'The bisque firing',
    '# The bisque firing\n\nHeat at 60 °C an hour up to 600 °C, then at 120 °C an hour up to cone 06. Let the kiln cool to 90 °C before it is opened.\n',
  ],
  '/cones': [
    'Cones',
    '# Cones\n\nA cone bends when it has taken up a given amount of heat work: temperature and time together.\n',
  ],
};

function page(path: string, title: string, markdown: string): string {
  return htmlPage({
    title: path === '/' ? title : `${title} - The Kiln Handbook`,
    description:
      path === '/'
        ? 'A short handbook for people who fire their first kiln: drying, schedules, cones.'
        : `${title}: a chapter of the Kiln Handbook for people who fire their first kiln.`,
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"TechArticle","headline":"${title}"}</script>`,
    body: `<header><nav><a href="/">The Kiln Handbook</a></nav></header>
<main><article>
${renderMarkdown(markdown)}</article></main>
<footer><p>Written by potters, for potters.</p></footer>`,
  });
}

function create(origin: string) {
  const app = new Hono();
  for (const [path, [title, markdown]] of Object.entries(CHAPTERS)) {
    app.get(path, (c) => c.html(page(path, title, markdown)));
  }
  app.get('/robots.txt', () => text(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`));
  app.get('/sitemap.xml', () => {
    const urls = Object.keys(CHAPTERS).map((path) => `<url><loc>${origin}${path}</loc></url>`);
    return text(
      `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      'application/xml',
    );
  });
  app.notFound((c) =>
    c.html(page('/404', 'Not found', '# Not found\n\nBack to [the first page](/).\n'), 404),
  );
  return (request: Request) => app.fetch(request);
}

export const docs: DemoSite = {
  name: 'docs',
  title: 'The Kiln Handbook',
  about: 'A plain content site: the basics are right, but nothing is made for agents.',
  create,
  verdicts: verdictsOf('docs'),
};
