/** The built site on loopback as Netlify serves it, with its own service. */
import { createServer, type RequestListener } from 'node:http';
import { siteListener } from '../../app/preview/listener.ts';
import { openService, type ServiceOptions } from '../../app/service.ts';
import { memoryStore } from '../../service/store.ts';
import { listen, type TestServer } from '../../testing/servers.ts';

/** Options of tests; by default any network may be audited, and nothing is logged. */
export interface ServeOptions extends Partial<Omit<ServiceOptions, 'site'>> {
  /** Returns the caller's address for the next request. Default: the address of the connection. */
  readonly caller?: () => string;
}

/** Serves `folder` on a free port; `await using` stops it. */
export async function serveBuilt(folder: string, options: ServeOptions = {}): Promise<TestServer> {
  const server = createServer(await builtSiteListener(folder, options));
  // Validating pages blocks this process for longer than the usual five seconds.
  server.keepAliveTimeout = 60_000;
  return listen(server, 'http');
}

export async function builtSiteListener(
  folder: string,
  { caller, ...options }: ServeOptions = {},
): Promise<RequestListener> {
  const answer = await openService({
    site: folder,
    store: memoryStore(),
    settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
    log: () => undefined,
    later: () => undefined,
    ...options,
  });
  return siteListener({
    folder,
    answer: caller === undefined ? answer : (request) => answer(request, caller()),
  });
}
