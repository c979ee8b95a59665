/** `compare`: what changed between two scorecards. */
import { renderCompareText } from '../../render/compare.ts';
import { compareEnvelopes } from '../../scorecard/compare.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { type CompareDocument, framed } from '../documents.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import type { COMPARE } from '../options.ts';
import { print, printJson, requireFormat } from '../output.ts';
import { readRecording, readScorecard, replay } from '../recordings.ts';
import type { Run } from '../run.ts';

/**
 * Compares two scorecards or recordings; the second is read from stdin where it is not named.
 *
 * @throws CliError, AuditError when one cannot be read
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
  const judged = async (path: string | undefined): Promise<Envelope | undefined> =>
    path === undefined ? undefined : (await replay(await readRecording(path, run), run)).envelope;
  const comparison = compareEnvelopes(await readScorecard(from, run), await readScorecard(to, run), {
    from: await judged(values.fromRecording),
    to: await judged(values.toRecording),
  });
  if (output.format === 'text') return print(renderCompareText(comparison, output.text));
  const document: CompareDocument = { ...framed('comparison'), ...comparison };
  printJson(document, output.format);
}
