/** A process of the bench: audits one site repeatedly, then sends the same requests without an auditor. */
import { Client, type Dispatcher, Pool } from 'undici';
import { audit } from '../../audit/audit.ts';
import type { HttpRequest } from '../../audit/io/io.ts';
import { liveIo } from '../../audit/io/live.ts';
import { requestFor } from '../../audit/request.ts';
import { parseTarget } from '../../audit/target.ts';
import { LIMITS } from '../../base/limits.ts';
import { TEST_CERT } from '../tls.ts';
import { orderOf, timed } from './measure.ts';

export interface AuditorOrder {
  readonly url: string;
  readonly times: number;
  readonly warmUps: number;
}

/** Durations are milliseconds. */
export interface AuditorReport {
  readonly walls: readonly number[];
  /** The same requests, sent at once by a bare client. */
  readonly bare: readonly number[];
  readonly requests: number;
  readonly peakBytes: number;
  readonly score: number;
}

const order = orderOf<AuditorOrder>();
const target = parseTarget(order.url);
let requests: HttpRequest[] = [];
let score = 0;

async function auditOnce(): Promise<void> {
  requests = [];
  const io = liveIo({
    limits: LIMITS,
    network: 'auto',
    targetHost: target.hostname,
    resolver: 'http://127.0.0.1:9/',
    ca: [TEST_CERT],
  });
  const send = io.send.bind(io);
  io.send = (request, signal) => {
    requests.push(request);
    return send(request, signal);
  };
  try {
    score = (await audit(requestFor(target), { io })).envelope.score_pct;
  } finally {
    await io.close();
  }
}

/** Sends the same requests at once, over as many connections as the auditor may use. */
async function sendAll(): Promise<void> {
  const connect = { ca: TEST_CERT };
  const dispatcher: Dispatcher = target.origin.startsWith('https:')
    ? new Client(target.origin, { allowH2: true, pipelining: LIMITS.streams, connect })
    : new Pool(target.origin, { connections: LIMITS.perOrigin });
  await Promise.all(
    requests.map(async ({ method, url, headers, body }) => {
      const { host, pathname, search } = new URL(url);
      const path = pathname + search;
      const all = ['host', host, ...headers.flat()];
      const response = await dispatcher.request({ method, path, headers: all, body: body ?? null });
      await response.body.bytes();
    }),
  );
  await dispatcher.close();
}

const walls = await timed(auditOnce, order);
const peakBytes = process.resourceUsage().maxRSS * 1024;
const bare = await timed(sendAll, order);
process.send?.({ walls, bare, peakBytes, requests: requests.length, score } satisfies AuditorReport);
process.disconnect();
