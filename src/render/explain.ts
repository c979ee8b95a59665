/** Checks explained: one in full, or all as a table. */

import type { Definition } from '../definitions/definition.ts';
import { CATEGORIES } from '../definitions/vocabulary.ts';
import type { Cases } from '../view/checks.ts';
import { type GuidePart, platformsNote } from '../view/guide-part.ts';
import { KEYWORD_WORDS, STATUS_WORDS, STATUSES_IN_JSON } from '../view/words.ts';
import { markdownCodeCell, markdownLink, markdownProse, markdownText } from './escape.ts';
import { hang, type Paint, padEnd, penOf, type TextOptions } from './layout.ts';

/** Where less room than this is left beside id and level, a label gets lines of its own. */
const MIN_LABEL = 24;

/** One check as text, ending in a line feed. */
export function renderCheckText(
  check: Definition,
  cases: Cases,
  options: TextOptions,
  guide?: GuidePart,
): string {
  const { paint, width } = penOf(options);
  const field = (name: string, text: string) => fieldLines(name, text, paint, width);
  const lines = [
    '',
    ...hang('  ', check.label, width).map((line) => paint('bold', line)),
    ...hang('  ', `${check.id} · ${levelOf(check)}`, width).map((line) => paint('gray', line)),
    '',
    ...field('Goal', check.goal),
    ...field('Passes', check.passesWhen),
    ...field('Fails', check.fails),
    ...field('Fix', check.fix),
    ...guideText(guide, paint, width),
    '',
    `  ${paint('bold', 'Resources')}`,
    ...check.resources.flatMap(({ label, url }) => [
      ...hang('  ', label, width),
      ...hang('    ', url, width).map((line) => paint('cyan', line)),
    ]),
    '',
    `  ${paint('bold', 'How it decides')}`,
    ...cases.flatMap(({ status, titles }) =>
      titles.flatMap((title, i) =>
        hang(`  ${padEnd(i === 0 ? STATUS_WORDS[status] : '', 14)}`, title, width),
      ),
    ),
    '',
    ...hang('  ', STATUSES_IN_JSON, width).map((line) => paint('gray', line)),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** The guide's part as it is: its lines may be wider, because code cannot be wrapped. */
function guideText(guide: GuidePart | undefined, paint: Paint, width: number): string[] {
  if (guide === undefined) return [];
  const note = platformsNote(guide);
  const { asked, text } = guide;
  const noted = note === undefined ? [] : ['', ...hang('  ', note, width)];
  if (asked === undefined) return noted;
  const lines = text.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
  return ['', `  ${paint('bold', `How to fix it: ${asked.name}`)}`, ...noted, '', ...lines];
}

/** One check as Markdown. */
export function renderCheckMarkdown(check: Definition, cases: Cases, guide?: GuidePart): string {
  const lines = [
    `# ${markdownProse(check.label)}`,
    '',
    `\`${check.id}\` · ${markdownText(levelOf(check))}`,
    '',
    `**Goal:** ${markdownProse(check.goal)}`,
    '',
    `**Passes when:** ${markdownProse(check.passesWhen)}`,
    '',
    `**Failure:** ${markdownProse(check.fails)}`,
    '',
    `**Fix:** ${markdownProse(check.fix)}`,
    '',
    ...guideMarkdown(guide),
    '## Resources',
    '',
    ...check.resources.map(({ label, url }) => `- ${markdownLink(label, url)}`),
    '',
    '## How it decides',
    '',
    '| Status | Case |',
    '| --- | --- |',
    ...cases.flatMap(({ status, titles }) =>
      titles.map((title) => `| ${STATUS_WORDS[status]} | ${markdownText(title)} |`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function guideMarkdown(guide: GuidePart | undefined): string[] {
  if (guide === undefined) return [];
  const note = platformsNote(guide);
  const noted = note === undefined ? [] : [markdownText(note), ''];
  return guide.asked === undefined
    ? noted
    : [`## How to fix it: ${guide.asked.name}`, '', ...noted, guide.text, ''];
}

/** All checks as text, grouped by category. */
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

/** All checks as a Markdown table. */
export function renderChecksMarkdown(checks: readonly Definition[]): string {
  const rows = checks.map(
    ({ id, category, keyword, principle, label }) =>
      `| ${markdownCodeCell(id)} | ${markdownText(label)} | ${KEYWORD_WORDS[keyword]} | ${principle} | ${markdownText(nameOf(category))} |`,
  );
  return `${['| Check | What it asks | Level | Principle | Category |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')}\n`;
}

function levelOf({ keyword, principle, category }: Definition): string {
  return `${KEYWORD_WORDS[keyword]} · ${principle} · ${nameOf(category)}`;
}

function nameOf(category: Definition['category']): string {
  return CATEGORIES.find(({ id }) => id === category)?.name ?? category;
}

function fieldLines(name: string, text: string, paint: Paint, width: number): string[] {
  const [first = '', ...rest] = hang(`  ${padEnd(name, 8)}`, text, width);
  return [first.replace(name, paint('bold', name)), ...rest];
}
