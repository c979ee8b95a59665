/** `explain`: one check in full. */

import { catalogue, definitionOf } from '../../catalogue/index.ts';
import { examplesOf } from '../../checks/examples/index.ts';
import { renderCheckMarkdown, renderCheckText } from '../../render/explain.ts';
import { checkDocument } from '../../view/check-document.ts';
import { casesOf } from '../../view/checks.ts';
import { type ExplainDocument, framed } from '../documents.ts';
import type { EXPLAIN } from '../options/fix.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';
import { unknownName } from '../suggest.ts';

/**
 * Explains the check of this id.
 *
 * @throws CliError `not_found`
 */
export function explain({ values, output, program }: Run<typeof EXPLAIN>, id: string): void {
  const check = definitionOf(id);
  if (check === undefined) {
    throw unknownName({
      kind: 'not_found',
      message: (shown) => `There is no check called “${shown}”.`,
      name: id,
      allowed: catalogue.map((one) => one.id),
      hint: `Type ${program} checks to see them all.`,
    });
  }
  const examples = examplesOf(id);
  const cases = casesOf(examples);
  present(output, 'explain', {
    text: () => renderCheckText(check, cases, output.text),
    md: () => renderCheckMarkdown(check, cases),
    document: (): ExplainDocument => ({
      ...framed('check'),
      check: checkDocument(check, values.baseUrl),
      cases: examples.map(({ expect, title }) => ({ status: expect, title })),
    }),
  });
}
