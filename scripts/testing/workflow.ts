/**
 * Runs the jobs of a workflow on this machine as its file has them: their commands in bash, their artifacts as folders.
 * What needs the internet is left out: the checkout is a clone that the test has made, and packages are there already.
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { load } from 'js-yaml';
import * as z from 'zod';

/** A step of a job or of a composite action. */
export const stepSchema = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  'working-directory': z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  env: z.record(z.string(), z.coerce.string()).default({}),
});
const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.union([z.string(), z.array(z.string())]).default([]),
      strategy: z
        .object({ matrix: z.union([z.string(), z.record(z.string(), z.array(z.coerce.string()))]) })
        .optional(),
      outputs: z.record(z.string(), z.string()).default({}),
      steps: z.array(stepSchema),
    }),
  ),
});
export type Step = z.infer<typeof stepSchema>;

export interface JobRun {
  /** Whether no step failed. */
  readonly ok: boolean;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface JobOptions {
  /** The folder that the job works in. */
  readonly cwd: string;
  /** What the workflow's expressions stand for, by their text: `github.ref_name`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of the machine that runs it. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A matrix that a job has made, as far as ours go. */
const includeSchema = z.object({ include: z.array(z.record(z.string(), z.coerce.string())) });

/** A workflow of `.github/workflows`, with artifacts of its own. */
export class WorkflowRun {
  readonly #jobs: z.infer<typeof workflowSchema>['jobs'];
  readonly #artifacts = mkdtempSync(join(tmpdir(), 'artifacts-'));

  constructor(file: string) {
    const url = new URL(`../../.github/workflows/${file}`, import.meta.url);
    this.#jobs = workflowSchema.parse(load(readFileSync(url, 'utf8'))).jobs;
  }

  /** @throws Error for a job that there is not, and for an expression whose value the test has not given */
  async job(name: string, { cwd, values = {}, env = {} }: JobOptions): Promise<JobRun> {
    const job = this.#jobs[name];
    if (job === undefined) throw new Error(`The workflow has no job ${name}.`);
    const known: Record<string, string> = { ...values };
    let ok = true;
    let log = '';
    for (const step of job.steps) {
      if (!isDue(step.if, ok, known)) continue;
      if (step.uses !== undefined) this.#use(step.uses, step.with, cwd, known);
      else if (step.run !== undefined && !step.run.startsWith('npm ci')) {
        const ran = await runStep(step.run, step, cwd, known, env);
        ok &&= ran.code === 0;
        log += ran.log;
        for (const [key, value] of ran.outputs) known[`steps.${step.id}.outputs.${key}`] = value;
      }
    }
    const outputs = Object.entries(job.outputs).map(([key, value]) => [key, filled(value, known, '')]);
    return { ok, log, outputs: Object.fromEntries(outputs) };
  }

  /** Runs what a job needs; gives the values of each job of its matrix. */
  async matrixOf(
    name: string,
    checkout: (job: string) => string,
    options: Omit<JobOptions, 'cwd'>,
  ): Promise<readonly Readonly<Record<string, string>>[]> {
    const known: Record<string, string> = { ...options.values };
    for (const need of [this.#jobs[name]?.needs ?? []].flat()) {
      const { ok, log, outputs } = await this.job(need, { ...options, cwd: checkout(need) });
      if (!ok) throw new Error(log);
      for (const [key, value] of Object.entries(outputs)) known[`needs.${need}.outputs.${key}`] = value;
    }
    const entries = matrixEntries(this.#jobs[name]?.strategy?.matrix ?? {}, known);
    return entries.map((entry, i) => ({
      ...known,
      'strategy.job-index': `${i}`,
      'strategy.job-total': `${entries.length}`,
      ...Object.fromEntries(Object.entries(entry).map(([key, value]) => [`matrix.${key}`, value])),
    }));
  }

  #use(action: string, given: Step['with'], cwd: string, known: Readonly<Record<string, string>>): void {
    const field = (name: string) => filled(String(given[name] ?? ''), known);
    if (action.startsWith('actions/upload-artifact@')) {
      const to = join(this.#artifacts, field('name'));
      for (const pattern of field('path').split('\n').filter(Boolean)) {
        for (const path of globSync(pattern, { cwd })) {
          // Of a folder what is in it is kept, without the folder.
          const isFolder = statSync(join(cwd, path)).isDirectory();
          cpSync(join(cwd, path), isFolder ? to : join(to, basename(path)), { recursive: true });
        }
      }
    } else if (action.startsWith('actions/download-artifact@')) {
      const to = join(cwd, field('path'));
      if (given.name !== undefined) cpSync(join(this.#artifacts, field('name')), to, { recursive: true });
      else
        for (const name of globSync(field('pattern'), { cwd: this.#artifacts }))
          cpSync(join(this.#artifacts, name), join(to, name), { recursive: true });
    }
  }

  /** The files of each artifact. */
  artifacts(): Readonly<Record<string, readonly string[]>> {
    const names = readdirSync(this.#artifacts).toSorted();
    return Object.fromEntries(
      names.map((name) => [name, readdirSync(join(this.#artifacts, name)).toSorted()]),
    );
  }
}

/** One list, or what a job before has made. */
function matrixEntries(
  matrix: string | Readonly<Record<string, readonly string[]>>,
  known: Readonly<Record<string, string>>,
): readonly Readonly<Record<string, string>>[] {
  if (typeof matrix === 'string') return includeSchema.parse(JSON.parse(filled(matrix, known))).include;
  return Object.entries(matrix).flatMap(([key, values]) => values.map((value) => ({ [key]: value })));
}

/** `missing` is what an unknown value of a step that did not run becomes; without it such a value is an error. */
export function filled(template: string, known: Readonly<Record<string, string>>, missing?: string): string {
  return template.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = known[expression.replace(/^fromJSON\((.*)\)$/, '$1')] ?? missing;
    if (value === undefined) throw new Error(`The test gives no value for the expression: ${expression}`);
    return value;
  });
}

/** The conditions that our workflows use: `always()`, and that something is not empty. */
function isDue(condition: string | undefined, ok: boolean, known: Readonly<Record<string, string>>): boolean {
  if (condition === undefined) return ok;
  if (condition === 'always()') return true;
  const [, name] = /^([\w.-]+) != ''$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`The test knows no condition as: ${condition}`);
  return ok && (known[name] ?? '') !== '';
}

/** Runs the command of a step in bash, as the runner starts it. */
export async function runStep(
  script: string,
  { env: own, shell }: Step,
  cwd: string,
  known: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly log: string; readonly outputs: [string, string][] }> {
  const output = join(mkdtempSync(join(tmpdir(), 'step-')), 'output');
  writeFileSync(output, '');
  const step = Object.entries(own).map(([name, value]) => [name, filled(value, known)]);
  const flags = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const child = spawn('bash', [...flags, '-c', script], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      GITHUB_OUTPUT: output,
      ...env,
      ...Object.fromEntries(step),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const outputs = readFileSync(output, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return { code, log: out + err, outputs };
}
