/** `POST /oauth2/token`: exists for scanners and issues nothing (.github/DECISIONS.md, "HTTP"). */
import type { Context } from 'hono';

/** The answer of RFC 6749 section 5.2, with a code of the catalog's own; no CORS headers, so that no page can read it. */
export function refuseToken(c: Context, origin: string): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Pragma', 'no-cache');
  if (c.req.method !== 'POST') {
    c.header('Allow', 'POST');
    return c.json(
      {
        error: 'invalid_request',
        error_description: 'The token endpoint takes only POST, and issues nothing: the catalog is public.',
        error_uri: `${origin}/docs/authentication`,
      },
      405,
    );
  }
  return c.json(
    {
      error: 'public_catalog',
      error_description: 'This catalog is public: no credentials are needed, and none are issued.',
      error_uri: `${origin}/docs/authentication`,
    },
    400,
  );
}
