/** Berthline, a demo site with an API and an MCP endpoint that require authorization, on a host without pages. */
import { McpServer, OAuthError, OAuthErrorCode, requireBearerAuth } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { dump } from 'js-yaml';
import * as z from 'zod';
import { mcpEndpoint } from './mcp.ts';
import { type AuthorizationServer, authorizationServer } from './oauth.ts';
import { json, problem, text } from './respond.ts';
import type { DemoSite } from './site.ts';
import { verdictsOf } from './verdicts.ts';

const SECURITY_DAYS = 300;
const BERTHS = [
  { id: 'A1', length_m: 12, free: true },
  { id: 'A2', length_m: 9, free: false },
];
/** Fixed rate-limit headers for every response of the API. */
const ALLOWANCE = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '999', 'X-RateLimit-Reset': '60' };

function description(origin: string): string {
  const error = { content: { 'application/problem+json': { schema: { type: 'object' } } } };
  const berth = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const oauth2 = { tokenUrl: `${origin}/oauth2/token`, scopes: { berths: 'Read berths' } };
  return dump({
    openapi: '3.0.3',
    info: { title: 'Berthline', version: '2.1.0' },
    servers: [{ url: origin }],
    security: [{ oauth: ['berths'] }],
    paths: {
      '/v2/berths': {
        get: {
          responses: { 200: { description: 'All berths' }, 401: { description: 'No token', ...error } },
        },
      },
      '/v2/berths/{id}': {
        get: {
          parameters: [berth],
          responses: {
            200: { description: 'One berth' },
            401: { description: 'No token', ...error },
            404: { description: 'No such berth', ...error },
          },
        },
      },
    },
    components: { securitySchemes: { oauth: { type: 'oauth2', flows: { clientCredentials: oauth2 } } } },
  });
}

function berthServer(): McpServer {
  const server = new McpServer({ name: 'berthline', version: '2.1.0' });
  server.registerTool(
    'free_berths',
    { title: 'Free berths', description: 'Berths that are free', inputSchema: z.object({}) },
    () => ({ content: [{ type: 'text', text: JSON.stringify(BERTHS.filter(({ free }) => free)) }] }),
  );
  return server;
}

function apiRoutes(auth: AuthorizationServer): Hono {
  const api = new Hono();
  api.use(async (c, next) => {
    if (!auth.allows(c.req.header('authorization'))) {
      return problem(401, 'Authorization required', 'Send a bearer token; /auth.md says how to get one.', {
        ...ALLOWANCE,
        'WWW-Authenticate': 'Bearer realm="berthline", scope="berths"',
      });
    }
    return next();
  });
  api.get('/berths', () => json({ berths: BERTHS }, 'application/json', ALLOWANCE));
  api.get('/berths/:id', (c) => {
    const berth = BERTHS.find(({ id }) => id === c.req.param('id'));
    return berth === undefined
      ? problem(404, 'No such berth', 'GET /v2/berths lists them.', ALLOWANCE)
      : json(berth, 'application/json', ALLOWANCE);
  });
  return api;
}

/** Serves the MCP endpoint. Without a valid token, returns 401 with the URL of the resource's metadata (RFC 9728). */
function mcpRoutes(auth: AuthorizationServer, origin: string): Hono {
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const gate = requireBearerAuth({
    resourceMetadataUrl: metadata,
    verifier: {
      verifyAccessToken: async (token) => {
        if (!auth.allows(`Bearer ${token}`))
          throw new OAuthError(OAuthErrorCode.InvalidToken, 'Unknown token');
        return {
          token,
          clientId: 'client',
          scopes: ['berths'],
          expiresAt: Math.ceil(Date.now() / 1000) + 60,
        };
      },
    },
  });
  const mcp = mcpEndpoint(berthServer);
  const resource = {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: ['berths'],
    bearer_methods_supported: ['header'],
  };
  return new Hono()
    .all('/mcp', async (c) => {
      const allowed = await gate(c.req.raw);
      return allowed instanceof Response ? allowed : mcp(c.req.raw);
    })
    .get('/.well-known/oauth-protected-resource/mcp', () => json(resource))
    .get('/.well-known/oauth-protected-resource', () => json(resource));
}

function create(origin: string, startedAt: Date) {
  const app = new Hono();
  const auth = authorizationServer(origin, ['berths']);
  const expires = new Date(startedAt.getTime() + SECURITY_DAYS * 24 * 3_600_000).toISOString().slice(0, 10);
  app.get('/', () =>
    json({ service: 'Berthline', description: `${origin}/openapi.yaml` }, 'application/json', {
      Link: '</openapi.yaml>; rel="service-desc"; type="application/yaml"',
    }),
  );
  app.get('/openapi.yaml', () => text(description(origin), 'application/yaml', ALLOWANCE));
  app.get('/robots.txt', () => text('User-agent: *\nDisallow: /v2/\n'));
  app.get('/.well-known/security.txt', () =>
    text(`Contact: mailto:security@berthline.test\nExpires: ${expires}T00:00:00Z\n`),
  );
  app.get('/llms.txt', () =>
    text(`# Berthline

> An API for berths in marinas: which are free, and how long a boat they take. Every call needs a token.

## Programmatic access

- [OpenAPI description](${origin}/openapi.yaml)
- [How to get a token](${origin}/auth.md)
`),
  );
  app.get('/auth.md', () =>
    text(
      `# Getting a token

1. \`POST ${origin}/oauth2/register\` with \`{}\` gives a \`client_id\` and a \`client_secret\`.
2. \`POST ${origin}/oauth2/token\` with \`grant_type=client_credentials\`, \`client_id\` and \`client_secret\` gives a token for an hour.
`,
      'text/markdown',
    ),
  );
  app.get('/.well-known/mcp/server-card.json', () =>
    json({
      name: 'berthline',
      version: '2.1.0',
      transport: { type: 'streamable-http', url: `${origin}/mcp` },
      authentication: { required: true, schemes: ['oauth2'] },
    }),
  );
  app.route('/', auth.routes);
  app.route('/', mcpRoutes(auth, origin));
  app.route('/v2', apiRoutes(auth));
  app.notFound(() => problem(404, 'Not found', 'The endpoints are listed in /openapi.yaml.'));
  return (request: Request) => app.fetch(request);
}

export const api: DemoSite = {
  name: 'api',
  title: 'Berthline',
  about: 'An API and an MCP endpoint that require authorization, on a host without pages.',
  create,
  verdicts: verdictsOf('api'),
};
