/**
 * Runs a composite action on this machine as its file has it: its commands in bash, in their order, with the files that a
 * runner gives them. What other actions do is given by the test.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import * as z from 'zod';
import { filled, runStep, type Step, stepSchema } from './workflow.ts';

const actionSchema = z.object({
  inputs: z.record(
    z.string(),
    z.object({ default: z.string().default(''), required: z.boolean().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({ steps: z.array(stepSchema) }),
});

/** What another action would do, with its inputs filled in. */
export type Used = (given: Readonly<Record<string, string>>) => void;

interface CompositeOptions {
  readonly inputs: Readonly<Record<string, string>>;
  /** The checkout. */
  readonly cwd: string;
  /** Of the machine and the event: what a runner sets beside its files. */
  readonly env: Readonly<Record<string, string>>;
  /** The event, as the runner writes it into a file. */
  readonly event?: unknown;
  /** By the name of the action, without its commit. */
  readonly uses?: Readonly<Record<string, Used>>;
}

export interface CompositeRun {
  /** Of the step that failed first; 0 where none did. */
  readonly code: number | null;
  readonly log: string;
  /** What the steps wrote into the summary of the run. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** What ran, by its name: a step's, or that of the action that it uses. */
  readonly ran: readonly string[];
}

/**
 * @param file action.yml
 * @throws Error for an action that the test gives nothing for, and for an input that is missing or that there is not
 */
export async function runComposite(file: string, options: CompositeOptions): Promise<CompositeRun> {
  const { inputs, outputs, runs } = actionSchema.parse(load(readFileSync(file, 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  const files = { GITHUB_STEP_SUMMARY: join(folder, 'summary'), GITHUB_EVENT_PATH: join(folder, 'event') };
  writeFileSync(files.GITHUB_STEP_SUMMARY, '');
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(options.event ?? {}));
  // The same for all runs, as on the machines of GitHub: the cache knows what it keeps by its path.
  const temporary = options.env.RUNNER_TEMP ?? join(folder, 'temp');
  mkdirSync(temporary, { recursive: true });
  const env = { RUNNER_TEMP: temporary, ...files, GITHUB_ACTION_PATH: dirname(file), ...options.env };

  const known: Record<string, string> = { 'runner.temp': temporary };
  for (const [name, { default: usual, required }] of Object.entries(inputs)) {
    if (required === true && options.inputs[name] === undefined)
      throw new Error(`The input ${name} is missing.`);
    known[`inputs.${name}`] = options.inputs[name] ?? usual;
  }
  for (const name of Object.keys(options.inputs))
    if (inputs[name] === undefined) throw new Error(`The action has no input ${name}.`);

  let code: number | null = 0;
  let log = '';
  const ran: string[] = [];
  const fill = (text: string) => filled(text, known, '');
  for (const step of runs.steps) {
    if (!isDue(step.if, code === 0, known)) continue;
    const [action = ''] = step.uses?.split('@') ?? [];
    ran.push(step.name ?? action);
    if (step.uses !== undefined) {
      const used = options.uses?.[action];
      if (used === undefined) throw new Error(`The test gives nothing for the action ${action}.`);
      used(Object.fromEntries(Object.entries(step.with).map(([key, value]) => [key, fill(String(value))])));
      continue;
    }
    const own: Step = { ...step, env: mapped(step.env, fill) };
    const cwd = join(options.cwd, fill(step['working-directory'] ?? '.'));
    const done = await runStep(step.run ?? '', own, cwd, known, env);
    if (code === 0) code = done.code;
    log += done.log;
    for (const [key, value] of done.outputs) known[`steps.${step.id}.outputs.${key}`] = value;
  }
  return {
    code,
    log,
    ran,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    outputs: mapped(
      mapped(outputs, ({ value }) => value),
      fill,
    ),
  };
}

function mapped<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** Conditions of comparisons with `&&`, of which any of several, with `||`, is enough. Without `always()` no step may have failed. */
function isDue(condition: string | undefined, ok: boolean, known: Readonly<Record<string, string>>): boolean {
  if (condition === undefined) return ok;
  const always = condition.includes('always()');
  const holds = (term: string): boolean => {
    if (term === 'always()') return true;
    const [, name = '', operator, value] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(term) ?? [];
    if (operator === undefined) throw new Error(`The test knows no condition as: ${term}`);
    return ((known[name] ?? '') === value) === (operator === '==');
  };
  return (
    (always || ok) &&
    condition.split(' || ').some((part) => part.split(' && ').every((term) => holds(term.trim())))
  );
}
