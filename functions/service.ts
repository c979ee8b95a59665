/**
 * The one Netlify function: MCP, live scorecards, the form that audits, the token stub, health. Its code is
 * src/app/netlify.ts, which the build has bundled.
 */
import type { Config, Context } from '@netlify/functions';

/** Beside this file's folder here and on the platform (netlify.toml, `included_files`). */
const BUNDLE = new URL('../dist/service/function.mjs', import.meta.url).href;

export default async function service(request: Request, context: Context): Promise<Response> {
  const { handle } = (await import(BUNDLE)) as typeof import('../src/app/netlify.ts');
  return handle(request, context);
}

// Plain literals only: the platform reads this without running it. A ceiling: the limit of reads is the service's own.
export const config: Config = {
  path: ['/mcp', '/oauth2/token', '/audit', '/score/*', '/health'],
  preferStatic: true,
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
