/** Runs the commands of steps on this machine as their file has them, in bash. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
export type Step = z.infer<typeof stepSchema>;

/** `missing` is what an unknown value of a step that did not run becomes; without it such a value is an error. */
export function filled(template: string, known: Readonly<Record<string, string>>, missing?: string): string {
  return template.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = known[expression.replace(/^fromJSON\((.*)\)$/, '$1')] ?? missing;
    if (value === undefined) throw new Error(`The test gives no value for the expression: ${expression}`);
    return value;
  });
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
