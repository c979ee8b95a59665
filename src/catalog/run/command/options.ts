/** The options of `audit:catalog`; each has an environment variable, as those of the command line have. */

import { DEFAULT_BASE_URL } from '../../../base/versions.ts';
import { AUDIT } from '../../../cli/audit/options.ts';
import { CliError } from '../../../cli/errors.ts';
import { GLOBAL } from '../../../cli/options.ts';
import {
  choice,
  flag,
  listSetting,
  number,
  type Setting,
  text,
  webUrlSetting,
} from '../../../cli/settings.ts';

/** Of the command line's own options, those that make sense here. */
export const SHARED = {
  output: GLOBAL.output,
  json: GLOBAL.json,
  timeout: { ...GLOBAL.timeout, description: 'time limit for one audit; decimals allowed' },
  quiet: GLOBAL.quiet,
  noInteractive: { ...GLOBAL.noInteractive, description: 'draw no progress line' },
} as const;

/** An address of PostgreSQL; errors do not repeat it, because it may hold a password. */
const database: Setting<string | undefined> = {
  flags: '--database <url>',
  env: 'CATALOG_DATABASE',
  description: 'the PostgreSQL database that has the list, the results and the queue, in place of folders',
  fallback: undefined,
  shown: 'none: files',
  parse(value, from) {
    if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value)) {
      throw new CliError(from.kind, `${from.name} takes an address of PostgreSQL.`, {
        hint: 'It has the form postgres://user:password@host:5432/name. Percent-encode what is special in the password.',
      });
    }
    return value;
  },
};

export const RUN_OPTIONS = {
  database,
  limit: number({
    flags: '--limit <n>',
    env: 'AUDIT_LIMIT',
    description: 'audit no more than this many targets',
    fallback: undefined,
    shown: 'all',
    min: 1,
    max: 1_000_000,
    unit: 'targets',
    whole: true,
  }),
  only: listSetting({
    flags: '--only <hosts>',
    env: 'AUDIT_ONLY_HOSTS',
    description: 'audit only these targets; hosts, separated by commas, repeatable',
    shown: 'all',
  }),
  staleOnly: flag({
    flags: '--stale-only',
    env: 'AUDIT_STALE_ONLY',
    description: 'skip targets whose next audit is not due yet',
  }),
  concurrency: number({
    flags: '--concurrency <n>',
    env: 'AUDIT_TARGETS_AT_ONCE',
    description: 'how many targets to audit at the same time',
    fallback: 8,
    min: 1,
    max: 64,
    unit: 'targets',
    whole: true,
  }),
  demo: flag({
    flags: '--demo',
    env: 'AUDIT_DEMO',
    description: 'serve the demo sites on this machine and audit those instead, without internet',
  }),
  keepRecordings: flag({
    flags: '--keep-recordings',
    env: 'AUDIT_KEEP_RECORDINGS',
    description: 'keep the requests and answers of each target’s latest audit (HAR, gzipped)',
  }),
  rejudge: flag({
    flags: '--rejudge',
    env: 'AUDIT_REJUDGE',
    description: 'judge the kept recordings by today’s rules, without asking any site',
  }),
  network: choice({
    flags: '--network <policy>',
    env: 'AUDIT_NETWORK',
    description:
      'addresses that may be called: public only (and public host names on default ports only), any, or auto',
    choices: ['public', 'any', 'auto'],
    fallback: 'public',
  }),
  resolver: AUDIT.resolver,
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    env: 'AUDIT_BASE_URL',
    description: 'the address of the catalog that the scorecards belong to',
    fallback: DEFAULT_BASE_URL,
  }),
  targets: text({
    flags: '--targets <folder>',
    env: 'AUDIT_TARGETS',
    description: 'the reviewed list',
    fallback: 'content/targets',
  }),
  results: text({
    flags: '--results <folder>',
    env: 'AUDIT_RESULTS',
    description: 'the folder that results are stored in',
    fallback: 'content/scorecards',
  }),
  recordings: text({
    flags: '--recordings <folder>',
    env: 'AUDIT_RECORDINGS',
    description: 'where recordings are kept',
    fallback: 'content/recordings',
  }),
  dryRun: flag({
    flags: '-n, --dry-run',
    env: 'AUDIT_DRY_RUN',
    description: 'show what would be audited or changed, without asking any site or writing anything',
  }),
} as const;
