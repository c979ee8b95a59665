/** Runs the command `withdraw`: removes a site from the list, with all its data. */
import { parseTarget } from '../../../audit/target.ts';
import { isThere, removeFile } from '../../../base/files.ts';
import { plain } from '../../../base/text.ts';
import { CliError, unknownName } from '../../../cli/errors.ts';
import { print, printJson } from '../../../cli/output.ts';
import type { Run } from '../../../cli/run.ts';
import { hostsIn, Store } from '../../results/store.ts';
import { targetPath } from '../../results/targets.ts';
import { type Dependencies, openFor } from './database-tasks.ts';
import type { WITHDRAW } from './options.ts';

const WHY_CHARS = 300;

/**
 * Removes the files of a site, even if its target file cannot be read; with a database, its rows.
 *
 * @throws CliError `usage` if the site has no files or rows, or for a reason without a database
 */
export async function withdraw(
  run: Run<typeof WITHDRAW>,
  [typed = '']: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  const { values } = run;
  const host = parseTarget(typed).name;
  const why = values.why === '' ? undefined : plain(values.why, WHY_CHARS);
  if (values.database !== undefined) {
    await using database = await openFor(run, values.database, openDatabase);
    if (!(await database.withdraw({ host, why, dryRun: values.dryRun })))
      throw new CliError('usage', `The database has nothing of ${host}.`, {
        hint: 'Pass the host of a site of the list.',
      });
    const rows = ['its row of the list', 'its results with their history', 'its live results'];
    return say(run, host, rows);
  }
  if (why !== undefined) {
    throw new CliError('usage', '--why is for a catalog in a database.', {
      hint: 'The reason for a change in files is in the message of its commit.',
    });
  }
  const store = new Store(values);
  const target = targetPath(values.targets, host);
  const removed: string[] = [];
  for (const file of [target, ...store.filesOf(host)]) if (await isThere(file)) removed.push(file);
  if (removed.length === 0) {
    throw unknownName({
      kind: 'usage',
      message: (quoted) => `“${quoted}” has no target, result or recording.`,
      name: host,
      allowed: await hostsIn(values.targets, '.json'),
      hint: 'Pass the host of a site of the list.',
    });
  }
  if (!values.dryRun) {
    await store.open();
    await store.remove(host);
    await removeFile(target);
  }
  return say(run, host, removed);
}

function say({ values, output }: Run<typeof WITHDRAW>, host: string, removed: readonly string[]): number {
  const would = values.dryRun ? 'Would remove' : 'Removed';
  if (output.format === 'json') {
    printJson(output, { kind: 'catalog-withdrawn', dry_run: values.dryRun, host, removed });
  } else print(output, [`${would} ${host}:`, ...removed.map((file) => `  ${file}`)].join('\n'));
  return 0;
}
