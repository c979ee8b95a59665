/** The HTML layout of the demo site Tidewatch. */
import { escapeHtml, htmlPage, renderMarkdown } from '../html.ts';
import { alternateOf, type TextPage } from './pages.ts';
import { STATIONS } from './tides.ts';

export function htmlOf(page: TextPage, origin: string): string {
  return htmlPage({
    title: page.path === '/' ? 'Tidewatch: tide tables' : `${page.title} | Tidewatch`,
    description: page.description,
    head: `<link rel="canonical" href="${origin}${page.path}">
<link rel="alternate" type="text/markdown" href="${alternateOf(page.path)}">
<link rel="service-desc" type="application/json" href="/openapi.json">
<link rel="service-doc" type="text/html" href="/docs/api">
<link rel="describedby" type="text/plain" href="/llms.txt">
<script type="application/ld+json">${JSON.stringify(about(origin))}</script>`,
    body: `<header><p>Tidewatch</p>
<nav><a href="/">Home</a> <a href="/docs/api">API</a> <a href="/docs/mcp">MCP</a></nav></header>
<main>
${renderMarkdown(page.markdown)}${page.path === '/' ? tideForm() : ''}</main>
<noscript><p>Machine-readable entry points: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI description</a>,
<a href="/.well-known/mcp/server-card.json">MCP server card</a>, <a href="/sitemap.xml">sitemap</a>.</p></noscript>
<footer><p>Predictions of a fictional service. Not for navigation.</p></footer>
<script>${WEB_TOOL}</script>`,
  });
}

function about(origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name: 'Tidewatch',
    url: `${origin}/`,
    description: 'Tide tables for three harbours.',
    documentation: `${origin}/docs/api`,
  };
}

/** Returns a form that a browser's agent can use as a tool (WebMCP, declarative form). */
function tideForm(): string {
  const options = STATIONS.map(({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`).join(
    '',
  );
  return `<form action="/tides" method="get" toolname="show_tides" tooldescription="Shows the tide table of a station for a day">
<label>Station <select name="station">${options}</select></label>
<label>Day <input type="date" name="date" required></label>
<button>Show tides</button>
</form>
`;
}

/** A script that registers a tool for agents in the browser (WebMCP, imperative form). */
const WEB_TOOL = `
if (navigator.modelContext) {
  navigator.modelContext.registerTool({
    name: 'get_tides',
    description: 'High and low waters of a station on a day (UTC)',
    inputSchema: {
      type: 'object',
      properties: { station: { type: 'string' }, date: { type: 'string', format: 'date' } },
      required: ['station', 'date'],
    },
    async execute({ station, date }) {
      const path = '/api/v1/stations/' + encodeURIComponent(station) + '/tides?date=' + encodeURIComponent(date);
      return { content: [{ type: 'text', text: await (await fetch(path)).text() }] };
    },
  });
}
`;
