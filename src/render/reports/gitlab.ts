/**
 * Code quality of GitLab, in the part of the Code Climate format that GitLab reads. GitLab compares the report of a branch
 * with that of the target branch by fingerprint, so known failures stay in it. What a waiver accepts is left out.
 */
import { plain } from '../../parse/text.ts';
import { statusWord } from '../../view/words.ts';
import { jsonText } from '../escape.ts';
import { foundIn, type Report, type ReportTarget, TOOL } from './report.ts';

/** Of a text, in characters. */
const MAX = 1000;

const SEVERITIES = { error: 'major', warning: 'minor', note: 'info' } as const;

/** All targets as one list, ending in a line feed. */
export function renderGitlab(report: Report): string {
  return `${jsonText(
    report.targets.flatMap((one) => issuesOf(report, one)),
    2,
  )}\n`;
}

function issuesOf(report: Report, one: ReportTarget) {
  const { problem } = one;
  const stopped =
    problem === undefined || problem.exitCode === 1
      ? []
      : [
          // Without it, a site that was not seen would look as if all had been fixed.
          {
            description: plain(`${one.target} could not be audited as a whole: ${problem.message}`, MAX),
            check_name: `${TOOL}/audit`,
            fingerprint: `${TOOL}-${plain(problem.kind)}-${one.target}`,
            severity: 'blocker',
            location: locationOf(report.fallback, one.envelope?.target_url ?? one.target),
          },
        ];
  if (one.envelope === undefined) return stopped;
  const found = foundIn(report, one).filter(({ gate }) => gate?.disposition !== 'waived');
  return [
    ...stopped,
    ...found.map(({ failure, finding, severity, gate, fingerprint, file, url }) => ({
      description: plain(`${statusWord(failure.status)}: ${finding} ${failure.evidence}`, MAX),
      check_name: `${TOOL}/${plain(failure.id)}`,
      fingerprint,
      severity: gate?.disposition === 'fails' ? 'critical' : SEVERITIES[severity],
      location: locationOf(file, url),
    })),
  ];
}

/** A path is wanted; where no file is known, the address without its scheme reads as one. */
function locationOf(file: string | undefined, url: string) {
  return { path: file ?? plain(url.replace(/^https?:\/\//, ''), MAX), lines: { begin: 1 } };
}
