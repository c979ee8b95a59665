/**
 * The demo sites under names of their own. They are served on a free port of this machine, so that their addresses differ
 * from run to run; a scorecard that named these could not be compared with the one before. So each site is made for
 * `https://<name>.demo`, and only its connections are led to where it is served.
 */
import { DEMO_SITES } from '../demo/index.ts';
import { type ServedDemo, serveDemo } from '../demo/server.ts';
import type { DemoSite } from '../demo/site.ts';
import type { Io } from '../io/io.ts';
import { liveIo } from '../io/live.ts';
import type { Limits } from '../limits.ts';
import type { Target } from '../target.ts';

/** The host of a demo site in the catalog. */
export function demoHost({ name }: DemoSite): string {
  return `${name}.demo`;
}

/** Demo sites that are up. */
export interface ServedDemos extends AsyncDisposable {
  /** Their hosts, and where each is served. */
  readonly hosts: ReadonlyMap<string, string>;
  /** The way to a demo site, for an audit of it. */
  connect(target: Target): Io;
}

/** Every demo site under its own name. */
const OWN_NAMES: ReadonlyMap<string, DemoSite> = new Map(DEMO_SITES.map((site) => [demoHost(site), site]));

/**
 * Serves demo sites; when one cannot be served, none is left up.
 *
 * @param given.sites by the host under which each is found; all of them under their own names when left out
 */
export async function serveNamedDemos(given: {
  readonly limits: Limits;
  readonly resolver: string;
  readonly sites?: ReadonlyMap<string, DemoSite>;
}): Promise<ServedDemos> {
  const tried = await Promise.allSettled(
    [...(given.sites ?? OWN_NAMES)].map(async ([host, site]) => {
      const create: DemoSite['create'] = (_, startedAt) => site.create(`https://${host}`, startedAt);
      return [host, await serveDemo({ ...site, create })] as const;
    }),
  );
  const byHost = new Map(tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  const stop = async () => {
    await Promise.all([...byHost.values()].map((demo) => demo.close()));
  };
  const failed = tried.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    [Symbol.asyncDispose]: stop,
    hosts: new Map([...byHost].map(([host, { url }]) => [host, url])),
    connect: (target) => leadTo(byHost.get(target.name), target, given),
  };
}

/** An `Io` that finds `target` at the site that is served; no name under `.demo` is known to any resolver. */
function leadTo(
  demo: ServedDemo | undefined,
  target: Target,
  { limits, resolver }: { readonly limits: Limits; readonly resolver: string },
): Io {
  if (demo === undefined) throw new Error(`no demo site is named ${target.name}`);
  const inner = liveIo({ limits, network: 'auto', targetHost: '127.0.0.1', resolver });
  return {
    async send(request, signal) {
      if (!request.url.startsWith(target.url)) return inner.send(request, signal);
      const url = demo.url + request.url.slice(target.origin.length);
      return { ...(await inner.send({ ...request, url }, signal)), request };
    },
    dns: async (question) => ({ question, rcode: 'NXDOMAIN', answers: 0 }),
    wait: (ms, signal) => inner.wait(ms, signal),
    now: () => inner.now(),
    close: () => inner.close(),
  };
}
