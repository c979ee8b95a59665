/** Renders GitHub annotations, the most important first, because GitHub shows only the first ten of each kind in a step. */

import { scoresText } from '../../audit/check-texts/vocabulary.ts';
import { STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { plain } from '../../base/text.ts';
import {
  type AuditedTarget,
  foundIn,
  type Report,
  type ReportedFailure,
  seenLine,
  TOOL,
  whyNot,
} from './report.ts';

/** The maximum length of an annotation's text, in characters. */
const MAX = 1000;

type Command = 'error' | 'warning' | 'notice';
const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Returns a line with the result, then a line for each failure that no waiver or baseline accepts, in the order to fix them. */
export function renderGithub(report: Report): string {
  return linesOf(report)
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(report: Report): string[] {
  const one = report.site;
  const { problem, envelope } = one;
  const errors =
    problem === undefined || problem.kind === 'below_threshold'
      ? []
      : [
          command('error', {}, [
            `${one.target}: ${problem.message}`,
            problem.hint ?? '',
            ...seenLine(problem),
          ]),
        ];
  if (envelope === undefined) return errors;
  const { score } = envelope.scorecard;
  const found = foundIn(report, one).filter(
    ({ gate }) => gate === undefined || gate.disposition === 'fails' || gate.disposition === 'allowed',
  );
  const sum = `${one.target}: ${scoresText(score)}.`;
  const { gate } = one;
  const verdict =
    gate === undefined
      ? ''
      : gate.passed
        ? 'It meets its requirements.'
        : `It does not meet its requirements: ${whyNot(gate).join(' ')}`;
  return [
    ...errors,
    command(gate?.passed === false ? 'error' : 'notice', {}, [sum, verdict]),
    ...found.map((each) => annotation(each, one)),
  ];
}

function annotation(
  { failure, finding, severity, gate, file, url, command: verify, guide }: ReportedFailure,
  { gate: targetGate }: AuditedTarget,
): string {
  // If the project has requirements, only failures that violate them are errors.
  const kind: Command =
    gate?.disposition === 'fails'
      ? 'error'
      : targetGate !== undefined && severity === 'error'
        ? 'warning'
        : COMMANDS[severity];
  return command(
    kind,
    { file, line: '1' },
    [
      `${STATUS_WORDS[failure.status]}: ${finding}`,
      `Seen: ${failure.evidence}`,
      `URL: ${url}`,
      ...(failure.remediation === undefined ? [] : [`Fix: ${failure.remediation.fix}`]),
      `Guide: ${guide}`,
      `Verify: ${verify}`,
    ],
    failure.id,
  );
}

/** Returns a GitHub workflow command. Escapes all text, so that it cannot end the command or one of its properties. */
function command(
  kind: Command,
  place: Readonly<Record<string, string>>,
  lines: readonly string[],
  id?: string,
): string {
  const properties = Object.entries({ ...place, title: id === undefined ? TOOL : `${TOOL}: ${id}` });
  const named = properties.map(
    ([name, value]) => `${name}=${escaped(plain(value, MAX)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  const text = lines
    .map((line) => plain(line, MAX))
    .filter((line) => line !== '')
    .map(escaped);
  return `::${kind} ${named.join(',')}::${text.join('%0A')}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
