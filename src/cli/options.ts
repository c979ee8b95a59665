/** Every option of every command. */

import { REPORT_FORMATS, type ReportFormat } from '../gate/report-formats.ts';
import { ACCESS } from './options/access.ts';
import { CATALOG } from './options/catalog.ts';
import { CONFIG } from './options/config.ts';
import { GATE } from './options/gate.ts';
import { LIMIT } from './options/limit.ts';
import { REPORTS } from './options/reports.ts';
import { SCOPE } from './options/scope.ts';
import { choice, flag, number, text } from './settings.ts';

export type OutputFormat = ReportFormat;

/** Accepted by every command, before or after its name. */
export const GLOBAL = {
  output: choice({
    flags: '-o, --output <format>',
    env: 'AUDIT_OUTPUT',
    description: 'the format on stdout; all commands have text, json and jsonl, audits have all',
    choices: REPORT_FORMATS,
    aliases: { markdown: 'md' },
    fallback: 'text',
  }),
  // Short for a value of --output: they have no variable of their own, and their help names what sets the same.
  json: flag({ flags: '--json', env: 'AUDIT_OUTPUT=json', description: 'the same as --output json' }),
  jsonl: flag({ flags: '--jsonl', env: 'AUDIT_OUTPUT=jsonl', description: 'the same as --output jsonl' }),
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

/** The options of `audit` as its help groups them: the heading, and what stands below it. */
export const AUDIT_GROUPS = {
  'What is audited:': SCOPE,
  'Getting at the site:': ACCESS,
  'Requirements:': { ...CONFIG, ...GATE },
  'Reports and recordings:': REPORTS,
} as const;

export const AUDIT = { ...SCOPE, ...ACCESS, ...CONFIG, ...GATE, ...REPORTS } as const;

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
  ...LIMIT,
  ...CATALOG,
} as const;

export const COMPARE = {
  ...CONFIG,
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
  failOnWorse: flag({
    flags: '--fail-on-worse',
    env: 'AUDIT_FAIL_ON_WORSE',
    description:
      'exit with 1 if the site made a check worse, and no waiver of the configuration accepts it; changes of the rules do not count',
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

export { INIT } from './options/init.ts';
