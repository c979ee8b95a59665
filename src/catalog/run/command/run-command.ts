/** The command `run`: which targets, in which order, and what is said of them. */
import { CliError } from '../../../cli/errors.ts';
import { NO_VERDICT } from '../../../cli/exit-codes.ts';
import { print, printJson } from '../../../cli/output.ts';
import { type ResultStore, Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import { type Mode, type RunOutcome, runDocument } from '../outcome.ts';
import { rejudgeCatalog } from '../rejudge.ts';
import { runCatalog } from '../run.ts';
import { auditOptions } from './audit-options.ts';
import { type Given, openFor } from './database-tasks.ts';
import { type CatalogRun, plannedTargets, type RunPlaces } from './planned.ts';
import { runProgressOf, runSummaryText } from './report.ts';

/** Audits or judges again what was asked for; returns the exit code. */
export async function performRun(run: CatalogRun, given: Given): Promise<number> {
  const { values } = run;
  if (values.database !== undefined) {
    refuseFilesOnly(run);
    await using database = await openFor(run, values.database, given.openDatabase);
    const places = { store: database.store, list: () => database.targets() };
    return report(run, 'audit', await overTargets(run, 'audit', places, given));
  }
  const mode = values.rejudge ? 'rejudge' : values.demo ? 'demo' : 'audit';
  const store = new Store(values);
  await store.open();
  const places = { store, list: () => readTargets(values.targets) };
  const outcomes = await overTargets(run, mode, places, given);
  await store.tidy();
  return report(run, mode, outcomes);
}

/** @throws CliError for what only a catalog in files can do */
function refuseFilesOnly({ values }: CatalogRun): void {
  const options = {
    '--rejudge': values.rejudge,
    '--demo': values.demo,
    '--keep-recordings': values.keepRecordings,
  };
  const names = Object.entries(options).flatMap(([name, isSet]) => (isSet ? [name] : []));
  if (names.length === 0) return;
  throw new CliError('usage', `${names.join(' and ')} cannot be used with a database.`, {
    hint: 'They are for a catalog in files: use them after an export, without CATALOG_DATABASE.',
  });
}

/** Prints what became of the targets; returns the exit code. */
function report({ values, output }: CatalogRun, mode: Mode, outcomes: readonly RunOutcome[]): number {
  const document = runDocument(mode, values.dryRun, outcomes);
  if (output.format === 'json') printJson(output, document);
  else print(output, runSummaryText(document));
  const { failed } = document.counts;
  return failed > 0 && failed === outcomes.length ? NO_VERDICT : 0;
}

async function overTargets(
  run: CatalogRun,
  mode: Mode,
  places: RunPlaces<ResultStore>,
  given: Given,
): Promise<RunOutcome[]> {
  const { store } = places;
  const planned = await plannedTargets(run, mode, places);
  const options = { ...run.values, ...auditOptions(run) };
  const progress = runProgressOf(run.output, planned.length);
  if (mode === 'rejudge' && store instanceof Store) {
    return rejudgeCatalog(planned, { ...options, store, ...progress });
  }
  if (run.values.dryRun) return planned.map(({ host }) => ({ host, outcome: 'planned' }));
  const { signal } = run.output.session.context;
  const shown = { store, signal, ...progress };
  if (mode !== 'demo') return runCatalog(planned, { ...options, ...shown });
  await using demos = await given.serveDemos();
  return await runCatalog(planned, { ...options, ...shown, places: demos.places });
}
