/** `compare`: what changed between two scorecards. */
import { renderCompareText } from '../../render/compare.ts';
import { compareEnvelopes } from '../../scorecard/compare.ts';
import { type CompareDocument, framed } from '../documents.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import type { COMPARE } from '../options.ts';
import { print, printJson, requireFormat } from '../output.ts';
import { type ReadScorecard, readRecording, readScorecard, replay } from '../recordings.ts';
import type { Run } from '../run.ts';

/**
 * Compares two scorecards or recordings; the second is read from stdin where it is not named.
 *
 * @throws CliError, AuditError when one cannot be read, and when a recording lacks requests, after all else was printed
 */
export async function compare(run: Run<typeof COMPARE>, from: string, to: string = STDIN): Promise<void> {
  const { values, output } = run;
  requireFormat(output, 'compare', ['text', 'json', 'jsonl']);
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
  if (output.format === 'text') print(renderCompareText(comparison, output.text));
  else {
    const document: CompareDocument = { ...framed('comparison'), ...comparison };
    printJson(document, output.format);
  }
  const incomplete = [before, after, wasToday, isToday].find((one) => one?.incomplete)?.incomplete;
  if (incomplete !== undefined) throw incomplete;
}
