/** The Markdown form of the dataset's page. */
import { figuresNote } from '../../view/catalog.ts';
import {
  citationBibtex,
  citationText,
  DATA_FORMATS,
  DATA_LICENCE,
  DATASET_INTRO,
  DATASET_READING,
  datasetExamples,
  type Edition,
  TABLES,
} from '../../view/dataset.ts';
import type { Listed } from '../../view/listed.ts';
import { ownProse } from '../escape.ts';
import { document, table } from './table.ts';

/** `/dataset.md` */
export function datasetMarkdown(edition: Edition, listed: readonly Listed[]): string {
  const { origin } = edition;
  const note = figuresNote(listed);
  return document([
    '# The dataset',
    ownProse(DATASET_INTRO),
    ...(note === undefined ? [] : [note]),
    '## Files',
    ...TABLES.flatMap(({ id, title, about, columns }) => [
      `### ${title}`,
      `${ownProse(about)} ${DATA_FORMATS.map(({ extension, name }) => `${name}: \`${origin}/dataset/${id}.${extension}\``).join(', ')}`,
      table(
        ['Column', 'Type', 'What it holds'],
        columns.map(({ name, type, about: meaning }) => [`\`${name}\``, type, ownProse(meaning)]),
      ),
    ]),
    '## How to read it',
    ownProse(DATASET_READING),
    ...datasetExamples(origin).flatMap(({ title, language, code }) => [
      `### ${title}`,
      `\`\`\`${language}\n${code}\n\`\`\``,
    ]),
    '## Licence',
    `The data is under [${DATA_LICENCE.name}](${DATA_LICENCE.url}) (${DATA_LICENCE.short}): use it for anything, and name the source.`,
    '## How to cite it',
    `> ${ownProse(citationText(edition))}`,
    '### BibTeX',
    `\`\`\`bibtex\n${citationBibtex(edition)}\n\`\`\``,
  ]);
}
