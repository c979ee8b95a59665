/** `init` writes the files that check a site against what it must meet, on this machine and in its pipeline. */

import { join } from 'node:path';
import { definitions } from '../../definitions/index.ts';
import { SCORE_OF } from '../../definitions/score-names.ts';
import { AuditError } from '../../errors.ts';
import type { Config } from '../../gate/config.ts';
import { type Expected, expectedOf } from '../../gate/expected.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../../versions.ts';
import { auditFor } from '../audit/rerun.ts';
import { framed, type InitDocument } from '../documents.ts';
import type { CiSystem } from '../enums.ts';
import { CliError } from '../errors.ts';
import { githubWorkflow, gitlabJob, netlifyWorkflow, type PipelineFacts } from '../init/pipelines.ts';
import { projectIn } from '../init/project.ts';
import type { INIT } from '../options.ts';
import { notice, printJson, requireFormat } from '../output.ts';
import { actionOf, presentText, printFiles, type WantedFile, writeFiles } from '../project-files.ts';
import type { Run } from '../run.ts';

const CONFIG_FILE = 'agent-readiness.config.json';
const BASELINE_FILE = 'agent-readiness.baseline.json';
const WORKFLOW = '.github/workflows/agent-readiness.yml';
const GITLAB = '.gitlab-ci.yml';
/** Where GitLab's job goes if the project has a pipeline, which is its own to change. */
const GITLAB_PART = '.gitlab/agent-readiness.yml';

type InitRun = Run<typeof INIT>;

/** A file, by its name in the project. */
interface ProjectFile extends WantedFile {
  readonly name: string;
}

/**
 * Writes the configuration, with what the site offers where it answers, and the pipeline. Nothing is written when any file would be refused. A configuration that is
 * there is kept: its owner has made it what it is.
 *
 * @throws CliError `usage` for a pipeline that is there and differs, without `--force`, and for what only the caller knows
 */
export async function init(run: InitRun): Promise<void> {
  const { values, output } = run;
  requireFormat(output, 'init', ['text', 'json', 'jsonl']);
  const present = (name: string) => presentText(output.session, join(values.dir, name));
  const config = await present(CONFIG_FILE);
  const ci = values.ci ?? ((await present(GITLAB)) === undefined ? 'github' : 'gitlab');
  const facts = await factsOf(run, ci, config);
  const writesConfig = !values.dryRun && (config === undefined || values.force);
  const expected = writesConfig ? await expectedNow(run, facts.target) : undefined;
  const named = { [CONFIG_FILE]: configText(facts, expected), ...pipeline(ci, facts, await present(GITLAB)) };
  const files = await Promise.all(
    Object.entries(named).map(async ([name, text]): Promise<ProjectFile> => {
      return { name, path: join(values.dir, name), text, present: await present(name) };
    }),
  );
  const kept = (file: ProjectFile) =>
    file.name === CONFIG_FILE && actionOf(file) === 'updated' && !values.force;
  const written = files.filter((file) => !kept(file));
  const different = written.find((file) => actionOf(file) === 'updated');
  if (different !== undefined && !values.force) {
    throw new CliError('usage', `${different.path} already exists and differs from what would be written.`, {
      hint: 'Pass --force to overwrite it, or --ci none to leave the pipeline as it is.',
    });
  }
  await writeFiles(output.session, written, values);
  const reports = files.map(
    (file) => ({ path: file.path, action: kept(file) ? 'kept' : actionOf(file) }) as const,
  );
  const next = nextSteps(run, ci, facts, files);
  if (output.format !== 'text') {
    const document: InitDocument = { ...framed('init'), dry_run: values.dryRun, ci, files: reports, next };
    return printJson(output, document);
  }
  printFiles(reports, values.dryRun, output);
  if (expected !== undefined) notice(output, protectedText(expected));
  if (!values.dryRun) notice(output, `\nNext:\n${next.map((step, i) => `  ${i + 1}. ${step}`).join('\n')}`);
}

/** What the files are made of: what was typed, else what the project's own files say. */
async function factsOf(
  { values, output }: InitRun,
  ci: CiSystem,
  config: string | undefined,
): Promise<PipelineFacts> {
  const project = await projectIn(output.session, values.dir);
  const named = values.target ?? targetIn(config) ?? `http://localhost:${project.port}`;
  // A path is no part of a target, and what is left of a URL without one is safe in a command.
  const target = new URL(named).origin;
  const local = isLocal(target);
  if (ci === 'netlify' && local) {
    throw new CliError(
      'usage',
      'Netlify’s previews give the address of production as theirs: --target is missing.',
      {
        hint: 'Pass --target https://example.com with the address at which the site is published.',
      },
    );
  }
  // A site that is up needs no command, unless one was named.
  const start = values.start ?? (local ? project.start : undefined);
  if (start !== undefined && /[\r\n]/.test(start)) {
    throw new CliError('usage', '--start takes a command on one line.', {
      hint: 'Put several commands into a script, and name that.',
    });
  }
  if (ci !== 'none' && local && start === undefined) {
    throw new CliError('usage', `Nothing in ${values.dir} says how ${target} is started.`, {
      hint: 'Pass --start "<command>", or --target with the address of a site that is up, or --ci none.',
    });
  }
  return { origin: values.baseUrl ?? DEFAULT_BASE_URL, project, target, start };
}

