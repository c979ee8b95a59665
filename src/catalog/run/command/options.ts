/** The options of `audit:catalog`. Each option also has an environment variable. */
import { resolve } from 'node:path';
import { targetSchema } from '../../../audit/scorecard/record.ts';
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
  setting,
  text,
  webUrlSetting,
} from '../../../cli/settings.ts';

/** Options of `src/cli` that the commands of `audit:catalog` also have. */
export const SHARED = {
  output: { ...GLOBAL.output, description: 'the format on stdout', choices: ['text', 'json'] },
  json: GLOBAL.json,
  timeout: {
    ...GLOBAL.timeout,
    description: 'time limit for one audit, or for reading stdin; decimals allowed',
  },
  quiet: GLOBAL.quiet,
  noInteractive: { ...GLOBAL.noInteractive, description: 'draw no progress line' },
} as const;

/** Defines an option for a folder. Its default is relative to the repository, not to the working directory. */
const folder = (name: string, description: string) =>
  text({
    flags: `--${name} <folder>`,
    env: `AUDIT_${name.toUpperCase()}`,
    description,
    fallback: resolve(import.meta.dirname, '../../../../content', name === 'results' ? 'scorecards' : name),
    defaultText: `content/${name === 'results' ? 'scorecards' : name} of the checkout`,
  });

const targets = folder('targets', 'the reviewed list');
const results = folder('results', 'the folder for results');
const recordings = folder('recordings', 'the folder for recordings');

/** The option for a PostgreSQL URL. Errors do not repeat the URL, because it may contain a password. */
const database: Setting<string | undefined> = {
  flags: '--database <url>',
  env: 'CATALOG_DATABASE',
  description: 'the PostgreSQL database with the list, the results and the queue, instead of folders',
  fallback: undefined,
  defaultText: 'none: files',
  parse(value, from) {
    if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value)) {
      throw new CliError(from.kind, `${from.name} takes a PostgreSQL URL.`, {
        hint: 'It has the form postgres://user:password@host:5432/name. Percent-encode special characters in the password.',
      });
    }
    return value;
  },
};

const limit = number({
  flags: '--limit <n>',
  env: 'AUDIT_LIMIT',
  description: 'take no more than this many targets, the most overdue first',
  fallback: undefined,
  defaultText: 'all',
  min: 1,
  max: 1_000_000,
  unit: 'targets',
  whole: true,
});

const only = listSetting({
  flags: '--only <hosts>',
  env: 'AUDIT_ONLY_HOSTS',
  description: 'take only these targets; hosts, separated by commas, repeatable',
  defaultText: 'all',
});

const network = choice({
  flags: '--network <policy>',
  env: 'AUDIT_NETWORK',
  description:
    'addresses it may connect to: public only (and public host names on default ports only), any, or auto',
  choices: ['public', 'any', 'auto'],
  fallback: 'public',
});

const baseUrl = webUrlSetting({
  flags: '--base-url <url>',
  env: 'AUDIT_BASE_URL',
  description: 'the URL of the catalog that the scorecards belong to',
  fallback: DEFAULT_BASE_URL,
});

/** Removes a setting's configuration field, because the commands of `audit:catalog` read no configuration file. */
const unconfigured = <T>({ config: _, ...rest }: Setting<T>): Setting<T> => rest;

const dryRun = flag({
  flags: '-n, --dry-run',
  env: 'AUDIT_DRY_RUN',
  description: 'show what would be done, without a request to any site, and write nothing',
});

const audits = {
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
  network,
  resolver: unconfigured(AUDIT.resolver),
  baseUrl,
};

export const RUN = {
  limit,
  only,
  staleOnly: flag({
    flags: '--stale-only',
    env: 'AUDIT_STALE_ONLY',
    description: 'skip targets whose next audit is not due yet',
  }),
  demo: flag({
    flags: '--demo',
    env: 'AUDIT_DEMO',
    description: 'serve the demo sites on this machine and audit those instead, without internet',
  }),
  keepRecordings: flag({
    flags: '--keep-recordings',
    env: 'AUDIT_KEEP_RECORDINGS',
    description: 'keep the requests and responses of each target’s latest audit (HAR, gzipped)',
  }),
  rejudge: flag({
    flags: '--rejudge',
    env: 'AUDIT_REJUDGE',
    description: 'judge the kept recordings by the current rules, without a request to any site',
  }),
  ...audits,
  targets,
  results,
  recordings,
  database,
  dryRun,
} as const;

const siteText = (flags: string, field: 'name' | 'description', description: string) =>
  setting<string | undefined>(
    { flags, description, defaultText: 'read from the home page' },
    checkedBy(field),
  );

/** Returns a parser that accepts the same values as a field of a target file. */
function checkedBy(field: 'name' | 'description' | 'category'): Setting<string>['parse'] {
  return (value, from) => {
    const { data, error } = targetSchema.shape[field].safeParse(value.trim());
    if (data !== undefined) return data;
    throw new CliError(from.kind, `${from.name} ${error?.issues[0]?.message}.`);
  };
}

export const ADD = {
  name: siteText('--name <text>', 'name', 'the name of the site'),
  description: siteText('--description <sentence>', 'description', 'one sentence that says what the site is'),
  category: setting(
    {
      flags: '--category <text>',
      description: 'the kind of site: an existing category of the list, or a new one',
    },
    checkedBy('category'),
    { fallback: 'other' },
  ),
  siteType: unconfigured(AUDIT.siteType),
  network,
  baseUrl,
  targets,
  database,
  dryRun,
} as const;

export const WITHDRAW = {
  why: text({
    flags: '--why <sentence>',
    env: 'AUDIT_WITHDRAW_WHY',
    description: 'the reason, shown at the URL of the site; for a catalog in a database or on Netlify',
    fallback: '',
    defaultText: 'none',
  }),
  targets,
  results,
  recordings,
  database,
  dryRun,
} as const;
export const WORKER = { ...audits, database } as const;
export const ENQUEUE = { only, limit, database, dryRun } as const;
export const DATABASE = { database } as const;
export const STATUS = {
  format: choice({
    flags: '--format <format>',
    env: 'AUDIT_STATUS_FORMAT',
    description: 'print metrics for a monitoring system',
    choices: ['openmetrics'],
    fallback: undefined,
    defaultText: 'as --output says',
  }),
  database,
} as const;
export const MOVE = { targets, results, database } as const;
export const DATASET = {
  to: text({
    flags: '--to <place>',
    env: 'AUDIT_DATASET_TO',
    description: 'the destination: a folder, or s3://bucket/prefix with the usual AWS_… variables',
    fallback: undefined,
    defaultText: 'required',
  }),
  ...MOVE,
} as const;
export const IMPORT = {
  ...MOVE,
  yes: flag({
    flags: '--yes',
    env: 'AUDIT_IMPORT_YES',
    description: 'import even if that removes more than a tenth of the list in the database',
  }),
  dryRun,
} as const;
