/** Writes the page and the other forms of every target into a build. */
import { transcode } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { eachListed } from '../../catalog/scored.ts';
import { fillShell } from '../../render/html/shell.ts';
import { CATALOG_FOLDER } from '../catalog.ts';
import { formsOf } from './forms.ts';
import { evidenceOf, pageOf } from './page.ts';

/**
 * @param dir of the built pages, with the shell among them
 * @param site the address of the site; no slash at the end
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function writeTargets(dir: URL, site: string): Promise<void> {
  const shell = await readFile(new URL('shell.html', dir), 'utf8');
  await eachListed(CATALOG_FOLDER, async (listed) => {
    const { host } = listed.target;
    await mkdir(new URL(`score/${host}/`, dir), { recursive: true });
    await writeFile(new URL(`score/${host}.html`, dir), utf8(fillShell(shell, pageOf(listed, site))));
    const evidence = await evidenceOf(listed, site);
    if (evidence !== undefined)
      await writeFile(new URL(`score/${host}/evidence.html`, dir), utf8(fillShell(shell, evidence)));
    for (const [name, { text }] of formsOf(listed, site)) {
      await writeFile(new URL(`score/${host}/${name}`, dir), utf8(text));
    }
  });
}

/** The bytes of a text. V8 makes them of UTF-16 five times more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Uint8Array {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}
