import { readFile } from 'node:fs/promises';
import { CHANGES, type ChangeTexts } from '../fix/brief-parts.ts';

export async function readChangeTexts(): Promise<ChangeTexts> {
  const texts = CHANGES.map(
    async ({ id }) => [id, await readFile(`content/changes/${id}.mdx`, 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts)) as ChangeTexts;
}