/** The one URL that a configuration names as its target. What is wrong with it the audit says. */
function targetIn(config: string | undefined): string | undefined {
  try {
    const { target } = JSON.parse(config ?? '') as { target?: unknown };
    return typeof target === 'string' && /^https?:\/\//.test(target) && URL.canParse(target)
      ? target
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether only this machine reaches it. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

/** What the site has today, where it answers; a site that is not up yet is no reason to write nothing. */
async function expectedNow(run: InitRun, target: string): Promise<Expected | undefined> {
  try {
    return expectedOf((await auditFor(run, target)).envelope.scorecard);
  } catch (error) {
    if (!(error instanceof AuditError) || error.kind === 'interrupted') throw error;
    notice(
      run.output,
      `${target} was not looked at: ${error.message}\nOnce it answers, type ${run.program} init --force: what it offers is then expected to stay.`,
    );
    return undefined;
  }
}

/** What the gate protects from now on, a line each. */
function protectedText({ assertions, thresholds, assistants }: Expected): string {
  const lines = definitions.flatMap(({ id, label }) =>
    assertions[id] === undefined ? [] : [`  ${id}: ${label}`],
  );
  return [
    '\nProtected from now on:',
    ...lines,
    ...(assistants === undefined ? [] : ['  assistants: robots.txt lets the fetchers of AI assistants in']),
    `  the scores: at least ${thresholds.relative}% ${SCORE_OF.relative}, ${thresholds.global}% ${SCORE_OF.global}`,
  ].join('\n');
}

/** What is known to fail is in the baseline: from the first run on, the gate fails only where something gets worse. */
function configText({ origin, target }: PipelineFacts, expected: Expected | undefined): string {
  const config: Config = {
    ...(leadsNowhere(origin) ? {} : { $schema: `${origin}/schema/config.schema.json` }),
    target,
    failOn: ['broken', 'worse', ...(expected === undefined ? [] : (['below'] as const))],
    baseline: BASELINE_FILE,
    ...expected,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** The text of the pipeline, by its file. */
function pipeline(
  ci: CiSystem,
  facts: PipelineFacts,
  gitlab: string | undefined,
): Readonly<Record<string, string>> {
  switch (ci) {
    case 'github':
      return { [WORKFLOW]: githubWorkflow(facts) };
    case 'netlify':
      return { [WORKFLOW]: netlifyWorkflow(facts) };
    case 'gitlab': {
      const job = gitlabJob(facts);
      // A pipeline of the project's own is its owner's to change.
      const ours = gitlab === undefined || gitlab.startsWith(job.slice(0, job.indexOf('\n')));
      return { [ours ? GITLAB : GITLAB_PART]: job };
    }
    case 'none':
      return {};
  }
}

/** What to type until the gate is green. */
function nextSteps(
  { program, values }: InitRun,
  ci: CiSystem,
  { origin, start, target }: PipelineFacts,
  files: readonly ProjectFile[],
): string[] {
  const included = files.some(({ name }) => name === GITLAB_PART);
  return [
    ...(ci !== 'none' && (leadsNowhere(origin) || isLocal(origin))
      ? [
          `WARNING: ${origin} is not an address that ${leadsNowhere(origin) ? 'anybody' : 'the pipeline'} has, and the pipeline runs the command line from there. ` +
            'Run this again with --force --base-url and the address of a catalog.',
        ]
      : []),
    ...(values.dir === '.' ? [] : [`cd ${values.dir}`]),
    ...(start === undefined ? [] : [`Start the site at ${target}: ${start}`]),
    `Write down what fails today, which then fails no build: ${program} --update-baseline`,
    `See the gate pass: ${program}`,
    ...(included ? [`Add to ${GITLAB}: include: { local: ${GITLAB_PART} }`] : []),
    `Commit ${CONFIG_FILE}, ${BASELINE_FILE}${ci === 'none' ? '' : ' and the pipeline'}`,
    `Fix what fails, and let it fail no more: ${program} fix`,
  ];
}
