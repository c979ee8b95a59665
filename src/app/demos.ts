/**
 * The demo sites under fixed names. They use free ports of this machine, so their real addresses change, and scorecards with
 * these addresses could not be compared. So each site is created for `https://<name>.demo`, and only its connections go to
 * the real address.
 */

import type { Places } from '../audit/io/source.ts';
import { DEMO_SITES } from './demo/index.ts';
import { serveDemo } from './demo/server.ts';
import type { DemoSite } from './demo/site.ts';

/** Returns the host of a demo site in the catalog. */
export function demoHost({ name }: DemoSite): string {
  return `${name}.demo`;
}

export interface ServedDemos extends AsyncDisposable {
  /** Their real addresses, for an audit. */
  readonly places: Places;
}

const OWN_NAMES: ReadonlyMap<string, DemoSite> = new Map(DEMO_SITES.map((site) => [demoHost(site), site]));

/**
 * Serves demo sites; if one cannot be served, the others are stopped.
 * @param sites by host; default: all under their own names
 */
export async function serveNamedDemos(
  sites: ReadonlyMap<string, DemoSite> = OWN_NAMES,
): Promise<ServedDemos> {
  const tried = await Promise.allSettled(
    [...sites].map(async ([host, site]) => {
      const origin = `https://${host}`;
      const create: DemoSite['create'] = (_, startedAt) => site.create(origin, startedAt);
      return [origin, await serveDemo({ ...site, create })] as const;
    }),
  );
  const up = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => {
    await Promise.all(up.map(([, demo]) => demo.close()));
  };
  const failed = tried.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    [Symbol.asyncDispose]: stop,
    places: Object.fromEntries(up.map(([origin, { url }]) => [origin, url])),
  };
}
