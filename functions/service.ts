/** The one Netlify function. The build bundles its code (`src/app/netlify.ts`). */
import type { Config, Context } from '@netlify/functions';

/** The same relative path here and on the platform (`included_files` in `netlify.toml`). */
const BUNDLE = new URL('../dist/service/function.mjs', import.meta.url).href;

export default async function service(request: Request, context: Context): Promise<Response> {
  const { handle } = (await import(BUNDLE)) as typeof import('../src/app/netlify.ts');
  return handle(request, context);
}

// Literals only: the platform reads this without running it. The service has its own, lower limit of reads.
export const config: Config = {
  path: ['/mcp', '/oauth2/token', '/audit', '/score/*', '/catalog/*', '/sitemap/*', '/health'],
  preferStatic: true,
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
