/** `fix`: what to change, one item for all that one change mends. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fixPromptOf, type Proof, renderFixPlan, renderFixText } from '../../render/fix-plan.ts';
import { shellWord } from '../../render/shell-quote.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { isFailedResult } from '../../view/advice.ts';
import { FIX_CHANGES } from '../../view/fix-changes.ts';
import { type FixPlan, type FixPlanOptions, fixPlanOf } from '../../view/fix-plan.ts';
import type { Platform } from '../../view/platforms.ts';
import { platformsOfAudit } from '../../view/platforms-seen.ts';
import { plural } from '../../view/words.ts';
import { auditFor, planFor, typedFlags } from '../audit/rerun.ts';
import { type FixesDocument, framed } from '../documents.ts';
import { beginOutput, checkFile, STDIN } from '../files.ts';
import { projectPaths } from '../fix/project-paths.ts';
import { fixGuide } from '../guides.ts';
import { addCommand } from '../init/project.ts';
import { ACCESS } from '../options/access.ts';
import type { FIX } from '../options/fix.ts';
import { notice, present } from '../output.ts';
import { platformsFor } from '../platform.ts';
import { type ReadScorecard, readScorecard } from '../recordings.ts';
import type { Run } from '../run.ts';
import { selectChecks } from '../select.ts';
import { type Stacks, stacksIn } from '../stacks.ts';
import { type VerdictSource, verdictSource } from '../verdicts.ts';

type FixRun = Run<typeof FIX>;

/**
 * Prints what to fix of a site that was audited, or is audited now; with `--plan` it writes a plan.
 *
 * @throws CliError, AuditError where there is no scorecard, and when a recording lacks requests, after all else was printed
 */
export async function fix(run: FixRun, from: string | undefined): Promise<void> {
  if (run.values.write) return (await import('./fix-write.ts')).fixWrite(run, from);
  const { values, sources, program } = run;
  const named = platformsFor(values.for, sources.for);
  const selected = selectChecks({ only: values.only, skip: values.skip, sources, program });
  const config = run.config?.values;
  const source = await verdictSource(
    from,
    { command: 'fix', fallback: firstOf(config?.target) },
    run.output.session,
  );
  if (values.dryRun && source.kind === 'site') return planFor(run, source.target, values.plan);
  // Before any audit; what is there and differs is known only when the plan is.
  if (values.plan !== undefined) await checkFile(run.output.session, values.plan, { force: true });
  const { envelope, incomplete } = await scorecardOf(source, run);
  const failed = new Set(envelope.scorecard.results.filter(isFailedResult).map(({ id }) => id));
  const guides = new Map<string, string>();
  // A document that is written whole says what the checks ask for that apply once it is there.
  const changes = FIX_CHANGES.filter(({ checks }) => checks.some((id) => failed.has(id)));
  for (const id of changes.flatMap(({ checks }) => checks)) guides.set(id, await fixGuide(id));
  const audited = auditedAs(envelope, source, run);
  const { cwd } = run.output.session.context;
  const stacks = await stacksIn(run.output.session, cwd);
  const made = madeWith(named, stacks, envelope);
  const plan = fixPlanOf(envelope, {
    program,
    guideOf: (id) => guides.get(id) ?? '',
    audited,
    selected: selected && new Set(selected),
    origin: values.canonicalOrigin === undefined ? undefined : new URL(values.canonicalOrigin).origin,
    ...made,
    files: config?.files,
    project: await projectPaths(cwd),
    install: { command: await addCommand(run.output.session, cwd), present: stacks.packages },
    waivers: config?.waivers,
    limit: values.limit,
  });
  if (named === undefined && plan.platforms.length > 0) {
    notice(
      run.output,
      `Made with ${plan.platforms.map(({ name }) => name).join(', ')}, by ${plan.recognised}: the plan has snippets for that. --for names others, or none.`,
    );
  }
  const markdown = renderFixPlan(plan, proofOf(source, audited, program));
  const written = values.plan === undefined ? undefined : await write(values.plan, markdown, run);
  present(run.output, 'fix', {
    text: () => (written === undefined ? renderFixText(plan, run.output.text) : reportOf(written, plan, run)),
    md: () => markdown,
    document: () => documentOf(plan, written ?? null),
  });
  if (incomplete !== undefined) throw incomplete;
}

