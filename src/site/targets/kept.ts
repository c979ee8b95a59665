/**
 * What the build before has left: the files of targets, in the folder `score` of the site, and a list of what they were made
 * of. A build takes the folder out of the site before Astro empties that, and puts it back with what has changed. Files that
 * are there are written over, which costs the disk a tenth of making them.
 */
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../base/files.ts';
import type { Contact } from '../../report/contact.ts';

/** What the files of targets were made of. */
export interface Kept {
  /** The digest of the layout that is around their pages. */
  readonly template: string;
  /** By host: the key of its files (`TargetWriter`). */
  readonly keys: Readonly<Record<string, string>>;
}

const NOTHING: Kept = { template: '', keys: {} };
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIST = 'kept.json';

/** Another text where the same results may give other files: a digest of the code, its packages and the settings. */
export function makerOf(contact: Contact): string {
  const hash = createHash('sha256').update(JSON.stringify(contact));
  // What tests have is in no page, and some of it is large.
  const exclude = (path: string) => ['testing', 'node_modules'].includes(basename(path));
  const files = globSync('src/**/*.*', { cwd: ROOT, exclude }).toSorted();
  for (const file of [...files, 'package.json', 'package-lock.json'])
    if (!file.endsWith('.test.ts')) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('base64url');
}

/**
 * Takes the files of the build before into `work`, and says what they were made of. From here on no list says so until
 * `putBack`: a build that is interrupted leaves none, and the next one begins anew.
 */
export function takeKept(site: URL, work: URL): Kept {
  const kept = readKept(work);
  rmSync(new URL(LIST, work), { force: true });
  rmSync(new URL('score', work), { recursive: true, force: true });
  if (kept === undefined) return NOTHING;
  try {
    renameSync(new URL('score', site), new URL('score', work));
  } catch (error) {
    if (isMissing(error)) return NOTHING;
    throw error;
  }
  return kept;
}

/** Removes what belongs to none of these hosts: targets that are gone, and what Astro had put beside them. */
export function removeOthers(work: URL, hosts: ReadonlySet<string>): void {
  const score = new URL('score/', work);
  for (const name of readdirSync(score))
    if (!hosts.has(name) && !(name.endsWith('.html') && hosts.has(name.slice(0, -5))))
      rmSync(new URL(name, score), { recursive: true });
}

/** Puts the files of targets into the site, beside those that Astro has made there, and leaves the list for the next build. */
export function putBack(site: URL, work: URL, kept: Kept): void {
  const score = new URL('score/', site);
  for (const name of readdirSync(score)) renameSync(new URL(name, score), new URL(`score/${name}`, work));
  rmSync(score, { recursive: true });
  renameSync(new URL('score', work), new URL('score', site));
  writeFileSync(new URL(LIST, work), JSON.stringify(kept));
}

function readKept(work: URL): Kept | undefined {
  try {
    return JSON.parse(readFileSync(new URL(LIST, work), 'utf8'));
  } catch (error) {
    // Half of a list is none.
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
