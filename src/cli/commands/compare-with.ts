/** `compare --with`: a scorecard beside the report of another tool. */
import { AuditError } from '../../errors.ts';
import { HOW_TO_MAKE, type OtherReport, parseOtherReport } from '../../parse/other-report.ts';
import { renderOtherMarkdown, renderOtherText } from '../../render/compare-other.ts';
import { compareWithOther } from '../../view/others/comparison.ts';
import { framed } from '../documents.ts';
import { CliError } from '../errors.ts';
import { nameOf, readInput, STDIN } from '../files.ts';
import type { COMPARE } from '../options.ts';
import { present } from '../output.ts';
import { readScorecard } from '../recordings.ts';
import type { Run } from '../run.ts';

/**
 * Compares one scorecard or recording with the report that `--with` names.
 *
 * @throws CliError `usage`, AuditError `invalid_report` and what reading a scorecard throws; `incomplete_recording` after all
 *   else was printed
 */
export async function compareWith(
  run: Run<typeof COMPARE>,
  report: string,
  from: string,
  to: string | undefined,
): Promise<void> {
  const { values, output } = run;
  if (to !== undefined || values.fromRecording !== undefined || values.toRecording !== undefined) {
    throw new CliError('usage', 'With --with, compare takes one scorecard and no recording beside it.', {
      hint: `Type ${run.program} compare scorecard.json --with lighthouse.json`,
    });
  }
  if (values.failOnWorse) {
    throw new CliError('usage', '--fail-on-worse compares two scorecards, and --with another tool.', {
      hint: 'Leave out one of them.',
    });
  }
  if (from === STDIN && report === STDIN) {
    throw new CliError('usage', 'Only one input can be read from stdin.', {
      hint: 'Name a file for the other.',
    });
  }
  const card = await readScorecard(from, run);
  const comparison = compareWithOther(card.envelope, reportOf(await readInput(report, run), nameOf(report)));
  present(output, 'compare', {
    text: () => renderOtherText(comparison, output.text, output.verbose),
    md: () => renderOtherMarkdown(comparison),
    document: () => ({ ...framed('comparison_with_other'), ...comparison }),
  });
  if (card.incomplete !== undefined) throw card.incomplete;
}

/** @throws AuditError `invalid_report`, which says how one is made */
function reportOf(text: string, name: string): OtherReport {
  const parsed = parseOtherReport(text);
  if (parsed.ok) return parsed.value;
  throw new AuditError('invalid_report', `${name} is not a report that can be compared: ${parsed.why}.`, {
    hint: HOW_TO_MAKE.map(({ how }) => how).join('\n'),
  });
}
