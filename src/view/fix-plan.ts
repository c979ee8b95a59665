/** A plan to fix what an audit found wrong: what matters most first, each fix with all that a coding agent needs for it. */
import { type CheckId, definitionOf } from '../definitions/index.ts';
import type { Waiver } from '../gate/config.ts';
import { waiverOf } from '../gate/waivers.ts';
import { verifyOptions } from '../npx.ts';
import { plain } from '../parse/text.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { EVIDENCE_WARNING, fixTask } from '../scorecard/remediation.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { leadsNowhere } from '../versions.ts';
import { adviceFor, type FailedResult, isFailedResult } from './advice.ts';
import { stackFilesOf } from './guide-files.ts';
import { guidePartOf } from './guide-part.ts';
import type { Platform } from './platforms.ts';
import { requestLines } from './requests.ts';

/** So many requests behind a verdict are told. */
const MOST_REQUESTS = 5;

export type FixPlan = ReturnType<typeof fixPlanOf>;
/** One failed check, and how it is fixed and verified. */
export type Fix = FixPlan['fixes'][number];

/** What a plan is made with. */
export interface FixPlanOptions {
  /** What is typed to call the command line. */
  readonly program: string;
  /** How to fix a check: the section of its guide. */
  readonly guideOf: (id: CheckId) => string;
  /** The audited address as it can be typed into a shell, with the options that the audit had. */
  readonly audited: string;
  readonly selected?: ReadonlySet<string> | undefined;
  readonly platform?: Platform | undefined;
  /** The file of the project behind a path of the site. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Of the configuration; they hold or not on the day of the scorecard. */
  readonly waivers?: readonly Waiver[] | undefined;
  readonly limit: number;
}

/** The plan for all that a scorecard found wrong, the fix that gains most first. */
export function fixPlanOf(envelope: StoredEnvelope, options: FixPlanOptions) {
  const { target, target_url, scorecard, freshness } = envelope;
  const { selected, limit, waivers = [] } = options;
  const advice = adviceFor(scorecard).advice.filter(({ failure }) => selected?.has(failure.id) ?? true);
  const day = freshness.scored_at.slice(0, 10);
  const all = advice.flatMap(({ failure, points }) => {
    const check = definitionOf(failure.id);
    const waiver = waiverOf(failure, waivers, day).holding;
    return check === undefined ? [] : [{ check, failure, points, waiver }];
  });
  const known = all.filter(({ waiver }) => waiver === undefined);
  const fixes = known.slice(0, limit).map(({ check, failure, points }) => {
    const { id, label, keyword, goal, fix, resources } = check;
    const { evidence, details, remediation, status } = failure;
    const { program, platform } = options;
    const guide = options.guideOf(id);
    const { lines, more } = requestLines(details, target_url, MOST_REQUESTS);
    const command = `${program} explain ${id}${platform === undefined ? '' : ` --for ${platform.id}`}`;
    const address = remediation?.skill_url ?? '';
    const skill = address === '' || leadsNowhere(address) ? `run “${command}”` : address;
    const task = fixTask({ goal, fix, skill_url: address, resources: [...resources], evidence }, skill);
    const verify = `${program} ${options.audited} ${verifyOptions(id)}`;
    const stacks = stackFilesOf(guide);
    return {
      id,
      label,
      keyword,
      status,
      points,
      goal,
      change: fix,
      // Untrusted, both: they quote the audited site.
      evidence,
      requests: lines,
      moreRequests: more,
      resources,
      stacks:
        platform === undefined ? stacks : stacks.filter((one) => (one.platform ?? platform) === platform),
      // Of the project, as its configuration names them for what was asked.
      files: projectFiles(failure, target_url, options.files ?? {}),
      // The guide's part for the platform that was asked for, as Markdown.
      snippet: platform === undefined ? undefined : guidePartOf(guide, platform).text,
      guide: command,
      verify,
      // All of it for a coding agent.
      prompt: [EVIDENCE_WARNING, '', task, `Verify: ${verify}`].join('\n'),
    };
  });
  return {
    target,
    address: target_url,
    fixes,
    // More than `fixes` where the limit cut them.
    total: known.length,
    // Failures that a waiver accepts.
    waived: all.flatMap(({ check, waiver }) =>
      waiver === undefined ? [] : [{ check: check.id, reason: waiver.reason, expires: waiver.expires }],
    ),
    // Failed checks that this version does not have. Untrusted.
    unknown: advice.flatMap(({ failure }) => (definitionOf(failure.id) === undefined ? [failure.id] : [])),
    // Those that were asked for by name and do not fail.
    standing:
      selected === undefined
        ? []
        : scorecard.results
            .filter((result) => selected.has(result.id) && !isFailedResult(result))
            .map(({ id, status }) => ({ id, status })),
    // Checks that may fail, too.
    unseen: scorecard.results.filter(hasNoVerdict).filter(({ id }) => selected?.has(id) ?? true).length,
  };
}

/** The files behind the paths that were asked for; paths and files are the configuration's. */
function projectFiles(
  { details }: FailedResult,
  address: string,
  files: Readonly<Record<string, string>>,
): string[] {
  const paths = new Set(
    (details?.facts ?? []).flatMap(({ url }) =>
      url !== undefined && URL.canParse(url, address) ? [new URL(url, address).pathname] : [],
    ),
  );
  return [
    ...new Set(Object.entries(files).flatMap(([path, file]) => (paths.has(path) ? [plain(file)] : []))),
  ];
}
