/** Runs the command `run`: selects targets, audits them or judges their recordings, and prints the outcomes. */
import { plural } from '../../../base/text.ts';
import { CliError } from '../../../cli/errors.ts';
import { NO_VERDICT } from '../../../cli/exit-codes.ts';
import { notice, print, printJson } from '../../../cli/output.ts';
import { type ResultStore, Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import { type Mode, type RunOutcome, runDocument } from '../outcome.ts';
import { rejudgeCatalog } from '../rejudge.ts';
import { runCatalog } from '../run.ts';
import { type Dependencies, openFor } from './database-tasks.ts';
import { auditOptions, type CatalogRun, plannedTargets, type RunPlaces } from './planned.ts';
import { runProgressOf, runSummaryText } from './report.ts';

/** Audits targets, or judges their recordings again; returns the exit code. */
export async function performRun(run: CatalogRun, dependencies: Dependencies): Promise<number> {
  const { values } = run;
  if (values.database !== undefined) {
    refuseFilesOnly(run);
    await using database = await openFor(run, values.database, dependencies.openDatabase);
    const places = { store: database.store, list: () => database.targets() };
    return report(run, 'audit', await overTargets(run, 'audit', places, dependencies));
  }
  const mode = values.rejudge ? 'rejudge' : values.demo ? 'demo' : 'audit';
  const store = new Store(values);
  await store.open();
  const places = { store, list: () => readTargets(values.targets) };
  if (mode === 'rejudge') await requireRecordings(store, values.recordings);
  const outcomes = await overTargets(run, mode, places, dependencies);
  await store.tidy();
  return report(run, mode, outcomes);
}

/** @throws CliError if there is no recording to judge again */
async function requireRecordings(store: Store, folder: string): Promise<void> {
  if ((await store.recorded()).length > 0) return;
  throw new CliError('usage', `There are no recordings in ${folder}.`, {
    hint: 'Keep them with run --keep-recordings, or download those of the workflow: gh run download <run> --name recordings.',
  });
}

/** @throws CliError for options that need a catalog in files */
function refuseFilesOnly({ values }: CatalogRun): void {
  const options = {
    '--rejudge': values.rejudge,
    '--demo': values.demo,
    '--keep-recordings': values.keepRecordings,
  };
  const names = Object.entries(options).flatMap(([name, isSet]) => (isSet ? [name] : []));
  if (names.length === 0) return;
  throw new CliError('usage', `${names.join(' and ')} cannot be used with a database.`, {
    hint: 'They are for a catalog in files: run them after an export, without CATALOG_DATABASE.',
  });
}

function report({ values, output }: CatalogRun, mode: Mode, outcomes: readonly RunOutcome[]): number {
  const document = runDocument(mode, values.dryRun, outcomes);
  if (output.format === 'json') printJson(output, document);
  else print(output, runSummaryText(document));
  const { failed } = document.counts;
  return failed > 0 && failed === outcomes.length ? NO_VERDICT : 0;
}

/** Returns the text to print before the first request. It warns people who did not know that a run audits the whole list. */
function announcement({ values: { database, targets, results } }: CatalogRun, count: number): string {
  const places =
    database === undefined
      ? `of ${targets}; results are stored in ${results}`
      : 'of the database, which stores the results';
  return `Auditing ${plural(count, 'site')} ${places}. Ctrl-C ends the run; finished audits are stored.`;
}

async function overTargets(
  run: CatalogRun,
  mode: Mode,
  places: RunPlaces<ResultStore>,
  dependencies: Dependencies,
): Promise<RunOutcome[]> {
  const { store } = places;
  const planned = await plannedTargets(run, mode, places);
  const options = { ...run.values, ...auditOptions(run) };
  const progress = runProgressOf(run.output, planned.length);
  if (mode === 'rejudge' && store instanceof Store) {
    return rejudgeCatalog(planned, { ...options, store, ...progress });
  }
  if (run.values.dryRun) return planned.map(({ host }) => ({ host, outcome: 'planned' }));
  notice(run.output, announcement(run, planned.length));
  const { signal } = run.output.session.context;
  const runOptions = { store, signal, ...progress };
  if (mode !== 'demo') return runCatalog(planned, { ...options, ...runOptions });
  await using demos = await dependencies.serveDemos();
  return await runCatalog(planned, { ...options, ...runOptions, places: demos.places });
}
