/** Selects the targets of a command and the options of their audits. */

import { operatorsKey, type SigningKey } from '../../../audit/io/signing.ts';
import type { ListedHost, Stored } from '../../../audit/scorecard/record.ts';
import { AuditError } from '../../../base/errors.ts';
import { LIMITS } from '../../../base/limits.ts';
import type { Context } from '../../../cli/context.ts';
import { CliError, unknownName } from '../../../cli/errors.ts';
import type { Run } from '../../../cli/run.ts';
import { type ResultStore, Store } from '../../results/store.ts';
import { planRun } from '../due.ts';
import type { Mode } from '../outcome.ts';
import { RUN, type WORKER } from './options.ts';

export type CatalogRun = Run<typeof RUN>;

export interface RunPlaces<S extends ResultStore> {
  readonly store: S;
  readonly list: () => Promise<ListedHost[]>;
}

export async function plannedTargets(
  run: CatalogRun,
  mode: Mode,
  { store, list }: RunPlaces<ResultStore>,
): Promise<ListedHost[]> {
  const { only, staleOnly, limit } = run.values;
  const chosen = chosenTargets(await list(), run, mode);
  const recorded =
    mode === 'rejudge' && only.length === 0 && store instanceof Store ? await store.recorded() : undefined;
  const targets = chosen.filter(({ host }) => recorded?.includes(host) ?? true);
  return planRun(targets, await readable(store, targets), { now: await store.now(), staleOnly, limit });
}

/**
 * Returns the demo sites with `--demo`, otherwise all sites except demo sites. `--rejudge` without `--demo` selects all sites.
 * @throws CliError for a host that is not in the list
 */
function chosenTargets(
  all: readonly ListedHost[],
  { values, sources }: CatalogRun,
  mode: Mode,
): ListedHost[] {
  const demos = values.demo;
  const targets = all.filter(({ demo }) => (mode === 'rejudge' && !demos) || (demo === true) === demos);
  if (values.only.length === 0) return targets;
  const hosts = targets.map(({ host }) => host);
  const unknown = values.only.find((host) => !hosts.includes(host));
  if (unknown === undefined) return targets.filter(({ host }) => values.only.includes(host));
  const fromEnv = sources.only === 'env';
  throw unknownName({
    kind: fromEnv ? 'configuration' : 'usage',
    message: (typed) =>
      `${fromEnv ? RUN.only.env : '--only'} takes hosts from the list, and “${typed}” is not one.`,
    name: unknown,
    allowed: hosts,
    hint: demos
      ? 'These are the demo sites.'
      : 'Put the site on the list first, with the command add. The demo sites are audited with --demo.',
  });
}

/** Reads the stored results. Skips invalid files, because the run reports them when it audits their targets. */
async function readable(store: ResultStore, targets: readonly ListedHost[]): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const { host } of targets) {
    try {
      stored.set(host, await store.read(host));
    } catch (error) {
      if (!(error instanceof AuditError) || error.kind !== 'invalid_scorecard') throw error;
    }
  }
  return stored;
}

/** Returns the audit options of a command, for catalogs in files and in a database. */
export function auditOptions({ timeoutMs, output, values }: Run<typeof WORKER>) {
  const { audit, env } = output.session.context;
  const { concurrency, network, resolver, baseUrl } = values;
  return {
    ...{ concurrency, network, resolver, baseUrl },
    ...(audit === undefined ? {} : { runAudit: audit }),
    limits: { ...LIMITS, auditMs: timeoutMs },
    signingKey: signingKey(env),
  };
}

/**
 * Returns the signing key from the environment. It is not an option, because all users of the machine can see command lines.
 * @throws CliError `configuration` if the variable does not contain a key
 */
function signingKey(env: Context['env']): SigningKey | undefined {
  try {
    return operatorsKey(env.AUDIT_SIGNING_KEY);
  } catch (error) {
    throw new CliError('configuration', (error as Error).message, {
      hint: 'Set it to the private key, or unset it to send requests without signatures.',
    });
  }
}
