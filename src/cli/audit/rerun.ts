/** Audits that other commands than `audit` make: of the same kind, with what they do not ask for at its default. */
import { shellWord } from '../../render/shell-quote.ts';
import { prepareAudit } from '../audits.ts';
import { AUDIT } from '../options.ts';
import type { Replayed } from '../recordings.ts';
import type { Run } from '../run.ts';
import type { Setting, Settings } from '../settings.ts';
import { type AuditRun, planOf } from './plan.ts';
import { eventsOf, runAudit } from './run.ts';

/** A command, with the options of `audit` that it has. */
type Reaching = Omit<Run<Settings>, 'values' | 'sources'> & {
  readonly values: object;
  readonly sources: object;
};

/**
 * Audits a site as `audit` does, and prints nothing of it on stdout.
 *
 * @param only ids of the checks that run, where the command itself knows them
 * @throws CliError, AuditError where there is no scorecard
 */
export async function auditFor(run: Reaching, target: string, only?: readonly string[]): Promise<Replayed> {
  const audit = asAudit(run);
  const plan = await planOf(audit, target);
  await prepareAudit(run.output.session);
  const request = { ...plan.request, selected: only ?? plan.request.selected };
  return runAudit(audit, { ...plan, request }, eventsOf(audit.output));
}

/**
 * Says what would be audited and written, as a dry run of `audit` does.
 *
 * @throws CliError
 */
export async function planFor(
  run: Reaching & { readonly values: { readonly force: boolean } },
  target: string,
  writes: string | undefined,
): Promise<void> {
  const audit = asAudit(run);
  const { printPlan } = await import('./dry-run.ts');
  const values = { ...audit.values, har: writes, force: run.values.force };
  await printPlan({ ...audit, values, output: run.output }, await planOf(audit, target));
}

function asAudit(run: Reaching): AuditRun {
  const settings = Object.entries<Setting<unknown>>(AUDIT);
  const values = Object.fromEntries(settings.map(([key, { fallback }]) => [key, fallback]));
  const sources = Object.fromEntries(settings.map(([key]) => [key, 'default']));
  return {
    ...run,
    values: { ...values, ...run.values } as AuditRun['values'],
    sources: { ...sources, ...run.sources } as AuditRun['sources'],
    // The lines of `jsonl` are the command's own.
    output: run.output.format === 'jsonl' ? { ...run.output, format: 'json' } : run.output,
  };
}

/** The flags of these settings that were typed, as they are typed again: what verifies a fix reaches the site as this did. */
export function typedFlags(settings: Settings, run: Pick<Reaching, 'values' | 'sources'>): string[] {
  const values = new Map<string, unknown>(Object.entries(run.values));
  const sources = new Map<string, unknown>(Object.entries(run.sources));
  return Object.entries(settings).flatMap(([key, { flags }]) => {
    const name = /--[a-z-]+/.exec(flags)?.[0];
    const value = values.get(key);
    if (sources.get(key) !== 'flag' || name === undefined) return [];
    if (value === true) return [name];
    return typeof value === 'string' || typeof value === 'number'
      ? [`${name} ${shellWord(String(value))}`]
      : [];
  });
}