/** What is named; else what the folder shows; else, as where there is no project, what the audit saw. */
function madeWith(
  named: readonly Platform[] | undefined,
  { platforms, files }: Stacks,
  { scorecard }: StoredEnvelope,
): Pick<FixPlanOptions, 'platforms' | 'recognised'> {
  if (named !== undefined) return { platforms: named };
  return platforms.length > 0 ? { platforms, recognised: files.join(', ') } : platformsOfAudit(scorecard);
}

const firstOf = (targets: string | readonly string[] | undefined): string | undefined =>
  typeof targets === 'string' ? targets : targets?.[0];

async function scorecardOf(source: VerdictSource, run: FixRun): Promise<ReadScorecard> {
  return source.kind === 'file' ? readScorecard(source.path, run) : auditFor(run, source.target);
}

/** The address with the options that judge it as it was judged. */
function auditedAs({ target_url, scorecard }: StoredEnvelope, source: VerdictSource, run: FixRun): string {
  const address = URL.canParse(target_url) ? new URL(target_url).origin : target_url;
  const type = scorecard.site_type;
  return [
    shellWord(address),
    ...(type === null ? [] : [`--site-type ${shellWord(type)}`]),
    ...(source.kind === 'site' ? typedFlags(ACCESS, run) : []),
  ].join(' ');
}

/** How all of it is proved in the end: against the scorecard that the plan is made of. */
function proofOf(source: VerdictSource, audited: string, program: string): Proof {
  if (source.kind === 'file' && source.path !== STDIN) {
    const file = shellWord(source.path);
    return {
      note: 'Audit again what failed, then everything, and compare. Nothing may be worse than before.',
      commands: [
        `${program} retest ${file} ${audited}`,
        `${program} ${audited} --json > after.json`,
        `${program} compare ${file} after.json`,
      ],
    };
  }
  return {
    note: 'Keep a scorecard before the first change. In the end audit again and compare: nothing may be worse than before.',
    commands: [
      `${program} ${audited} --json > before.json`,
      `${program} ${audited} --json > after.json`,
      `${program} compare before.json after.json`,
    ],
  };
}

type Written = NonNullable<FixesDocument['plan']>;

/** Writes the plan; a file that has it already stays untouched. */
async function write(path: string, markdown: string, { values, output }: FixRun): Promise<Written> {
  const { session } = output;
  const before = await readFile(resolve(session.context.cwd, path), 'utf8').catch(() => undefined);
  const action = before === markdown ? 'unchanged' : before === undefined ? 'created' : 'updated';
  if (action === 'unchanged') return { path, action, dry_run: values.dryRun };
  if (values.dryRun) await checkFile(session, path, { force: values.force });
  else {
    const file = await beginOutput(session, path, { force: values.force });
    await file.commit(markdown);
  }
  return { path, action, dry_run: values.dryRun };
}

function reportOf({ path, action, dry_run }: Written, { fixes }: FixPlan, { output }: FixRun): string {
  if (dry_run) notice(output, 'Nothing was written (--dry-run).');
  return `${action.padEnd(9)} ${path}  ${plural(fixes.length, 'fix', 'fixes')}`;
}

function documentOf({ fixes, ...plan }: FixPlan, written: FixesDocument['plan']): FixesDocument {
  return {
    ...framed('fixes'),
    target: plan.target,
    target_url: plan.address,
    shown: fixes.length,
    total: plan.total,
    truncated: fixes.length < plan.total,
    unknown: [...plan.unknown],
    waived: plan.waived.map((one) => ({ ...one })),
    unseen: plan.unseen,
    platforms: plan.platforms.map(({ id }) => id),
    recognised: plan.recognised ?? null,
    install: plan.installs,
    configuration: plan.configuration.map(({ platform, place, note, text }) => ({
      platform: platform.id,
      place,
      note,
      text,
    })),
    fixes: fixes.map((one) => ({
      change: one.id,
      title: one.title,
      points: one.points ?? null,
      checks: one.checks.map(({ id, label, keyword, status, points }) => ({
        check: id,
        label,
        keyword,
        status,
        points: points ?? null,
      })),
      files: [...one.files],
      stacks: one.stacks.map(({ platform, files }) => ({ platform: platform.id, files: [...files] })),
      install: one.installs,
      guides: one.guides.map(({ command }) => command),
      verify: one.verify,
      prompt: fixPromptOf(one),
    })),
    plan: written,
  };
}
