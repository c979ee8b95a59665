/** Runs every section of `npm run bench` at its smallest size: each works, and measures every recorded figure. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { recorded } from './figures.ts';

const BENCH = resolve(import.meta.dirname, '../../../scripts/bench.ts');
const run = promisify(execFile);
/** A section that builds the site takes half a minute alone, and five minutes next to other nightly tests. */
const MOST_MS = 900_000;

it.each(Object.entries(recorded()))(
  '%s',
  async (section, figures) => {
    const { stdout } = await run(process.execPath, [BENCH, '--smallest', section]);
    for (const name of Object.keys(figures)) {
      const value = stdout.split(`\n${name}: `)[1]?.split('\n')[0];
      expect(Number(value), name).not.toBeNaN();
    }
  },
  MOST_MS,
);
