/** What a verification says: for people, by group, and for programs as JSON. Pure. */
import { type Deployment, GROUPS } from './probe.ts';
import type { Verification } from './verify.ts';

/** The most findings of a group that are printed. */
const SHOWN = 12;

export function verifyReportText({ at }: Deployment, result: Verification): string {
  const { findings, unjudged, answers, expectations } = result;
  const blocks = Object.entries(GROUPS).flatMap(([group, [title, why]]) => {
    const own = findings.filter((one) => one.group === group);
    if (own.length === 0) return [];
    const lines = own
      .slice(0, SHOWN)
      .flatMap(({ request, what, expected, seen }) => [
        `  ${request}`,
        `    ${what}: expected ${expected}`,
        `    seen: ${seen}`,
      ]);
    const more = own.length - SHOWN;
    const rest = more > 0 ? [`  and ${more} more (--json has all)`] : [];
    return [`${title}: ${own.length} off. ${why}`, ...lines, ...rest, ''];
  });
  const open = unjudged.map((what) => `Not judged: ${what}\n`);
  const held = `${expectations - findings.length} of ${expectations} expectations of ${answers} responses hold.`;
  const summary = findings.length === 0 ? `${at} is as it should be:` : `${at}: ${findings.length} off.`;
  return `${[...blocks, ...open, `${summary} ${held}`].join('\n')}\n`;
}

/** `--json` */
export function reportJson({ at, publishedAs, now }: Deployment, result: Verification): string {
  const { findings, unjudged, ...counts } = result;
  const document = {
    kind: 'verification',
    base_url: at,
    published_as: publishedAs,
    verified_at: now.toISOString(),
    ok: findings.length === 0,
    ...counts,
    findings,
    not_judged: unjudged,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
