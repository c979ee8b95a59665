/** `audit --dry-run`: what would be audited and written. */
import { catalogue } from '../../catalogue/index.ts';
import { framed, type PlanDocument } from '../documents.ts';
import { checkFile, STDIN } from '../files.ts';
import { print, printJson, requireFormat } from '../output.ts';
import type { AuditRun, Plan } from './plan.ts';

/** Prints the plan. */
export async function printPlan(
  run: AuditRun,
  { target, selected, canonicalOrigin, recording, headers }: Plan,
): Promise<void> {
  const { values, output } = run;
  requireFormat(output, '--dry-run', ['text', 'json', 'jsonl']);
  const writes = values.har === undefined || recording !== undefined ? [] : [values.har];
  for (const path of writes) await checkFile(path, { force: values.force });
  const document: PlanDocument = {
    ...framed('plan'),
    dry_run: true,
    target: target.name,
    target_url: target.url,
    canonical_origin: canonicalOrigin ?? null,
    site_type: values.siteType ?? recording?.siteType ?? null,
    network: recording === undefined ? values.network : 'none',
    headers: headers.map(([name]) => name),
    timeout_s: run.timeoutMs / 1000,
    checks: catalogue.filter(({ id }) => selected?.has(id) ?? true).map(({ id }) => id),
    writes,
  };
  if (output.format !== 'text') return printJson(document, output.format);
  const source =
    recording === undefined
      ? `over the network (${document.network})`
      : `from ${nameOfSource(values.replay)}`;
  const inPlace = canonicalOrigin === undefined ? '' : ` in place of ${canonicalOrigin}`;
  print(
    [
      `Would audit ${document.target_url}${inPlace} ${source}, for at most ${document.timeout_s} s.`,
      ...(document.headers.length === 0 ? [] : [`Headers of your own: ${document.headers.join(', ')}.`]),
      `Checks: ${document.checks.length} of ${catalogue.length}.`,
      `Writes: ${document.writes.length === 0 ? 'nothing' : document.writes.join(', ')}.`,
    ].join('\n'),
  );
}

function nameOfSource(path: string | undefined): string {
  return path === undefined || path === STDIN ? 'a recording on stdin' : path;
}
