/** The brief of a site, as `get_fix` and `fix_site` give it. */

import { type Brief, briefOf, type Part } from '../fix/brief.ts';
import { boundedBrief } from '../fix/brief-markdown.ts';
import { stackPath } from '../fix/stacks.ts';
import { verifyCommand } from '../fix/verify.ts';
import { formPath } from '../scorecard/address.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { Library } from '../service-api.ts';

interface SiteBrief {
  readonly brief: Brief;
  /** The address of the whole brief, as Markdown. */
  readonly url: string;
  /** @param most the maximum length of the text, in bytes of a JSON string */
  textWithin(most: number): { readonly text: string; readonly leftOut: readonly Part[] };
}

export async function siteBrief(library: Library, envelope: Envelope): Promise<SiteBrief> {
  const brief = briefOf(envelope, {
    texts: await library.changeTexts(),
    verify: verifyCommand(envelope, library.origin),
    pageOf: (id) => `${library.origin}${stackPath(id)}.md`,
  });
  const url = formPath(envelope.scorecard_url, 'fix.md');
  return { brief, url, textWithin: (most) => boundedBrief(brief, most, url) };
}
