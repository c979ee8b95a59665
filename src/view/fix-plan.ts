/** A plan to fix what an audit found wrong: what matters most first, each fix with all that a coding agent needs for it. */
import type { Resource } from '../catalogue/definition.ts';
import { type CheckId, definitionOf } from '../catalogue/index.ts';
import type { Keyword } from '../catalogue/vocabulary.ts';
import type { Waiver } from '../gate/config.ts';
import { waiverOf } from '../gate/waivers.ts';
import { plain } from '../parse/text.ts';
import { EVIDENCE_WARNING, fixTask } from '../scorecard/remediation.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { isUnseen } from '../scorecard/unseen.ts';
import { leadsNowhere } from '../versions.ts';
import { adviceFor, type Failure } from './advice.ts';
import { type StackFiles, stackFilesOf } from './guide-files.ts';
import { guidePartOf } from './guide-part.ts';
import type { Platform } from './platforms.ts';
import { type RequestLine, requestLines } from './requests.ts';

/** So many requests behind a verdict are told. */
const MOST_REQUESTS = 5;

/** One failed check, and how it is fixed and verified. */
export interface Fix {
  readonly id: CheckId;
  readonly label: string;
  readonly keyword: Keyword;
  readonly status: Failure['status'];
  /** Points that the fix earns; none where they cannot be told. */
  readonly points: number | undefined;
  readonly goal: string;
  /** What to change. */
  readonly change: string;
  /** Untrusted: it quotes the audited site. */
  readonly evidence: string;
  /** Untrusted. */
  readonly requests: readonly RequestLine[];
  /** Requests behind the verdict that are not told. */
  readonly moreRequests: number;
  /** Where to read more. */
  readonly resources: readonly Resource[];
  readonly stacks: readonly StackFiles[];
  /** Files of the project that its configuration names for what was asked. */
  readonly files: readonly string[];
  /** The guide's part for the platform that was asked for, as Markdown. */
  readonly snippet: string | undefined;
  /** What prints or shows the guide: a command, or an address where one exists. */
  readonly guide: string;
  /** The command that verifies the fix. */
  readonly verify: string;
  /** All of it for a coding agent. */
  readonly prompt: string;
}

export interface FixPlan {
  /** Untrusted. */
  readonly target: string;
  readonly address: string;
  readonly fixes: readonly Fix[];
  /** How many fail that may be in the plan: more than `fixes` where a limit cut it. */
  readonly total: number;
  /** Failed checks that this version does not have, by their ids. Untrusted. */
  readonly unknown: readonly string[];
  /** Failures that a waiver accepts, which are left out. */
  readonly waived: readonly Waived[];
  /** Checks that could not be seen, and may fail, too. */
  readonly unseen: number;
}

interface Waived {
  readonly check: CheckId;
  readonly reason: string;
  /** `YYYY-MM-DD` */
  readonly expires: string;
}

/** What a plan is made with. */
export interface PlanOptions {
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
export function fixPlanOf(envelope: StoredEnvelope, options: PlanOptions): FixPlan {
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
  const fixes = known.slice(0, limit).map(({ check, failure, points }): Fix => {
    const { id, label, keyword, goal, fix, resources } = check;
    const { evidence, details, remediation, status } = failure;
    const { program, platform } = options;
    const guide = options.guideOf(id);
    const { lines, more } = requestLines(details, target_url, MOST_REQUESTS);
    const command = `${program} explain ${id}${platform === undefined ? '' : ` --for ${platform.id}`}`;
    const address = remediation?.skill_url ?? '';
    const skill = address === '' || leadsNowhere(address) ? `run “${command}”` : address;
    const task = fixTask({ goal, fix, skill_url: address, resources: [...resources], evidence }, skill);
    const verify = `${program} ${options.audited} --only ${id}`;
    const stacks = stackFilesOf(guide);
    return {
      id,
      label,
      keyword,
      status,
      points,
      goal,
      change: fix,
      evidence,
      requests: lines,
      moreRequests: more,
      resources,
      stacks:
        platform === undefined ? stacks : stacks.filter((one) => (one.platform ?? platform) === platform),
      files: projectFiles(failure, target_url, options.files ?? {}),
      snippet: platform === undefined ? undefined : guidePartOf(guide, platform).text,
      guide: command,
      verify,
      prompt: [EVIDENCE_WARNING, '', task, `Verify: ${verify}`].join('\n'),
    };
  });
  return {
    target,
    address: target_url,
    fixes,
    total: known.length,
    waived: all.flatMap(({ check, waiver }) =>
      waiver === undefined ? [] : [{ check: check.id, reason: waiver.reason, expires: waiver.expires }],
    ),
    unknown: advice.flatMap(({ failure }) => (definitionOf(failure.id) === undefined ? [failure.id] : [])),
    unseen: scorecard.results.filter(isUnseen).filter(({ id }) => selected?.has(id) ?? true).length,
  };
}

/** The files behind the paths that were asked for; paths and files are the configuration's. */
function projectFiles(
  { details }: Failure,
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
