/** Audits of the all-passing demo site next to a bare client that sends the same requests. Auditor and site have a process each. */
import type { AuditorOrder, AuditorReport } from './auditor.ts';
import type { BenchRun, Measured } from './figures.ts';
import { mebibytes, median, messageOf, start, table } from './measure.ts';
import type { SiteOrder, SiteUp } from './site.ts';

const LATENCIES = [0, 50, 100] as const;
const RUNS = { times: 5, warmUps: 2 };

const AIMS =
  'Aims: at most 90 requests, 13 x latency over HTTP/1.1 with 8 connections, 6 x over HTTP/2, 150 ms at no latency, 200 MiB.';

async function measureAudit(site: SiteOrder, runs: typeof RUNS): Promise<AuditorReport> {
  const server = start('./site.ts', site);
  try {
    const { url } = await messageOf<SiteUp>(server);
    return await messageOf(start('./auditor.ts', { url, ...runs } satisfies AuditorOrder));
  } finally {
    server.disconnect();
  }
}

export async function measureAudits({ onRow, smallest }: BenchRun): Promise<Measured> {
  const runs = smallest ? { times: 1, warmUps: 0 } : RUNS;
  const figures: Record<string, number> = {};
  const rows = [['an audit', 'score', 'requests', 'ms', 'x latency', 'bare ms', 'x bare', 'peak MiB']];
  for (const http of ['HTTP/1.1', 'HTTP/2']) {
    for (const latencyMs of smallest ? [LATENCIES[0]] : LATENCIES) {
      const name = `${http}, ${latencyMs} ms`;
      onRow(name);
      const report = await measureAudit({ latencyMs, http2: http === 'HTTP/2' }, runs);
      const wall = median(report.walls);
      const bare = median(report.bare);
      rows.push([
        name,
        String(report.score),
        String(report.requests),
        wall.toFixed(0),
        latencyMs === 0 ? '' : (wall / latencyMs).toFixed(1),
        bare.toFixed(0),
        (wall / bare).toFixed(1),
        mebibytes(report.peakBytes),
      ]);
      // The row with the greatest latency is recorded: without latency, other work on the machine decides.
      figures[`${http}, requests`] = report.requests;
      figures[`${http}, x bare`] = wall / bare;
      figures[`${http}, MiB`] = report.peakBytes / 1024 ** 2;
    }
  }
  return {
    text: `${table(rows)}${AIMS}\nMedians of ${runs.times}, warm. bare: the same requests sent all at once with undici.\n`,
    figures,
  };
}
