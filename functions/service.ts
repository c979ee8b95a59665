/** The one Netlify function: MCP, live scorecards, the form that audits, the token stub (src/service, src/mcp). */
import { join } from 'node:path';
import type { Config, Context } from '@netlify/functions';
import { blobStore } from '../src/service/blobs.ts';
import { requestBeforeRetry } from '../src/service/dev-retry.ts';
import { consoleLog } from '../src/service/log.ts';
import { openService } from '../src/service/service.ts';
import { settingsOf } from '../src/service/settings.ts';

/** Where `included_files` of netlify.toml are: beside the function on the platform, in the repository elsewhere. */
const ROOT = process.env.LAMBDA_TASK_ROOT ?? process.cwd();

/** Under `netlify dev`. */
const IN_DEV = process.env.NETLIFY_DEV === 'true';

/** Work that is not done yet when its answer is there; the latest call's platform waits for it. */
let waitUntil: Context['waitUntil'] = () => undefined;
let opened: ReturnType<typeof openService> | undefined;

export default async function service(request: Request, context: Context): Promise<Response> {
  waitUntil = (work) => context.waitUntil(work);
  opened ??= openService({
    site: join(ROOT, 'dist/site'),
    store: blobStore('service'),
    settings: settingsOf(process.env),
    log: consoleLog,
    later: (work) => waitUntil(work),
  });
  // A site that cannot be opened now may be there for the next call.
  opened.catch(() => {
    opened = undefined;
  });
  const answer = await opened;
  return answer(IN_DEV ? requestBeforeRetry(request) : request, context.ip);
}

// Plain literals only: the platform reads this without running it. The limit is that of src/service/settings.ts.
export const config: Config = {
  path: ['/mcp', '/oauth2/token', '/audit', '/score/*', '/health'],
  preferStatic: true,
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
