/** Runs the command `withdraw`: removes a site and all its data from the catalog and from the deployment on Netlify. */
import { parseTarget } from '../../../audit/target.ts';
import { AuditError } from '../../../base/errors.ts';
import { isThere, removeFile } from '../../../base/files.ts';
import { plain } from '../../../base/text.ts';
import { CliError, toAuditError, unknownName } from '../../../cli/errors.ts';
import { exitCodeOf } from '../../../cli/exit-codes.ts';
import { print, printJson } from '../../../cli/output.ts';
import type { Run } from '../../../cli/run.ts';
import type { Settings } from '../../../cli/settings.ts';
import { LISTS_TAG, type LiveResults, siteTag, type Withdrawal } from '../../results/service-files.ts';
import { hostsIn, Store } from '../../results/store.ts';
import { targetPath } from '../../results/targets.ts';
import { type Dependencies, type NetlifyAccess, openFor } from './database-tasks.ts';
import type { WITHDRAW } from './options.ts';

const WHY_CHARS = 300;
const VARIABLES = 'NETLIFY_AUTH_TOKEN and NETLIFY_SITE_ID';
const UNSET = `${VARIABLES} are not set`;
const LIVE = 'its live results';
const CACHED = 'cached responses on Netlify';

type WithdrawRun = Run<typeof WITHDRAW>;

class Outcome {
  /** The paths of the removed files, and descriptions of other removed data. */
  readonly removed: string[] = [];
  /** Descriptions of data that the command does not remove. Each says when the data expires, or what to do. */
  readonly left: string[] = [];
  readonly failed: { readonly what: string; readonly error: AuditError }[] = [];
  /** Whether an earlier run of the command withdrew the site. */
  wasWithdrawn = false;

  /** Runs a removal, which returns the names of the removed data. Records an error, so that the caller can continue. */
  async try(what: string, work: () => Promise<readonly string[]>): Promise<void> {
    try {
      this.removed.push(...(await work()));
    } catch (error) {
      this.failed.push({ what, error: toAuditError(error) });
    }
  }
}

/**
 * Removes a site's files, even if its target file cannot be read; in a database, removes its rows instead. With Netlify
 * credentials, also removes the data that the service stores there, and cached responses. Continues if one removal fails.
 * @returns the exit code of the first failure, or 0
 * @throws CliError `usage` if nothing is stored for the site, or if `--why` is set but the reason would be shown nowhere;
 *   `configuration` if the Netlify credentials are incomplete
 */
export async function withdraw(
  run: WithdrawRun,
  [typed = '']: readonly string[],
  dependencies: Dependencies,
): Promise<number> {
  const { values } = run;
  const host = parseTarget(typed).name;
  const why = values.why === '' ? undefined : plain(values.why, WHY_CHARS);
  const netlify = netlifyAccess(run);
  const outcome = new Outcome();
  const which = { host, why, dryRun: values.dryRun };
  if (values.database !== undefined) {
    await using database = await openFor(run, values.database, dependencies.openDatabase);
    const withdrawn = await database.withdraw(which);
    if (withdrawn === 'nothing')
      throw new CliError('usage', `The database has no data for ${host}.`, {
        hint: 'Pass the host of a site on the list.',
      });
    outcome.wasWithdrawn = withdrawn === 'earlier';
    if (withdrawn === 'removed')
      outcome.removed.push('its row in the list', 'its results with their history', LIVE);
    for (const file of await filesOf(values, host))
      outcome.left.push(`${file}: delete it, or a run without the database lists the site again`);
  } else if (netlify === undefined && why !== undefined) {
    throw new CliError('usage', '--why works only for a catalog in a database or on Netlify.', {
      hint: `Set ${VARIABLES}. For a catalog in files, give the reason in the commit message.`,
    });
  } else {
    const live = netlify && (await dependencies.openLive(netlify));
    await withdrawFiles(run, which, outcome, live);
    if (netlify === undefined) outcome.left.push(`${LIVE}, which expire after 30 days (${UNSET})`);
  }
  if (netlify === undefined) {
    const end = values.database === undefined ? 'with the next deploy' : 'after a minute';
    outcome.left.push(`${CACHED}, which expire ${end} (${UNSET})`);
  } else
    await outcome.try(CACHED, async () => {
      if (!values.dryRun) await purge(netlify, [siteTag(host), LISTS_TAG], run.timeoutMs);
      return [CACHED];
    });
  return say(run, host, outcome);
}

