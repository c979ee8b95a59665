/** `audit --dry-run`: shows what would be audited and written. */
import { relative } from 'node:path';
import { definitions } from '../../audit/check-texts/index.ts';
import { isSelected } from '../../audit/request.ts';
import { framed, type PlanDocument } from '../documents.ts';
import { checkFile, STDIN } from '../files.ts';
import { print, printJson, requireFormat } from '../output.ts';
import type { AuditRun } from '../run.ts';
import type { Plan } from './plan.ts';
import { proxyNotice } from './plan.ts';
import { checkReports } from './reports.ts';

export async function printPlan(run: AuditRun, plan: Plan): Promise<void> {
  const { values, output, timeoutMs, config } = run;
  const { request, recording, gate, headers, wait } = plan;
  const { target, canonicalOrigin, mcpEndpoint } = request;
  requireFormat(output, '--dry-run', ['text', 'json', 'jsonl']);
  const har = values.har === undefined || recording !== undefined ? [] : [values.har];
  const { session } = output;
  for (const path of har) await checkFile(session, path, { force: values.force });
  const baseline = gate?.file?.renewal === undefined ? [] : [relative(session.context.cwd, gate.file.path)];
  const document: PlanDocument = {
    ...framed('plan'),
    dry_run: true,
    target: target.name,
    target_url: target.url,
    canonical_origin: canonicalOrigin ?? null,
    headers: headers.map(([name]) => name),
    mcp_endpoint: mcpEndpoint ?? null,
    wait:
      wait === undefined ? null : { url: wait.isTarget ? null : wait.url, timeout_s: wait.timeoutMs / 1000 },
    site_type: request.siteType,
    network: recording === undefined ? values.network : 'none',
    timeout_s: timeoutMs / 1000,
    checks: definitions.filter(({ id }) => isSelected(request, id)).map(({ id }) => id),
    unread_configuration: config?.unread === true ? config.name : null,
    writes: [...har, ...baseline, ...(await checkReports(run))],
  };
  if (output.format !== 'text') return printJson(output, document);
  const source =
    recording === undefined
      ? `over the network (${document.network})`
      : `from ${nameOfSource(values.replay)}`;
  const throughProxy = proxyNotice(plan.proxies, target);
  const inPlace = canonicalOrigin === undefined ? '' : ` in place of ${canonicalOrigin}`;
  const { checks, wait: waits, writes } = document;
  print(
    output,
    [
      `Would audit ${document.target_url}${inPlace} ${source}, for at most ${document.timeout_s} s.`,
      ...(document.headers.length === 0 ? [] : [`Headers of your own: ${document.headers.join(', ')}.`]),
      ...(throughProxy === undefined ? [] : [throughProxy]),
      ...(waits === null
        ? []
        : [`Waits first for ${waits.url ?? 'the target'}, at most ${waits.timeout_s} s.`]),
      `Checks: ${checks.length} of ${definitions.length}.`,
      `Writes: ${writes.length === 0 ? 'nothing' : writes.join(', ')}.`,
    ].join('\n'),
  );
}

function nameOfSource(path: string | undefined): string {
  return path === undefined || path === STDIN ? 'a recording on stdin' : path;
}
