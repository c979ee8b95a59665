/** A process of the bench: audits one site again and again, then sends the same requests without any auditor. */
import { Client, type Dispatcher, Pool } from 'undici';
import { audit } from '../audit.ts';
import type { HttpRequest } from '../io/io.ts';
import { liveIo } from '../io/live.ts';
import { LIMITS } from '../limits.ts';
import { requestFor } from '../request.ts';
import { parseTarget } from '../target.ts';
import { TEST_CERT } from '../testing/tls.ts';
import { noting, sendAll } from './floor.ts';
import { timed } from './measure.ts';

/** What the process is told to do, as its argument. */
export interface AuditorOrder {
  readonly url: string;
  readonly times: number;
  readonly warmUps: number;
}

/** What it says when it is done. Durations are milliseconds, sizes bytes. */
export interface AuditorReport {
  readonly walls: readonly number[];
  /** The same requests sent at once, without an auditor. */
  readonly floors: readonly number[];
  readonly requests: number;
  readonly distinct: number;
  readonly peakBytes: number;
  readonly score: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as AuditorOrder;
const target = parseTarget(order.url);
let requests: HttpRequest[] = [];
let score = 0;

async function auditOnce(): Promise<void> {
  requests = [];
  const io = noting(
    liveIo({
      limits: LIMITS,
      network: 'auto',
      targetHost: target.hostname,
      resolver: 'http://127.0.0.1:9/',
      ca: [TEST_CERT],
    }),
    requests,
  );
  try {
    score = (await audit(requestFor(target), { io })).envelope.score_pct;
  } finally {
    await io.close();
  }
}

/** The same requests, all at once, over as many connections as the auditor may use. */
async function floor(): Promise<void> {
  const connect = { ca: TEST_CERT };
  const dispatcher: Dispatcher = target.origin.startsWith('https:')
    ? new Client(target.origin, { allowH2: true, pipelining: LIMITS.streams, connect })
    : new Pool(target.origin, { connections: LIMITS.perOrigin });
  await sendAll(dispatcher, requests);
  await dispatcher.close();
}

const walls = await timed(auditOnce, order);
const peakBytes = process.resourceUsage().maxRSS * 1024;
const report: AuditorReport = {
  walls,
  peakBytes,
  requests: requests.length,
  distinct: new Set(
    requests.map(({ method, url, headers, body }) => JSON.stringify([method, url, headers, body])),
  ).size,
  score,
  floors: await timed(floor, order),
};
process.send?.(report);
process.disconnect();
