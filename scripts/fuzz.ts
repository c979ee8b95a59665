/** `npm run fuzz`: feeds hostile inputs to everything that reads hostile text, and keeps what breaks a promise as a case. */
import { parseArgs } from 'node:util';
import { counts, fuzz } from '../src/fuzz/run.ts';
import { TARGETS } from '../src/fuzz/targets/index.ts';

const NAMES = TARGETS.map(({ name }) => name);
const HELP = `Usage: npm run fuzz -- [--minutes N] [--only NAME,…] [--seed N]

Options:
  --minutes N   How long (default: 1)
  --only NAMES  Some targets (default: all): ${NAMES.join(', ')}
  --seed N      The inputs that were made with this number (default: the time)

What is found is written to src/fuzz/cases, where a test feeds it from then on. Exit code 1 says that something was found.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    only: { type: 'string', default: NAMES.join(',') },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const targets = values.only.split(',');
  const unknown = targets.filter((name) => !NAMES.includes(name));
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (unknown.length > 0 || !(minutes > 0) || !Number.isInteger(seed)) {
    process.stderr.write(HELP);
    process.exitCode = 2;
  } else {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    say(`seed ${seed}, ${minutes} minutes`);
    const { fed, cases } = await fuzz({ targets, seed, forMs: minutes * 60_000, say });
    process.stdout.write(`${counts(fed)}; ${cases.length} faults\n`);
    if (cases.length > 0) process.exitCode = 1;
  }
}
