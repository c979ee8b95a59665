/** `explain`: one check in short. */
import { definitionOf, definitions } from '../../definitions/index.ts';
import { markdownForTerminal } from '../../fix/brief-terminal.ts';
import { explainMarkdown, wireTextOf } from '../../fix/explain.ts';
import { leadsNowhere } from '../../versions.ts';
import { checkDocument } from '../../view/check-document.ts';
import { type ExplainDocument, framed } from '../documents.ts';
import type { EXPLAIN } from '../options/fix.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';
import { unknownName } from '../suggest.ts';
import { changeTexts, guideText } from '../texts.ts';

/**
 * Explains the check of this id: what an agent gains, when it passes, what must be seen on the wire, common mistakes.
 *
 * @throws CliError `not_found`
 */
export async function explain({ values, output, program }: Run<typeof EXPLAIN>, id: string): Promise<void> {
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
