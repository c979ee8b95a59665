/** A plan to fix what an audit found wrong: one fix for all that one change mends, with all that a coding agent needs for it. */
import { type CheckId, definitionOf } from '../definitions/index.ts';
import type { Waiver } from '../gate/config.ts';
import { waiverOf } from '../gate/waivers.ts';
import { verifyOptions } from '../npx.ts';
import { plain } from '../parse/text.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { leadsNowhere } from '../versions.ts';
import { adviceFor, type FailedResult, isFailedResult } from './advice.ts';
import { ownPaths } from './finding.ts';
import { FIX_CHANGES, type FixChange, inOrder } from './fix-changes.ts';
import { configurationApart } from './fix-configuration.ts';
import type { FixDocument } from './fix-documents.ts';
import { sharedFiles } from './fix-shared.ts';
import { type FixSite, fixSiteOf } from './fix-site.ts';
import { type ProjectPaths, type Snippets, snippetsOf } from './fix-snippets.ts';
import { type Installs, installsOf } from './installs.ts';
import type { Platform } from './platforms.ts';

export type FixPlan = ReturnType<typeof fixPlanOf>;
/** One change, and the failed checks that it mends. */
export type Fix = FixPlan['fixes'][number];

/** What a plan is made with. */
export interface FixPlanOptions {
  /** What is typed to call the command line. */
  readonly program: string;
  /** How to fix a check: the section of its guide. */
  readonly guideOf: (id: CheckId) => string;
  /** The audited address as it can be typed into a shell, with the options that the audit had. */
  readonly audited: string;
  /** By which the site's documents name it; the audited one where that is left out. */
  readonly origin?: string | undefined;
  readonly selected?: ReadonlySet<string> | undefined;
  /** What the site is made with; snippets are for these. */
  readonly platforms?: readonly Platform[] | undefined;
  /** What these were recognised by, where nobody named them. */
  readonly recognised?: string | undefined;
  /** The file of the project behind a path of the site. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Where the project has what guides name. */
  readonly project?: ProjectPaths | undefined;
  /** What installs packages in the project, without their names. */
  readonly install?: { readonly command: string; readonly present: ReadonlySet<string> } | undefined;
  /** Of the configuration; they hold or not on the day of the scorecard. */
  readonly waivers?: readonly Waiver[] | undefined;
  readonly limit: number;
}

