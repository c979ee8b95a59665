/** `audit`: one site, live or from a recording, and what is said about it. */

import type { Envelope } from '../../audit/scorecard/schema.ts';
import { LEFT_OUT } from '../../audit/scorecard/score.ts';
import { plural } from '../../audit/scorecard/words.ts';
import { isPublicHost, parseTarget } from '../../audit/target.ts';
import type { AuditError } from '../../base/errors.ts';
import { sameSite } from '../../base/same-site.ts';
import type { GateOutcome } from '../../report/gate/evaluate.ts';
import { printPlan } from '../audit/dry-run.ts';
import { evaluate } from '../audit/gate.ts';
import { type Plan, planOf } from '../audit/plan.ts';
import { beginReports, type Told } from '../audit/reports.ts';
import { runAudit } from '../audit/run.ts';
import { CliError, toAuditError } from '../errors.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { notice } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from '../run.ts';

/**
 * Audits a site, writes the reports and prints the scorecard, then says by an error what is not right about it.
 *
 * @param input the site as it was typed
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function auditCommand(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
  if (run.values.dryRun) return printPlan(run, plan);
  const reports = await beginReports(run);
  try {
    const told = await auditPlan(run, plan);
    await reports.write(told);
    reports.print(told);
    const remark = told.envelope === undefined ? undefined : hintFor(told.envelope);
    if (remark !== undefined) notice(run.output, remark);
    if (told.error !== undefined) throw told.error;
  } finally {
    await reports.discard();
  }
}

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Audits what a plan names, and holds it to what the plan asks for. Whatever fails is told with the site. */
async function auditPlan(run: AuditRun, plan: Plan): Promise<Told> {
  const { target } = plan.request;
  try {
    const replayed = await runAudit(run, plan);
    const { envelope } = replayed;
    if (replayed.declined) notice(run.output, DECLINED);
    const held = plan.gate === undefined ? undefined : await evaluate(plan.gate, run, replayed);
    const error = problemOf(replayed, held?.outcome);
    return {
      target: target.name,
      envelope,
      base: plan.gate?.file?.scorecard,
      gate: held?.outcome,
      gateDocument: held?.document,
      ...(error === undefined ? {} : failed(error)),
    };
  } catch (thrown) {
    return { target: target.name, url: target.url, ...failed(toAuditError(thrown)) };
  }
}

function failed(error: AuditError) {
  const { kind, message, hint } = error;
  return { error, problem: { kind, message, hint, exitCode: exitCodeOf(error) } };
}

/**
 * Why an audit that was made does not end with 0. One that is not whole has no verdict, whatever it found; of one that is,
 * what fails counts before what could not be seen.
 */
function problemOf(
  { envelope, incomplete }: Replayed,
  outcome: GateOutcome | undefined,
): AuditError | undefined {
  if (envelope.cut_short === true) {
    const { skip } = envelope.scorecard.summary;
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline. ${plural(skip, 'check')} not run: ${LEFT_OUT}.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined || outcome === undefined || outcome.passed) return incomplete;
  const { reasons, noVerdict } = outcome;
  const [first, ...more] = reasons;
  if (first === undefined) {
    return new CliError(
      'no_verdict',
      `The gate has no verdict: ${plural(noVerdict.length, 'check')} that must hold could not be seen (${noVerdict.join(', ')}).`,
      { hint: 'Audit again; or assert “off” of what cannot be seen from this machine.' },
    );
  }
  const rest =
    more.length === 0
      ? ''
      : ` There ${more.length === 1 ? 'is 1 more reason' : `are ${more.length} more reasons`}.`;
  return new CliError('below_threshold', `The gate failed: ${first}${rest}`, {
    hint: 'The scorecard lists what to fix; explain <check> says more about each check.',
  });
}

/**
 * Where the site names an endpoint on another origin, which is never called: the options that change that.
 * `undefined` where there is nothing to say.
 */
export function hintFor({ target_url, scorecard }: Envelope): string | undefined {
  const { mcp_endpoint, mcp_discovery, canonical_origin } = scorecard;
  const blocked = mcp_discovery.flatMap(({ endpoint, blocked }) =>
    endpoint === undefined || blocked === undefined ? [] : (originOf(endpoint) ?? []),
  );
  const [origin, ...others] = new Set(blocked);
  if (origin === undefined || others.length > 0 || origin === originOf(target_url)) return undefined;
  const mayBePreview = canonical_origin === undefined && !sameSite(origin, target_url);
  const isFound = mcp_endpoint !== null;
  // A public site may well have a second endpoint with somebody else; one on this machine names production.
  if (isFound && (!mayBePreview || isPublicHost(new URL(target_url)))) return undefined;
  const options = [
    ...(mayBePreview
      ? [`--canonical-origin ${origin} audits this site in place of that one, if it is a preview of it`]
      : []),
    ...(isFound ? [] : ['--mcp-endpoint names it, to have it called']),
  ];
  return `The site names an MCP endpoint at ${origin}, another origin, which was not called: ${options.join('; ')}.`;
}

/** An origin that can be shown in a command: its host is one that could be audited. */
function originOf(url: string): string | undefined {
  try {
    return parseTarget(new URL(url).origin).origin;
  } catch {
    return undefined;
  }
}
