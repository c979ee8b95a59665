/** Writes the page and the other forms of every target into a build, and what the service makes the rest of. */
import { transcode } from 'node:buffer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { CHECK_COUNT } from '../../definitions/index.ts';
import { fillTemplate } from '../../render/html/template.ts';
import { CardPainter } from '../../render/preview/card.ts';
import { TYPE_FILE } from '../../render/preview/letters.ts';
import { changesFiles } from '../../results/changes-files.ts';
import { eachListed } from '../../results/scored.ts';
import { changesOf, type SiteChange } from '../../view/changes.ts';
import { CATALOG_FOLDER } from '../catalog.ts';
import { preparedType } from '../preview/prepared-type.ts';
import { formatsOf } from './forms.ts';
import { evidenceOf, pageOf } from './page.ts';

interface TargetFiles {
  /** Of the built pages, with the template among them. */
  readonly dir: URL;
  /** Of what the service reads. */
  readonly service: URL;
  /** The address of the site; no slash at the end. */
  readonly site: string;
}

/**
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function writeTargets({ dir, service, site }: TargetFiles): Promise<void> {
  const template = await readFile(new URL('template.html', dir), 'utf8');
  const changes = new Map<string, readonly SiteChange[]>();
  await eachListed(CATALOG_FOLDER, async (listed) => {
    const { host } = listed.target;
    changes.set(host, changesOf(listed.target, listed, listed.listingState));
    await mkdir(new URL(`score/${host}/`, dir), { recursive: true });
    await writeFile(new URL(`score/${host}.html`, dir), utf8(fillTemplate(template, pageOf(listed, site))));
    const evidence = await evidenceOf(listed, site);
    if (evidence !== undefined)
      await writeFile(new URL(`score/${host}/evidence.html`, dir), utf8(fillTemplate(template, evidence)));
    for (const [name, text] of formatsOf(listed, site)) {
      await writeFile(new URL(`score/${host}/${name}`, dir), utf8(text));
    }
  });
  await mkdir(new URL('changes/', service), { recursive: true });
  for (const [path, file] of changesFiles(changes)) {
    await writeFile(new URL(path, service), JSON.stringify(file));
  }
}

/** Writes the preview image of all pages that have none of their own, and the letters that others are drawn with. */
export async function writePreview({ dir, service, site }: TargetFiles): Promise<void> {
  const type = await preparedType();
  const image = new CardPainter(type).site({
    title: 'How ready is your site for AI agents?',
    lines: [`${CHECK_COUNT} checks, the evidence for each verdict,`, 'and a guide to each fix.'],
    site: new URL(site).host,
  });
  await writeFile(new URL('preview.png', dir), image);
  await mkdir(service, { recursive: true });
  await writeFile(new URL(TYPE_FILE, service), JSON.stringify(type));
}

/** The bytes of a text. V8 makes them of UTF-16 five times more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Uint8Array {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}
