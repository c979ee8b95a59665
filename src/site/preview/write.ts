/** What a build makes for the preview images. */
import { writeFile } from 'node:fs/promises';
import { CHECK_COUNT } from '../../definitions/index.ts';
import { CardPainter } from '../../render/preview/card.ts';
import { TYPE_FILE } from '../../render/preview/letters.ts';
import { preparedType } from './prepared-type.ts';

/** Writes the image of all pages that have none of their own, and the letters that the service draws the others with. */
export async function writePreview(dir: URL, service: URL, site: string): Promise<void> {
  const type = await preparedType();
  const image = new CardPainter(type).site({
    title: 'How ready is your site for AI agents?',
    lines: [`${CHECK_COUNT} checks, the evidence for each verdict,`, 'and a guide to each fix.'],
    site: new URL(site).host,
  });
  await writeFile(new URL('preview.png', dir), image);
  await writeFile(new URL(TYPE_FILE, service), JSON.stringify(type));
}
