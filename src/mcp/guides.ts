/** The guide of a check, looked up by an id that callers choose. */

import { definitionOf, definitions } from '../definitions/index.ts';
import { explainMarkdown } from '../fix/explain.ts';
import { nearest } from '../parse/text.ts';
import type { Library } from '../service-api.ts';

/** Returns the check of an id in any case, with its guide as Markdown; `undefined` for an unknown id. */
export async function guideNamed(library: Library, id: string) {
  const check = definitionOf(id.trim().toLowerCase());
  const guide = check && (await library.guide(check.id));
  return check && guide !== undefined ? { check, guide } : undefined;
}

type FoundGuide = NonNullable<Awaited<ReturnType<typeof guideNamed>>>;

export const guideUrl = (library: Library, id: string): string => `${library.origin}/fix/${id}.md`;

/** Returns the guide in short, in at most `most` bytes of a JSON string. */
export async function guideInShort(
  library: Library,
  { check, guide }: FoundGuide,
  most?: number,
): Promise<string> {
  const options = { guide, guideUrl: guideUrl(library, check.id), ...(most !== undefined && { most }) };
  return explainMarkdown(check, await library.changeTexts(), options);
}

/** Returns at most three ids that are spelt like this one. */
export function similarIds(id: string): string[] {
  return nearest(
    id,
    definitions.map((check) => check.id),
  );
}
