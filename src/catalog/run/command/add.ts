/** Runs the command `add`: adds sites to the list, with names and descriptions from their home pages. */
import { type HomePage, readHomePage } from '../../../audit/probes/home-page.ts';
import { type ListedHost, targetSchema } from '../../../audit/scorecard/record.ts';
import { hasScheme, parseTarget, type Target } from '../../../audit/target.ts';
import { AuditError } from '../../../base/errors.ts';
import { forTerminal } from '../../../base/escape.ts';
import { domainOf } from '../../../base/same-site.ts';
import { plain } from '../../../base/text.ts';
import { namesPath } from '../../../base/url.ts';
import { isLoopback, overHttpsOrHttp } from '../../../cli/commands/audit.ts';
import { CliError, toAuditError } from '../../../cli/errors.ts';
import { exitCodeOf } from '../../../cli/exit-codes.ts';
import { readInput, STDIN } from '../../../cli/files.ts';
import { print, printJson } from '../../../cli/output.ts';
import type { Run } from '../../../cli/run.ts';
import { addTarget, targetPath } from '../../results/targets.ts';
import { type Dependencies, openFor } from './database-tasks.ts';
import type { ADD } from './options.ts';
import { netlifyAccess } from './withdraw.ts';

type AddRun = Run<typeof ADD>;

const AT_ONCE = 8;
const DATABASE = 'the database';
/** The maximum lengths, in characters, of a name and a description taken from a home page. */
const NAME_CHARS = 60;
const DESCRIPTION_CHARS = 200;

type Added =
  | {
      readonly outcome: 'added' | 'planned';
      readonly target: ListedHost;
      readonly file: string;
      /** Facts that the operator should check before committing the file. */
      readonly remarks: readonly string[];
    }
  | { readonly outcome: 'listed'; readonly host: string; readonly file: string }
  | { readonly outcome: 'failed'; readonly site: string; readonly error: AuditError };

/**
 * Adds sites to the list. If one of several sites fails, continues with the others.
 * @returns the exit code of the first failure, or 0
 * @throws AuditError if there is only one site and it cannot be added
 */
