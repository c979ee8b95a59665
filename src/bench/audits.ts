/** Audits of the all-passing demo site, each in a process of its own, the site in another. */
import type { AuditorOrder, AuditorReport } from './auditor.ts';
import type { BenchRun, Measured } from './figures.ts';
import { median, table } from './measure.ts';
import { messageOf, start } from './processes.ts';
import type { SiteCount, SiteOrder, SiteUp } from './site.ts';

const LATENCIES = [0, 50, 100] as const;
const RUNS = { times: 5, warmUps: 2 };

/** What is aimed at (issue: "How well"). */
const AIMS =
  'Aims: at most 90 requests, 13 x latency over HTTP/1.1 with 8 connections, 6 x over HTTP/2, 150 ms at no latency, 200 MiB.';

/** Measures one row. */
async function measureAudit(
  site: SiteOrder,
  runs: typeof RUNS,
): Promise<AuditorReport & { readonly served: number }> {
  const server = start('./site.ts', site);
  try {
    const { url } = await messageOf<SiteUp>(server);
    const order: AuditorOrder = { url, ...runs };
    const report = await messageOf<AuditorReport>(start('./auditor.ts', order));
    server.send('count');
    const { answered } = await messageOf<SiteCount>(server);
    // Audits and floors send the same requests equally often.
    return { ...report, served: answered / (2 * (order.times + order.warmUps)) };
  } finally {
    server.disconnect();
  }
}

export async function measureAudits({ onRow, smallest }: BenchRun): Promise<Measured> {
  const runs = smallest ? { times: 1, warmUps: 0 } : RUNS;
  const figures: Record<string, number> = {};
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
  for (const http of ['HTTP/1.1', 'HTTP/2']) {
    for (const latencyMs of smallest ? [LATENCIES[0]] : LATENCIES) {
      const name = `${http}, ${latencyMs} ms`;
      onRow(name);
      const { walls, floors, score, requests, served, distinct, peakBytes } = await measureAudit(
        { latencyMs, http2: http === 'HTTP/2' },
        runs,
      );
      const wall = median(walls);
      const floor = median(floors);
      const peak = peakBytes / 1024 ** 2;
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
        peak.toFixed(0),
      ]);
      // Those of the greatest latency stand: of an audit without any only what the machine does beside it.
      Object.assign(figures, {
        [`${http}, requests`]: requests,
        [`${http}, x floor`]: wall / floor,
        [`${http}, MiB`]: peak,
      });
    }
  }
  return {
    text: `${table(rows)}${AIMS}\nwall: median of ${runs.times}, warm. floor: the same requests sent all at once with undici, without an auditor.\n`,
    figures,
  };
}
