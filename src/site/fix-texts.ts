/** Reads the texts behind briefs for the function. Pages read them through Astro's collections (`src/content.config.ts`). */
import { readdir, readFile } from 'node:fs/promises';
import { CHANGES, type ChangeTexts } from '../fix/changes.ts';
import type { FixFile } from '../fix/stack.ts';
import { parseFrontMatter } from '../parse/front-matter.ts';
import { stackSchema } from '../view/texts.ts';

/** Returns the source of each change in `content/changes`. */
export async function readChangeTexts(): Promise<ChangeTexts> {
  const texts = CHANGES.map(
    async ({ id }) => [id, await readFile(`content/changes/${id}.mdx`, 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts)) as ChangeTexts;
}

/** Returns what `fix.json` holds, read from `content/`. */
export async function readFixFile(): Promise<FixFile> {
  const names = (await readdir('content/stacks')).filter((name) => name.endsWith('.mdx')).sort();
  const stacks = names.map(async (name) => {
    const matter = parseFrontMatter(await readFile(`content/stacks/${name}`, 'utf8'));
    const { stack: id, name: title } = stackSchema.parse(matter?.ok ? matter.value : undefined);
    return { id, name: title };
  });
  return { changes: await readChangeTexts(), stacks: await Promise.all(stacks) };
}
