/** How long the command line takes to say what it can do, beside a bare Node in the same run. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCli } from '../site/command-line/bundle.ts';
import type { BenchRun, Measured } from './figures.ts';
import { median, table } from './measure.ts';

const TIMES = 15;
const SCRIPTS = resolve(import.meta.dirname, '../../scripts');
/** As `npm run audit` calls it. */
const SOURCES = [
  '--import',
  pathToFileURL(resolve(SCRIPTS, '../src/compile-cache.js')).href,
  join(SCRIPTS, 'audit.ts'),
];

export async function measureStartup({ smallest }: BenchRun): Promise<Measured> {
  const times = smallest ? 1 : TIMES;
  const folder = await mkdtemp(join(tmpdir(), 'bench-startup-'));
  try {
    await buildCli(folder);
    const commands = [
      { name: 'node -e 0', argv: ['-e', '0'], walls: [] as number[] },
      { name: '--help, as it is packed', argv: [join(folder, 'cli.js'), '--help'], walls: [] },
      { name: '--help, from the sources', argv: [...SOURCES, '--help'], walls: [] },
    ];
    // The first start of each fills its cache. They run in turns, so that what else the machine does meets all.
    for (let i = 0; i <= times; i++) {
      for (const { argv, walls } of commands) {
        const ms = startOf(argv);
        if (i > 0) walls.push(ms);
      }
    }
    const bare = median(commands[0]?.walls ?? []);
    const figures: Record<string, number> = {};
    const rows = commands.map(({ name, walls }) => {
      const ms = median(walls);
      if (ms !== bare) figures[`${name}, x bare node`] = ms / bare;
      return [name, ms.toFixed(0), (ms / bare).toFixed(1)];
    });
    return {
      text: `${table([['start', 'ms', 'x bare node'], ...rows])}Aim: at most 1.5 times a bare node, as it is packed. Medians of ${times}.\n`,
      figures,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds that a process of Node takes. */
function startOf(argv: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
