/** Writes the page, the other forms and the preview image of every target into a build. */
import { transcode } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fillTemplate } from '../../render/html/template.ts';
import { eachListed } from '../../results/scored.ts';
import { CATALOG_FOLDER } from '../catalog.ts';
import { PngCache } from '../preview/png.ts';
import { previewOf, sitePreview } from '../preview/preview.ts';
import { formatsOf } from './forms.ts';
import { evidenceOf, pageOf } from './page.ts';

interface TargetFiles {
  /** Of the built pages, with the shell among them. */
  readonly dir: URL;
  /** What is kept from build to build. */
  readonly cacheDir: URL;
  /** The address of the site; no slash at the end. */
  readonly site: string;
}

/**
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function writeTargets({ dir, cacheDir, site }: TargetFiles): Promise<void> {
  const shell = await readFile(new URL('template.html', dir), 'utf8');
  const images = new PngCache(new URL('previews/', cacheDir));
  await writeFile(new URL('preview.png', dir), await images.png(await sitePreview(site)));
  await eachListed(CATALOG_FOLDER, async (listed) => {
    const { host } = listed.target;
    await mkdir(new URL(`score/${host}/`, dir), { recursive: true });
    await writeFile(new URL(`score/${host}.html`, dir), utf8(fillTemplate(shell, pageOf(listed, site))));
    const evidence = await evidenceOf(listed, site);
    if (evidence !== undefined)
      await writeFile(new URL(`score/${host}/evidence.html`, dir), utf8(fillTemplate(shell, evidence)));
    for (const [name, { text }] of formatsOf(listed, site)) {
      await writeFile(new URL(`score/${host}/${name}`, dir), utf8(text));
    }
    const preview = await images.png(await previewOf(listed, site));
    await writeFile(new URL(`score/${host}/preview.png`, dir), preview);
  });
  await images.tidy();
}

/** The bytes of a text. V8 makes them of UTF-16 five times more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Uint8Array {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}
