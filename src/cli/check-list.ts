import type { Definition } from '../audit/check-texts/definition.ts';
import { CATEGORIES } from '../audit/check-texts/vocabulary.ts';
import { KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { markdownCodeCell, markdownText } from '../base/escape.ts';
import { hang, padEnd, penOf, type TextOptions } from '../base/layout.ts';

/** The minimum width of labels next to id and level. In a narrower terminal a label gets its own lines. */
const MIN_LABEL = 24;

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
