/** The service on Netlify: its files, its store, its context. What `functions/service.ts` runs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { consoleLog } from '../service/log.ts';
import { once } from '../service/once.ts';
import { deployedFiles } from '../service/published.ts';
import { previewSettings, settingsOf } from '../service/settings.ts';
import { openService } from './service.ts';
import { placesOf } from './store.ts';

/** Where `included_files` of netlify.toml are: beside the function on the platform, in the repository elsewhere. */
const ROOT = process.env.LAMBDA_TASK_ROOT ?? process.cwd();

/**
 * The call in whose course something is done. The platform ends a call when its answer has been sent, or its stream cut, and
 * the work is done that it was told of by `waitUntil`, within the 60 s of a function.
 */
const calls = new AsyncLocalStorage<Context>();
const open = (published: boolean) => {
  const own = settingsOf(process.env);
  const settings = published ? own : previewSettings(own);
  return openService({
    site: join(ROOT, 'dist/site'),
    ...placesOf(settings, consoleLog, {
      store: async () => {
        const { blobStore, deployStore } = await import('../service/blobs.ts');
        return published ? blobStore('service') : deployStore('service');
      },
      published: deployedFiles(),
    }),
    settings,
    log: consoleLog,
    later: (work) => calls.getStore()?.waitUntil(work),
  });
};
const production = once(() => open(true));
const preview = once(() => open(false));

/**
 * Whether the running deploy is the one that is public at the site's main address. `netlify dev` names no deploy and counts as
 * published: its stores are emulated on the operator's machine. Any other context without a deploy does not.
 */
function isPublished({ deploy }: Context): boolean {
  if (process.env.NETLIFY_DEV === 'true') return true;
  return deploy?.context === 'production' && deploy.published;
}

/** Answers one request. */
export function handle(request: Request, context: Context): Promise<Response> {
  return calls.run(context, async () => {
    const service = await (isPublished(context) ? production : preview)();
    return service(request, context.ip);
  });
}
