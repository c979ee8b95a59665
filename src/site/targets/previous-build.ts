/** Keeps the files of targets for the next build, because overwriting a file takes a tenth of the time of creating one. */
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../base/files.ts';
import type { Contact } from '../../report/contact.ts';

export interface PreviousBuild {
  /** The digest of the layout around the pages. */
  readonly template: string;
  /** For each host, a hash of the inputs of its files. If the hash is the same in the next build, the files are reused. */
  readonly keys: Readonly<Record<string, string>>;
}

const NOTHING: PreviousBuild = { template: '', keys: {} };
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIST = 'kept.json';

/** Returns a digest of the code, its packages and the settings. If the digest changes, the pages of all sites are written again. */
export function makerOf(contact: Contact): string {
  const hash = createHash('sha256').update(JSON.stringify(contact));
  // Skip test data: no page contains it, and some of it is large.
  const exclude = (path: string) => ['testing', 'node_modules'].includes(basename(path));
  const files = globSync('src/**/*.*', { cwd: ROOT, exclude }).toSorted();
  for (const file of [...files, 'package.json', 'package-lock.json'])
    if (!file.endsWith('.test.ts')) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('base64url');
}

/** Moves the previous build's files to `work`. Removes `kept.json`, so that the next build reuses no files if this one fails. */
export function takePrevious(site: URL, work: URL): PreviousBuild {
  const previous = readPrevious(work);
  rmSync(new URL(LIST, work), { force: true });
  rmSync(new URL('score', work), { recursive: true, force: true });
  if (previous === undefined) return NOTHING;
  try {
    renameSync(new URL('score', site), new URL('score', work));
  } catch (error) {
    if (isMissing(error)) return NOTHING;
    throw error;
  }
  return previous;
}

/** Removes the files whose host is not in `hosts`: those of removed targets, and those that Astro wrote to this folder. */
export function removeOthers(work: URL, hosts: ReadonlySet<string>): void {
  const score = new URL('score/', work);
  for (const name of readdirSync(score))
    if (!hosts.has(name) && !(name.endsWith('.html') && hosts.has(name.slice(0, -5))))
      rmSync(new URL(name, score), { recursive: true });
}

/** Moves the files of targets into the site, next to Astro's files, and writes `kept.json` for the next build. */
export function putBack(site: URL, work: URL, current: PreviousBuild): void {
  const score = new URL('score/', site);
  for (const name of readdirSync(score)) renameSync(new URL(name, score), new URL(`score/${name}`, work));
  rmSync(score, { recursive: true });
  renameSync(new URL('score', work), new URL('score', site));
  writeFileSync(new URL(LIST, work), JSON.stringify(current));
}

function readPrevious(work: URL): PreviousBuild | undefined {
  try {
    return JSON.parse(readFileSync(new URL(LIST, work), 'utf8'));
  } catch (error) {
    // If `kept.json` is missing or incomplete, this build reuses no files.
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
