/** What is said of an audit that was made. */
import { renderMarkdown } from '../../render/markdown/scorecard.ts';
import { renderTerminal } from '../../render/terminal.ts';
import { plural } from '../../view/words.ts';
import type { AuditLine } from '../documents.ts';
import { CliError } from '../errors.ts';
import { notice, print, printJson } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from './plan.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Prints the scorecard, then says by an error what is not right about it. */
export function conclude(
  { values, output, program }: AuditRun,
  { envelope, declined, incomplete }: Replayed,
): void {
  const cutShort = envelope.cut_short === true;
  if (declined) notice(output, DECLINED);
  switch (output.format) {
    case 'json':
      printJson(envelope, 'json');
      break;
    case 'jsonl': {
      const line: AuditLine = { event: 'scorecard', cut_short: cutShort, scorecard: envelope };
      printJson(line, 'jsonl');
      break;
    }
    case 'md':
      print(renderMarkdown(envelope, { published: false }));
      break;
    case 'text':
      print(
        renderTerminal(envelope, {
          ...output.text,
          verbose: output.verbose,
          program,
          ...(values.replay === undefined ? {} : { judged: values.replay }),
        }),
      );
  }
  const { summary, score } = envelope.scorecard;
  if (cutShort) {
    throw new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(summary.skip, 'check')} not run, and the scores are of the rest only.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined) throw incomplete;
  if (values.failUnder !== undefined && score.relative < values.failUnder) {
    throw new CliError(
      'below_threshold',
      `The relative score is ${score.relative}, which is below --fail-under ${values.failUnder}.`,
      { hint: 'The scorecard lists what to fix; explain <check> says more about each check.' },
    );
  }
}
