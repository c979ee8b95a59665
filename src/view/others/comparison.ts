/**
 * A scorecard of ours beside a report of Lighthouse or afdocs: verdict by verdict, and why where they differ. Pure, and light
 * enough for the browser. What reports and scorecards quote is untrusted.
 */
import { type CheckId, catalogue } from '../../catalogue/index.ts';
import type { OtherReport, OtherResult, OtherVerdict } from '../../parse/other-report.ts';
import type { OwnScorecard } from '../../parse/own-scorecard.ts';
import { toolOf } from './index.ts';
import type { Correspondence, OtherTool, Scope } from './model.ts';

export const OUTCOMES = ['differ', 'one_side', 'agree', 'neither'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface VerdictRow {
  readonly check: CheckId;
  readonly label: string;
  /** `null` where the scorecard does not have the check. */
  readonly ours: { readonly status: string; readonly evidence: string } | null;
  readonly theirs: { readonly id: string; readonly verdict: OtherVerdict; readonly message: string };
  readonly scope: Scope;
  readonly outcome: Outcome;
  /** Why they differ, or only one judges; `null` where there is nothing to explain. */
  readonly reason: string | null;
}

export interface OtherComparison {
  readonly tool: { readonly id: OtherReport['tool']; readonly name: string; readonly version: string | null };
  readonly ours: { readonly target: string; readonly scored_at: string };
  readonly theirs: { readonly url: string; readonly at: string | null };
  /** Why differences may come from something else than the tools. */
  readonly cautions: readonly string[];
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Differences first, then what only one side judges, agreement, and what neither judges. */
  readonly rows: readonly VerdictRow[];
  /** Their checks that nothing of ours corresponds to. */
  readonly only_theirs: readonly {
    readonly id: string;
    readonly verdict: OtherVerdict;
    readonly asks: string;
    readonly why: string;
  }[];
  /** Our checks that nothing of theirs corresponds to, or that the report does not have. */
  readonly only_ours: readonly {
    readonly check: CheckId;
    readonly label: string;
    readonly status: string | null;
  }[];
  /** Ids of their checks that this version does not know. */
  readonly unknown: readonly string[];
}

/** More ids than this that we do not know are not listed. */
const MOST_UNKNOWN = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

export function compareWithOther(card: OwnScorecard, report: OtherReport): OtherComparison {
  const tool = toolOf(report.tool);
  const results = new Map(report.results.map((result) => [result.id, result]));
  const rows = tool.checks.flatMap((other) => {
    const theirs = results.get(other.id);
    return theirs === undefined
      ? []
      : other.ours.map((correspondence) => rowOf(card, tool, theirs, correspondence));
  });
  const compared = new Set(rows.map(({ check }) => check));
  const known = new Set(tool.checks.map(({ id }) => id));
  return {
    tool: { id: report.tool, name: tool.short, version: report.version ?? null },
    ours: { target: card.target, scored_at: card.freshness.scored_at },
    theirs: { url: `${report.url.origin}${report.url.pathname}`, at: report.at ?? null },
    cautions: cautionsOf(card, report, tool, rows.length),
    counts: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
    ) as Record<Outcome, number>,
    rows: rows.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome)),
    only_theirs: tool.checks.flatMap(({ id, asks, none }) => {
      const theirs = results.get(id);
      return theirs === undefined || none === undefined
        ? []
        : [{ id, verdict: theirs.verdict, asks, why: none }];
    }),
    only_ours: catalogue
      .filter(({ id }) => !compared.has(id))
      .map(({ id, label }) => ({ check: id, label, status: resultOf(card, id)?.status ?? null })),
    unknown: report.results
      .filter(({ id, forAgents }) => forAgents && !known.has(id))
      .map(({ id }) => id)
      .slice(0, MOST_UNKNOWN),
  };
}

function rowOf(card: OwnScorecard, tool: OtherTool, theirs: OtherResult, pair: Correspondence): VerdictRow {
  const own = resultOf(card, pair.check);
  const outcome = outcomeOf(own?.status, theirs.verdict);
  return {
    check: pair.check,
    label: catalogue.find(({ id }) => id === pair.check)?.label ?? pair.check,
    ours: own === undefined ? null : { status: own.status, evidence: own.evidence },
    theirs: { id: theirs.id, verdict: theirs.verdict, message: theirs.message },
    scope: pair.scope,
    outcome,
    reason: outcome === 'differ' || outcome === 'one_side' ? reasonOf(tool, own, theirs, pair) : null,
  };
}

type OwnResult = OwnScorecard['scorecard']['results'][number];

