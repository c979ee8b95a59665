/** Every option of every command. */
import { SITE_TYPES } from '../catalogue/vocabulary.ts';
import { DEFAULT_RESOLVER } from '../versions.ts';
import { choice, flag, list, number, text, webUrl } from './settings.ts';

export const FORMATS = ['text', 'json', 'jsonl', 'md'] as const;
export type Format = (typeof FORMATS)[number];

/** The most checks that one listing gives. */
export const LIST_CAP = 100;

/** Accepted by every command, before or after its name. */
export const GLOBAL = {
  output: choice({
    flags: '-o, --output <format>',
    env: 'AUDIT_OUTPUT',
    description: 'the format on stdout; not every command has md',
    choices: FORMATS,
    fallback: 'text',
  }),
  json: flag({ flags: '--json', env: 'AUDIT_JSON', description: 'the same as --output json' }),
  jsonl: flag({ flags: '--jsonl', env: 'AUDIT_JSONL', description: 'the same as --output jsonl' }),
  timeout: number({
    flags: '--timeout <seconds>',
    env: 'AUDIT_TIMEOUT',
    description: 'time limit for the whole audit, or for reading stdin; decimals allowed',
    fallback: 60,
    min: 0.1,
    max: 3600,
    unit: 'seconds',
  }),
  quiet: flag({
    flags: '-q, --quiet',
    env: 'AUDIT_QUIET',
    description: 'print only errors on stderr',
  }),
  verbose: flag({
    flags: '-v, --verbose',
    env: 'AUDIT_VERBOSE',
    description: 'also list checks that passed or do not apply, and print each verdict on stderr as it comes',
  }),
  noInteractive: flag({
    flags: '--no-interactive',
    env: 'AUDIT_NO_INTERACTIVE',
    description: 'never wait for typing, and draw no progress line',
  }),
  color: flag({
    flags: '--color',
    env: 'AUDIT_COLOR',
    description: 'colour even when the output is not a terminal; overrides NO_COLOR and TERM=dumb',
  }),
  noColor: flag({ flags: '--no-color', env: 'AUDIT_NO_COLOR', description: 'no colour' }),
} as const;

/** Shared by the commands that link to the fix guides. */
const CATALOG = {
  baseUrl: webUrl({
    flags: '--base-url <url>',
    env: 'AUDIT_BASE_URL',
    description: 'the catalog whose fix guides the output links to',
    fallback: undefined,
    shown: 'the public catalog',
  }),
} as const;

export const AUDIT = {
  siteType: choice({
    flags: '--site-type <type>',
    env: 'AUDIT_SITE_TYPE',
    description: 'what kind of site it is; checks that do not fit it become n_a',
    choices: SITE_TYPES,
    fallback: undefined,
    shown: 'detected automatically',
  }),
  only: list({
    flags: '--only <checks>',
    env: 'AUDIT_ONLY',
    description: 'run only these checks or categories; ids, separated by commas, repeatable',
    shown: 'all',
  }),
  skip: list({
    flags: '--skip <checks>',
    env: 'AUDIT_SKIP',
    description: 'leave out these checks or categories; they become “skip”',
    shown: 'none',
  }),
  failUnder: number({
    flags: '--fail-under <score>',
    env: 'AUDIT_FAIL_UNDER',
    description: 'exit with 1 if the relative score is lower than this',
    fallback: undefined,
    shown: 'off',
    min: 0,
    max: 100,
    unit: 'percent',
  }),
  concurrency: number({
    flags: '--concurrency <n>',
    env: 'AUDIT_CONCURRENCY',
    description: 'requests at a time to one origin',
    fallback: 8,
    min: 1,
    max: 8,
    unit: 'requests',
    whole: true,
  }),
  har: text({
    flags: '--har <file>',
    env: 'AUDIT_HAR',
    description: 'record every request and answer in a HAR 1.2 file',
    fallback: undefined,
    shown: 'no recording',
  }),
  replay: text({
    flags: '--replay <file>',
    env: 'AUDIT_REPLAY',
    description: 'judge a recording again, offline; “-” is stdin',
    fallback: undefined,
    shown: 'off',
  }),
  network: choice({
    flags: '--network <policy>',
    env: 'AUDIT_NETWORK',
    description:
      'addresses the audit may connect to: public, any, or auto (private ones only if the target itself is private)',
    choices: ['public', 'any', 'auto'],
    fallback: 'auto',
  }),
  resolver: webUrl({
    flags: '--resolver <url>',
    env: 'AUDIT_RESOLVER',
    description: 'the DNS-over-HTTPS resolver asked for DNS-AID records',
    fallback: DEFAULT_RESOLVER,
  }),
  ...CATALOG,
  dryRun: flag({
    flags: '-n, --dry-run',
    env: 'AUDIT_DRY_RUN',
    description: 'show what would be audited and written, and do neither',
  }),
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'overwrite the --har file if it exists',
  }),
} as const;

export const EXPLAIN = CATALOG;

export const CHECKS = {
  category: choice({
    flags: '--category <id>',
    env: 'AUDIT_CATEGORY',
    description: 'only the checks of this category',
    choices: [
      'discoverability',
      'content-for-agents',
      'bot-crawl-policy',
      'api',
      'mcp',
      'agent-discovery-auth',
    ],
    fallback: undefined,
    shown: 'all',
  }),
  keyword: choice({
    flags: '--keyword <level>',
    env: 'AUDIT_KEYWORD',
    description: 'only the checks of this level',
    choices: ['must', 'should', 'may'],
    fallback: undefined,
    shown: 'all',
  }),
  limit: number({
    flags: '--limit <n>',
    env: 'AUDIT_LIMIT',
    description: `list at most this many (${LIST_CAP} is the most); a cut list says so`,
    fallback: LIST_CAP,
    min: 1,
    max: LIST_CAP,
    unit: 'checks',
    whole: true,
  }),
  ...CATALOG,
} as const;

export const COMPARE = {
  with: text({
    flags: '--with <file>',
    env: 'AUDIT_WITH',
    description: 'instead of a second scorecard: the JSON report of Lighthouse or afdocs on the same site',
    fallback: undefined,
    shown: 'none',
  }),
  fromRecording: text({
    flags: '--from-recording <file>',
    env: 'AUDIT_FROM_RECORDING',
    description: 'the HAR of the first scorecard’s audit: tells a changed site from changed rules',
    fallback: undefined,
    shown: 'none',
  }),
  toRecording: text({
    flags: '--to-recording <file>',
    env: 'AUDIT_TO_RECORDING',
    description: 'the HAR of the second scorecard’s audit',
    fallback: undefined,
    shown: 'none',
  }),
} as const;

export const SKILL = {
  dir: text({
    flags: '--dir <folder>',
    env: 'AUDIT_DIR',
    description: 'the project, or the home folder, to install into',
    fallback: '.',
    shown: 'this folder',
  }),
  dryRun: flag({
    flags: '-n, --dry-run',
    env: 'AUDIT_DRY_RUN',
    description: 'show what would be written, and write nothing',
  }),
} as const;

export const SKILL_INSTALL = {
  all: flag({ flags: '--all', env: 'AUDIT_ALL', description: 'install for every host' }),
  ...SKILL,
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'overwrite a skill file that differs',
  }),
} as const;
