/** The built site on loopback as Netlify serves it, with a service of its own. */
import { createServer, type RequestListener } from 'node:http';
import { siteListener } from '../../app/preview/listener.ts';
import { openService, type ServiceOptions } from '../../app/service.ts';
import { memoryStore } from '../../service/store.ts';
import { listen, type TestServer } from '../../testing/servers.ts';

/** What tests set differently; by default any network may be audited, and nothing is logged. */
export interface ServeOptions extends Partial<Omit<ServiceOptions, 'site'>> {
  /** The address of the caller of each request, in place of that of the connection. */
  readonly caller?: () => string;
}

/** Serves `folder` on a free port; `await using` stops it. */
export async function serveBuilt(folder: string, options: ServeOptions = {}): Promise<TestServer> {
  const server = createServer(await builtSiteListener(folder, options));
  // A test that validates pages keeps this process busy for longer than the usual five seconds; a connection must not be
  // closed just when the test uses it again.
  server.keepAliveTimeout = 60_000;
  return listen(server, 'http');
}

/** Answers as Netlify does. */
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
