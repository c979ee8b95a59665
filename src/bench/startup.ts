/** How long the command line takes to say what it can do, beside a bare Node in the same run. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median, table, timed } from './measure.ts';

const TIMES = 9;
const ROOT = new URL('../../', import.meta.url);

export async function startupTable(): Promise<string> {
  const commands: [name: string, argv: string[]][] = [
    ['node -e 0', ['-e', '0']],
    ['node scripts/audit.ts --help', [pathOf('scripts/audit.ts'), '--help']],
  ];
  const bundle = pathOf('dist/audit.js');
  if (existsSync(bundle)) commands.push(['node dist/audit.js --help', [bundle, '--help']]);
  const measured: number[] = [];
  for (const [, argv] of commands) {
    const run = () => {
      const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
    };
    measured.push(median(await timed(run, { times: TIMES, warmUps: 1 })));
  }
  const bare = measured[0] ?? 1;
  return table([
    ['start-up', 'ms', 'x bare node'],
    ...commands.map(([name], i) => {
      const ms = measured[i] ?? 0;
      return [name, ms.toFixed(0), (ms / bare).toFixed(1)];
    }),
  ]);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, ROOT));
}
