/** What a verification says: for people, grouped and in words, and for programs as JSON. Pure. */
import { type Deployment, GROUPS, type Group } from './probe.ts';
import type { Finding, Verification } from './verify.ts';

/** Of the requests with the same fault, so many are named. */
const SHOWN = 5;

export function verifyReportText(deployment: Deployment, result: Verification): string {
  const groups = Object.keys(GROUPS) as Group[];
  const blocks = groups.flatMap((group) =>
    blockOf(
      GROUPS[group],
      result.findings.filter((one) => one.group === group),
    ),
  );
  const unjudged = result.unjudged.map(({ what, why }) => `  ${what}: ${why}`);
  return [
    ...blocks,
    ...(unjudged.length === 0 ? [] : [`Not judged\n${unjudged.join('\n')}\n`]),
    `${summary(deployment, result)}\n`,
  ].join('\n');
}

/** One fault is often seen at many addresses: it is told once. */
function blockOf(title: string, findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const faults = Map.groupBy(findings, ({ what, expected, why }) => JSON.stringify([what, expected, why]));
  const lines = [...faults.values()].flatMap(linesOf);
  return [`${title}: ${findings.length} off\n${lines.join('\n')}\n`];
}

function linesOf(findings: readonly Finding[]): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const seen = findings.slice(0, SHOWN).flatMap((one, i) => [
    `      ${one.request}`,
    // The next of the same kind adds nothing.
    ...(findings[i + 1]?.seen === one.seen && i + 1 < SHOWN ? [] : [`        seen: ${one.seen}`]),
  ]);
  const more = findings.length - SHOWN;
  return [
    `  ${first.what}: expected ${first.expected}`,
    `    ${first.why}`,
    ...seen,
    ...(more > 0 ? [`      and ${more} more (--json has all)`] : []),
  ];
}

function summary({ at }: Deployment, { findings, answers, expectations }: Verification): string {
  const held = expectations - findings.length;
  return findings.length === 0
    ? `${at} is as it should be: ${expectations} expectations of ${answers} answers hold.`
    : `${at}: ${findings.length} off. ${held} of ${expectations} expectations of ${answers} answers hold.`;
}

/** `--json` */
export function reportJson({ at, publishedAs, now }: Deployment, result: Verification): string {
  const { findings, unjudged, answers, expectations } = result;
  const document = {
    kind: 'verification',
    base_url: at,
    published_as: publishedAs,
    verified_at: now.toISOString(),
    ok: findings.length === 0,
    answers,
    expectations,
    findings,
    not_judged: unjudged,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
