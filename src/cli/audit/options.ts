/** The options of `audit` and `fix`: what to audit, how, with which requirements, and what to write. */
import { SITE_TYPES } from '../../audit/check-texts/vocabulary.ts';
import { whyNotOwn } from '../../audit/io/own-headers.ts';
import { plain } from '../../base/text.ts';
import { DEFAULT_RESOLVER } from '../../base/versions.ts';
import { STACKS } from '../../fix/stacks.ts';
import { FAIL_ON, REPORT_FORMATS, type ReportFormat } from '../../report/gate/vocabulary.ts';
import { CliError } from '../errors.ts';
import { CATALOG, CONFIG } from '../options.ts';
import {
  checkedUrl,
  choice,
  type Description,
  flag,
  listSetting,
  members,
  number,
  type Origin,
  refusedSetting,
  type Setting,
  setting,
  several,
  siteUrl,
  text,
  urlOrOff,
  webUrlSetting,
} from '../settings.ts';

const SCOPE = {
  siteType: choice({
    flags: '--site-type <type>',
    config: 'siteType',
    description:
      'the type that you declare: content also checks llms-full.txt on a site without llms.txt; api also runs the API checks if the site names no API',
    choices: SITE_TYPES,
    defaultText: 'detected automatically',
  }),
  only: listSetting({
    flags: '--only <checks>',
    config: 'only',
    description: 'run only these checks or categories; ids, separated by commas, repeatable',
    defaultText: 'all',
  }),
  skip: listSetting({
    flags: '--skip <checks>',
    config: 'skip',
    description: 'leave out these checks or categories; they become “skip”',
    defaultText: 'none',
  }),
} as const;

/** A header name and where to read its value from. */
export interface HeaderSource {
  readonly name: string;
  readonly from: 'env' | 'file';
  /** The name of an environment variable, or a path. */
  readonly place: string;
}

const HOW = 'Type --header "X-Preview=env:PREVIEW_TOKEN" or --header "X-Preview=file:/run/secrets/preview".';
const WHY = 'A value in an argument is visible to every user of the machine and stays in logs';

/** Defines a setting for header names and the sources of their values. Errors quote no value, because it may be a secret. */
function headerSources(definition: Description<readonly HeaderSource[]>): Setting<readonly HeaderSource[]> {
  return several(definition, (text, origin) => text.split(',').map((item) => sourceOf(item.trim(), origin)));
}

function sourceOf(item: string, { name: setting, kind }: Origin): HeaderSource {
  const [, name = '', from, place = ''] = /^([^=:\s]+)=(env|file):(.+)$/s.exec(item) ?? [];
  if (from !== 'env' && from !== 'file') {
    throw new CliError(
      kind,
      `${setting} takes a name and the source of its value: <name>=env:<VARIABLE> or <name>=file:<path>.`,
      {
        hint: `${WHY}: name a variable or a file. ${HOW} Or write lines “Name: value” in a file, and pass --header-file.`,
      },
    );
  }
  refuseName(name, setting, kind);
  return { name: name.toLowerCase(), from, place };
}

/** @throws CliError for a header that only the auditor may set */
export function refuseName(name: string, setting: string, kind: Origin['kind']): void {
  const why = whyNotOwn(name);
  if (why === undefined) return;
  throw new CliError(kind, `${setting} cannot send “${plain(name, 60)}”: it ${why}.`, {
    hint: 'Name the header that gives access to the protected site, such as Authorization or x-vercel-protection-bypass.',
  });
}

type WaitFor = 'nothing' | { readonly seconds: number } | { readonly url: string };

const LONGEST_WAIT_S = 3600;

const OFF = ['0', 'false', 'no', 'off'];

