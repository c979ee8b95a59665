/** Runs `checks` and `explain`: lists the check definitions, and explains one of them. */

import type { Definition } from '../../audit/check-texts/definition.ts';
import { definitionOf, definitions } from '../../audit/check-texts/index.ts';
import { CATEGORIES } from '../../audit/check-texts/vocabulary.ts';
import { KEYWORD_WORDS } from '../../audit/scorecard/words.ts';
import { markdownCodeCell, markdownText } from '../../base/escape.ts';
import { hang, padEnd, penOf, type TextOptions } from '../../base/layout.ts';
import { leadsNowhere } from '../../base/versions.ts';
import { markdownForTerminal } from '../../fix/brief-terminal.ts';
import { explainMarkdown, wireTextOf } from '../../fix/explain.ts';
import { checkDocument } from '../../report/check-document.ts';
import type { EXPLAIN } from '../audit/options.ts';
import { type ChecksDocument, type ExplainDocument, framed } from '../documents.ts';
import { CliError, unknownName } from '../errors.ts';
import type { CHECKS } from '../options.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';
import { changeTexts, guideText } from '../texts.ts';

/** Prints a list of checks. If `--limit` cut the list, every format says so. */
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
  if (check === undefined) throw unknownCheck(id, program);
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

/** The minimum width for a check's label next to its id, in columns. In a narrower terminal the label gets its own lines. */
const MIN_LABEL = 24;

function unknownCheck(name: string, program: string): CliError {
  const category = CATEGORIES.find(({ id }) => id === name.toLowerCase());
  if (category !== undefined)
    return new CliError('not_found', `“${category.id}” is a category of checks, not a check.`, {
      hint: `Type ${program} checks --category ${category.id} to see its checks.`,
    });
  return unknownName({
    kind: 'not_found',
    message: (printable) => `There is no check called “${printable}”.`,
    name,
    allowed: definitions.map(({ id }) => id),
    hint: `Type ${program} checks to see them all.`,
  });
}

/** Returns all checks as text, grouped by category. */
export function renderChecksTable(checks: readonly Definition[], options: TextOptions): string {
  const { paint, width } = penOf(options);
  const idWidth = Math.max(0, ...checks.map(({ id }) => id.length));
  const lines = CATEGORIES.flatMap(({ id, name }) => {
    const of = checks.filter(({ category }) => category === id);
    if (of.length === 0) return [];
    return [
      '',
      `  ${paint('bold', name)}`,
      ...of.flatMap((check) => {
        const level = KEYWORD_WORDS[check.keyword];
        const lead = `  ${padEnd(check.id, idWidth)}  ${padEnd(level, 6)}  `;
        return width - lead.length < MIN_LABEL
          ? [`  ${check.id} · ${level}`, ...hang('    ', check.label, width)]
          : hang(lead, check.label, width);
      }),
    ];
  });
  return `${[...lines, ''].join('\n')}\n`;
}

export function renderChecksMarkdown(checks: readonly Definition[]): string {
  const rows = checks.map(
    ({ id, category, keyword, principle, label }) =>
      `| ${markdownCodeCell(id)} | ${markdownText(label)} | ${KEYWORD_WORDS[keyword]} | ${principle} | ${markdownText(nameOf(category))} |`,
  );
  return `${['| Check | What it asks | Level | Principle | Category |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')}\n`;
}

function nameOf(category: Definition['category']): string {
  return CATEGORIES.find(({ id }) => id === category)?.name ?? category;
}