function resultOf(card: OwnScorecard, id: string): OwnResult | undefined {
  return card.scorecard.results.find((result) => result.id === id);
}

/** What a verdict says of the site: it is right, it is at fault, the check has nothing to judge, or it was not looked at. */
type Says = 'right' | 'fault' | 'nothing' | 'unseen';

const OURS: Readonly<Record<string, Says>> = {
  pass: 'right',
  noncompliant: 'fault',
  broken: 'fault',
  absent: 'fault',
  n_a: 'nothing',
};

const THEIRS: Readonly<Record<OtherVerdict, Says>> = {
  pass: 'right',
  warn: 'fault',
  fail: 'fault',
  not_applicable: 'nothing',
  informative: 'nothing',
  skip: 'nothing',
  error: 'unseen',
};

function oursSays(status: string | undefined): Says {
  return status !== undefined && Object.hasOwn(OURS, status) ? (OURS[status] ?? 'unseen') : 'unseen';
}

function outcomeOf(status: string | undefined, verdict: OtherVerdict): Outcome {
  const [ours, theirs] = [oursSays(status), THEIRS[verdict]];
  const judged = [ours, theirs].filter((says) => says === 'right' || says === 'fault').length;
  if (judged === 0) return 'neither';
  if (judged === 1) return 'one_side';
  return ours === theirs ? 'agree' : 'differ';
}

function reasonOf(
  { short: name }: OtherTool,
  own: OwnResult | undefined,
  { verdict }: OtherResult,
  { cases, differs }: Correspondence,
): string {
  if (own === undefined) return 'The scorecard was made by rules that do not have this check.';
  if (oursSays(own.status) === 'unseen') {
    return 'Our audit could not look at it, so our side says nothing about the site.';
  }
  if (verdict === 'error')
    return `${name} could not run this check, so its side says nothing about the site.`;
  const known = cases.find(
    ({ ours, theirs }) => ours.some((status) => status === own.status) && theirs.includes(verdict),
  );
  if (known !== undefined) return known.why;
  if (own.status === 'n_a') {
    const ours =
      own.na_reason === 'optional-absent'
        ? 'For us it is optional and not there, which costs nothing.'
        : 'For us the check does not apply to this site.';
    return `${ours} ${differs}`;
  }
  if (THEIRS[verdict] === 'nothing') return `${NOTHING[verdict] ?? ''} ${differs}`.trim();
  return differs;
}

const NOTHING: Partial<Record<OtherVerdict, string>> = {
  skip: 'Their check was left out: one that it depends on did not pass, or there was nothing to test.',
  informative: 'Their check informs and gives no verdict.',
  not_applicable: 'Their check found nothing to judge.',
};

function cautionsOf(card: OwnScorecard, report: OtherReport, tool: OtherTool, rows: number): string[] {
  const own = URL.canParse(card.target_url) ? new URL(card.target_url).host : card.target;
  const apart =
    report.at === undefined ? 0 : Math.abs(Date.parse(report.at) - Date.parse(card.freshness.scored_at));
  return [
    ...(report.url.host === own
      ? []
      : [
          `The two are of different hosts: our scorecard is of ${own}, the report of ${report.url.host}. Differences may come from the sites.`,
        ]),
    ...(apart > DAY_MS
      ? ['The two were made more than a day apart: the site may have changed in between.']
      : []),
    ...(report.url.pathname === '/' || report.tool !== 'lighthouse'
      ? []
      : [`Lighthouse looked at ${report.url.pathname}; our checks of the page look at the home page.`]),
    ...(rows > 0
      ? []
      : [
          `The report has none of the checks of ${tool.short} that correspond to ours. Lighthouse needs version 13 or later and the category agentic-browsing.`,
        ]),
  ];
}

/** Where the scorecard does not have a check. */
export const NO_VERDICT = 'not in the scorecard';

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  differ: 'Differ',
  one_side: 'Only one judges',
  agree: 'Agree',
  neither: 'Neither judges',
};

export const VERDICT_WORDS: Readonly<Record<OtherVerdict, string>> = {
  pass: 'pass',
  warn: 'warning',
  fail: 'fail',
  not_applicable: 'not applicable',
  informative: 'information',
  skip: 'left out',
  error: 'error',
};

/** `Agree: 6. Differ: 1. Only one judges: 0. Neither judges: 2.` */
export function countsText({ counts }: Pick<OtherComparison, 'counts'>): string {
  return (['agree', 'differ', 'one_side', 'neither'] as const)
    .map((outcome) => `${OUTCOME_WORDS[outcome]}: ${counts[outcome]}.`)
    .join(' ');
}
