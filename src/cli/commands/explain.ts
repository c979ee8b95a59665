/** `explain`: one check in full. */

import { definitionOf, definitions } from '../../definitions/index.ts';
import { examplesOf } from '../../examples/index.ts';
import { renderCheckMarkdown, renderCheckText } from '../../render/explain.ts';
import { checkDocument } from '../../view/check-document.ts';
import { casesOf } from '../../view/checks.ts';
import { guidePartOf } from '../../view/guide-part.ts';
import { type ExplainDocument, framed } from '../documents.ts';
import { fixGuide } from '../guides.ts';
import type { EXPLAIN } from '../options/fix.ts';
import { present } from '../output.ts';
import { platformFor } from '../platform.ts';
import type { Run } from '../run.ts';
import { unknownName } from '../suggest.ts';

/**
 * Explains the check of this id, with the guide's part for the platform of `--for`.
 *
 * @throws CliError `not_found`, and for a platform that no guide has
 */
export async function explain(
  { values, sources, output, program }: Run<typeof EXPLAIN>,
  id: string,
): Promise<void> {
  const check = definitionOf(id.toLowerCase());
  if (check === undefined) {
    throw unknownName({
      kind: 'not_found',
      message: (shown) => `There is no check called “${shown}”.`,
      name: id,
      allowed: definitions.map((one) => one.id),
      hint: `Type ${program} checks to see them all.`,
    });
  }
  const platform = platformFor(values.for, sources.for);
  const guide = guidePartOf(await fixGuide(check.id), platform);
  const examples = examplesOf(check.id);
  const cases = casesOf(examples);
  present(output, 'explain', {
    text: () => renderCheckText(check, cases, output.text, guide),
    md: () => renderCheckMarkdown(check, cases, guide),
    document: (): ExplainDocument => ({
      ...framed('check'),
      check: checkDocument(check, values.baseUrl),
      platforms: guide.platforms.map((one) => one.id),
      guide:
        guide.asked === undefined
          ? null
          : { platform: guide.asked.id, own_part: guide.part === guide.asked, text: guide.text },
      cases: examples.map(({ expect, title }) => ({ status: expect, title })),
    }),
  });
}
