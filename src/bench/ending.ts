/** What it costs that an audit runs in a process of its own, and how soon one that hangs is ended. */
import type { IsolatedOrder, IsolatedReport } from './isolated.ts';
import { median, table } from './measure.ts';
import { messageOf, start } from './processes.ts';
import type { SiteOrder, SiteUp } from './site.ts';

const TIMES = 9;

/** What is aimed at (issue: "An audit can always be ended"). */
const AIMS =
  'Aims: 150 ms for an audit in a process that is kept; ended 500 ms after the deadline, and after the caller has left.';

/** Both tables. `onRow` hears of what is measured. */
export async function endingTable(onRow: (what: string) => void): Promise<string> {
  const order: SiteOrder = { latencyMs: 0, http2: false };
  const server = start('./site.ts', order);
  try {
    const { url } = await messageOf<SiteUp>(server);
    onRow('audits here, in a process that is kept, and in a fresh one each; then some that hang');
    const report = await messageOf<IsolatedReport>(
      start('./isolated.ts', { url, times: TIMES } satisfies IsolatedOrder),
    );
    return `${costs(report)}\n${endings(report)}${AIMS}\n`;
  } finally {
    server.disconnect();
  }
}

function costs({ here, kept, fresh, peakFirst, peakLast }: IsolatedReport): string {
  const base = median(here);
  const mebibytes = (bytes: number) => (bytes === 0 ? '' : (bytes / 1024 ** 2).toFixed(0));
  const row = (name: string, walls: readonly number[], peak: number) => [
    name,
    median(walls).toFixed(0),
    (median(walls) / base).toFixed(1),
    mebibytes(peak),
  ];
  return table([
    ['audit of the all-passing site, no latency', 'ms', 'x here', 'peak MiB of the process'],
    row('in the process that asks, warm', here, 0),
    row('in a process that is kept, warm', kept, peakLast),
    row('in a fresh process, its start included', fresh, peakFirst),
  ]);
}

function endings({ overruns, leavings, stall }: IsolatedReport): string {
  const row = (name: string, values: readonly number[]) => [
    name,
    median(values).toFixed(0),
    Math.max(...values).toFixed(0),
  ];
  return table([
    ['an audit whose reader hangs', 'ms', 'worst'],
    row('ended after its deadline', overruns),
    row('ended after its caller has left', leavings),
    ['longest wait of anything else in the process that asks', '', stall.toFixed(0)],
  ]);
}
