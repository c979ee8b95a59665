/** The command `withdraw`: removes a site from a list in files, with all its data. */
import { parseTarget } from '../../../audit/target.ts';
import { isThere, removeFile } from '../../../base/files.ts';
import { CliError, unknownName } from '../../../cli/errors.ts';
import { print, printJson } from '../../../cli/output.ts';
import type { Run } from '../../../cli/run.ts';
import { hostsIn, Store } from '../../results/store.ts';
import { targetPath } from '../../results/targets.ts';
import type { WITHDRAW } from './options.ts';

/**
 * Removes the files of a site, even if its target file cannot be read.
 * @throws CliError `usage` if the site has no files, and for a catalog in a database
 */
export async function withdraw(run: Run<typeof WITHDRAW>, [typed = '']: readonly string[]): Promise<number> {
  const { values, output, program } = run;
  if (values.database !== undefined) {
    throw new CliError('usage', 'withdraw is for a catalog in files.', {
      hint: `Withdraw the site there, without CATALOG_DATABASE, then import the list into the database: ${program} import`,
    });
  }
  const host = parseTarget(typed).name;
  const store = new Store(values);
  const target = targetPath(values.targets, host);
  const removed: string[] = [];
  for (const file of [target, ...store.filesOf(host)]) if (await isThere(file)) removed.push(file);
  if (removed.length === 0) {
    throw unknownName({
      kind: 'usage',
      message: (quoted) => `There is no file of “${quoted}”.`,
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
  const would = values.dryRun ? 'Would remove' : 'Removed';
  if (output.format === 'json') {
    printJson(output, { kind: 'catalog-withdrawn', dry_run: values.dryRun, host, removed });
  } else print(output, [`${would} ${host}:`, ...removed.map((file) => `  ${file}`)].join('\n'));
  return 0;
}
