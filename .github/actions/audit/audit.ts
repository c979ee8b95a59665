/** The audit: runs the command line, and says what it found. It does not fail: the last step of the action does. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given, lines, output, say } from './runner.ts';

/** Of one step, in bytes (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). */
const MAX_SUMMARY = 1024 * 1024;

const folder = given('FOLDER');
const base = join(folder, 'base/scorecard.json');
const reports = {
  json: join(folder, 'reports/scorecard.json'),
  md: join(folder, 'reports/report.md'),
  sarif: join(folder, 'reports/report.sarif'),
  junit: join(folder, 'reports/report.xml'),
  github: join(folder, 'reports/annotations.txt'),
  comment: join(folder, 'reports/comment.md'),
};

const [program = '', ...words] = JSON.parse(given('COMMAND')) as string[];
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
// What the next pull requests are compared with: a verdict on the site, good or bad, and nothing else.
if (code <= 1 && relative !== '') {
  copyFileSync(reports.json, base);
  output('base', base);
}
if (given('ANNOTATIONS') === 'true' && existsSync(reports.github)) {
  process.stdout.write(readFileSync(reports.github));
}
if (given('SUMMARY') === 'true') summarize();

/** Runs the command line; gives its exit code. */
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
  if (given('GITHUB_BASE_REF') !== '' && !hasBase) {
    process.stdout.write('There is no result of the base branch to compare with.\n');
  }
  const option = (flag: string, value: string) => (value === '' ? [] : [flag, value]);
  return [
    ...(given('TARGET') === '' ? [] : [given('TARGET')]),
    ...option('--config', given('CONFIG')),
    ...option('--baseline', hasBase ? base : given('BASELINE')),
    ...option('--fail-on', given('FAIL_ON')),
    ...Object.entries(reports).flatMap(([format, path]) => ['--output-file', `${format}=${path}`]),
    '--no-interactive',
    ...lines('ARGS'),
  ];
}

/** The scores of the target; empty where there is no verdict. */
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
  if (text.byteLength < MAX_SUMMARY) appendFileSync(given('GITHUB_STEP_SUMMARY'), text);
  else say('notice', 'The report is too large for the summary of a run; the output markdown has its path.');
}
