/** A small OAuth 2.0 authorization server: metadata, open client registration, client credentials. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';

const TOKEN_SECONDS = 3600;
/** The maximum number of stored clients, and of stored tokens. The oldest are removed. */
const MOST_CLIENTS = 1000;

export interface AuthorizationServer {
  readonly routes: Hono;
  /** Returns whether an `Authorization` header has a valid token. */
  allows(authorization: string | undefined): boolean;
}

export function authorizationServer(origin: string, scopes: readonly string[]): AuthorizationServer {
  const clients = new Map<string, string>();
  const tokens = new Map<string, number>();
  const routes = new Hono();

  routes.get('/.well-known/oauth-authorization-server', (c) =>
    c.json({
      issuer: origin,
      // RFC 8414 lets a server without user logins omit this endpoint, but existing clients require it.
      authorization_endpoint: `${origin}/oauth2/authorize`,
      token_endpoint: `${origin}/oauth2/token`,
      registration_endpoint: `${origin}/oauth2/register`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      scopes_supported: scopes,
      service_documentation: `${origin}/auth.md`,
    }),
  );

  routes.get('/oauth2/authorize', (c) => c.json({ error: 'unsupported_response_type' }, 400));

  routes.post('/oauth2/register', (c) => {
    const client = { client_id: randomUUID(), client_secret: randomUUID() };
    remember(clients, client.client_id, client.client_secret);
    const terms = { client_secret_expires_at: 0, grant_types: ['client_credentials'] };
    return c.json({ ...client, ...terms, token_endpoint_auth_method: 'client_secret_post' }, 201);
  });

  routes.post('/oauth2/token', async (c) => {
    c.header('Cache-Control', 'no-store');
    const form = new URLSearchParams(await c.req.text());
    if (form.get('grant_type') !== 'client_credentials')
      return c.json({ error: 'unsupported_grant_type' }, 400);
    const secret = clients.get(form.get('client_id') ?? '');
    if (secret === undefined || secret !== form.get('client_secret')) {
      return c.json({ error: 'invalid_client' }, 401);
    }
    const token = randomUUID();
    remember(tokens, token, Date.now() + TOKEN_SECONDS * 1000);
    return c.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(' '),
    });
  });

  return {
    routes,
    allows: (authorization) => {
      const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      return (tokens.get(token) ?? 0) > Date.now();
    },
  };
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_CLIENTS && oldest !== undefined) map.delete(oldest);
}
