/** What a test that fails says of the site. Pure. */
import type { GateOutcome } from '../gate/gate.ts';
import { INSTALLED_NAME } from '../package.ts';
import { plain } from '../parse/text.ts';
import { failureLines, foundIn } from '../render/reports/report.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { plural } from '../view/words.ts';

/** Each failure with what is the matter, what was seen, and how to fix it. Untrusted: it quotes the site. */
export function failureText(
  envelope: StoredEnvelope,
  outcome: GateOutcome,
  unseen: readonly string[],
): string {
  const { target } = envelope;
  const report = { files: {}, fallback: undefined, program: INSTALLED_NAME };
  const found = foundIn(report, { target, envelope, gate: outcome });
  const detailsOf = (reason: string): readonly string[] => {
    const check = [...outcome.results.values()].find((one) => one.reason === reason)?.check;
    const failure = found.find((one) => one.failure.id === check);
    if (failure !== undefined) return [plain(failure.finding), ...failureLines(failure)];
    return check === undefined ? [] : [`Seen: ${evidenceOf(check, envelope)}`];
  };
  return [
    `${plain(target)} is not as ready for agents as expected: ${plural(outcome.reasons.length, 'failure')}.`,
    ...outcome.reasons.flatMap((reason) => ['', `✗ ${reason}`, ...detailsOf(reason).map(indented)]),
    ...(unseen.length === 0 ? [] : ['', unseenText(envelope, unseen)]),
  ].join('\n');
}

/** Of what must hold, what has no verdict, and why. Untrusted. */
export function unseenText(envelope: StoredEnvelope, unseen: readonly string[]): string {
  return [
    `Of ${plain(envelope.target)} could not be seen:`,
    ...unseen.map((name) => indented(`${name}: ${evidenceOf(name, envelope)}`)),
  ].join('\n');
}

function evidenceOf(check: string, { scorecard: { results } }: StoredEnvelope): string {
  return plain(results.find(({ id }) => id === check)?.evidence ?? 'not run');
}

function indented(line: string): string {
  return `    ${line}`;
}
