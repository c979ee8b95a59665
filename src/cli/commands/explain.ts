/** `explain`: one check in full. */
import { definitionOf } from '../../checks/definition.ts';
import { checkById, checks } from '../../checks/index.ts';
import { renderCheckMarkdown, renderCheckText } from '../../render/explain.ts';
import { type ExplainDocument, framed } from '../documents.ts';
import type { EXPLAIN } from '../options.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';
import { unknownName } from '../suggest.ts';

/**
 * Explains the check of this id.
 *
 * @throws CliError `not_found`
 */
export function explain({ values, output, program }: Run<typeof EXPLAIN>, id: string): void {
  const check = checkById(id);
  if (check === undefined) {
    throw unknownName({
      kind: 'not_found',
      message: (shown) => `No check is named “${shown}”.`,
      name: id,
      allowed: checks.map((one) => one.id),
      hint: `Type ${program} checks to see them all.`,
    });
  }
  present(output, 'explain', {
    text: () => renderCheckText(check, output.text),
    md: () => renderCheckMarkdown(check),
    document: (): ExplainDocument => ({
      ...framed('check'),
      check: definitionOf(check, values.baseUrl),
      cases: check.examples.map(({ expect, title }) => ({ status: expect, title })),
    }),
  });
}
