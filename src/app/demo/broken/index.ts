/** Stormglass, a demo site where everything exists and hardly anything works. */
import { Hono } from 'hono';
import { htmlPage } from '../html.ts';
import { text } from '../respond.ts';
import type { DemoSite } from '../site.ts';
import { verdictsOf } from '../verdicts.ts';
import { wrongMcp } from './mcp.ts';

const PAGE = htmlPage({
  title: 'Stormglass weather for everyone',
  description: 'Stormglass weather for everyone',
  head: `<link rel="service-desc" href="/openapi.json">
<link rel="describedby" type="application/schema+json" href="/schemas/reading.json">
<script type="application/ld+json">{"@context": "https://schema.org", "name": }</script>
<script type="application/webmcp+json">{"tools": [</script>`,
  body: `<noscript><img src="/pixel.gif" alt=""></noscript>
<div>Loading...</div>`,
});

/** The type and body of each path that returns 200. */
const DOCUMENTS: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/robots.txt': ['text/html', PAGE.replace('Loading', 'Robots')],
  '/sitemap.xml': ['application/xml', 'Sitemap is being generated, please come back later & try again'],
  '/llms.txt': ['text/html', PAGE.replace('Loading', 'LLMs')],
  '/openapi.json': ['application/json', '{"openapi": "3.1.0", "info": {"title": "Stormglass",'],
  '/schemas/reading.json': ['application/schema+json', '{type: "object"}'],
  '/mcp.md': ['text/html', '<!doctype html><title>Tools</title><p>Ask the harbour master.'],
  '/auth.md': ['text/html', PAGE.replace('Loading', 'Auth')],
  '/.well-known/security.txt': ['text/plain', 'Write to us if you find something.\n'],
  '/.well-known/http-message-signatures-directory': ['application/json', '{"keys": "none yet"}'],
  '/.well-known/api-catalog': ['application/json', '{"apis": []}'],
  '/.well-known/mcp/server-card.json': ['application/json', '{"name": "stormglass", "endpoint": /mcp}'],
  '/mcp.json': ['application/json', '{"name": "stormglass", "endpoint": "/mcp"}'],
  '/.well-known/oauth-authorization-server': [
    'application/json',
    '{"issuer": "https://id.stormglass.example",',
  ],
  '/.well-known/ai-catalog.json': ['application/json', '"coming soon"'],
  '/.well-known/agent-card.json': ['application/json', '{"agent": "stormglass"'],
  '/.well-known/agent-skills/index.json': ['application/json', '{"skills": {"forecast": "SKILL.md"}}'],
};

function create() {
  const app = new Hono();
  app.get('/', (c) => {
    if (/ChatGPT|Claude/.test(c.req.header('user-agent') ?? '')) return c.text('Forbidden', 403);
    // The page always claims to have the requested type, but is always HTML.
    const accept = c.req.header('accept') ?? '';
    const type = ['text/markdown', 'text/plain'].find((one) => accept.includes(one)) ?? 'text/html';
    return text(PAGE, type, { Link: '</site.css>; rel="preload"; as="style"' });
  });
  for (const [path, [type, body]] of Object.entries(DOCUMENTS)) app.get(path, () => text(body, type));
  app.get('/.well-known/mcp', (c) => c.redirect('/.well-known/mcp/server-card.json', 302));
  app.all('/mcp', (c) => wrongMcp(c.req.raw));
  app.notFound((c) => {
    const accept = c.req.header('accept') ?? '';
    if (accept.includes('text/markdown')) return error('text/markdown', '# Not found\n\nSorry.\n');
    return c.req.path.includes('api') ? error('application/json', PAGE) : error('text/html', PAGE);
  });
  return (request: Request) => app.fetch(request);
}

function error(type: string, body: string): Response {
  return new Response(body, { status: 404, headers: { 'Content-Type': type } });
}

export const broken: DemoSite = {
  name: 'broken',
  title: 'Stormglass',
  about: 'A site where much is published and hardly anything works.',
  verdicts: verdictsOf('broken'),
  create,
};
