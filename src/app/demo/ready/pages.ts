/** The pages of the demo site Tidewatch, in Markdown. */
import { STATIONS } from './tides.ts';

export interface TextPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

const HOME: TextPage = {
  path: '/',
  title: 'Tidewatch',
  description: 'High and low waters for three harbours, as pages, as a JSON API and as tools for AI agents.',
  markdown: `# Tide tables for people and programs

Tidewatch predicts high and low waters for three harbours. Every table is here as a page, as JSON from an open API, and as
tools that an AI agent can call. Predictions come from two harmonic constituents, the lunar and the solar semidiurnal
tide, so they are good enough to plan a walk on the beach and not good enough to steer a ship.

## Stations

${STATIONS.map(({ id, name }) => `- [${name}](/stations/${id})`).join('\n')}

## For developers

- [API guide](/docs/api): three endpoints, no key needed to read
- [MCP guide](/docs/mcp): the same data as tools
- [OpenAPI description](/openapi.json)
`,
};

const API_GUIDE: TextPage = {
  path: '/docs/api',
  title: 'The Tidewatch API',
  description: 'How to read stations and tide tables as JSON, what errors look like, and how often to ask.',
  markdown: `# The Tidewatch API

Reading needs no key. Times are UTC, heights are metres above chart datum.

- \`GET /api/v1/stations\` lists the stations.
- \`GET /api/v1/stations/{stationId}\` is one station.
- \`GET /api/v1/stations/{stationId}/tides?date=2027-03-21\` is the table of one day.
- \`POST /api/v1/alerts\` asks for a message before a spring tide. It needs a token; [auth.md](/auth.md) says how to get one.

Errors are JSON (RFC 9457). Each answer says in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` how much of
the allowance is left; beyond it the answer is 429 with \`Retry-After\`.
`,
};

const MCP_GUIDE: TextPage = {
  path: '/docs/mcp',
  title: 'Tidewatch over MCP',
  description: 'The MCP endpoint of Tidewatch: its address, its tools, and an example of a call.',
  markdown: `# Tidewatch over MCP

The endpoint is \`POST /mcp\` (streamable HTTP). It speaks the stateful revisions of 2025 and the stateless revision
2026-07-28, and asks for no credentials.

- \`list_stations\` lists the stations.
- \`get_tides\` takes a \`station\` and a \`date\` and gives the high and low waters of that day.

The resource \`tidewatch://stations\` is the list of stations as JSON. See also the [API guide](/docs/api).
`,
};

const STATION_PAGES: readonly TextPage[] = STATIONS.map((station) => ({
  path: `/stations/${station.id}`,
  title: `${station.name} tide tables`,
  description: `Where ${station.name} is, its mean level, and how to read its tide tables.`,
  markdown: `# ${station.name}

${station.name} lies at ${station.latitude}, ${station.longitude}. The sea stands ${station.meanLevel} m above chart datum on average.

Today's table as JSON: \`GET /api/v1/stations/${station.id}/tides\`. All stations are on the [home page](/).
`,
}));

export const PAGES: readonly TextPage[] = [HOME, API_GUIDE, MCP_GUIDE, ...STATION_PAGES];

/** Returns the path of a page's Markdown form. */
export function alternateOf(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

/** Returns a page as Markdown with front matter. Links are absolute, so that the text can be read anywhere. */
export function markdownOf(page: TextPage, origin: string): string {
  const front = `---\ntitle: "${page.title}"\ndescription: "${page.description}"\ncanonical: ${origin}${page.path}\n---\n\n`;
  return front + page.markdown.replaceAll('](/', `](${origin}/`);
}
