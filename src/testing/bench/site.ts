/** A process of the bench: serves the all-passing demo site under every host name. */
import { ready } from '../../app/demo/ready/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import type { DemoSite, Handler } from '../../app/demo/site.ts';
import { TEST_CERT, TEST_KEY } from '../tls.ts';
import { orderOf } from './measure.ts';

export interface SiteOrder {
  readonly latencyMs: number;
  readonly http2: boolean;
}

export interface SiteUp {
  readonly url: string;
}

/** One site per host name: the site's documents contain its own name. */
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

const { latencyMs, http2 } = orderOf<SiteOrder>();
const { url } = await serveDemo(underAnyName(ready), {
  latencyMs,
  ...(http2 ? { tls: { key: TEST_KEY, cert: TEST_CERT } } : {}),
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url } satisfies SiteUp);
