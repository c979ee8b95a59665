/** Markdown twins of pages that are made from data. */
import { CATEGORIES_IN_WORDS, LEVELS_WORTH, PRINCIPLES_IN_WORDS } from '../catalogue/counts.ts';
import type { Definition } from '../catalogue/definition.ts';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { markdownCodeCell, markdownLink, markdownProse, markdownText } from '../render/escape.ts';
import { instant, KEYWORD_WORDS, plural } from '../render/labels.ts';
import { withMarksFilled } from '../render/marks.ts';
import { apartText, stateText } from '../render/standing.ts';
import { categoryName, checksByCategory } from '../view/checks.ts';
import type { Apart, Listed } from '../view/listed.ts';
import type { Rate } from '../view/plots.ts';
import { byCheckCategory, byKind, newest, rulesNote } from '../view/summaries.ts';
import type { PrincipleText, Requirement } from '../view/texts.ts';

export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

const percent = (value: number | null) => (value === null ? 'no data' : `${value}%`);

/** `/score.md` */
export function catalogMarkdown(
  listed: readonly Listed[],
  site: string,
  apart: readonly Apart[] = [],
): string {
  const latest = newest(listed);
  if (latest === undefined)
    return document(['# The catalog', 'No site has been scored yet.', ...apartMarkdown(apart, site)]);
  const rules = rulesNote(listed);
  return document([
    '# The catalog',
    `${plural(listed.length, 'site')}, each asked the same ${CHECK_COUNT} questions; the latest audit was at ${instant(latest)}. Each scorecard is also Markdown at \`/score/<host>/md\` and JSON at \`/score/<host>/json\`.`,
    ...(rules === undefined ? [] : [rules]),
    '## Sites',
    table(
      ['Site', 'Global', 'Relative', 'Passed', 'Broken', 'Missing', 'Kind', 'Audited'],
      listed.map(({ target, scored }) => [
        markdownLink(target.name, `${site}/score/${target.host}/md`),
        scored.score.global,
        scored.score.relative,
        scored.summary.pass,
        scored.summary.broken,
        scored.summary.absent,
        target.category,
        scored.at.slice(0, 10),
      ]),
    ),
    ...apartMarkdown(apart, site),
    '## By category of checks',
    table(
      ['Category', 'Passes', 'Verdicts'],
      byCheckCategory(listed).map(({ name, rate }) => [
        markdownText(name),
        percent(rate.percent),
        rate.counted,
      ]),
    ),
    '## By kind of site',
    table(
      ['Kind', 'Sites', 'Middle global score', 'Middle relative score'],
      byKind(listed).map(({ name, sites, global, relative }) => [
        markdownText(name),
        sites,
        percent(global),
        percent(relative),
      ]),
    ),
  ]);
}

/** The sites that no audit can see, with their state. */
function apartMarkdown(apart: readonly Apart[], site: string): string[] {
  if (apart.length === 0) return [];
  return [
    '## Sites that cannot be seen',
    `${apartText(apart.map(({ standing }) => standing))}. They are not ranked, and in no average or distribution.`,
    table(
      ['Site', 'State', 'Last attempt', 'Last scorecard'],
      apart.map(({ target, standing, last }) => [
        markdownLink(target.name, `${site}/score/${target.host}/md`),
        markdownText(stateText(standing)),
        standing.at.slice(0, 10),
        last === undefined ? 'none' : last.at.slice(0, 10),
      ]),
    ),
  ];
}

/** `/checks.md` */
export function checksMarkdown(rates: ReadonlyMap<string, Rate>, site: string): string {
  return document([
    '# The checks',
    `Every site is asked the same ${CHECK_COUNT} questions, in ${CATEGORIES_IN_WORDS} categories. ${LEVELS_WORTH} The rate is the share of the audited sites that pass, of those to which the check applies.`,
    ...checksByCategory.flatMap(({ name, checks }) => [
      `## ${markdownText(name)}`,
      table(
        ['Check', 'What it asks', 'Level', 'Principle', 'Passes'],
        checks.map((check) => [
          `[${check.id}](${site}/fix/${check.id}.md)`,
          markdownProse(check.label),
          KEYWORD_WORDS[check.keyword],
          check.principle,
          percent(rates.get(check.id)?.percent ?? null),
        ]),
      ),
    ]),
  ]);
}

/** `/fix/<id>.md`: the guide as a skill, with the facts that the code owns. It names the catalog by `site`. */
export function guideMarkdown(
  check: Definition,
  guide: { readonly summary: string; readonly body: string },
  site: string,
): string {
  return document([
    ['---', `name: fix-${check.id}`, `description: ${JSON.stringify(guide.summary)}`, '---'].join('\n'),
    `# ${markdownProse(check.label)}`,
    `\`${check.id}\` · ${KEYWORD_WORDS[check.keyword]} · ${markdownText(categoryName(check.category))} · principle ${check.principle}`,
    [
      `- **Goal:** ${markdownProse(check.goal)}`,
      `- **Passes when:** ${markdownProse(check.passesWhen)}`,
      `- **Fix:** ${markdownProse(check.fix)}`,
    ].join('\n'),
    withMarksFilled(guide.body.trim(), site),
    '## Standards and references',
    check.resources.map(({ label, url }) => `- ${markdownLink(label, url)}`).join('\n'),
  ]);
}

/** The requirements of a principle. */
export function requirementsMarkdown(requirements: readonly Requirement[]): string {
  return table(
    ['Id', 'Level', 'Applies to', 'Requirement'],
    requirements.map(({ id, level, applies, text }) => [
      markdownCodeCell(id),
      KEYWORD_WORDS[level],
      markdownText(applies),
      markdownProse(text),
    ]),
  );
}

/** `/principles/<id>.md` */
export function principleMarkdown({ id, name, summary, requirements }: PrincipleText, body: string): string {
  return document([
    `# ${id}: ${markdownText(name)}`,
    markdownProse(summary),
    body.trim(),
    '## Requirements',
    requirementsMarkdown(requirements),
  ]);
}

/** `/principles.md` */
export function principlesMarkdown(principles: readonly PrincipleText[], site: string): string {
  return document([
    `# The ${PRINCIPLES_IN_WORDS} principles`,
    `What agents need of a program that they drive, in ${PRINCIPLES_IN_WORDS} principles. Each has requirements with stable ids.`,
    principles
      .map(
        ({ id, name, summary }) =>
          `- [${id}: ${markdownText(name)}](${site}/principles/${id.toLowerCase()}.md): ${markdownProse(summary)}`,
      )
      .join('\n'),
    `All requirements in one document: ${site}/spec.md`,
  ]);
}

/** `/spec.md` */
export function specMarkdown(principles: readonly PrincipleText[], version: string): string {
  return document([
    `# The agent-native CLI standard, version ${version}`,
    'MUST, SHOULD and MAY are used as RFC 2119 has them. A requirement holds for the programs that its condition names.',
    ...principles.flatMap(({ id, name, summary, requirements }) => [
      `## ${id}: ${markdownText(name)}`,
      markdownProse(summary),
      requirementsMarkdown(requirements),
    ]),
  ]);
}
