/** Loads the briefs (lists of changes) for sites and the guides to checks that `get_fix` and the prompts return. */

import { definitionOf, definitions } from '../../audit/check-texts/index.ts';
import { formPath } from '../../audit/scorecard/address.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { nearest } from '../../base/text.ts';
import { type Brief, briefOf, type Part, verifyCommand } from '../../fix/brief.ts';
import { boundedBrief, onOnePage } from '../../fix/brief-markdown.ts';
import { explainMarkdown } from '../../fix/explain.ts';
import { stackPath } from '../../fix/stacks.ts';
import type { Library } from '../api.ts';
import type { NextCall } from './schemas.ts';
import { missText } from './texts.ts';

/** Returns a check and its guide as Markdown; `undefined` for an unknown id. The id may be in upper or lower case. */
export async function guideNamed(library: Library, id: string) {
  const check = definitionOf(id.trim().toLowerCase());
  const guide = check && (await library.guide(check.id));
  return check && guide !== undefined ? { check, guide } : undefined;
}

type FoundGuide = NonNullable<Awaited<ReturnType<typeof guideNamed>>>;

export const guideUrl = (library: Library, id: string): string => `${library.origin}/fix/${id}.md`;

export async function guideInShort(
  library: Library,
  { check, guide }: FoundGuide,
  { most, status }: { readonly most?: number; readonly status?: string | undefined } = {},
): Promise<string> {
  const options = {
    guide,
    guideUrl: guideUrl(library, check.id),
    status,
    ...(most !== undefined && { most }),
  };
  return explainMarkdown(check, await library.changeTexts(), options);
}

const LIST: NextCall = { tool: 'list_checks', arguments: {}, why: 'The list of checks has all ids.' };

/** Returns similar ids, the next call, and a text with both, for an id that no check has. */
export function unknownCheck(id: string) {
  const similar = nearest(
    id,
    definitions.map((check) => check.id),
  );
  const alike = similar.length === 0 ? '' : ` Similar ids: ${similar.join(', ')}.`;
  return { similar, next: LIST, text: missText(`There is no check with this id.${alike}`, LIST) };
}

interface SiteBrief {
  readonly brief: Brief;
  /** The URL of the whole brief (the list of changes to make) as Markdown. */
  readonly url: string;
  /** @param most the maximum size of the text, in bytes, encoded as a JSON string */
  textWithin(most: number): { readonly text: string; readonly leftOut: readonly Part[] };
}

export async function siteBrief(library: Library, envelope: Envelope): Promise<SiteBrief> {
  // Build the brief (the list of changes) as its page does, so that the changes have the same numbers here and on the page.
  const brief = onOnePage(
    briefOf(envelope, {
      texts: await library.changeTexts(),
      verify: verifyCommand(envelope, library.origin),
      pageOf: (id) => `${library.origin}${stackPath(id)}.md`,
    }),
  );
  const url = formPath(envelope.scorecard_url, 'fix.md');
  return { brief, url, textWithin: (most) => boundedBrief(brief, most, url) };
}
