/**
 * Serves the demo sites under fixed names. Their ports on this machine change with each start, so scorecards of local addresses
 * could not be compared. Instead, each site calls itself `https://<name>.demo`, and audits connect to its port.
 */

import type { Places } from '../audit/io/source.ts';
import { DEMO_SITES } from './demo/index.ts';
import { serveDemo } from './demo/server.ts';
import type { DemoSite } from './demo/site.ts';

export function demoHost({ name }: DemoSite): string {
  return `${name}.demo`;
}

export interface ServedDemos extends AsyncDisposable {
  /** The local address that audits connect to for each origin, such as `https://ready.demo`. */
  readonly places: Places;
}

const OWN_NAMES: ReadonlyMap<string, DemoSite> = new Map(DEMO_SITES.map((site) => [demoHost(site), site]));

/**
 * Serves demo sites. If one of them cannot be served, stops the others.
 * @param sites the sites by host name; by default each demo site as `<name>.demo`
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
