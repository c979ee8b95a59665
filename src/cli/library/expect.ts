/** Implements `expectAgentReady`, which fails a test if a site does not meet the expectations. */

import { AssertionError } from 'node:assert';
import { definitionOf } from '../../audit/check-texts/index.ts';
import { CATEGORIES } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../../audit/scorecard/stored.ts';
import { AuditError } from '../../base/errors.ts';
import { faultyField } from '../../base/json.ts';
import { verifyOptions } from '../../base/npx.ts';
import { INSTALLED_NAME } from '../../base/package.ts';
import { plain, plural } from '../../base/text.ts';
import { commandFor, failureLines, foundIn } from '../../report/ci/report.ts';
import { emptyCategoryReason, evaluateGate, type GateOutcome } from '../../report/gate/evaluate.ts';
import { ASSERTIONS, type Assertion } from '../../report/gate/vocabulary.ts';
import { selectChecks } from '../select.ts';
import type { ExpectOptions, ScorecardJson } from './api.ts';
import { auditByCommand } from './command.ts';

type Expectations = Readonly<Record<string, Assertion>>;

/** The command that starts the package installed in the caller's project. */
const PROGRAM = `npx --no -- ${INSTALLED_NAME}`;

const WHAT_APPLIES = allOf(
  CATEGORIES.map(({ id }) => id),
  'pass-if-applicable',
);

/** Documented in `api.ts`. */
export async function expectAgentReady<T extends ScorecardJson>(
  site: string | URL | T,
  { checks, ...options }: ExpectOptions = {},
) {
  const { skip = [] } = options;
  const named = checks && expectationsOf(checks);
  const only = named && Object.keys(named).filter((name) => named[name] !== 'off');
  refuseUnknown({ only, skip });
  const judged =
    typeof site === 'object' && 'scorecard' in site
      ? site
      : await auditByCommand(String(site), { ...options, only });
  const envelope = scorecardIn(judged);
  const outcome = evaluateGate(envelope, {
    failOn: ['below'],
    assertions: { ...(named ?? WHAT_APPLIES), ...allOf(skip, 'off') },
    thresholds: {},
    waivers: [],
    baseline: undefined,
  });
  const notRun = (only ?? []).filter((name) => !wasRun(name, envelope));
  const unseen = [...new Set([...outcome.noVerdict, ...notRun])];
  if (outcome.reasons.length > 0) {
    throw new AssertionError({
      message: failureText(envelope, outcome, unseen),
      operator: expectAgentReady.name,
      stackStartFn: expectAgentReady,
    });
  }
  if (unseen.length > 0) {
    throw new AuditError('no_verdict', unseenText(envelope, unseen), {
      hint: 'Audit again, or expect “off” for checks that cannot be seen from this machine.',
    });
  }
  return judged;
}

/** @throws AuditError `invalid_scorecard` */
export function scorecardIn(json: unknown): Envelope {
  const { data, error } = storedEnvelopeSchema.safeParse(json);
  if (data !== undefined) return data;
  throw new AuditError('invalid_scorecard', `This is not a scorecard: ${faultyField(error.issues)}.`, {
    hint: 'Pass the result of audit(), or the JSON that the command prints with --json.',
  });
}

/** Parses the expectations. A misspelled value is an error, because otherwise its check would not be required. */
function expectationsOf(checks: NonNullable<ExpectOptions['checks']>): Expectations {
  const entries = Array.isArray(checks)
    ? checks.map((name: string) => [name, 'pass'])
    : Object.entries(checks);
  return Object.fromEntries(
    entries.map(([name, wanted]) => {
      const expectation = ASSERTIONS.find((one) => one === wanted);
      if (expectation !== undefined) return [name.toLowerCase(), expectation];
      throw usage(`The expectation for ${plain(name, 60)} must be one of: ${ASSERTIONS.join(', ')}.`);
    }),
  );
}

function refuseUnknown({
  only,
  skip,
}: {
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[];
}): void {
  if (only?.length === 0) throw usage('Nothing is expected: “checks” names no check.');
  const sources = { only: 'flag', skip: 'flag' } as const;
  const names = { only: '“checks”', skip: '“skip”' };
  selectChecks({ only: only ?? [], skip, sources, names, program: PROGRAM });
}

function usage(message: string): AuditError {
  return new AuditError('usage', message, { hint: 'Leave “checks” out to expect all that applies.' });
}

function wasRun(name: string, { scorecard: { results } }: Envelope): boolean {
  return results.some(({ id, category, status }) => [id, category].includes(name) && status !== 'skip');
}

function allOf(names: readonly string[], wanted: Assertion): Expectations {
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), wanted]));
}

/** Returns each failure with its evidence and how to fix it. The text is untrusted, because it quotes the site. */
function failureText(envelope: Envelope, outcome: GateOutcome, unseen: readonly string[]): string {
  const {
    target,
    scorecard: { results },
  } = envelope;
  const report = { files: {}, fallback: '', program: PROGRAM };
  const found = foundIn(report, { target, envelope, gate: outcome });
  const detailsOf = (reason: string): readonly string[] => {
    const check = [...outcome.results.values()].find((one) => one.reason === reason)?.check;
    const failure = found.find((one) => one.failure.id === check);
    if (failure !== undefined) return [plain(failure.finding), ...failureLines(failure)];
    if (check !== undefined) return notApplicableLines(check, envelope);
    const first = results.find(({ category }) => reason === emptyCategoryReason(category))?.id;
    return first === undefined ? [] : [`First check: ${first}`, ...notApplicableLines(first, envelope)];
  };
  return [
    `${plain(target)} is not as ready for agents as expected: ${plural(outcome.reasons.length, 'failure')}.`,
    ...outcome.reasons.flatMap((reason) => ['', `✗ ${reason}`, ...detailsOf(reason).map(indented)]),
    ...(unseen.length === 0 ? [] : ['', unseenText(envelope, unseen)]),
  ].join('\n');
}

/** Returns the evidence of a required check that does not apply, and the next steps. Untrusted: it quotes the site. */
function notApplicableLines(check: string, envelope: Envelope): readonly string[] {
  const fix = definitionOf(check)?.fix;
  const command = commandFor({ program: PROGRAM }, envelope.target_url, verifyOptions(check));
  return [
    `Seen: ${evidenceOf(check, envelope)}`,
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    `Guide: ${PROGRAM} explain ${check}`,
    `Verify: ${plain(command)}`,
  ];
}

/** Returns each required check without a verdict, and why it has none. The text is untrusted, because it quotes the site. */
function unseenText(envelope: Envelope, unseen: readonly string[]): string {
  return [
    `Not tested on ${plain(envelope.target)}:`,
    ...unseen.map((name) => indented(`${name}: ${evidenceOf(name, envelope)}`)),
  ].join('\n');
}

function evidenceOf(check: string, { scorecard: { results } }: Envelope): string {
  return plain(results.find(({ id }) => id === check)?.evidence ?? 'not run');
}

function indented(line: string): string {
  return `    ${line}`;
}
