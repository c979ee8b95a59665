/** Every hostile site of the tests against the service, one at a time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lane, serviceLane } from '../testing/attack/lanes.ts';
import { faultsOf } from '../testing/attack/report.ts';
import { ATTACK_SITES } from '../testing/attack/sites.ts';
import { makeBundles } from './bundles.ts';
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';

const DEADLINES = { short: 3_000, long: 20_000 };

/** What is aimed at (issue 9: "How well"). */
const BOUNDS = { overMs: 500, mib: 300, healthMs: 100 } as const;
const AIMS = `Aims: ended ${BOUNDS.overMs} ms after its deadline at most, under ${BOUNDS.mib} MiB, health in ${BOUNDS.healthMs} ms, no fault.`;

interface Row {
  readonly name: string;
  readonly end: string;
  /** From the beginning to the answer, and what of it was after the deadline; durations are milliseconds. */
  readonly ms: number;
  readonly over: number;
  /** Peaks of the process that serves and of the one that audits, in MiB. */
  readonly own: number;
  readonly audits: number;
  /** The worst answer of `/health`. */
  readonly health: number;
  readonly faults: readonly string[];
}

export async function measureAttacks({ onRow, smallest }: BenchRun): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-attack-'));
  try {
    onRow('the build');
    const { site } = await makeBundles(folder);
    await using service = await serviceLane(() => DEADLINES, site);
    const rows: Row[] = [];
    for (const attack of smallest ? ATTACK_SITES.slice(0, 1) : ATTACK_SITES) {
      onRow(attack.name);
      await service.health();
      const row = await measure(service, attack);
      rows.push({ ...row, health: (await service.health()).worst });
    }
    const worst = (pick: (row: Row) => number) => Math.max(...rows.map(pick));
    return {
      text: `${tableOf(rows)}${faultsText(rows)}${AIMS}\n`,
      figures: {
        faults: rows.flatMap(({ faults }) => faults).length,
        'MiB, worst': worst(({ own, audits }) => Math.max(own, audits)),
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(lane: Lane, site: (typeof ATTACK_SITES)[number]): Promise<Row> {
  const { deadlineMs, ...report } = await lane.attack(site);
  const bounds = { ms: deadlineMs + BOUNDS.overMs, mib: BOUNDS.mib };
  return {
    name: site.name,
    end: report.end,
    ms: report.ms,
    over: Math.max(0, report.ms - deadlineMs),
    own: report.peaks.own,
    audits: report.peaks.started,
    health: 0,
    faults: faultsOf(report, site.expects, bounds),
  };
}

const whole = (value: number) => value.toFixed(0);

function tableOf(rows: readonly Row[]): string {
  const head = ['a site that', 'ends', 'ms', 'too late ms', 'MiB', 'of its audit', 'health ms'];
  return table([
    head,
    ...rows.map(({ name, end, ms, over, own, audits, health }) => [
      name.slice(0, 60),
      end.slice(0, 20),
      whole(ms),
      whole(over),
      whole(own),
      whole(audits),
      whole(health),
    ]),
  ]);
}

function faultsText(rows: readonly Row[]): string {
  const faults = rows.flatMap(({ name, faults: own }) => own.map((fault) => `${name}: ${fault}\n`));
  return `Faults: ${faults.length}\n${faults.join('')}`;
}
