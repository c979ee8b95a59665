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
    description: 'what is printed on stdout; md only where a command has Markdown',
    choices: FORMATS,
    fallback: 'text',
  }),
  json: flag({ flags: '--json', env: 'AUDIT_JSON', description: 'the same as --output json' }),
  jsonl: flag({ flags: '--jsonl', env: 'AUDIT_JSONL', description: 'the same as --output jsonl' }),
  timeout: number({
    flags: '--timeout <seconds>',
    env: 'AUDIT_TIMEOUT',
    description: 'how long an audit, or reading stdin, may take in all; decimals are allowed',
    fallback: 60,
    min: 0.1,
    max: 3600,
    unit: 'seconds',
  }),
  quiet: flag({
    flags: '-q, --quiet',
    env: 'AUDIT_QUIET',
    description: 'nothing on stderr but errors',
  }),
  verbose: flag({
    flags: '-v, --verbose',
    env: 'AUDIT_VERBOSE',
    description: 'also the checks that passed or do not apply, and each verdict on stderr as it is reached',
  }),
  noInteractive: flag({
    flags: '--no-interactive',
    env: 'AUDIT_NO_INTERACTIVE',
    description: 'never wait for a person to type, and draw no progress line',
  }),
  color: flag({
    flags: '--color',
    env: 'AUDIT_COLOR',
    description: 'colour even where no terminal is; without it NO_COLOR and TERM=dumb are obeyed',
  }),
  noColor: flag({ flags: '--no-color', env: 'AUDIT_NO_COLOR', description: 'no colour' }),
} as const;

/** Shared by the commands that link to the fix guides. */
const CATALOG = {
  baseUrl: webUrl({
    flags: '--base-url <url>',
    env: 'AUDIT_BASE_URL',
    description: 'the catalog whose fix guides are linked to',
    fallback: undefined,
    shown: 'the public catalog',
  }),
} as const;

export const AUDIT = {
  siteType: choice({
    flags: '--site-type <type>',
    env: 'AUDIT_SITE_TYPE',
    description: 'what the site is, so that checks that make no sense for it are n_a',
    choices: SITE_TYPES,
    fallback: undefined,
    shown: 'judged by what is found',
  }),
  only: list({
    flags: '--only <checks>',
    env: 'AUDIT_ONLY',
    description: 'run these checks or categories only; ids, comma-separated, repeatable',
    shown: 'all',
  }),
  skip: list({
    flags: '--skip <checks>',
    env: 'AUDIT_SKIP',
    description: 'leave these checks or categories out; they become “skip”',
    shown: 'none',
  }),
  failUnder: number({
    flags: '--fail-under <score>',
    env: 'AUDIT_FAIL_UNDER',
    description: 'exit with 1 where the relative score is lower',
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
    description: 'judge a recording again, without any network; “-” is stdin',
    fallback: undefined,
    shown: 'off',
  }),
  network: choice({
    flags: '--network <policy>',
    env: 'AUDIT_NETWORK',
    description:
      'addresses that may be called: public only, any, or auto (those of the kind that the target itself is on)',
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
    description: 'say what would be audited and written; send and write nothing',
  }),
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'replace the --har file if it is there already',
  }),
} as const;

export const EXPLAIN = CATALOG;

export const CHECKS = {
  category: choice({
    flags: '--category <id>',
    env: 'AUDIT_CATEGORY',
    description: 'the checks of one category',
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
    description: 'the checks of one level',
    choices: ['must', 'should', 'may'],
    fallback: undefined,
    shown: 'all',
  }),
  limit: number({
    flags: '--limit <n>',
    env: 'AUDIT_LIMIT',
    description: `list at most this many, never more than ${LIST_CAP}; a cut list says so`,
    fallback: LIST_CAP,
    min: 1,
    max: LIST_CAP,
    unit: 'checks',
    whole: true,
  }),
  ...CATALOG,
} as const;

export const COMPARE = {
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
    description: 'say what would be written; write nothing',
  }),
} as const;

export const SKILL_INSTALL = {
  all: flag({ flags: '--all', env: 'AUDIT_ALL', description: 'install for every host' }),
  ...SKILL,
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'replace a skill file that differs',
  }),
} as const;
