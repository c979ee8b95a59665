/** The scheduled run over many hosts of this machine, in a process of its own, the hosts in another. */
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';
import { messageOf, start } from './processes.ts';
import { measureQueue } from './queue.ts';
import type { RunnerOrder, RunnerReport } from './runner.ts';
import type { SiteUp } from './site.ts';

const LATENCY_MS = 50;
const NOTE_AFTER = 100;
/** Enough of them that a row takes some seconds; the last one shows whether memory stays flat. */
const ROWS = [
  { atOnce: 1, targets: 20 },
  { atOnce: 10, targets: 100 },
  { atOnce: 50, targets: 400 },
] as const;

export async function measureRuns(run: BenchRun): Promise<Measured> {
  const { onRow, smallest } = run;
  let figures = {};
  let alone: number | undefined;
  const rows = [
    ['audits at a time', 'targets', 'failed', 'audits/s', 'CPU ms each', `MiB at ${NOTE_AFTER}`, 'peak MiB'],
  ];
  for (const { atOnce, targets } of smallest ? [{ atOnce: 2, targets: 2 }] : ROWS) {
    onRow(`${targets} targets, ${atOnce} at a time`);
    const report = await measureRun({ atOnce, targets, noteAfter: NOTE_AFTER, keepRecordings: true });
    const { wall, cpu, failed, peakThen, peak } = report;
    alone ??= cpu / targets;
    rows.push([
      String(atOnce),
      String(targets),
      String(failed),
      ((targets * 1000) / wall).toFixed(1),
      (cpu / targets).toFixed(0),
      peakThen === 0 ? '' : mebibytes(peakThen),
      mebibytes(peak),
    ]);
    // The last row, which has the most audits at a time, is the one that stands.
    figures = {
      failed,
      'CPU of an audit, x one at a time': cpu / targets / alone,
      'peak MiB': peak / 1024 ** 2,
    };
  }
  const text = `${table(rows)}Each host is the all-passing demo site, with ${LATENCY_MS} ms of latency; all are served by one process on the same machine.
Results and recordings are stored as in the scheduled run.\n`;
  const queue = await measureQueue(run);
  return { text: `${text}\n${queue.text}`, figures: { ...figures, ...queue.figures } };
}

async function measureRun(order: Omit<RunnerOrder, 'url'>): Promise<RunnerReport> {
  const server = start('./site.ts', { latencyMs: LATENCY_MS, http2: false });
  try {
    const { url } = await messageOf<SiteUp>(server);
    return await messageOf<RunnerReport>(start('./runner.ts', { url, ...order } satisfies RunnerOrder));
  } finally {
    server.disconnect();
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
