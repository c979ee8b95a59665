/**
 * The report of another tool → which tool made it, of which site, and its verdicts. Lighthouse's report (`lhr`) and that of
 * afdocs are known. Reports are files that anyone may have made: bounded, and their texts are cut and without control
 * characters. Light enough for the browser, so zod's smaller form.
 */
import * as z from 'zod/mini';
import { parseJsonObject } from './json.ts';
import type { Parsed } from './parsed.ts';
import { plain } from './text.ts';

/** Longer reports are refused, in characters. Lighthouse's with its screenshots take 1 to 5 million. */
export const REPORT_CHARS = 24 * 1024 * 1024;
const MOST_CHECKS = 1_000;
const ID_CHARS = 100;
const MESSAGE_CHARS = 300;
const WORD_CHARS = 60;
const URL_CHARS = 2_048;

/** What another tool says of a check, in words that all of them share. */
export const OTHER_VERDICTS = [
  'pass',
  'warn',
  'fail',
  'not_applicable',
  'informative',
  'skip',
  'error',
] as const;
export type OtherVerdict = (typeof OTHER_VERDICTS)[number];

export interface OtherResult {
  readonly id: string;
  readonly verdict: OtherVerdict;
  /** What the tool says beside the verdict; may be empty. Untrusted. */
  readonly message: string;
  /** Whether it belongs to what the tool says of agents; a report of Lighthouse has other audits, too. */
  readonly forAgents: boolean;
}

export interface OtherReport {
  readonly tool: 'lighthouse' | 'afdocs';
  /** Its version, where the report says it. Untrusted. */
  readonly version: string | undefined;
  /** The page or site that was looked at. */
  readonly url: URL;
  /** When, as the report says; ISO 8601. */
  readonly at: string | undefined;
  /** One for each id, in the order of the report. */
  readonly results: readonly OtherResult[];
}

/**
 * How a report is made, for whoever has brought something else. In words: nothing that is published here tells anyone to run a
 * package of somebody else.
 */
export const HOW_TO_MAKE = [
  {
    tool: 'lighthouse',
    name: 'Lighthouse',
    how: 'Lighthouse 13 or later: in Chrome’s developer tools run the category Agentic Browsing and save the report as JSON; on its command line the options are --only-categories=agentic-browsing --output=json.',
  },
  {
    tool: 'afdocs',
    name: 'afdocs',
    how: 'afdocs 0.22 or later: its command check with the option --format json prints the report.',
  },
] as const;

const audit = z.object({
  score: z.optional(z.nullable(z.number())),
  scoreDisplayMode: z.string(),
  title: z.optional(z.string()),
  displayValue: z.optional(z.string()),
  explanation: z.optional(z.string()),
});

const AGENT_CATEGORY = 'agentic-browsing';
const category = z.object({ auditRefs: z.array(z.object({ id: z.string() })) });

const lhr = z.object({
  lighthouseVersion: z.string(),
  requestedUrl: z.optional(z.string()),
  finalDisplayedUrl: z.optional(z.string()),
  finalUrl: z.optional(z.string()),
  fetchTime: z.optional(z.string()),
  audits: z.record(z.string(), z.unknown()),
  categories: z.optional(z.record(z.string(), z.unknown())),
});

const afdocs = z.object({
  url: z.string(),
  timestamp: z.optional(z.string()),
  results: z.array(z.unknown()),
  summary: z.object({ total: z.number() }),
});

const afdocsResult = z.object({
  id: z.string(),
  status: z.enum(['pass', 'warn', 'fail', 'skip', 'error']),
  message: z.optional(z.string()),
});

/** Reads a report; `why` completes “The file is not a report that can be compared: …”. Never throws. */
export function parseOtherReport(text: string): Parsed<OtherReport> {
  if (text.length > REPORT_CHARS)
    return no(`it has more than ${REPORT_CHARS / 1024 / 1024} million characters`);
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return no(`it is ${parsed.why}`);
  const { value } = parsed;
  // The Node API of Lighthouse gives the report as one of several members.
  const report = 'lhr' in value ? value.lhr : value;
  const asLighthouse = lhr.safeParse(report);
  if (asLighthouse.success) return lighthouseReport(asLighthouse.data);
  const asAfdocs = afdocs.safeParse(report);
  if (asAfdocs.success) return afdocsReport(asAfdocs.data);
  return no(
    'scorecard' in value
      ? 'it is one of our scorecards, which is the other file of the comparison'
      : 'it has neither the audits of Lighthouse nor the results of afdocs',
  );
}

function lighthouseReport(data: z.infer<typeof lhr>): Parsed<OtherReport> {
  const url = webUrl(data.finalDisplayedUrl ?? data.finalUrl ?? data.requestedUrl);
  if (url === undefined) return no('this Lighthouse report does not say which page it is of');
  const agentic = category.safeParse(data.categories?.[AGENT_CATEGORY]);
  const forAgents = new Set(agentic.data?.auditRefs.map(({ id }) => id));
  const results = Object.entries(data.audits)
    .slice(0, MOST_CHECKS)
    .flatMap(([id, unread]): OtherResult[] => {
      const read = audit.safeParse(unread);
      if (!read.success || id.length > ID_CHARS) return [];
      const { explanation, displayValue, title } = read.data;
      const message = explanation ?? displayValue ?? title ?? '';
      return [
        {
          id: plain(id, ID_CHARS),
          verdict: verdictOf(read.data),
          message: plain(message, MESSAGE_CHARS),
          forAgents: forAgents.has(id),
        },
      ];
    });
  if (results.length === 0) return no('this Lighthouse report has no audits');
  return {
    ok: true,
    value: {
      tool: 'lighthouse',
      version: plain(data.lighthouseVersion, WORD_CHARS),
      url,
      at: instant(data.fetchTime),
      results,
    },
  };
}

/** As Lighthouse colours them: from 0.9 a pass, from 0.5 a warning. */
function verdictOf({ score, scoreDisplayMode }: z.infer<typeof audit>): OtherVerdict {
  if (scoreDisplayMode === 'notApplicable') return 'not_applicable';
  if (scoreDisplayMode === 'error') return 'error';
  if (scoreDisplayMode === 'informative' || scoreDisplayMode === 'manual') return 'informative';
  if (typeof score !== 'number') return 'skip';
  if (score >= 0.9) return 'pass';
  return score >= 0.5 ? 'warn' : 'fail';
}

function afdocsReport(data: z.infer<typeof afdocs>): Parsed<OtherReport> {
  const url = webUrl(data.url);
  if (url === undefined) return no('this report of afdocs does not say which site it is of');
  const seen = new Set<string>();
  const results = data.results.slice(0, MOST_CHECKS).flatMap((unread): OtherResult[] => {
    const read = afdocsResult.safeParse(unread);
    if (!read.success || read.data.id.length > ID_CHARS || seen.has(read.data.id)) return [];
    const { id, status, message = '' } = read.data;
    seen.add(id);
    return [
      { id: plain(id, ID_CHARS), verdict: status, message: plain(message, MESSAGE_CHARS), forAgents: true },
    ];
  });
  if (results.length === 0) return no('this report of afdocs has no results');
  return {
    ok: true,
    value: { tool: 'afdocs', version: undefined, url, at: instant(data.timestamp), results },
  };
}

function webUrl(text: string | undefined): URL | undefined {
  if (text === undefined || text.length > URL_CHARS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

function instant(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function no(why: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why };
}
