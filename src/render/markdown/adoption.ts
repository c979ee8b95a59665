/** The Markdown forms of the adoption page and of the dataset's. */
import type { Adoption } from '../../view/adoption.ts';
import { checkPoints, kindPoints, type Point, tableDays } from '../../view/adoption-points.ts';
import { ADOPTION_HEADING, accountOf, headlines, KINDS_TEXT, spanText } from '../../view/adoption-texts.ts';
import { figuresNote, kindName } from '../../view/catalog.ts';
import { checksByCategory } from '../../view/checks.ts';
import {
  citationBibtex,
  citationCff,
  citationText,
  DATA_FORMATS,
  DATA_LICENCE,
  type Edition,
  TABLES,
} from '../../view/dataset.ts';
import { DATASET_INTRO, DATASET_READING, datasetExamples } from '../../view/dataset-texts.ts';
import type { Apart, Listed } from '../../view/listed.ts';
import { ofText, rateText } from '../../view/rate.ts';
import { markdownText, ownProse } from '../escape.ts';
import { document, table } from './table.ts';

/** `/adoption.md` */
export function adoptionMarkdown(
  adoption: Adoption,
  listed: readonly Listed[],
  apart: readonly Pick<Apart, 'listingState'>[],
  origin: string,
): string {
  const note = figuresNote(listed);
  const account = [
    '## What is counted',
    accountOf(adoption, apart)
      .map((item) => `- ${ownProse(item)}`)
      .join('\n'),
  ];
  if (adoption.days.length === 0) return document([`# ${ADOPTION_HEADING}`, spanText(adoption), ...account]);
  const days = tableDays(adoption.days);
  const heads = days.map((i) => adoption.days[i]?.day ?? '');
  const cells = (points: readonly Point[], of: string) =>
    days.map((i) => {
      const point = points[i];
      return point === undefined ? '' : rateText(point, of);
    });
  return document([
    `# ${ADOPTION_HEADING}`,
    spanText(adoption),
    ...(note === undefined ? [] : [note]),
    '## In short',
    headlines(adoption)
      .map(({ percent, text }) => `- **${percent}** ${ownProse(text)}`)
      .join('\n'),
    ...account,
    '## By kind of site',
    KINDS_TEXT,
    table(
      ['Kind', 'Sites', ...heads],
      adoption.kinds.map((kind) => [
        markdownText(kindName(kind)),
        adoption.sites(kind).at(-1) ?? 0,
        ...cells(kindPoints(adoption, kind), 'verdict'),
      ]),
    ),
    '## By check',
    ...checksByCategory.flatMap(({ name, checks }) => [
      `### ${markdownText(name)}`,
      table(
        ['Check', ...heads],
        checks.map((check) => [
          `[${ownProse(check.label)}](${origin}/fix/${check.id}.md)`,
          ...cells(checkPoints(adoption, check.id), 'site'),
        ]),
      ),
    ]),
    '### Each check by kind of site',
    table(
      ['Check', ...adoption.kinds.map((kind) => markdownText(kindName(kind)))],
      checksByCategory.flatMap(({ checks }) =>
        checks.map((check) => [
          check.id,
          ...adoption.kinds.map((kind) => {
            const point = checkPoints(adoption, check.id, kind).at(-1);
            return point === undefined ? '' : ofText(point);
          }),
        ]),
      ),
    ),
    '## The dataset',
    `Everything on this page is counted from [the dataset](${origin}/dataset.md), which is free to use under ${DATA_LICENCE.short}.`,
  ]);
}

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
    '### CITATION.cff',
    `The same as a file: \`${origin}/dataset/CITATION.cff\``,
    `\`\`\`yaml\n${citationCff(edition)}\`\`\``,
  ]);
}
