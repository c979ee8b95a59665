/** The parts of the guides that the command line has with it: how to fix each check. */
import { readFile } from 'node:fs/promises';
import { FileError } from '../errors.ts';
import { FIX_HEADING, sectionOf } from '../view/guide-text.ts';

/** In the bundle all guides are one file beside the program (src/site/command-line/bundle.ts). */
const BUNDLED = new URL('./guides.json', import.meta.url);

let bundled: Promise<Readonly<Record<string, string>> | undefined> | undefined;

/**
 * How to fix a check: the section of its guide, as Markdown with its heading.
 *
 * @param id of a check of the check definitions
 * @throws FileError where the package is incomplete
 */
export async function fixGuide(id: string): Promise<string> {
  bundled ??= readFile(BUNDLED, 'utf8').then(
    (text): Record<string, string> => JSON.parse(text),
    () => undefined,
  );
  const text = (await bundled)?.[id];
  if (text !== undefined) return text;
  try {
    return sectionOf(
      await readFile(new URL(`../../content/checks/${id}.mdx`, import.meta.url), 'utf8'),
      FIX_HEADING,
    );
  } catch (error) {
    throw new FileError('Cannot read the guides that belong to this program', error);
  }
}
