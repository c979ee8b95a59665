/**
 * A process of the bench: serves the all-passing demo site, and counts what it is asked. Talks over IPC.
 */
import { ready } from '../demo/ready/index.ts';
import { serveDemo } from '../demo/server.ts';
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

const order = JSON.parse(process.argv[2] ?? '{}') as SiteOrder;
let answered = 0;
const demo = await serveDemo(ready, {
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
