/** Several sites, each audited by itself: what fails for one does not keep the others. */
import type { AuditEvent } from '../../audit.ts';
import type { AuditError } from '../../errors.ts';
import { domainOf } from '../../parse/same-site.ts';
import { plural } from '../../view/words.ts';
import { CliError, exitCodeOf, toAuditError } from '../errors.ts';
import { printJson } from '../output.ts';
import { judged } from './conclude.ts';
import { type Audited, auditsText, printAudits, printEnd, reportedOf, siteOf } from './many-print.ts';
import { progressOfMany } from './many-progress.ts';
import type { AuditRun, Plan } from './plan.ts';
import { beginReports } from './reports.ts';
import { see } from './see.ts';

/** Names in a message; the rest is counted. */
const NAMED = 5;

/**
 * Audits what the plans name, some at a time, and prints what became of them. An interruption prints what there is by then.
 *
 * @throws CliError where any of them was not audited, or is below what it is held to
 */
export async function auditMany(run: AuditRun, plans: readonly Plan[]): Promise<void> {
  const reports = await beginReports(run);
  const progress = progressOfMany(run.output, plans.length);
  const audits = new Map<Plan, Audited>();
  const sofar = () => plans.map((plan) => audits.get(plan) ?? leftOut(plan));
  const settled = run.output.session.undoOnStop(() => printAudits(run, sofar()));
  try {
    await inTurns(plans, run.values.jobs, async (plan) => {
      progress.started(plan.target.name);
      const audited = await auditOne(run, plan);
      audits.set(plan, audited);
      if (run.output.format === 'jsonl') printEnd(audited, run);
      progress.ended(siteOf(audited));
    });
    const reported = sofar().flatMap(reportedOf);
    await reports.write(reported, (format, text) => auditsText(format, run, sofar(), text));
    settled();
    if (!printAudits(run, sofar())) await reports.print(reported);
  } finally {
    settled();
    run.output.session.erase();
    await reports.discard();
  }
  const failure = failureOf(sofar());
  if (failure !== undefined) throw failure;
}

/** A site that an interruption kept from being audited. */
function leftOut({ target }: Plan): Audited {
  return {
    target,
    problem: new CliError('interrupted', 'The run was interrupted before its audit had ended.'),
  };
}

/** Runs the audits, `jobs` at a time; those of one registrable domain one after the other, as they share its servers. */
async function inTurns(
  plans: readonly Plan[],
  jobs: number,
  auditNext: (plan: Plan) => Promise<void>,
): Promise<void> {
  const domains = Map.groupBy(plans, ({ target }) => domainOf(target.url)).values();
  const work = async () => {
    for (const group of domains) for (const plan of group) await auditNext(plan);
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

async function auditOne(run: AuditRun, plan: Plan): Promise<Audited> {
  const { target } = plan;
  try {
    const replayed = await see(run, plan, eventsOf(run, target.name));
    const { held, problem } = await judged(run, plan, replayed);
    return {
      target,
      replayed,
      ...(held === undefined ? {} : { held }),
      ...(problem === undefined ? {} : { problem }),
    };
  } catch (error) {
    return { target, problem: toAuditError(error) };
  }
}

/** With `jsonl` every event, with the site that it is of. */
function eventsOf({ output }: AuditRun, target: string): (event: AuditEvent) => void {
  if (output.format !== 'jsonl') return () => undefined;
  return (event) => {
    const { type, ...rest } = event;
    printJson(output, { event: type, ...rest, target });
  };
}

/**
 * One error for all: its kind, and with it the exit code, is that of the highest code (a bug 70, no verdict 69, below the
 * gate 1), so that 1 is only said where every site has a verdict.
 */
function failureOf(audits: readonly Audited[]): CliError | undefined {
  const problems = audits.flatMap(({ problem }) => problem ?? []);
  const [worst] = problems.toSorted((a, b) => exitCodeOf(b) - exitCodeOf(a));
  if (worst === undefined) return undefined;
  const isBelow = ({ problem }: Audited) => problem?.kind === 'below_threshold';
  const below = audits.filter(isBelow);
  const unseen = audits.filter((audited) => audited.problem !== undefined && !isBelow(audited));
  const of = `of ${plural(audits.length, 'site')}`;
  const sentences = [
    ...(unseen.length === 0 ? [] : [`${unseen.length} ${of} gave no verdict: ${listed(unseen)}.`]),
    ...(below.length === 0
      ? []
      : [
          `${below.length} ${of} ${below.length === 1 ? 'is' : 'are'} below what is asked: ${listed(below)}.`,
        ]),
  ];
  return new CliError(worst.kind, sentences.join(' '), { hint: hintOf(worst) });
}

function listed(audits: readonly Audited[]): string {
  const names = audits.slice(0, NAMED).map(({ target }) => target.name);
  const more = audits.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function hintOf({ kind }: AuditError): string {
  return kind === 'below_threshold'
    ? 'Audit one of them by itself to see what to fix.'
    : 'The summary says why; audit one of them by itself to see more.';
}
