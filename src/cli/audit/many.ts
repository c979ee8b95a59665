/** Several sites, each audited by itself: what fails for one does not keep the others. */
import type { AuditError } from '../../errors.ts';
import { domainOf } from '../../parse/same-site.ts';
import { plural } from '../../view/words.ts';
import { CliError, exitCodeOf } from '../errors.ts';
import { printJson } from '../output.ts';
import { linesOf, siteOf, summaryLine, type Told } from './formats.ts';
import { progressOfMany } from './many-progress.ts';
import type { AuditRun, Plan } from './plan.ts';
import { auditPlan, unaudited } from './report.ts';
import { beginReports } from './reports.ts';
import { eventsOf } from './run.ts';

/** Names in a message; the rest is counted. */
const NAMED = 5;

/**
 * Audits what the plans name, some at a time, and prints what became of them. An interruption prints what there is by then.
 *
 * @throws CliError where any of them was not audited, or is below what it is held to
 */
export async function auditMany(run: AuditRun, plans: readonly Plan[]): Promise<void> {
  const { output, values } = run;
  const lines = output.format === 'jsonl';
  const reports = await beginReports(run, { several: true });
  const progress = progressOfMany(output, plans.length);
  const audits = new Map<Plan, Told>();
  const partial = () => plans.map((plan) => audits.get(plan) ?? unaudited(plan, notStarted()));
  // The lines of each site were printed when its audit ended.
  const print = () => (lines ? printJson(output, summaryLine(partial())) : reports.print(partial()));
  const settled = output.session.undoOnStop(print);
  try {
    await inTurns(plans, values.jobs, async (plan) => {
      const { name } = plan.request.target;
      progress.started(name);
      const told = await auditPlan(run, plan, { onEvent: eventsOf(output, name) });
      audits.set(plan, told);
      if (lines) for (const line of linesOf(values, told, true)) printJson(output, line);
      progress.ended(siteOf(told));
    });
    await reports.write(partial());
    settled();
    print();
  } finally {
    settled();
    output.session.erase();
    await reports.discard();
  }
  const failure = failureOf(partial());
  if (failure !== undefined) throw failure;
}

/** Of a site that an interruption kept from being audited. */
function notStarted(): CliError {
  return new CliError('interrupted', 'The run was interrupted before its audit had ended.');
}

/** Runs the audits, `jobs` at a time; those of one registrable domain one after the other, as they share its servers. */
async function inTurns(
  plans: readonly Plan[],
  jobs: number,
  auditNext: (plan: Plan) => Promise<void>,
): Promise<void> {
  const domains = Map.groupBy(plans, ({ request }) => domainOf(request.target.url)).values();
  const work = async () => {
    for (const group of domains) for (const plan of group) await auditNext(plan);
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/**
 * One error for all: its kind, and with it the exit code, is that of the highest code (a bug 70, no verdict 69, below the
 * gate 1), so that 1 is only said where every site has a verdict.
 */
function failureOf(audits: readonly Told[]): CliError | undefined {
  const errors = audits.flatMap(({ error }) => error ?? []);
  const [worst] = errors.toSorted((a, b) => exitCodeOf(b) - exitCodeOf(a));
  if (worst === undefined) return undefined;
  const isBelow = ({ error }: Told) => error?.kind === 'below_threshold';
  const below = audits.filter(isBelow);
  const noVerdict = audits.filter((told) => told.error !== undefined && !isBelow(told));
  const of = `of ${plural(audits.length, 'site')}`;
  const sentences = [
    ...(noVerdict.length === 0 ? [] : [`${noVerdict.length} ${of} gave no verdict: ${listed(noVerdict)}.`]),
    ...(below.length === 0
      ? []
      : [
          `${below.length} ${of} ${below.length === 1 ? 'is' : 'are'} below what is asked: ${listed(below)}.`,
        ]),
  ];
  return new CliError(worst.kind, sentences.join(' '), { hint: hintOf(worst) });
}

function listed(audits: readonly Told[]): string {
  const names = audits.slice(0, NAMED).map(({ target }) => target);
  const more = audits.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function hintOf({ kind }: AuditError): string {
  return kind === 'below_threshold'
    ? 'Audit one of them by itself to see what to fix.'
    : 'The summary says why; audit one of them by itself to see more.';
}
