/** `checks` and `explain`: lists the check definitions, and explains one of them. */
import { definitionOf, definitions } from '../../audit/check-texts/index.ts';
import { leadsNowhere } from '../../base/versions.ts';
import { markdownForTerminal } from '../../fix/brief-terminal.ts';
import { explainMarkdown, wireTextOf } from '../../fix/explain.ts';
import { checkDocument } from '../../report/check-document.ts';
import type { EXPLAIN } from '../audit/options.ts';
import { renderChecksMarkdown, renderChecksTable } from '../check-list.ts';
import { type ChecksDocument, type ExplainDocument, framed } from '../documents.ts';
import { unknownName } from '../errors.ts';
import type { CHECKS } from '../options.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';
import { changeTexts, guideText } from '../texts.ts';

/** Lists checks; every format says so if the list is cut. */
export function checksCommand({ values, output }: Run<typeof CHECKS>): void {
  const wanted = definitions.filter(
    ({ category, keyword }) =>
      (values.category === undefined || category === values.category) &&
      (values.keyword === undefined || keyword === values.keyword),
  );
  const listed = wanted.slice(0, values.limit);
  const facts = { shown: listed.length, total: wanted.length, truncated: listed.length < wanted.length };
  const documents = () => listed.map((check) => checkDocument(check, values.baseUrl));
  present(output, 'checks', {
    text: () => renderChecksTable(listed, output.text) + truncationNote(facts),
    md: () => renderChecksMarkdown(listed) + truncationNote(facts),
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

/** @throws CliError `not_found` */
export async function explain({ values, output, program }: Run<typeof EXPLAIN>, id: string): Promise<void> {
  const check = definitionOf(id.toLowerCase());
  if (check === undefined) {
    throw unknownName({
      kind: 'not_found',
      message: (printable) => `There is no check called “${printable}”.`,
      name: id,
      allowed: definitions.map((one) => one.id),
      hint: `Type ${program} checks to see them all.`,
    });
  }
  const texts = await changeTexts();
  const document = checkDocument(check, values.baseUrl);
  const markdown = explainMarkdown(check, texts, {
    guide: await guideText(check.id),
    ...(leadsNowhere(document.skill_url) ? {} : { guideUrl: document.skill_url }),
  });
  present(output, 'explain', {
    text: () => markdownForTerminal(markdown, output.text),
    md: () => markdown,
    document: (): ExplainDocument => ({
      ...framed('check'),
      check: document,
      on_the_wire: wireTextOf(check, texts),
      markdown,
    }),
  });
}
