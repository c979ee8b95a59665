/** `audit --dry-run`: what would be audited and written. */
import { relative } from 'node:path';
import { definitions } from '../../definitions/index.ts';
import { isSelected } from '../../request.ts';
import type { Target } from '../../target.ts';
import { plural } from '../../view/words.ts';
import { framed, type PlanDocument, type PlansDocument } from '../documents.ts';
import { checkFile, STDIN } from '../files.ts';
import { print, printJson, requireFormat } from '../output.ts';
import type { AuditRun, Plan } from './plan.ts';
import { proxyNotice } from './proxies.ts';
import { checkReports } from './reports.ts';

/** Prints the plan of one audit. */
export async function printPlan(run: AuditRun, plan: Plan): Promise<void> {
  const { values, output } = run;
  const { request, recording, gate, headers } = plan;
  const { target, canonicalOrigin, mcpEndpoint } = request;
  requireFormat(output, '--dry-run', ['text', 'json', 'jsonl']);
  const har = values.har === undefined || recording !== undefined ? [] : [values.har];
  const { session } = output;
  for (const path of har) await checkFile(session, path, { force: values.force });
  const baseline =
    gate?.file?.renewal === undefined ? [] : [relative(output.session.context.cwd, gate.file.path)];
  const writes = [...har, ...baseline, ...(await checkReports(run))];
  const document: PlanDocument = {
    ...framed('plan'),
    dry_run: true,
    ...namesOf(target),
    canonical_origin: canonicalOrigin ?? null,
    headers: headers.map(([name]) => name),
    mcp_endpoint: mcpEndpoint ?? null,
    ...sharedBy(run, plan),
    writes,
  };
  if (output.format !== 'text') return printJson(output, document);
  const source =
    recording === undefined
      ? `over the network (${document.network})`
      : `from ${nameOfSource(values.replay)}`;
  const throughProxy = proxyNotice(plan.proxies, target);
  const inPlace = canonicalOrigin === undefined ? '' : ` in place of ${canonicalOrigin}`;
  print(
    output,
    [
      `Would audit ${document.target_url}${inPlace} ${source}, for at most ${document.timeout_s} s.`,
      ...(document.headers.length === 0 ? [] : [`Headers of your own: ${document.headers.join(', ')}.`]),
      ...(throughProxy === undefined ? [] : [throughProxy]),
      ...closing(document),
    ].join('\n'),
  );
}

/** Prints the plans of several audits. */
export async function printPlans(run: AuditRun, plans: readonly Plan[]): Promise<void> {
  const [first] = plans;
  if (first === undefined) return;
  const { values, output } = run;
  requireFormat(output, '--dry-run', ['text', 'json', 'jsonl']);
  const document: PlansDocument = {
    ...framed('plans'),
    dry_run: true,
    targets: plans.map(({ request }) => namesOf(request.target)),
    jobs: values.jobs,
    ...sharedBy(run, first),
    writes: await checkReports(run),
  };
  if (output.format !== 'text') {
    printJson(output, document);
    return;
  }
  const { targets, jobs, network, timeout_s } = document;
  print(
    output,
    [
      `Would audit ${plural(targets.length, 'site')} over the network (${network}), ${jobs} at a time, each for at most ${timeout_s} s:`,
      ...targets.map(({ target_url }) => `  ${target_url}`),
      ...closing(document),
    ].join('\n'),
  );
}

function namesOf({ name, url }: Target): Pick<PlanDocument, 'target' | 'target_url'> {
  return { target: name, target_url: url };
}

/** What does not differ between the audits of one command. */
function sharedBy({ values, timeoutMs, config }: AuditRun, { request, wait, recording }: Plan) {
  return {
    wait:
      wait === undefined ? null : { url: wait.isTarget ? null : wait.url, timeout_s: wait.timeoutMs / 1000 },
    site_type: request.siteType,
    network: recording === undefined ? values.network : ('none' as const),
    timeout_s: timeoutMs / 1000,
    checks: definitions.filter(({ id }) => isSelected(request, id)).map(({ id }) => id),
    unread_configuration: config?.unread === true ? config.name : null,
  };
}

function closing(document: Pick<PlanDocument, 'checks' | 'wait' | 'writes'>): string[] {
  const { checks, wait, writes } = document;
  return [
    ...(wait === null ? [] : [`Waits first for ${wait.url ?? 'the target'}, at most ${wait.timeout_s} s.`]),
    `Checks: ${checks.length} of ${definitions.length}.`,
    `Writes: ${writes.length === 0 ? 'nothing' : writes.join(', ')}.`,
  ];
}

function nameOfSource(path: string | undefined): string {
  return path === undefined || path === STDIN ? 'a recording on stdin' : path;
}
