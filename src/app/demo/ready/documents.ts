/** The machine-readable documents of the demo site Tidewatch: policies, indexes and everything under `/.well-known/`. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { Hono } from 'hono';
import { json, text } from '../respond.ts';
import { openApiDocument, schemaDocument } from './openapi.ts';
import { markdownOf, PAGES, type TextPage } from './pages.ts';

const SECURITY_DAYS = 300;
const CORS = { 'Access-Control-Allow-Origin': '*' };

export function documentRoutes(origin: string, startedAt: Date): Hono {
  const app = new Hono();
  policies(app, origin, startedAt);
  llmsFiles(app, origin);
  cards(app, origin);
  app.get('/openapi.json', () => json(openApiDocument(origin), 'application/vnd.oai.openapi+json', CORS));
  app.get('/schemas/:file', (c) => {
    const schema = schemaDocument(origin, c.req.param('file').replace(/\.json$/, ''));
    return schema === undefined ? c.notFound() : json(schema, 'application/schema+json', CORS);
  });
  return app;
}

function policies(app: Hono, origin: string, startedAt: Date): void {
  app.get('/robots.txt', () =>
    text(`User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /

User-agent: GPTBot
User-agent: ClaudeBot
User-agent: Google-Extended
Disallow: /oauth2/
Allow: /

Sitemap: ${origin}/sitemap.xml
`),
  );
  app.get('/sitemap.xml', () => {
    const entries = PAGES.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`).join('\n');
    return text(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</urlset>
`,
      'application/xml',
    );
  });
  const expires = new Date(startedAt.getTime() + SECURITY_DAYS * 24 * 3_600_000).toISOString().slice(0, 10);
  app.get('/.well-known/security.txt', () =>
    text(`Contact: mailto:security@tidewatch.test\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\n`),
  );
  // The public key that verifies the signatures on requests from this demo site, such as alerts.
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const key = { crv: 'Ed25519', kty: 'OKP', x };
  const kid = createHash('sha256').update(JSON.stringify(key)).digest('base64url');
  app.get('/.well-known/http-message-signatures-directory', () =>
    json({ keys: [{ ...key, kid, use: 'sig' }] }, 'application/http-message-signatures-directory+json'),
  );
}

function llmsFiles(app: Hono, origin: string): void {
  const link = ({ title, path, description }: TextPage) => `- [${title}](${origin}${path}): ${description}`;
  const under = (folder: string) => PAGES.filter(({ path }) => path.startsWith(`/${folder}/`));
  const full = (pages: readonly TextPage[]) => pages.map((page) => markdownOf(page, origin)).join('\n');
  app.get('/llms.txt', () =>
    text(`# Tidewatch

> Tide tables for three harbours: high and low waters by day, as pages, JSON and MCP tools.

## When to use

Use it to say when the sea is high or low at a station on a given day. Not for navigation.

## Docs

${under('docs').map(link).join('\n')}
- [OpenAPI description](${origin}/openapi.json): every endpoint of the API
- [MCP usage](${origin}/mcp.md): how to call the tools

## Stations

${under('stations').map(link).join('\n')}
`),
  );
  app.get('/llms-full.txt', () => text(full(PAGES)));
  for (const folder of ['docs', 'stations']) {
    const title = folder === 'docs' ? 'Tidewatch guides' : 'Tidewatch stations';
    app.get(`/${folder}/llms.txt`, () =>
      text(
        `# ${title}\n\n> What Tidewatch publishes under /${folder}/.\n\n## Pages\n\n${under(folder).map(link).join('\n')}\n`,
      ),
    );
    app.get(`/${folder}/llms-full.txt`, () => text(`# ${title}\n\n${full(under(folder))}`));
  }
}

const SKILL = `---
name: plan-a-beach-walk
description: Find the hours around low water at a station, for walks and rock pooling.
---

# Plan a beach walk

1. Call \`list_stations\` and choose the station that is nearest.
2. Call \`get_tides\` with the station and the day.
3. Suggest the two hours around a low water that falls in daylight.
`;

function cards(app: Hono, origin: string): void {
  const card = '/.well-known/mcp/server-card.json';
  const summary = 'Tide tables for three harbours';
  app.get(card, () =>
    json(
      {
        $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
        name: 'demo.ready/tidewatch',
        title: 'Tidewatch',
        description: summary,
        version: '1.0.0',
        serverInfo: { name: 'tidewatch', version: '1.0.0' },
        transport: { type: 'streamable-http', endpoint: `${origin}/mcp` },
        authentication: { required: false },
        documentation: `${origin}/mcp.md`,
      },
      'application/json',
      CORS,
    ),
  );
  for (const alias of ['/.well-known/mcp', '/.well-known/mcp.json', '/mcp.json']) {
    app.get(alias, (c) => c.redirect(card, 301));
  }
  app.get('/.well-known/api-catalog', () =>
    json(
      {
        linkset: [
          {
            anchor: `${origin}/api/v1`,
            'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/vnd.oai.openapi+json' }],
            'service-doc': [{ href: `${origin}/docs/api`, type: 'text/html' }],
          },
        ],
      },
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      CORS,
    ),
  );
  app.get('/.well-known/agent-card.json', () =>
    json({
      protocolVersion: '0.3.0',
      name: 'Tidewatch',
      description: summary,
      version: '1.0.0',
      url: `${origin}/a2a`,
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: false, pushNotifications: false },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [
        {
          id: 'tides-today',
          name: 'Tides of today',
          description: 'High and low waters of today at a station that the message names',
          tags: ['tides'],
        },
      ],
    }),
  );
  app.get('/.well-known/ai-catalog.json', () =>
    json({
      specVersion: '1.0',
      host: { displayName: 'Tidewatch' },
      entries: [
        {
          identifier: 'urn:air:ready.demo:tides:mcp',
          type: 'application/mcp-server-card+json',
          url: origin + card,
        },
        {
          identifier: 'urn:air:ready.demo:tidewatch:a2a',
          type: 'application/a2a-agent-card+json',
          url: `${origin}/.well-known/agent-card.json`,
        },
      ],
    }),
  );
  const skill = '/.well-known/agent-skills/plan-a-beach-walk/SKILL.md';
  const digest = `sha256:${createHash('sha256').update(SKILL).digest('hex')}`;
  app.get(skill, () => text(SKILL, 'text/markdown'));
  app.get('/.well-known/agent-skills/index.json', () =>
    json({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'plan-a-beach-walk',
          type: 'skill-md',
          description: 'Find the hours around low water at a station.',
          url: skill,
          digest,
        },
      ],
    }),
  );
  app.get('/mcp.md', () =>
    text(
      `# Using Tidewatch over MCP

Connect to ${origin}/mcp (streamable HTTP, no credentials). Call \`list_stations\` first, then \`get_tides\` with a station id and a
day. Revisions 2025-06-18, 2025-11-25 and 2026-07-28 are served. The [guide](${origin}/docs/mcp) says more.
`,
      'text/markdown',
    ),
  );
  app.get('/auth.md', () =>
    text(
      `# Authorization at Tidewatch

Reading needs none. \`POST /api/v1/alerts\` takes a bearer token:

1. \`POST ${origin}/oauth2/register\` with \`{}\` gives a \`client_id\` and a \`client_secret\`.
2. \`POST ${origin}/oauth2/token\` with \`grant_type=client_credentials\`, \`client_id\` and \`client_secret\` gives a token for an hour.

The metadata is at ${origin}/.well-known/oauth-authorization-server.
`,
      'text/markdown',
    ),
  );
}
