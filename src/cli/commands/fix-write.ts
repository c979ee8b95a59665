/** `fix --write`: the files of a project that mend what was found, as a diff and then on the disk. */
import { MAX_SAMPLE } from '../../limits.ts';
import { verifyOptions } from '../../npx.ts';
import { shellWord } from '../../render/shell-quote.ts';
import { unifiedDiff } from '../../render/unified-diff.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { urlRule } from '../../target.ts';
import { type ProjectEdits, projectEdits } from '../../view/edits/edits.ts';
import { agentsIn } from '../../view/edits/robots.ts';
import type { FileEdit } from '../../view/edits/site-project.ts';
import { auditFor, typedFlags } from '../audit/rerun.ts';
import { framed, type WrittenDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import { readOwn, readProject } from '../fix/project-folder.ts';
import { fixGuide } from '../guides.ts';
import { ACCESS } from '../options/access.ts';
import { FIX } from '../options/fix.ts';
import { notice, present, print, requireFormat } from '../output.ts';
import { platformFor } from '../platform.ts';
import { actionOf, type WantedFile, writeFiles } from '../project-files.ts';
import { type ReadScorecard, readScorecard } from '../recordings.ts';
import type { Run } from '../run.ts';
import { selectChecks } from '../select.ts';
import { type VerdictSource, verdictSource } from '../verdicts.ts';

type FixRun = Run<typeof FIX>;

/**
 * Shows what it would write into the working directory, and writes it where a terminal shows that, or `--yes` says so.
 *
 * @throws CliError, AuditError where there is no scorecard; nothing is written then
 */
export async function fixWrite(run: FixRun, from: string | undefined): Promise<void> {
  const { values, sources, program, output } = run;
  requireFormat(output, 'fix --write', ['text', 'json', 'jsonl']);
  if (values.plan !== undefined) {
    throw new CliError('usage', '--write and --plan are two ways to go on: pass one of them.', {
      hint: 'What --write leaves is what a --plan made afterwards has.',
    });
  }
  const platform = platformFor(values.for, sources.for);
  const selected = selectChecks({ only: values.only, skip: values.skip, sources, program });
  const targets = run.config?.values.target;
  const fallback = typeof targets === 'string' ? targets : targets?.[0];
  const source = await verdictSource(from, { command: 'fix', fallback }, output.session);
  const { envelope, facts, incomplete } = await seen(source, run);
  const root = output.session.context.cwd;
  const folder = await readProject(root, values.public);
  const made = projectEdits(
    {
      ...folder,
      envelope,
      facts,
      published: publishedAt(envelope, values.canonicalOrigin),
      platforms: platform === undefined ? [] : [platform.id],
      aiAgents: agentsIn(await fixGuide('robots-ai-rules')),
      contact: values.contact,
      contentSignal: values.contentSignal,
    },
    selected && new Set(selected),
  );
  const mayWrite = values.yes || output.session.context.stdout.isTTY === true;
  const dryRun = values.dryRun || !mayWrite;
  const verify = verifyCommands(envelope, made.edits, source, run);
  const files = made.edits.map(
    ({ path, before, after }): WantedFile => ({ path, text: after, present: before }),
  );
  // Before anything else: what is written has been seen.
  if (output.format === 'text') print(output, diffsOf(made));
  await assertUnchanged(root, files);
  await writeFiles(output.session, files, { dryRun, dir: '.' });
  present(output, 'fix --write', {
    text: () => reportOf(made, dryRun),
    document: (): WrittenDocument => ({
      ...framed('fixes-written'),
      dry_run: dryRun,
      target: envelope.target,
      target_url: envelope.target_url,
      public_folder: folder.publicFolder ?? null,
      files: made.edits.map((edit) => ({
        path: edit.path,
        action: edit.before === undefined ? 'created' : 'updated',
        checks: [...edit.checks],
        by_hand: edit.byHand ?? null,
        diff: unifiedDiff(edit.path, edit.before, edit.after),
      })),
      left: leftIn(made),
      verify,
    }),
  });
  if (made.edits.length > 0) sayNext(run, dryRun, verify);
  if (incomplete !== undefined) throw incomplete;
}

function seen(source: VerdictSource, run: FixRun): Promise<ReadScorecard> {
  return source.kind === 'file'
    ? readScorecard(source.path, run)
    : auditFor(run, source.target, undefined, MAX_SAMPLE);
}

/** Where everybody reaches the site: what the caller says, else the audited origin where that is public. */
function publishedAt(
  { target_url, scorecard }: StoredEnvelope,
  named: string | undefined,
): string | undefined {
  const canonical = named ?? scorecard.canonical_origin ?? undefined;
  if (canonical !== undefined) return new URL(canonical).origin;
  const url = URL.canParse(target_url) ? new URL(target_url) : undefined;
  return url !== undefined && urlRule('public')?.(url) === true ? url.origin : undefined;
}

/** Refuses files that somebody else has changed since they were read. */
async function assertUnchanged(root: string, files: readonly WantedFile[]): Promise<void> {
  for (const { path, present: before } of files) {
    const file = await readOwn(root, path);
    if (file !== undefined ? 'text' in file && file.text === before : before === undefined) continue;
    throw new CliError('usage', `${path} has changed since it was read: nothing was written.`, {
      hint: 'Call this again.',
    });
  }
}

function diffsOf({ edits }: ProjectEdits): string {
  return edits.length === 0
    ? 'Nothing to write.\n'
    : edits.map(({ path, before, after }) => `${unifiedDiff(path, before, after)}\n`).join('');
}

function leftIn({ unwritten, others }: ProjectEdits): WrittenDocument['left'] {
  return [...unwritten.map((one) => ({ ...one })), ...others.map((check) => ({ check, why: null }))];
}

function reportOf(made: ProjectEdits, dryRun: boolean): string {
  const { edits, unwritten, others } = made;
  const done = edits.map(({ path, before, checks, byHand }) => {
    const did = actionOf({ path, text: '', present: before });
    const action = dryRun ? `would be ${did}` : did;
    return `${action}  ${path}: ${checks.join(', ')}${byHand === undefined ? '' : `\n  by hand: ${byHand}`}`;
  });
  return [
    ...done,
    ...(unwritten.length + others.length === 0 ? [] : ['', 'Left in the plan:']),
    ...unwritten.map(({ check, why }) => `  ${check}: ${why}`),
    ...(others.length === 0 ? [] : [`  no file alone mends ${others.join(', ')}`]),
  ].join('\n');
}

/** All of it in one audit; where there is a scorecard on the disk, against that. */
function verifyCommands(
  { target_url, target }: StoredEnvelope,
  edits: readonly FileEdit[],
  source: VerdictSource,
  run: FixRun,
): string[] {
  if (edits.length === 0) return [];
  const address = URL.canParse(target_url) ? new URL(target_url).origin : target;
  const site = [shellWord(address), ...typedFlags({ ...ACCESS, siteType: FIX.siteType }, run)].join(' ');
  const checks = [...new Set(edits.flatMap((edit) => edit.checks))].join(',');
  return [
    `${run.program} ${site} ${verifyOptions(checks)}`,
    ...(source.kind === 'file' && source.path !== STDIN
      ? [`${run.program} retest ${shellWord(source.path)} ${site}`]
      : []),
  ];
}

function sayNext({ values, output }: FixRun, dryRun: boolean, verify: readonly string[]): void {
  if (dryRun) {
    const how = values.dryRun ? '--dry-run' : 'stdout is no terminal: pass --yes to write';
    notice(output, `Nothing was written (${how}).`);
    return;
  }
  notice(
    output,
    `\nBuild and publish the site, then verify:\n${verify.map((line) => `  ${line}`).join('\n')}`,
  );
}
