/**
 * A process of the bench: serves the all-passing demo site, under every name that it is called by, and counts what it is
 * asked. Talks over IPC.
 */
import { ready } from '../demo/ready/index.ts';
import { serveDemo } from '../demo/server.ts';
import type { DemoSite, Handler } from '../demo/site.ts';
import { TEST_CERT, TEST_KEY } from '../testing/tls.ts';

/** What the process is told to do, as its argument. */
export interface SiteOrder {
  readonly latencyMs: number;
  readonly http2: boolean;
}

/** What it says when it is up. */
export interface SiteUp {
  readonly url: string;
}

/** What it says when it is asked: how many requests it has answered since it was asked before. */
export interface SiteCount {
  readonly answered: number;
}

/** One site for each name, so that what a site says of itself names itself. */
function underAnyName(site: DemoSite): DemoSite {
  return {
    ...site,
    create(_, startedAt) {
      const handlers = new Map<string, Handler>();
      return (request) => {
        const { origin } = new URL(request.url);
        const handler = handlers.get(origin) ?? site.create(origin, startedAt);
        handlers.set(origin, handler);
        return handler(request);
      };
    },
  };
}

const order = JSON.parse(process.argv[2] ?? '{}') as SiteOrder;
let answered = 0;
const demo = await serveDemo(underAnyName(ready), {
  latencyMs: order.latencyMs,
  ...(order.http2 ? { tls: { key: TEST_KEY, cert: TEST_CERT } } : {}),
  onExchange: () => {
    answered += 1;
  },
});
process.on('message', () => {
  process.send?.({ answered } satisfies SiteCount);
  answered = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: demo.url } satisfies SiteUp);
