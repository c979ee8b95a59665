/** Tidewatch, a demo site that passes every check that applies to it. */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { htmlPage, renderMarkdown } from '../html.ts';
import { mcpEndpoint } from '../mcp.ts';
import { authorizationServer } from '../oauth.ts';
import { negotiated, problem, text } from '../respond.ts';
import type { DemoSite } from '../site.ts';
import { verdictsOf } from '../verdicts.ts';
import { apiRoutes } from './api.ts';
import { documentRoutes } from './documents.ts';
import { htmlOf } from './layout.ts';
import { alternateOf, markdownOf, PAGES } from './pages.ts';
import { tideAgent, tideServer } from './tools.ts';

const HOME_LINKS = [
  '</openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json"',
  '</docs/api>; rel="service-doc"; type="text/html"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</index.md>; rel="alternate"; type="text/markdown"',
].join(', ');

const MCP_CORS = cors({
  origin: '*',
  allowMethods: ['POST'],
  allowHeaders: [
    'content-type',
    'accept',
    'authorization',
    'mcp-protocol-version',
    'mcp-session-id',
    'mcp-method',
    'mcp-name',
  ],
  exposeHeaders: ['mcp-session-id'],
});

function create(origin: string, startedAt: Date) {
  const app = new Hono();
  const auth = authorizationServer(origin, ['alerts']);
  for (const page of PAGES) {
    const markdown = markdownOf(page, origin);
    const html = htmlOf(page, origin);
    app.get(page.path, (c) => {
      const response = negotiated(c, { markdown, html });
      if (page.path === '/') response.headers.set('Link', HOME_LINKS);
      return response;
    });
    app.get(alternateOf(page.path), () => text(markdown, 'text/markdown'));
  }
  app.get('/tides', (c) => {
    const station = encodeURIComponent(c.req.query('station') ?? '');
    const date = encodeURIComponent(c.req.query('date') ?? '');
    return c.redirect(`/api/v1/stations/${station}/tides?date=${date}`, 303);
  });
  app.route('/', documentRoutes(origin, startedAt));
  app.route('/', auth.routes);
  app.route('/api/v1', apiRoutes(auth, origin, startedAt));
  app.route('/a2a', tideAgent(startedAt));
  const mcp = mcpEndpoint(tideServer);
  app.use('/mcp', MCP_CORS);
  app.all('/mcp', (c) => mcp(c.req.raw));
  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) return problem(404, 'Not found', 'See /openapi.json.');
    const markdown = `# Not found

There is no such page. These lists say what is here: the [sitemap](${origin}/sitemap.xml), [llms.txt](${origin}/llms.txt) and the
[home page](${origin}/).
`;
    const html = htmlPage({
      title: 'Not found | Tidewatch',
      body: `<main>${renderMarkdown(markdown)}</main>`,
    });
    return negotiated(c, { markdown, html, status: 404 });
  });
  return (request: Request) => app.fetch(request);
}

export const ready: DemoSite = {
  name: 'ready',
  title: 'Tidewatch',
  about: 'A tide-table service that passes every check that applies to it.',
  verdicts: verdictsOf('ready'),
  create,
};
