import { REPORT_FORMATS, type ReportFormat } from '../report/gate/vocabulary.ts';
import { choice, flag, number, text, webUrlSetting } from './settings.ts';

/** Options of the commands that print links to the fix guides. */
export const CATALOG = {
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    description: 'the catalog whose fix guides the output links to',
    defaultText: 'the site that this command comes from; none in a checkout',
  }),
} as const;

/** Options of the commands that read a project's configuration. */
export const CONFIG = {
  config: text({
    flags: '--config <file>',
    description:
      'the configuration file to use; by default this folder and its parents in the repository are searched',
    defaultText: 'the nearest agent-readiness.config.json or .ts',
  }),
  noConfig: flag({ flags: '--no-config', description: 'use no configuration' }),
} as const;

export type OutputFormat = ReportFormat;

/** Options of every command, which may be typed before or after the command's name. */
export const GLOBAL = {
  output: choice({
    flags: '-o, --output <format>',
    description: 'the format on stdout; all commands have text, json and jsonl, audits have all',
    choices: REPORT_FORMATS,
    fallback: 'text',
  }),
  // Short forms of --output. They have no variables of their own; their help names the equivalent value of AUDIT_OUTPUT.
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
  quiet: flag({ flags: '-q, --quiet', description: 'print nothing on stderr except errors' }),
  verbose: flag({
    flags: '-v, --verbose',
    description: 'print every check with its evidence',
  }),
  noInteractive: flag({
    flags: '--no-interactive',
    description: 'never wait for input, and draw no progress line',
  }),
  color: flag({
    flags: '--color',
    description: 'color even when the output is not a terminal; overrides NO_COLOR and TERM=dumb',
  }),
  noColor: flag({ flags: '--no-color', description: 'no color' }),
} as const;

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
    defaultText: 'all',
  }),
  keyword: choice({
    flags: '--keyword <level>',
    description: 'only the checks of this level',
    choices: ['must', 'should', 'may'],
    defaultText: 'all',
  }),
  limit: number({
    flags: '--limit <n>',
    description: `maximum number of checks listed, at most ${LIST_CAP}; a cut list says so`,
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
    description: 'the HAR of the first scorecard’s audit: distinguishes a changed site from changed rules',
    defaultText: 'none',
  }),
  toRecording: text({
    flags: '--to-recording <file>',
    description: 'the HAR of the second scorecard’s audit',
    defaultText: 'none',
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
    defaultText: 'this folder',
  }),
  dryRun: flag({ flags: '-n, --dry-run', description: 'show what would be written, and write nothing' }),
} as const;

export const SKILL_INSTALL = {
  all: flag({ flags: '--all', description: 'install for every host' }),
  ...SKILL,
  force: flag({ flags: '-f, --force', description: 'overwrite a skill file that differs' }),
} as const;

export const DOCUMENT_NAMES = [
  'audit',
  'audit-failures',
  'audit-gate',
  'events',
  'checks',
  'explain',
  'fix',
  'compare',
  'plan',
  'skill',
  'examples',
  'error',
  'config',
  'baseline',
] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** The coding agents that the skill can be installed for. `agents` is for all agents that read `.agents/skills`. */
export const HOSTS = ['agents', 'claude', 'codex', 'copilot', 'cursor', 'gemini'] as const;
export type Host = (typeof HOSTS)[number];
