/** What is said of an audit that was made. */
import type { AuditError } from '../../errors.ts';
import { renderPageSampleMarkdown } from '../../render/markdown/page-sample.ts';
import { renderMarkdown } from '../../render/markdown/scorecard.ts';
import { renderPageSample } from '../../render/page-sample.ts';
import { renderTerminal } from '../../render/terminal.ts';
import type { PageSample } from '../../scorecard/page-sample.ts';
import { plural } from '../../view/words.ts';
import type { AuditLine } from '../documents.ts';
import { CliError } from '../errors.ts';
import { notice, print, printJson } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from './plan.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Prints the scorecard, then says by an error what is not right about it. */
export function conclude(run: AuditRun, replayed: Replayed): void {
  const { output } = run;
  const { envelope, declined, sample } = replayed;
  if (declined) notice(output, DECLINED);
  switch (output.format) {
    case 'json':
      printJson(sample === undefined ? envelope : { ...envelope, sitemap_sample: sample }, 'json');
      break;
    case 'jsonl': {
      if (sample !== undefined) printJson(sampleLine(envelope.target, sample), 'jsonl');
      const line: AuditLine = {
        event: 'scorecard',
        cut_short: envelope.cut_short === true,
        scorecard: envelope,
      };
      printJson(line, 'jsonl');
      break;
    }
    case 'md':
      print(renderMarkdown(envelope) + (sample === undefined ? '' : `\n${renderPageSampleMarkdown(sample)}`));
      break;
    case 'text':
      print(renderTerminal(envelope, { ...output.text, verbose: output.verbose }));
      if (sample !== undefined) print(renderPageSample(sample, output.text));
  }
  const problem = problemOf(run, replayed);
  if (problem !== undefined) throw problem;
}

/** The line of a sample of pages; it stands before the scorecard, which is the last one. */
export function sampleLine(target: string, sample: PageSample): AuditLine {
  return { event: 'sitemap_sample', target, sample };
}

/** Why an audit that was made is not a success: cut short, incomplete, or below what it is held to. */
export function problemOf({ values }: AuditRun, { envelope, incomplete }: Replayed): AuditError | undefined {
  const { summary, score } = envelope.scorecard;
  if (envelope.cut_short === true) {
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(summary.skip, 'check')} not run, and the scores are of the rest only.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined) return incomplete;
  if (values.failUnder !== undefined && score.relative < values.failUnder) {
    return new CliError(
      'below_threshold',
      `The relative score is ${score.relative}, which is below --fail-under ${values.failUnder}.`,
      { hint: 'The scorecard lists what to fix; explain <check> says more about each check.' },
    );
  }
  return undefined;
}
