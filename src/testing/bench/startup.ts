/** How long the command line takes to print its help, next to a bare Node in the same run. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from '../../site/command-line/bundle.ts';
import type { BenchRun, Measured } from './figures.ts';
import { median, table } from './measure.ts';

const TIMES = 15;

export async function measureStartup({ smallest }: BenchRun): Promise<Measured> {
  const times = smallest ? 1 : TIMES;
  const folder = await mkdtemp(join(tmpdir(), 'bench-startup-'));
  try {
    await buildCli(folder);
    const bare: number[] = [];
    const packed: number[] = [];
    // The first start of each fills its cache. They take turns, so other work on the machine slows both.
    for (let i = 0; i <= times; i++) {
      const walls = [startMs(['-e', '0']), startMs([join(folder, 'cli.js'), '--help'])] as const;
      if (i === 0) continue;
      bare.push(walls[0]);
      packed.push(walls[1]);
    }
    const x = median(packed) / median(bare);
    const rows = [
      ['start', 'ms', 'x bare node'],
      ['node -e 0', median(bare).toFixed(0), ''],
      ['--help, as it is packed', median(packed).toFixed(0), x.toFixed(1)],
    ];
    return {
      text: `${table(rows)}Aim: at most 1.5 times a bare node. Medians of ${times}.\n`,
      figures: { '--help, as it is packed, x bare node': x },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function startMs(argv: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
