/** Runs the audit and reports its result. It does not fail: the last step of the action does. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, lines, output, say } from './runner.ts';

/** The maximum size of a step's summary, in bytes (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). */
const MAX_SUMMARY = 1024 * 1024;

const folder = env('FOLDER');
const base = join(folder, 'base/scorecard.json');
const reports = {
  json: join(folder, 'reports/scorecard.json'),
  md: join(folder, 'reports/report.md'),
  sarif: join(folder, 'reports/report.sarif'),
  junit: join(folder, 'reports/report.xml'),
  github: join(folder, 'reports/annotations.txt'),
  comment: join(folder, 'reports/comment.md'),
};

const [program = '', ...words] = JSON.parse(env('COMMAND')) as string[];
const hasBase = existsSync(base);
const code = run(auditArguments());
output('exit-code', String(code));
output('gate', code === 0 ? 'passed' : code === 1 ? 'failed' : 'none');
for (const [name, path] of Object.entries(reports)) {
  if (name !== 'github' && existsSync(path)) output(name, path);
}
const { relative, global } = scores();
output('relative', relative);
output('global', global);
// Later pull requests are compared only with a complete verdict on the site, good or bad.
if (code <= 1 && relative !== '') {
  copyFileSync(reports.json, base);
  output('base', base);
}
if (env('ANNOTATIONS') === 'true' && existsSync(reports.github)) {
  process.stdout.write(readFileSync(reports.github));
}
if (env('SUMMARY') === 'true') summarize();

/** Runs the command line. Returns its exit code. */
function run(args: readonly string[]): number {
  const { error, status } = spawnSync(program, [...words, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) {
    say('error', `The command line could not be started: ${error.message}.`);
    return 2;
  }
  return status ?? 70;
}

function auditArguments(): readonly string[] {
  if (env('GITHUB_BASE_REF') !== '' && !hasBase) {
    process.stdout.write('There is no result of the base branch to compare with.\n');
  }
  const option = (flag: string, value: string) => (value === '' ? [] : [flag, value]);
  return [
    ...(env('TARGET') === '' ? [] : [env('TARGET')]),
    ...option('--config', env('CONFIG')),
    ...option('--baseline', hasBase ? base : env('BASELINE')),
    ...option('--fail-on', env('FAIL_ON')),
    ...Object.entries(reports).flatMap(([format, path]) => ['--output-file', `${format}=${path}`]),
    '--no-interactive',
    ...lines('ARGS'),
  ];
}

/** Returns the scores of the target; empty texts if there is no verdict. */
function scores(): { readonly relative: string; readonly global: string } {
  const none = { relative: '', global: '' };
  if (!existsSync(reports.json)) return none;
  const document = JSON.parse(readFileSync(reports.json, 'utf8')) as {
    scorecard?: { score?: { relative?: number; global?: number } };
  };
  const score = document.scorecard?.score;
  return score === undefined ? none : { relative: String(score.relative), global: String(score.global) };
}

function summarize(): void {
  if (!existsSync(reports.md)) return;
  const text = readFileSync(reports.md);
  if (text.byteLength < MAX_SUMMARY) appendFileSync(env('GITHUB_STEP_SUMMARY'), text);
  else say('notice', 'The report is too large for the summary of a run; the output markdown has its path.');
}
