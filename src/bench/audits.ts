/** Audits of the all-passing demo site, each in a process of its own, the site in another. */
import type { AuditorOrder, AuditorReport } from './auditor.ts';
import { median, table } from './measure.ts';
import { messageOf, start } from './processes.ts';
import type { SiteCount, SiteOrder, SiteUp } from './site.ts';

const LATENCIES = [0, 50, 100] as const;
const TIMES = 5;
const WARM_UPS = 2;

/** What is aimed at (issue: "How well"). */
const AIMS =
  'Aims: at most 90 requests, 13 x latency over HTTP/1.1 with 8 connections, 6 x over HTTP/2, 150 ms at no latency, 200 MiB.';

/** Measures one row. */
async function measureAudit(site: SiteOrder): Promise<AuditorReport & { readonly served: number }> {
  const server = start('./site.ts', site);
  try {
    const { url } = await messageOf<SiteUp>(server);
    const order: AuditorOrder = { url, times: TIMES, warmUps: WARM_UPS };
    const report = await messageOf<AuditorReport>(start('./auditor.ts', order));
    server.send('count');
    const { answered } = await messageOf<SiteCount>(server);
    // Audits and floors send the same requests equally often.
    return { ...report, served: answered / (2 * (order.times + order.warmUps)) };
  } finally {
    server.disconnect();
  }
}

/** The table of all rows. `onRow` hears of each as it is measured. */
export async function auditTable(onRow: (what: string) => void): Promise<string> {
  const rows: string[][] = [
    [
      'audit of the all-passing site',
      'score',
      'requests',
      'served',
      'distinct',
      'wall ms',
      'wall/latency',
      'floor ms',
      'wall/floor',
      'peak MiB',
    ],
  ];
  for (const http2 of [false, true]) {
    for (const latencyMs of LATENCIES) {
      const name = `${http2 ? 'HTTP/2' : 'HTTP/1.1'}, ${latencyMs} ms`;
      onRow(name);
      const { walls, floors, score, requests, served, distinct, peakBytes } = await measureAudit({
        latencyMs,
        http2,
      });
      const wall = median(walls);
      const floor = median(floors);
      rows.push([
        name,
        String(score),
        String(requests),
        served.toFixed(1),
        String(distinct),
        wall.toFixed(0),
        latencyMs === 0 ? '' : (wall / latencyMs).toFixed(1),
        floor.toFixed(0),
        (wall / floor).toFixed(1),
        (peakBytes / 1024 ** 2).toFixed(0),
      ]);
    }
  }
  return `${table(rows)}${AIMS}\nwall: median of ${TIMES}, warm. floor: the same requests sent all at once with undici, without an auditor.\n`;
}
