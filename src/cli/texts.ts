/** Reads the texts of checks, changes and stacks, which the package includes. */
import { readFile } from 'node:fs/promises';
import type { CheckId } from '../audit/check-texts/index.ts';
import { FileError } from '../base/errors.ts';
import { CHANGES, type ChangeTexts } from '../fix/brief-parts.ts';
import type { StackId } from '../fix/stacks.ts';

/** The file with all texts in the bundle, next to the program. Its keys are paths below `content/`. */
const BUNDLED = new URL('./texts.json', import.meta.url);

let bundled: Promise<Readonly<Record<string, string>> | undefined> | undefined;

/** @throws FileError if a text is missing from the package */
async function textOf(path: string): Promise<string> {
  bundled ??= readFile(BUNDLED, 'utf8').then(
    (text): Record<string, string> => JSON.parse(text),
    () => undefined,
  );
  const text = (await bundled)?.[path];
  if (text !== undefined) return text;
  try {
    return await readFile(new URL(`../../content/${path}`, import.meta.url), 'utf8');
  } catch (error) {
    throw new FileError('Cannot read the texts that belong to this program', error);
  }
}

/** @throws FileError if a text is missing from the package */
export async function changeTexts(): Promise<ChangeTexts> {
  const texts = CHANGES.map(async ({ id }) => [id, await textOf(`changes/${id}.mdx`)] as const);
  return Object.fromEntries(await Promise.all(texts)) as ChangeTexts;
}

/** @throws FileError if a text is missing from the package */
export function guideText(id: CheckId): Promise<string> {
  return textOf(`checks/${id}.mdx`);
}

/**
 * Returns the page of a stack as Markdown, without its front matter.
 * @throws FileError if a text is missing from the package
 */
export async function stackText(id: StackId): Promise<string> {
  return (await textOf(`stacks/${id}.mdx`)).replace(/^---\n[\s\S]*?\n---\n/, '').trim();
}
