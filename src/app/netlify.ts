/** Runs the service on Netlify: `functions/service.ts` calls `handle` for each request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { consoleLog } from '../service/log.ts';
import { once } from '../service/once.ts';
import { deployedFiles } from '../service/published.ts';
import { previewSettings, settingsOf } from '../service/settings.ts';
import { openService } from './service.ts';
import { placesOf } from './store.ts';

/** The folder with netlify.toml's `included_files`: on Netlify the folder of the deployed function, otherwise the repository. */
const ROOT = process.env.LAMBDA_TASK_ROOT ?? process.cwd();

/** The Netlify context of the current request. Its `waitUntil` lets work continue after the response, up to 60 s in all. */
const calls = new AsyncLocalStorage<Context>();
const open = (published: boolean) => {
  const ownSettings = settingsOf(process.env);
  const settings = published ? ownSettings : previewSettings(ownSettings);
  return openService({
    site: join(ROOT, 'dist/site'),
    ...placesOf(settings, consoleLog, {
      store: async () => {
        const { blobStore, deployStore, SERVICE_STORE } = await import('../service/blobs.ts');
        return published ? blobStore(SERVICE_STORE) : deployStore(SERVICE_STORE);
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

/** Returns whether this deploy is the public site. `netlify dev` has no deploy and counts as public. */
function isPublished({ deploy }: Context): boolean {
  if (process.env.NETLIFY_DEV === 'true') return true;
  return deploy?.context === 'production' && deploy.published;
}

export function handle(request: Request, context: Context): Promise<Response> {
  return calls.run(context, async () => {
    const service = await (isPublished(context) ? production : preview)();
    return service(request, context.ip);
  });
}
