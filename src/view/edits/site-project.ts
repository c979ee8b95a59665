/** A site, and the folder that its project is in, as edits are made for them. */
import type { CheckId } from '../../definitions/index.ts';
import type { SiteFacts } from '../../scorecard/site-facts.ts';
import type { StoredEnvelope, StoredResult } from '../../scorecard/stored.ts';
import { isFailedResult } from '../advice.ts';

/** What was asked for in words, since nobody else knows it. */
export interface OwnersWords {
  /** A URI at which somebody hears of security problems (RFC 9116 section 2.5.3). */
  readonly contact?: string | undefined;
  /** The value of a Content-Signal line. */
  readonly contentSignal?: string | undefined;
}

/** Paths are relative to the project's folder, with slashes. */
export interface SiteProject extends OwnersWords {
  readonly envelope: StoredEnvelope;
  /** None where only a scorecard is known. */
  readonly facts: SiteFacts | undefined;
  /** The origin at which everybody reaches the site, without a slash; `undefined` where only this machine is known to. */
  readonly published: string | undefined;
  /** The folder whose files are served under the site's own paths, `.` for the project's; `undefined` where nothing says which. */
  readonly publicFolder: string | undefined;
  /** The files that may be edited and are there, with their text. */
  readonly files: ReadonlyMap<string, string>;
  /** Why others that are there are not to be edited. */
  readonly closed: ReadonlyMap<string, string>;
  readonly skills: readonly ProjectSkill[];
  /** The AI crawlers and fetchers that the guide of robots.txt names. */
  readonly aiAgents: readonly string[];
  /** The ids of the platforms that are named. */
  readonly platforms: readonly string[];
}

/** A skill that the project serves, in a folder of its name. */
export interface ProjectSkill {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** One file as it is and as it should be. */
export interface FileEdit {
  readonly path: string;
  /** `undefined` where there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  /** What it is to mend. */
  readonly checks: readonly CheckId[];
  /** What is still to do by hand before it does. */
  readonly byHand?: string | undefined;
}

/** What stays in the plan, and why, where more is known than that no file alone mends it. */
export interface Unwritten {
  readonly check: CheckId;
  readonly why: string;
}

/** What one maker of edits gives. */
export interface Edits {
  readonly edits: readonly FileEdit[];
  readonly unwritten: readonly Unwritten[];
}

export const NO_EDITS: Edits = { edits: [], unwritten: [] };

export const leftOut = (check: CheckId, why: string): Edits => ({ edits: [], unwritten: [{ check, why }] });

function resultOn(check: CheckId, { envelope }: SiteProject): StoredResult | undefined {
  return envelope.scorecard.results.find(({ id }) => id === check);
}

/** The site has not got it, be it that it must or that it may. */
export function siteLacks(check: CheckId, project: SiteProject): boolean {
  const result = resultOn(check, project);
  return result?.status === 'absent' || (result?.status === 'n_a' && result.na_reason === 'optional-absent');
}

export function fallsShort(check: CheckId, project: SiteProject): boolean {
  const result = resultOn(check, project);
  return siteLacks(check, project) || (result !== undefined && isFailedResult(result));
}

export function passes(check: CheckId, project: SiteProject): boolean {
  return resultOn(check, project)?.status === 'pass';
}

export const NO_FOLDER =
  'nothing says which folder is served under the site’s own paths: name it with --public (public, static, …)';
export const NO_ADDRESS =
  'the address at which the site is published is not known: name it with --canonical-origin https://…';
export const NO_FACTS = 'a scorecard does not hold what the site sent: name the site, or a recording';

/** The file that is served at a path of the site; the path begins with a slash. */
export function servedFile(path: string, folder: string): string {
  return `${folder === '.' ? '' : `${folder}/`}${path.slice(1)}`;
}

/** Where a document goes, or why it cannot be written. */
export function placeOf(
  path: string,
  { publicFolder, closed, files }: SiteProject,
): { readonly file: string } | { readonly why: string } {
  if (publicFolder === undefined) return { why: NO_FOLDER };
  const file = servedFile(path, publicFolder);
  const why = closed.get(file);
  if (why !== undefined) return { why };
  const source = generatorsOf(path).find((one) => files.has(one) || closed.has(one));
  return source === undefined ? { file } : { why: `${source} makes it: change that` };
}

/** Where a document goes that the site has not got, if nothing is there yet. */
export function freePlaceOf(
  path: string,
  project: SiteProject,
): { readonly file: string } | { readonly why: string } {
  const place = placeOf(path, project);
  return 'file' in place && project.files.has(place.file)
    ? { why: `${place.file} is in the project, and not on the site: publish it` }
    : place;
}

/** Source files that make the document at a path, as frameworks name them: with a static file beside it, one hides the other. */
export function generatorsOf(path: string): string[] {
  const bare = path.slice(1);
  const stem = bare.replace(/\.(?:txt|xml)$/, '');
  const scripts = (name: string) => ['ts', 'js', 'tsx', 'jsx', 'mjs'].map((end) => `${name}.${end}`);
  return [
    ...['app', 'src/app'].flatMap((app) => [
      ...scripts(`${app}/${stem}`),
      `${app}/${bare}`,
      ...scripts(`${app}/${bare}/route`),
    ]),
    ...['pages', 'src/pages'].flatMap((pages) => scripts(`${pages}/${bare}`)),
    ...scripts(`src/routes/${bare}/+server`),
    ...['server/routes', 'server/api'].flatMap((routes) => scripts(`${routes}/${bare}`)),
    `layouts/${bare}`,
  ];
}

/** The lines of a text, each with its own ending. */
export function keptLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How the lines of a text end. */
export function lineEnding(text: string): string {
  return keptLines(text)[0]?.endsWith('\r\n') === true ? '\r\n' : '\n';
}

/** A text with a block at its end, after an empty line. The block's own lines end in `\n`. */
export function withBlock(text: string, block: string): string {
  const ending = lineEnding(text);
  const open = text === '' || text.endsWith('\n') ? '' : ending;
  const gap = text.trim() === '' ? '' : ending;
  return `${text}${open}${gap}${block.replaceAll('\n', ending)}`;
}