/**
 * Returns the Netlify credentials from the environment; `undefined` if neither variable is set.
 * @throws CliError `configuration` if only one of the two variables is set
 */
export function netlifyAccess({ output }: Run<Settings>): NetlifyAccess | undefined {
  const { env } = output.session.context;
  const { NETLIFY_AUTH_TOKEN: token = '', NETLIFY_SITE_ID: site = '' } = env;
  if (token === '' && site === '') return undefined;
  if (token !== '' && site !== '')
    return { api: env.NETLIFY_API_URL ?? 'https://api.netlify.com', site, token };
  throw new CliError('configuration', `${VARIABLES} only work together.`, {
    hint: 'Set both to reach the project on Netlify, or neither.',
  });
}

async function withdrawFiles(
  { values }: WithdrawRun,
  which: Withdrawal,
  outcome: Outcome,
  live: LiveResults | undefined,
): Promise<void> {
  const { host } = which;
  const files = await filesOf(values, host);
  await outcome.try(LIVE, async () => {
    const withdrawn = await live?.withdraw(which, files.length > 0);
    outcome.wasWithdrawn = withdrawn === 'earlier';
    return withdrawn === 'removed' ? [LIVE] : [];
  });
  if (files.length + outcome.removed.length + outcome.failed.length === 0 && !outcome.wasWithdrawn) {
    throw unknownName({
      kind: 'usage',
      message: (quoted) => `Nothing of “${quoted}” is stored.`,
      name: host,
      allowed: await hostsIn(values.targets, '.json'),
      hint: 'Pass the host of a site on the list.',
    });
  }
  await outcome.try(`the files of ${host}`, async () => {
    if (values.dryRun) return files;
    const store = new Store(values);
    await store.open();
    await store.remove(host);
    await removeFile(targetPath(values.targets, host));
    return files;
  });
}

/** Returns the paths of a site's existing files: its target file, and the files of its results. */
async function filesOf(values: WithdrawRun['values'], host: string): Promise<string[]> {
  const files: string[] = [];
  for (const file of [targetPath(values.targets, host), ...new Store(values).filesOf(host)])
    if (await isThere(file)) files.push(file);
  return files;
}

/**
 * Removes responses with these tags from Netlify's caches (https://docs.netlify.com/api/get-started/#purge-cache).
 * @throws AuditError `io`
 */
async function purge(
  { api, site, token }: NetlifyAccess,
  tags: readonly string[],
  timeoutMs: number,
): Promise<void> {
  const failure = (why: string, cause?: unknown) =>
    new AuditError(
      'io',
      `Cannot purge the caches on Netlify: ${why}. Check ${VARIABLES}, and call withdraw again.`,
      { cause },
    );
  const answer = await fetch(new URL('/api/v1/purge', api), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: site, cache_tags: tags }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw failure(`${api} did not respond`, cause);
  });
  await answer.body?.cancel();
  if (!answer.ok) throw failure(`${api} responded with status ${answer.status}`);
}

function say(
  { values: { dryRun, why }, output }: WithdrawRun,
  host: string,
  { removed, left, failed, wasWithdrawn }: Outcome,
): number {
  const failures = failed.map(({ what, error: { kind, message } }) => ({ what, kind, message }));
  if (output.format === 'json') {
    printJson(output, { kind: 'catalog-withdrawn', dry_run: dryRun, host, removed, left, failed: failures });
  } else {
    const part = (title: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
    const newReason = dryRun ? ' Its reason would be replaced.' : ' Its reason is replaced.';
    const texts = failures.map(({ what, message }) => `${what}: ${message}`);
    print(
      output,
      [
        ...(wasWithdrawn ? [`${host} was withdrawn earlier.${why === '' ? '' : newReason}`] : []),
        ...part(`${dryRun ? 'Would remove' : 'Removed'} ${host}:`, removed),
        ...part('Not removed:', left),
        ...part('Failed; call withdraw again:', texts),
      ].join('\n'),
    );
  }
  const [first] = failed;
  return first === undefined ? 0 : exitCodeOf(first.error);
}
