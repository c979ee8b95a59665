/** `checks`: the check definitions as a list. */

import { definitions } from '../../definitions/index.ts';
import { renderChecksMarkdown, renderChecksTable } from '../../render/checks.ts';
import { checkDocument } from '../../view/check-document.ts';
import { type ChecksDocument, framed } from '../documents.ts';
import type { CHECKS } from '../options.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';

/** Lists checks; a list that is cut says so in every format. */
export function checksCommand({ values, output }: Run<typeof CHECKS>): void {
  const wanted = definitions.filter(
    ({ category, keyword }) =>
      (values.category === undefined || category === values.category) &&
      (values.keyword === undefined || keyword === values.keyword),
  );
  const shown = wanted.slice(0, values.limit);
  const facts = { shown: shown.length, total: wanted.length, truncated: shown.length < wanted.length };
  const documents = () => shown.map((check) => checkDocument(check, values.baseUrl));
  present(output, 'checks', {
    text: () => renderChecksTable(shown, output.text) + truncationNote(facts),
    md: () => renderChecksMarkdown(shown) + truncationNote(facts),
    document: (): ChecksDocument => ({ ...framed('checks'), ...facts, checks: documents() }),
    lines: () => [
      ...documents().map((check) => ({ event: 'definition', check })),
      { event: 'end', ...facts },
    ],
  });
}

function truncationNote({
  shown,
  total,
  truncated,
}: {
  shown: number;
  total: number;
  truncated: boolean;
}): string {
  return truncated ? `\n… ${total - shown} of ${total} not shown; a higher --limit shows more.\n` : '';
}