/** The plan for all that a scorecard found wrong: a fix for each change, what gains most first, in an order that can be built. */
export function fixPlanOf(envelope: StoredEnvelope, options: FixPlanOptions) {
  const { target, target_url, scorecard, freshness } = envelope;
  const { selected, limit, waivers = [], platforms = [] } = options;
  const advice = adviceFor(scorecard).advice.filter(({ failure }) => selected?.has(failure.id) ?? true);
  const day = freshness.scored_at.slice(0, 10);
  const all = advice.flatMap(({ failure, points }) => {
    const check = definitionOf(failure.id);
    const waiver = waiverOf(failure, waivers, day).holding;
    return check === undefined ? [] : [{ check, failure, points, waiver }];
  });
  const known = all.filter(({ waiver }) => waiver === undefined);
  const planned = changesFor(known);
  const audited = URL.canParse(target_url) ? new URL(target_url).origin : target_url;
  const site = fixSiteOf(envelope, options.origin ?? audited, new Set(known.map(({ check }) => check.id)));
  const written = planned.slice(0, limit).map((one) => fixOf(one, envelope, site, options));
  const { configuration, fixes: apart } = configurationApart(written);
  const shared = sharedFiles(apart, new Set(configuration.map(({ place }) => place)));
  const first = installsOf(
    configuration.map(({ language, text }) => ({ language, code: text })),
    platforms,
  );
  const fixes = apart.map(({ needs, ...fix }, i) => ({
    ...fix,
    installs: installLines(needs, options.install, first),
    shared: shared[i] ?? [],
  }));
  return {
    target,
    address: target_url,
    platforms,
    recognised: options.recognised,
    origin: site.origin,
    // Once for all fixes: most of what is there twice is refused, or hides the other.
    configuration,
    // What the configuration imports: without it nothing can be built.
    installs: installLines(first, options.install),
    fixes,
    // More than `fixes` where the limit cut them.
    total: planned.length,
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

/** What mends the failures of one change. */
function fixOf(
  { change, failed, points }: ReturnType<typeof changesFor>[number],
  envelope: StoredEnvelope,
  site: FixSite,
  { guideOf, platforms = [], project, program, audited, files = {} }: FixPlanOptions,
) {
  const ids = failed.map(({ check }) => check.id);
  const snippets = snippetsOf(change, ids, { guideOf, platforms, site, project });
  const { upgrade } = change;
  const verify = `${program} ${audited} ${verifyOptions(ids.join(','))}`;
  return {
    id: change.id,
    title: upgrade !== undefined && isUpgrade(upgrade, change, snippets) ? upgrade.title : change.title,
    points,
    checks: failed.map(({ check, failure, points: own }) => ({
      id: check.id,
      label: check.label,
      keyword: check.keyword,
      status: failure.status,
      points: own,
      // Nothing where the snippet of another guide does it.
      change: snippets.platforms.length > 0 && !snippets.guides.includes(check.id) ? undefined : check.fix,
      // Untrusted: it quotes the audited site, whose own addresses are named by path.
      evidence: ownPaths(failure.evidence, envelope),
    })),
    goal: failed[0]?.check.goal ?? '',
    guides: snippets.guides.map((id) => {
      const address = failed.find(({ check }) => check.id === id)?.failure.remediation?.skill_url ?? '';
      const part =
        snippets.platforms.length === 0 ? '' : ` --for ${snippets.platforms.map((one) => one.id)[0]}`;
      const command = `${program} explain ${id}${part}`;
      return { command, address: address === '' || leadsNowhere(address) ? undefined : address };
    }),
    resources: [
      ...new Map(
        snippets.guides.flatMap((id) => definitionOf(id)?.resources ?? []).map((one) => [one.url, one]),
      ).values(),
    ],
    stacks: snippets.stacks,
    // Of the project, as its configuration names them for what was asked.
    files: projectFiles(
      failed.map(({ failure }) => failure),
      envelope.target_url,
      files,
    ),
    document: snippets.document && {
      ...snippets.document,
      file: fileOf(snippets.document, project),
    },
    needs: snippets.installs,
    // Of the guides, for the platforms, as Markdown.
    snippet: snippets.text,
    verify,
  };
}

/** The file of a document in the project. */
const fileOf = ({ path }: FixDocument, project: ProjectPaths | undefined) =>
  project?.publicFolder === undefined ? undefined : `${project.publicFolder}/${path}`.replace(/^\.\//, '');

interface Failed {
  readonly check: NonNullable<ReturnType<typeof definitionOf>>;
  readonly failure: FailedResult;
  readonly points: number | undefined;
}

/** What mends the failures, what gains most first, and nothing before what it needs. */
function changesFor(known: readonly Failed[]) {
  const changes = FIX_CHANGES.flatMap((change) => {
    const failed = change.checks.flatMap((id) => known.find(({ check }) => check.id === id) ?? []);
    if (failed.length === 0) return [];
    const points = failed.some((one) => one.points === undefined)
      ? undefined
      : failed.reduce((sum, one) => sum + (one.points ?? 0), 0);
    return [{ change, failed, points, first: Math.min(...failed.map((one) => known.indexOf(one))) }];
  });
  return inOrder(changes.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0) || a.first - b.first));
}

function isUpgrade(
  { from }: NonNullable<FixChange['upgrade']>,
  { standsFor = {} }: FixChange,
  { platforms, guides }: Snippets,
) {
  return platforms.some(({ id }) => id === from) && guides.some((id) => id in standsFor);
}

/** What is typed to install what the snippets import, and the project has not got. */
function installLines(
  { npm, pip }: Installs,
  { command, present }: NonNullable<FixPlanOptions['install']> = {
    command: 'npm install',
    present: new Set(),
  },
  done: Installs = { npm: [], pip: [] },
): string[] {
  const missing = npm.filter((name) => !present.has(name) && !done.npm.includes(name));
  return [
    ...(missing.length === 0 ? [] : [`${command} ${missing.join(' ')}`]),
    ...(pip.length === 0 ? [] : [`pip install ${pip.join(' ')}`]),
  ];
}

/** The files behind the paths that were asked for; paths and files are the configuration's. */
function projectFiles(
  failures: readonly FailedResult[],
  address: string,
  files: Readonly<Record<string, string>>,
): string[] {
  const paths = new Set(
    failures
      .flatMap(({ details }) => details?.facts ?? [])
      .flatMap(({ url }) =>
        url !== undefined && URL.canParse(url, address) ? [new URL(url, address).pathname] : [],
      ),
  );
  return [
    ...new Set(Object.entries(files).flatMap(([path, file]) => (paths.has(path) ? [plain(file)] : []))),
  ];
}
