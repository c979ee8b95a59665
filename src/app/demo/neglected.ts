/** The Old Mill Library, a demo site where everything was set up once and never updated. */
import { Hono } from 'hono';
import { htmlPage, renderMarkdown } from './html.ts';
import { formatFor, json, text } from './respond.ts';
import type { DemoSite } from './site.ts';
import { verdictsOf } from './verdicts.ts';

const HOME = `# The Old Mill Library

A lending library in a water mill, open on weekday afternoons. It lends novels, maps and seeds to everyone who lives on the river,
keeps a reading room with a stove, and answers letters. The catalogue can be searched from anywhere.

- [Opening hours](/hours)
`;
const HTML = htmlPage({
  title: 'The Old Mill Library',
  description: 'A library.',
  // The target of this link no longer exists.
  head: '<link rel="alternate" type="text/markdown" href="/index.md">',
  body: `<header><p>The Old Mill Library</p></header>
<main>${renderMarkdown(HOME)}</main>
<noscript><a href="/.well-known/mcp/server-card.json">For assistants</a></noscript>`,
});
/** Markdown with broken front matter, as if written by hand. The list in it is not closed. */
const MARKDOWN = `---\ntitle: The Old Mill Library\ntags: [library, mill\n---\n\n${HOME}`;

const DESCRIPTION = {
  openapi: '3.0.0',
  paths: {
    '/api/books/{isbn}': {
      get: {
        parameters: [{ name: 'isbn', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'A book' }, 404: { description: 'No such book' } },
      },
    },
  },
};

function create(origin: string) {
  const app = new Hono();
  app.get('/', (c) => {
    const markdown = formatFor(c) === 'text/markdown';
    return text(markdown ? MARKDOWN : HTML, markdown ? 'text/markdown' : 'text/html', {
      Link: '</.well-known/api-catalog>; rel="api-catalog"',
      Vary: 'Accept',
    });
  });
  app.get('/hours', () =>
    text(htmlPage({ title: 'Hours', body: '<main>Two till six.</main>' }), 'text/html'),
  );
  app.get('/robots.txt', () =>
    text('User-agent: *\nContent-Signal: ai-use=maybe\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n'),
  );
  app.get('/sitemap.xml', () =>
    text('<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>', 'text/xml'),
  );
  app.get('/llms.txt', () =>
    text(`# The Old Mill Library

## Pages

- [Opening hours](${origin}/hours)
- [New books](${origin}/new-books)
`),
  );
  app.get('/llms-full.txt', () =>
    text(htmlPage({ title: 'llms-full.txt', body: '<pre>To be written.</pre>' }), 'text/html'),
  );
  app.get('/.well-known/security.txt', () =>
    text('Contact: mailto:librarian@oldmill.example\nExpires: 2023-06-30T00:00:00Z\n'),
  );
  app.get('/openapi.json', () => json(DESCRIPTION));
  app.get('/api/books/:isbn', (c) =>
    c.json({ error: 'No such book' }, 404, { 'RateLimit-Policy': '"default";q=60;w=60' }),
  );
  app.all('/mcp', (c) =>
    c.json({ error: 'invalid_token' }, 401, {
      'WWW-Authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
    }),
  );
  app.get('/.well-known/oauth-protected-resource', () => json({ authorization_servers: [] }));
  app.notFound(() => {
    const body = htmlPage({ title: 'Not found', body: '<p>There is nothing here.</p>' });
    return new Response(body, { status: 404, headers: { 'Content-Type': 'text/html' } });
  });
  return (request: Request) => app.fetch(request);
}

export const neglected: DemoSite = {
  name: 'neglected',
  title: 'The Old Mill Library',
  about: 'A site whose agent files have gone stale.',
  create,
  verdicts: verdictsOf('neglected'),
};