export async function addSites(
  run: AddRun,
  words: readonly string[],
  { openDatabase, openLive }: Dependencies,
): Promise<number> {
  const { values, output } = run;
  const sites = await sitesOf(run, words);
  if (sites.length > 1 && (values.name !== undefined || values.description !== undefined)) {
    throw new CliError('usage', '--name and --description apply to a single site.', {
      hint: 'Add that site with a separate command.',
    });
  }
  const { database: url } = values;
  await using database =
    url === undefined || values.dryRun ? undefined : await openFor(run, url, openDatabase);
  const netlify = netlifyAccess(run);
  const place: ListPlace = {
    nameOf: (host) => (url === undefined ? targetPath(values.targets, host) : DATABASE),
    async add(target) {
      if (database !== undefined) return database.add(target);
      const isNew = await addTarget(values.targets, target);
      // A site that is added again is no longer withdrawn.
      if (netlify !== undefined) await (await openLive(netlify)).readmit(target.host);
      return isNew;
    },
  };
  const outcomes: Added[] = [];
  const waiting = sites.values();
  const worker = async () => {
    for (const site of waiting) {
      const outcome = await addSite(run, site, place).catch((error: unknown): Added => {
        if (sites.length === 1 || output.session.context.signal.aborted) throw error;
        return { outcome: 'failed', site, error: toAuditError(error) };
      });
      outcomes.push(outcome);
      if (output.format !== 'json') print(output, lineOf(outcome));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (output.format === 'json') printJson(output, { kind: 'catalog-add', sites: outcomes.map(documentOf) });
  const failed = outcomes.find((one) => one.outcome === 'failed');
  return failed === undefined ? 0 : exitCodeOf(failed.error);
}

/**
 * Returns the sites named by the arguments or on stdin.
 * @throws CliError `usage` if there are none
 */
async function sitesOf({ output, timeoutMs }: AddRun, words: readonly string[]): Promise<string[]> {
  const named = words.length === 0 ? [STDIN] : words;
  const read = async (word: string) =>
    word === STDIN ? (await readInput(STDIN, { output, timeoutMs })).split('\n') : [word];
  const lines = (await Promise.all(named.map(read))).flat().map((line) => line.trim());
  const sites = [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
  if (sites.length > 0) return sites;
  throw new CliError('usage', 'No site was given.', {
    hint: 'Name hosts or URLs, or pipe in a list with one per line.',
  });
}

interface ListPlace {
  readonly nameOf: (host: string) => string;
  /** Adds a target; returns `false` if it is already in the list. */
  readonly add: (target: ListedHost) => Promise<boolean>;
}

async function addSite({ values, output, program }: AddRun, site: string, place: ListPlace): Promise<Added> {
  const { network, baseUrl, category, siteType } = values;
  const typed = targetAt(site, network, program);
  const inClear = hasScheme(site) ? undefined : targetAt(`http://${site}`, network, program);
  const hasTexts = values.name !== undefined && values.description !== undefined;
  const options = {
    source: { kind: 'network', network },
    baseUrl,
    signal: output.session.context.signal,
  } as const;
  const read = async (at: Target) => ({ at, page: await readHomePage(at, options) });
  const { at, page } =
    hasTexts || values.dryRun
      ? { at: isLoopback(typed.hostname) ? (inClear ?? typed) : typed, page: undefined }
      : await overHttpsOrHttp({ target: typed, inClear, headers: [] }, output, read).catch(asToAdd);
  const host = at.name;
  const file = place.nameOf(host);
  const target: ListedHost = {
    host,
    name: values.name ?? nameOn(page, at),
    description: values.description ?? descriptionOn(page, host),
    category,
    ...(siteType === undefined ? {} : { site_type: siteType }),
    ...(at.origin === `https://${host}` ? {} : { url: at.origin }),
  };
  targetSchema.parse(target);
  const pathRemarks = namesPath(site)
    ? [`the origin ${at.origin} is audited, not the path that you typed`]
    : [];
  if (values.dryRun) return { outcome: 'planned', target, file, remarks: pathRemarks };
  const remarks = [...pathRemarks, ...(hasTexts ? [] : remarksOn(page, at))];
  if (await place.add(target)) return { outcome: 'added', target, file, remarks };
  return { outcome: 'listed', host, file };
}

/** @throws AuditError `invalid_target` */
function targetAt(site: string, network: AddRun['values']['network'], program: string): Target {
  try {
    return parseTarget(site, network);
  } catch (error) {
    if (!(error instanceof AuditError) || network !== 'public') throw error;
    parseTarget(site);
    throw new AuditError(error.kind, error.message, {
      hint: `For sites on a private network, pass --network any, here and to ${program} run.`,
    });
  }
}

/** @throws AuditError with a hint on how to add the site in spite of the error */
function asToAdd(error: unknown): never {
  if (!(error instanceof AuditError) || error.kind === 'interrupted') throw error;
  throw new AuditError(error.kind, error.message, {
    hint: 'Pass --name and --description to add it without a request.',
    cause: error,
  });
}

/** Matches the separator in a title between the site's name and a page name or slogan. */
const SEPARATOR = /\s[|·•–—:-]{1,3}\s|:\s/;

/** Returns the part of the title that contains the domain's name; otherwise its first part; without a title, the host. */
function nameOn(page: HomePage | undefined, { name: host, url }: Target): string {
  const parts = (page?.title ?? '').split(SEPARATOR).filter((part) => part.length > 1);
  const [label = ''] = domainOf(url).split('.');
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const domainPart = parts.find((part) => label.length > 1 && letters(part).includes(letters(label)));
  return plain(domainPart ?? parts[0] ?? host, NAME_CHARS);
}

function descriptionOn(page: HomePage | undefined, host: string): string {
  const sentence = page?.description ?? page?.title ?? '';
  const text = plain(sentence.length < 10 ? `The site at ${host}.` : sentence, DESCRIPTION_CHARS);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

function remarksOn(page: HomePage | undefined, { url }: Target): string[] {
  const redirects = page !== undefined && URL.parse(page.url)?.host !== new URL(url).host;
  return [
    ...(redirects ? [`it redirects to ${plain(page.url, 100)}`] : []),
    ...(page?.description === undefined ? [`its home page (${page?.status}) has no description`] : []),
  ];
}

function lineOf(added: Added): string {
  const start = added.outcome.padEnd(8);
  switch (added.outcome) {
    case 'added':
    case 'planned': {
      const { host, name } = added.target;
      const remarks = added.remarks.map((remark) => `\n${' '.repeat(10)}check it: ${forTerminal(remark)}`);
      return `${start}  ${host}  ${forTerminal(name)}  ${added.file}${remarks.join('')}`;
    }
    case 'listed':
      return `${start}  ${added.host}  already listed in ${added.file}; nothing was changed. To change it, ${added.file === DATABASE ? 'export, edit its file, and import' : 'edit that file'}`;
    case 'failed': {
      const { message, hint } = added.error;
      return `${start}  ${forTerminal(message)}${hint === undefined ? '' : ` ${forTerminal(hint)}`}`;
    }
  }
}

function documentOf(added: Added): object {
  if (added.outcome !== 'failed') return added;
  const { outcome, site, error } = added;
  return { outcome, site: plain(site, 100), kind: error.kind, message: error.message, hint: error.hint };
}