/** Defines `--wait-for`, which takes seconds or an absolute http(s) URL. `0`, `false`, `no` and `off` disable the wait. */
function waitForSetting(definition: Description<WaitFor>): Setting<WaitFor> {
  const parse: Setting<WaitFor>['parse'] = (value, from) => {
    const text = value.trim();
    if (OFF.includes(text.toLowerCase())) return 'nothing';
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    if (seconds !== undefined && seconds > 0 && seconds <= LONGEST_WAIT_S) return { seconds };
    const what = `takes a number of seconds up to ${LONGEST_WAIT_S}, or an absolute http or https URL`;
    if (seconds !== undefined || !/^https?:\/\//i.test(text)) throw refusedSetting(from, what, value);
    checkedUrl(text, from, 'takes an absolute http or https URL');
    return { url: new URL(text).href };
  };
  return setting(definition, parse, { fallback: 'nothing' });
}

export const ACCESS = {
  header: headerSources({
    flags: '--header <name=source>',
    config: 'headers',
    description:
      'a request header for a protected site, sent to its own origin only; the source is env:VARIABLE or file:path, never the value; separated by commas, repeatable',
    defaultText: 'none',
  }),
  headerFile: text({
    flags: '--header-file <file>',
    description: 'more such headers, one “Name: value” per line; “-” is stdin',
    defaultText: 'none',
  }),
  canonicalOrigin: webUrlSetting({
    flags: '--canonical-origin <url>',
    config: 'canonicalOrigin',
    description:
      'the production origin of a preview (https://example.com): its URLs are requested from the target, and count as the target’s own',
    defaultText: 'the target itself',
  }),
  mcpEndpoint: siteUrl({
    flags: '--mcp-endpoint <url>',
    config: 'mcpEndpoint',
    description:
      'the MCP endpoint, if the site does not link to it: a path (/api/v2/mcp) or a URL, also on another host',
    defaultText: 'found in the site’s documents or at the usual paths',
  }),
  waitFor: waitForSetting({
    flags: '--wait-for <url-or-seconds>',
    config: 'waitFor',
    description:
      'wait for a server that is just starting: this many seconds for the target itself, or for this URL, until it responds with a status below 500',
    defaultText: 'no wait',
  }),
  waitTimeout: number({
    flags: '--wait-timeout <seconds>',
    config: 'waitTimeout',
    description:
      'maximum time to wait for the URL of --wait-for; the time limit of the audit starts afterwards',
    fallback: 60,
    min: 0.1,
    max: LONGEST_WAIT_S,
    unit: 'seconds',
  }),
  concurrency: number({
    flags: '--concurrency <n>',
    description: 'maximum parallel requests to one origin',
    fallback: 8,
    min: 1,
    max: 8,
    unit: 'requests',
    whole: true,
  }),
  network: choice({
    flags: '--network <policy>',
    description:
      'addresses the audit may connect to: public, any, or auto (private ones only if the target itself is private)',
    choices: ['public', 'any', 'auto'],
    fallback: 'auto',
  }),
  resolver: urlOrOff({
    flags: '--resolver <url>',
    config: 'resolver',
    description:
      'the DNS-over-HTTPS resolver for DNS-AID records; “off” uses none, and dns-aid becomes “skip”',
    fallback: DEFAULT_RESOLVER,
  }),
} as const;

const GATE = {
  failOn: members({
    flags: '--fail-on <reasons>',
    config: 'failOn',
    description:
      'what makes the exit code 1: a broken check, a check that is worse than in the baseline, or a result below a threshold or an assertion; separated by commas',
    choices: FAIL_ON,
    defaultText: 'below and worse, if something is configured for them',
  }),
  failUnder: number({
    flags: '--fail-under <score>',
    config: 'thresholds.relative',
    description: 'exit with 1 if the relative score is lower than this',
    defaultText: 'off',
    min: 0,
    max: 100,
    unit: 'percent',
  }),
  baseline: text({
    flags: '--baseline <file>',
    config: 'baseline',
    path: true,
    description:
      'an earlier scorecard (JSON), or a file written by --update-baseline: shows what got better or worse, and fails only on what got worse',
    defaultText: 'none',
  }),
  updateBaseline: flag({
    flags: '--update-baseline',
    description: 'write the current failures to the baseline, including new ones',
  }),
  tightenBaseline: flag({
    flags: '--tighten-baseline',
    description: 'remove fixed failures from the baseline, and add none',
  }),
} as const;

export interface OutputFile {
  readonly format: ReportFormat;
  readonly path: string;
}

/** Report files, for example `sarif=report.sarif,junit=junit.xml`. A comma belongs to a path unless `format=` follows it. */
const outputFile = several<OutputFile>(
  {
    flags: '--output-file <format=path>',
    config: 'outputFiles',
    path: true,
    description: 'also write a report to a file; several are separated by commas, repeatable',
    choices: REPORT_FORMATS,
    defaultText: 'none',
  },
  (value, from) =>
    value.split(/,(?=\w{1,20}=)/).map((item) => {
      const [name = '', ...path] = item.split('=');
      const format = REPORT_FORMATS.find((one) => one === name.trim());
      if (format === undefined || path.join('=').trim() === '') {
        const allowed = REPORT_FORMATS.map((one) => `${one}=<path>`);
        throw refusedSetting(from, 'takes formats with files, such as sarif=report.sarif', item, allowed);
      }
      return { format, path: path.join('=').trim() };
    }),
);

const REPORTS = {
  outputFile,
  onlyFailures: flag({
    flags: '--only-failures',
    config: 'onlyFailures',
    description: 'leave passed checks and checks that do not apply out of every report',
  }),
  compact: flag({ flags: '--compact', description: 'JSON on one line, without indentation' }),
  har: text({
    flags: '--har <file>',
    description: 'record every request and response in a HAR 1.2 file',
    defaultText: 'no recording',
  }),
  replay: text({
    flags: '--replay <file>',
    description: 'judge a recording again, offline; “-” is stdin',
    defaultText: 'off',
  }),
  ...CATALOG,
  dryRun: flag({
    flags: '-n, --dry-run',
    description: 'show what would be audited and written, without doing it',
  }),
  force: flag({
    flags: '-f, --force',
    description: 'overwrite a --har file, or an --output-file that is not an earlier report',
  }),
} as const;

/** The options of `audit`, grouped under the headings of its help. */
export const AUDIT_GROUPS = {
  'What is audited:': SCOPE,
  'Access to the site:': ACCESS,
  'Requirements:': { ...CONFIG, ...GATE },
  'Reports and recordings:': REPORTS,
} as const;

export const AUDIT = { ...SCOPE, ...ACCESS, ...CONFIG, ...GATE, ...REPORTS } as const;

const FOR = {
  for: choice({
    flags: '--for <stack>',
    description: 'append the page of a stack: its packages and a complete configuration file',
    choices: STACKS.map(({ id }) => id),
    defaultText: 'none',
  }),
} as const;

const AUDITED = { siteType: SCOPE.siteType } as const;

export const EXPLAIN = { ...CATALOG } as const;

export const FIX_GROUPS = {
  'What is printed:': FOR,
  'What is audited:': AUDITED,
  'Access to the site:': { ...ACCESS, ...CONFIG, ...CATALOG },
} as const;

export const FIX = { ...FOR, ...AUDITED, ...ACCESS, ...CONFIG, ...CATALOG } as const;
