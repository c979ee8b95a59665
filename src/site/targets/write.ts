/** Writes the page and the other forms of every target into a build. */
import { transcode } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { eachScored, type ScoredTarget } from '../../catalog/scored.ts';
import { scorecardPage } from '../../render/html/scorecard.ts';
import { CATALOG_FOLDER, storedGrounds } from '../catalog.ts';
import { fillShell } from '../shell.ts';
import { TARGET_FORMS } from './forms.ts';

/**
 * @param dir of the built pages, with the shell among them
 * @param site the address of the site; no slash at the end
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function writeTargets(dir: URL, site: string): Promise<void> {
  const shell = await readFile(new URL('shell.html', dir), 'utf8');
  await eachScored(CATALOG_FOLDER, async (scored) => {
    const { host } = scored.target;
    await mkdir(new URL(`score/${host}/`, dir), { recursive: true });
    await writeFile(new URL(`score/${host}.html`, dir), utf8(fillShell(shell, await pageOf(scored, site))));
    for (const [name, { textOf }] of Object.entries(TARGET_FORMS)) {
      await writeFile(new URL(`score/${host}/${name}`, dir), utf8(textOf(scored.latest)));
    }
  });
}

async function pageOf({ target, latest, previous, history, failure }: ScoredTarget, site: string) {
  return scorecardPage({
    envelope: latest,
    site,
    listing: { target, previous, history, failure },
    grounds: await storedGrounds(target, latest),
  });
}

/** The bytes of a text. V8 makes them of UTF-16 five times more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Uint8Array {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}
