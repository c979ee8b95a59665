/** What the guides say to write for one change: on the platforms of a site, with its own addresses. */
import type { CheckId } from '../definitions/index.ts';
import type { FixChange } from './fix-changes.ts';
import { documentFor, type FixDocument, type GuideOf } from './fix-documents.ts';
import { type FixSite, withOwnAddresses, withOwnApi, withoutMissing } from './fix-site.ts';
import { stackFilesOf } from './guide-files.ts';
import { codeBlocksOf, fixPartOf, onlyFor, platformsOf, withCode } from './guide-text.ts';
import { type Installs, installsOf } from './installs.ts';
import { mountedOn } from './mcp-mount.ts';
import { withFilesOnce } from './merge-files.ts';
import { type Platform, roleOf } from './platforms.ts';

/** What snippets are made with. */
export interface SnippetOptions {
  readonly guideOf: GuideOf;
  /** Of the site; none where that is not known. */
  readonly platforms: readonly Platform[];
  readonly site: FixSite;
  /** Of the project, where that is known. */
  readonly project?: ProjectPaths | undefined;
}

/** Where a project has what guides name. */
export interface ProjectPaths {
  /** The folder whose files are published under the site's own paths. */
  readonly publicFolder: string | undefined;
  /** Beginnings of paths in guides, and how these begin in the project. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
}

/** What is written for one change. */
export interface Snippets {
  /** Whose guides say how: the others that fail are mended by what these say. */
  readonly guides: readonly CheckId[];
  /** The platforms that there is a part for. */
  readonly platforms: readonly Platform[];
  readonly document: FixDocument | undefined;
  /** Markdown; empty where the platform is not known, or the guides have nothing for it. */
  readonly text: string;
  readonly stacks: readonly { readonly platform: Platform; readonly files: readonly string[] }[];
  readonly installs: Installs;
}

/**
 * The snippets of a change.
 *
 * @param failed the checks of the change that fail, in its order
 */
export function snippetsOf(change: FixChange, failed: readonly CheckId[], options: SnippetOptions): Snippets {
  const { guideOf, site } = options;
  const { platforms: chosen } = options;
  const guides = guidesOf(change, failed, options);
  const document = documentFor(change.id, new Set(failed), options);
  const parts = guides
    .filter((id) => document?.covers.has(id) !== true || document.writtenBy.includes(id))
    .map((id) => {
      const guide = guideOf(id);
      const own = ownParts(change, guide, chosen, document);
      return { id, guide, general: generalOf(guide, own), own };
    });
  const platforms = [...new Set(parts.flatMap(({ own }) => own.map((one) => one.platform)))];
  const blocks =
    document === undefined
      ? parts.flatMap(({ general, own }) => [general, ...own.map(({ text }) => text)])
      : [
          platforms.length > 0 || options.project?.publicFolder !== undefined ? '' : folders(parts),
          ...parts.flatMap(({ id, general, own }) => [
            ...(document.covers.has(id) ? [] : [general]),
            ...own.map(({ text }) => text),
          ]),
        ];
  const texts = chosen.length === 0 ? [] : blocks.filter((block) => block !== '');
  const joined = withFilesOnce(texts.join('\n\n'));
  const text = change.id === 'api-answers' ? withOwnApi(joined, site) : joined;
  const own = (of: string) => inProject(of, options.project);
  return {
    guides,
    platforms,
    document,
    text: own(withOwnAddresses(change.leadsOn === true ? withoutMissing(text, site) : text, site)),
    stacks: stacksOf(guides.map(guideOf), platforms, own),
    installs: installsOf(codeBlocksOf(texts.join('\n\n')), options.platforms),
  };
}

/** What a guide says to everybody, without the heading of the section; where a platform has its own part, only what is above all. */
function generalOf(guide: string, own: readonly OwnPart[]): string {
  const ofFramework = own.some(({ platform }) => platform.group === 'Site frameworks');
  const text = own.length > 0 ? fixPartOf(guide, '') : onlyFor(guide, undefined);
  // Where the software is known, it writes the pages.
  const ofApps = fixPartOf(guide, 'Single-page apps');
  const said = text
    .replace(/^## .*\n*/, '')
    .replace(ofApps, '')
    .trim();
  // The page of a framework has these lines.
  return withCode(said, ({ code, language }) => (ofFramework && language === 'html' ? undefined : code));
}

/** Where a file is saved so that it is published as it is. */
const folders = (parts: readonly { readonly guide: string }[]) =>
  parts.map(({ guide }) => fixPartOf(guide, 'Any static site')).find((text) => text !== '') ?? '';

/** The guides that say how to mend what fails: one stands for others where its own check fails, and it has what they have. */
function guidesOf(
  { checks, standsFor = {}, brings = {} }: FixChange,
  failed: readonly CheckId[],
  { guideOf, platforms }: SnippetOptions,
): CheckId[] {
  const left = new Set(failed.flatMap((id) => [id, ...(brings[id] ?? [])]));
  const taken = new Set<CheckId>();
  for (const guide of checks) {
    const others = standsFor[guide]?.filter((id) => id !== guide && left.has(id)) ?? [];
    if (!left.has(guide) || others.length === 0) continue;
    const parts = platformsOf(guideOf(guide));
    const groups = new Set(parts.map(({ group }) => group));
    const has = (id: CheckId) =>
      platforms.some((one) => platformsOf(guideOf(id)).includes(one) && groups.has(one.group));
    if (!has(guide) && others.some(has)) continue;
    taken.add(guide);
    for (const id of others) left.delete(id);
  }
  return checks.filter((id) => taken.has(id) || left.has(id));
}

interface OwnPart {
  readonly platform: Platform;
  readonly text: string;
}

const WEB_SERVERS: Platform['group'] = 'Web servers';

/** The parts for the platforms of a site. What an SDK does is not written by hand beside it, nor what an application does by the server before it. */
function ownParts(
  change: FixChange,
  guide: string,
  chosen: readonly Platform[],
  document: FixDocument | undefined,
): OwnPart[] {
  const all = platformsOf(guide);
  const own = chosen.filter((one) => all.includes(one));
  const sdk = own.filter(({ group }) => group === 'MCP SDKs');
  // Documents that are written whole, and pages, are files of the site: the server has nothing to say.
  const isPublished = document?.part === false && /^(?:robots|llms)\.txt$/.test(document.path);
  const hasFiles = chosen.some((one) => roleOf(one) === 'generates' || roleOf(one) === 'answers');
  const isDone =
    own.some((one) => roleOf(one) === 'answers') || ((isPublished || change.id === 'home-page') && hasFiles);
  const used = sdk.length > 0 ? sdk : own.filter(({ group }) => !isDone || group !== WEB_SERVERS);
  return (
    used
      // What generates the file says less than the file itself, which is published as it is.
      .filter(({ group }) => !isPublished || group !== 'Site frameworks')
      .map((platform) => {
        const text = fixPartOf(guide, platform.name);
        const isSdk = platform.group === 'MCP SDKs';
        return { platform, text: isSdk ? withCode(text, ({ code }) => mountedOn(code, chosen)) : text };
      })
  );
}

/** A text with the project's own paths. */
function inProject(text: string, { renamed }: Pick<ProjectPaths, 'renamed'> = { renamed: [] }): string {
  return renamed.reduce(
    (all, [from, to]) => all.replaceAll(new RegExp(`(?<![\\w./@-])${from.replaceAll('.', '\\.')}`, 'g'), to),
    text,
  );
}

function stacksOf(
  guides: readonly string[],
  platforms: readonly Platform[],
  own: (path: string) => string,
): Snippets['stacks'] {
  const all = guides.flatMap((guide) => stackFilesOf(guide));
  return platforms.flatMap((platform) => {
    const files = [
      ...new Set(all.filter((one) => one.platform === platform).flatMap((one) => one.files)),
    ].map(own);
    return files.length === 0 ? [] : [{ platform, files }];
  });
}
