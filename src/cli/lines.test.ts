/** Every line of `--output jsonl` matches the schema of `schema events`, for every command and every outcome. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, smallSite } from '../testing/cli.ts';
import { schemaErrors } from '../testing/documents.ts';
import { scratchFolder, shared } from '../testing/shared.ts';
import type { CommandName } from './examples.ts';

const folder = scratchFolder('lines');
const site = shared(await smallSite());
const card = join(folder, 'card.json');
writeFileSync(card, (await runCli([site.url, '--only', 'robots', '--json'])).stdout);

/** Checks that all lines are valid, and returns the `event` of each line, or its `kind` if it has no event. */
function linesOf(text: string, what: string): (string | undefined)[] {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event?: string; kind?: string });
  for (const line of lines) {
    expect(schemaErrors('events', line), `${what}: ${JSON.stringify(line).slice(0, 200)}`).toEqual([]);
  }
  return lines.map(({ event, kind }) => event ?? kind);
}

/** Runs of each command; empty for commands that print the same in every format. A new command needs an entry. */
const RUNS: Readonly<Record<CommandName, readonly (() => readonly string[])[]>> = {
  audit: [
    () => [site.url, '--only', 'robots,llms-txt'],
    () => [site.url, '--only', 'robots', '--dry-run'],
    () => [site.url, '--only', 'llms-txt', '--fail-under', '100'],
    () => [site.url, '--only', 'robots', '--timeout', '0.1'],
    () => ['http://127.0.0.1:9'],
  ],
  fix: [() => ['fix', card], () => ['fix', join(folder, 'none.json')], () => ['fix', site.url]],
  explain: [() => ['explain', 'robots'], () => ['explain', 'nope']],
  checks: [() => ['checks'], () => ['checks', '--limit', '1'], () => ['checks', '--limit', '0']],
  compare: [() => ['compare', card, card], () => ['compare', card, join(folder, 'none.json')]],
  examples: [() => ['examples']],
  skill: [() => ['skill'], () => ['skill', 'nope']],
  'skill install': [
    () => ['skill', 'install', '--all', '--dry-run', '--dir', folder],
    () => ['skill', 'install', '--dir', '/dev/null'],
  ],
  'skill update': [() => ['skill', 'update', '--dir', folder]],
  schema: [],
  help: [],
};

describe('lines of --output jsonl', () => {
  it.each(Object.entries(RUNS).filter(([, runs]) => runs.length > 0))(
    'match the schema for %s',
    async (_, runs) => {
      for (const run of runs) {
        const { stdout, stderr, code } = await runCli([...run(), '--jsonl']);
        const what = run().join(' ');
        const said = [...linesOf(stdout, what), ...linesOf(stderr, what)];
        expect(said.length, what).toBeGreaterThan(0);
        expect(said.includes('error'), what).toBe(code !== 0);
      }
    },
  );
});
