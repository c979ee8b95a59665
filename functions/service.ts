/** The only Netlify function of the site. The build bundles its code, `src/app/netlify.ts`. */
import type { Config, Context } from '@netlify/functions';

/** The URL of the bundle. Its relative path is the same here and on Netlify (`included_files` in `netlify.toml`). */
const BUNDLE = new URL('../dist/service/function.mjs', import.meta.url).href;

export default async function service(request: Request, context: Context): Promise<Response> {
  const { handle } = (await import(BUNDLE)) as typeof import('../src/app/netlify.ts');
  return handle(request, context);
}

// Netlify reads this object without running the code, so it has only literals. The service's own rate limit is lower.
export const config: Config = {
  path: ['/mcp', '/oauth2/token', '/audit', '/score/*', '/catalog/*', '/sitemap/*', '/health', '/metrics'],
  preferStatic: true,
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
