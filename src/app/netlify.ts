/** The service on Netlify: its files, its store, its context. What `functions/service.ts` runs. */
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { blobStore } from '../service/blobs.ts';
import { consoleLog } from '../service/log.ts';
import { once } from '../service/once.ts';
import { deployedFiles } from '../service/published.ts';
import { settingsOf } from '../service/settings.ts';
import { openService } from './service.ts';

/** Where `included_files` of netlify.toml are: beside the function on the platform, in the repository elsewhere. */
const ROOT = process.env.LAMBDA_TASK_ROOT ?? process.cwd();

/** Work that is not done yet when its answer is there; the latest call's platform waits for it. */
let waitUntil: Context['waitUntil'] = () => undefined;
const opened = once(() =>
  openService({
    site: join(ROOT, 'dist/site'),
    published: deployedFiles(),
    store: blobStore('service'),
    settings: settingsOf(process.env),
    log: consoleLog,
    later: (work) => waitUntil(work),
  }),
);

/** Answers one request. */
export async function handle(request: Request, context: Context): Promise<Response> {
  waitUntil = (work) => context.waitUntil(work);
  const answer = await opened();
  return answer(request, context.ip);
}
