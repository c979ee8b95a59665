/** The baseline for pages on request: one select of the site's row for each request. */
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.CATALOG_DATABASE, max: 4 });

/** Responds with the stored bytes of a site's result; `endpoint.ts` calls it. */
export async function handle(request: Request): Promise<Response> {
  const [, , host = ''] = new URL(request.url).pathname.split('/');
  const { rows } = await pool.query(
    'SELECT targets.body AS target, results.body FROM catalog.targets JOIN catalog.results USING (host) WHERE host = $1',
    [host],
  );
  return new Response(rows[0]?.body);
}
