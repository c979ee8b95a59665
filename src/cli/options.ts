/** Every option of every command. */

import { REPORT_FORMATS, type ReportFormat } from '../gate/vocabulary.ts';
import { ACCESS } from './options/access.ts';
import { CATALOG, CONFIG } from './options/config.ts';
import { GATE } from './options/gate.ts';
import { REPORTS } from './options/reports.ts';
import { SCOPE } from './options/scope.ts';
import { choice, flag, number, text } from './settings.ts';

export type OutputFormat = ReportFormat;

/** Accepted by every command, before or after its name. */
export const GLOBAL = {
  output: choice({
    flags: '-o, --output <format>',
    description: 'the format on stdout; all commands have text, json and jsonl, audits have all',
    choices: REPORT_FORMATS,
    fallback: 'text',
  }),
  // Short for a value of --output: they have no variable of their own, and their help names what sets the same.
  json: flag({ flags: '--json', env: 'AUDIT_OUTPUT=json', description: 'the same as --output json' }),
  jsonl: flag({ flags: '--jsonl', env: 'AUDIT_OUTPUT=jsonl', description: 'the same as --output jsonl' }),
  timeout: number({
    flags: '--timeout <seconds>',
    description: 'time limit for the whole audit, or for reading stdin; decimals allowed',
    fallback: 60,
    min: 0.1,
    max: 3600,
    unit: 'seconds',
  }),
  quiet: flag({ flags: '-q, --quiet', description: 'print only errors on stderr' }),
  verbose: flag({
    flags: '-v, --verbose',
    description: 'print every check with its evidence',
  }),
  noInteractive: flag({
    flags: '--no-interactive',
    description: 'never wait for typing, and draw no progress line',
  }),
  color: flag({
    flags: '--color',
    description: 'colour even when the output is not a terminal; overrides NO_COLOR and TERM=dumb',
  }),
  noColor: flag({ flags: '--no-color', description: 'no colour' }),
} as const;

/** The options of `audit` as its help groups them: the heading, and what stands below it. */
export const AUDIT_GROUPS = {
  'What is audited:': SCOPE,
  'Getting at the site:': ACCESS,
  'Requirements:': { ...CONFIG, ...GATE },
  'Reports and recordings:': REPORTS,
} as const;

export const AUDIT = { ...SCOPE, ...ACCESS, ...CONFIG, ...GATE, ...REPORTS } as const;

/** The most that one listing gives. */
export const LIST_CAP = 100;

export const CHECKS = {
  category: choice({
    flags: '--category <id>',
    description: 'only the checks of this category',
    choices: [
      'discoverability',
      'content-for-agents',
      'bot-crawl-policy',
      'api',
      'mcp',
      'agent-discovery-auth',
    ],
    shown: 'all',
  }),
  keyword: choice({
    flags: '--keyword <level>',
    description: 'only the checks of this level',
    choices: ['must', 'should', 'may'],
    shown: 'all',
  }),
  limit: number({
    flags: '--limit <n>',
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
  ...CONFIG,
  fromRecording: text({
    flags: '--from-recording <file>',
    description: 'the HAR of the first scorecard’s audit: tells a changed site from changed rules',
    shown: 'none',
  }),
  toRecording: text({
    flags: '--to-recording <file>',
    description: 'the HAR of the second scorecard’s audit',
    shown: 'none',
  }),
  failOnWorse: flag({
    flags: '--fail-on-worse',
    description:
      'exit with 1 if the site made a check worse, and no waiver of the configuration accepts it; changes of the rules do not count',
  }),
} as const;

export const SKILL = {
  dir: text({
    flags: '--dir <folder>',
    description: 'the project, or the home folder, to install into',
    fallback: '.',
    shown: 'this folder',
  }),
  dryRun: flag({ flags: '-n, --dry-run', description: 'show what would be written, and write nothing' }),
} as const;

export const SKILL_INSTALL = {
  all: flag({ flags: '--all', description: 'install for every host' }),
  ...SKILL,
  force: flag({ flags: '-f, --force', description: 'overwrite a skill file that differs' }),
} as const;
