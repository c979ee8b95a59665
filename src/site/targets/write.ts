/** Writes the page and the other forms of every target into a build. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { eachScored } from '../../catalog/scored.ts';
import { scorecardPage } from '../../render/html/scorecard.ts';
import { CATALOG_FOLDER, storedGrounds } from '../catalog.ts';
import { fillShell } from '../shell.ts';
import { TARGET_FORMS } from './forms.ts';

/**
 * @param dir of the built pages, with the shell among them
 * @param site the address of the site; no slash at the end
 */
export async function writeTargets(dir: URL, site: string): Promise<void> {
  const shell = await readFile(new URL('shell.html', dir), 'utf8');
  await eachScored(CATALOG_FOLDER, async ({ target, latest, previous, history, failure }) => {
    const folder = new URL(`score/${target.host}/`, dir);
    await mkdir(folder, { recursive: true });
    for (const [name, textOf] of Object.entries(TARGET_FORMS)) {
      await writeFile(new URL(name, folder), textOf(latest));
    }
    const page = scorecardPage({
      envelope: latest,
      site,
      listing: { target, previous, history, failure },
      grounds: await storedGrounds(target, latest),
    });
    await writeFile(new URL(`score/${target.host}.html`, dir), fillShell(shell, page));
  });
}
