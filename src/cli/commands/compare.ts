/** Runs `compare`: shows what changed between two scorecards. */

import { compareEnvelopes, regressions, type VerdictChange } from '../../audit/scorecard/compare.ts';
import { waiverOf } from '../../audit/scorecard/waivers.ts';
import { plural } from '../../base/text.ts';
import { renderComment } from '../../report/ci/pull-request-comment.ts';
import { renderCompareText } from '../../report/compare.ts';
import { type CompareDocument, framed } from '../documents.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import type { COMPARE } from '../options.ts';
import { type Output, present } from '../output.ts';
import { type ReadScorecard, readRecording, readScorecard, replay } from '../recordings.ts';
import type { Run } from '../run.ts';

type CompareRun = Run<typeof COMPARE>;

/** Returns whether the configuration has a waiver, valid on `day`, for a check whose result got worse. */
function isWaived({ id, category, to }: VerdictChange, day: string, { config }: CompareRun): boolean {
  const waivers = config?.values.waivers ?? [];
  return waiverOf({ id, category, status: to.status }, waivers, day).holding !== undefined;
}

/**
 * Compares two scorecards or recordings. Without a second path, reads the second from stdin.
 * @throws CliError, AuditError if an input cannot be read. After all output, also throws if a recording is incomplete, or if
 *   the site got worse and `--fail-on-worse` is set.
 */
export async function compare(run: CompareRun, from: string, second: string | undefined): Promise<void> {
  const { values, output } = run;
  const to = second ?? STDIN;
  const inputs = [from, to, values.fromRecording, values.toRecording];
  if (inputs.filter((path) => path === STDIN).length > 1) {
    throw new CliError('usage', 'Only one input can be read from stdin.', {
      hint: 'Name a file for the others.',
    });
  }
  const judged = async (path: string | undefined): Promise<ReadScorecard | undefined> =>
    path === undefined ? undefined : replay(await readRecording(path, run), run);
  const [before, after] = [await readScorecard(from, run), await readScorecard(to, run)];
  const [wasToday, isToday] = [await judged(values.fromRecording), await judged(values.toRecording)];
  const comparison = compareEnvelopes(before.envelope, after.envelope, {
    from: wasToday?.envelope,
    to: isToday?.envelope,
  });
  // This command prints the same text for the formats `comment` and `md`.
  const effectiveOutput: Output = output.format === 'comment' ? { ...output, format: 'md' } : output;
  present(effectiveOutput, 'compare', {
    text: () => renderCompareText(comparison, output.text),
    md: () =>
      renderComment({
        site: { target: after.envelope.target, envelope: after.envelope, base: before.envelope, comparison },
        files: {},
        fallback: '',
        program: run.program,
        onlyFailures: false,
      }),
    document: (): CompareDocument => ({ ...framed('comparison'), ...comparison }),
  });
  const incomplete = [before, after, wasToday, isToday].find((one) => one?.incomplete)?.incomplete;
  if (incomplete !== undefined) throw incomplete;
  const worse = values.failOnWorse
    ? regressions(comparison).filter(
        (change) => !isWaived(change, after.envelope.freshness.scored_at.slice(0, 10), run),
      )
    : [];
  if (worse.length > 0) {
    throw new CliError(
      'below_threshold',
      `${plural(worse.length, 'check')} ${worse.length === 1 ? 'is' : 'are'} worse: ${worse.map(({ id, from, to }) => `${id} (${from.status} → ${to.status})`).join(', ')}.`,
      { hint: `Type ${run.program} explain ${worse[0]?.id ?? '<check>'} to see how to fix it.` },
    );
  }
}
