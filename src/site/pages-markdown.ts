/** Writes the Markdown forms of pages that are generated from data. */
import { CATEGORIES_IN_WORDS, LEVELS_WORTH, PRINCIPLES_IN_WORDS } from '../audit/check-texts/counts.ts';
import type { Definition } from '../audit/check-texts/definition.ts';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { RULE_SETS_ABOUT, ruleSetsMarkdown } from '../audit/check-texts/rule-sets.ts';
import { scoresText } from '../audit/check-texts/vocabulary.ts';
import { instant, KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { markdownCode, markdownLink, markdownText, ownProse } from '../base/escape.ts';
import { npxCommand } from '../base/npx.ts';
import { plural } from '../base/text.ts';
import { type CatalogView, examplePair, type Figures, figuresNote } from '../catalog/catalog.ts';
import { terminalComparison } from '../catalog/compare-choice.ts';
import {
  citationBibtex,
  citationText,
  DATA_FORMATS,
  DATA_LICENSE,
  DATASET_READING,
  datasetExamples,
  datasetIntro,
  type Edition,
  TABLES,
} from '../catalog/dataset-columns.ts';
import { catalogPages, PAGE_ROWS } from '../catalog/pages.ts';
import { BASE_TEXT, FEW_TEXT, passRate, rateText } from '../catalog/rate.ts';
import { STACKS, stackPath } from '../fix/stacks.ts';
import type { PrincipleText, Requirement, StackText } from '../fix/texts.ts';
import { changeSentences, changeTitle, KIND_WORDS, verdictChangeText } from '../report/change-texts.ts';
import type { SiteChange } from '../report/changes.ts';
import { categoryNumber, checksByCategory, worthText } from '../report/checks.ts';
import { document, table } from '../report/markdown/document.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { CATEGORY_NOTES, HOME, homeCommand } from './about.ts';
import { STACKS_LEAD, STACKS_TITLE, stackTitle, triedText } from './guide.ts';
import {
  checkCount,
  checksOfPrinciple,
  OF_PROGRAMS,
  OF_WEB_SITES,
  PRINCIPLES_LEAD,
  requirementCounts,
} from './standard.ts';

export function homeMarkdown(figures: Figures, site: string): string {
  const { latest, counts } = figures;
  const note = figuresNote(figures);
  return document([
    '# Agent readiness',
    `${HOME.heading} ${HOME.lead}`,
    `To audit a public site, use the form at <${site}/#audit> or the MCP tool \`audit_website\` at \`POST ${site}/mcp\`. To audit a public or local site from a terminal:`,
    `\`\`\`sh\n${homeCommand(site)}\n\`\`\``,
    `With \`--fail-under 80\`, the exit code is 1 if the relative score is below 80. See [the command line](${site}/command-line.md) for all options.`,
    ...(latest === null
      ? []
      : [`The catalog has ${plural(counts.ranked, 'site')}; latest audit: ${instant(latest)}.`]),
    ...(note === undefined ? [] : [note]),
    '## What is checked',
    CATEGORY_NOTES.map(
      ({ number, name, count, note }) =>
        `- **${number} ${markdownText(name)}** (${plural(count, 'check')}): ${note}`,
    ).join('\n'),
    '## Where to go next',
    [
      `- [The catalog](${site}/score.md): all sites with their scores`,
      `- [The checks](${site}/checks.md): what each asks of a web site, with the share of sites that pass`,
      `- [The principles](${site}/principles.md): what each asks of a web site and of a command-line program`,
      `- [The CLI standard](${site}/spec.md): all requirements of command-line programs`,
      `- [Methodology](${site}/methodology.md): how verdicts and scores are made`,
      `- [Index for agents](${site}/llms.txt)`,
    ].join('\n'),
  ]);
}

export function checksMarkdown(figures: Figures, site: string): string {
  const note = figuresNote(figures);
  return document([
    '# The checks',
    `Every site gets the same ${CHECK_COUNT} checks, in ${CATEGORIES_IN_WORDS} categories. ${LEVELS_WORTH} ${BASE_TEXT} ${FEW_TEXT}`,
    ...(note === undefined ? [] : [note]),
    ...checksByCategory.flatMap(({ id, name, checks }) => [
      `## ${categoryNumber(id)} ${markdownText(name)}`,
      table(
        ['Check', 'What it asks', 'Level', 'Principle', 'Sites that pass'],
        checks.map((check) => [
          `[${check.id}](${site}/fix/${check.id}.md)`,
          ownProse(check.label),
          KEYWORD_WORDS[check.keyword],
          check.principle,
          rateText(passRate(figures, check.id)),
        ]),
      ),
    ]),
    `## ${STACKS_TITLE}`,
    STACKS_LEAD,
    STACKS.map(({ id, name }) => `- ${markdownLink(name, `${site}${stackPath(id)}.md`)}`).join('\n'),
  ]);
}

/** Returns the guide to a check as an agent skill: front matter, the main facts about the check, and the guide's text. */
export function guideMarkdown(
  check: Definition,
  guide: { readonly summary: string; readonly body: string },
  site: string,
): string {
  return document([
    ['---', `name: fix-${check.id}`, `description: ${JSON.stringify(guide.summary)}`, '---'].join('\n'),
    `# ${ownProse(check.label)}`,
    `**Goal:** ${ownProse(check.goal)}`,
    [
      `- **Fix:** ${ownProse(check.fix)}`,
      `- **Check:** \`${check.id}\``,
      `- **Failure:** ${ownProse(check.fails)}`,
      `- **Level:** ${worthText(check)}`,
      `- **Principle:** [${check.principle}](${site}/principles/${check.principle.toLowerCase()}.md)`,
      `- **Passes when:** ${ownProse(check.passesWhen)}`,
    ].join('\n'),
    fillPlaceholders(guide.body.trim(), site),
    '## Standards and references',
    check.resources.map(({ label, url }) => `- ${markdownLink(label, url)}`).join('\n'),
  ]);
}

export function stackMarkdown(stack: StackText & { readonly body: string }, site: string): string {
  return document([
    `# ${ownProse(stackTitle(stack))}`,
    ownProse(stack.summary),
    ownProse(triedText(stack.tried)),
    fillPlaceholders(stack.body.trim(), site),
  ]);
}

function requirementsMarkdown(requirements: readonly Requirement[]): string {
  return requirements
    .map(({ id, level, applies, text }) => {
      const where = applies === 'all' ? '' : ` condition: ${markdownText(applies)}`;
      return `- **${KEYWORD_WORDS[level]}** ${markdownCode(id)}${where}\n\n  ${ownProse(text)}`;
    })
    .join('\n');
}

export function principleMarkdown(
  { id, name, site, summary, requirements }: PrincipleText,
  body: string,
): string {
  const checks = checksOfPrinciple(id).map(
    (check) => `- [${ownProse(check.label)}](/fix/${check.id}.md) ${KEYWORD_WORDS[check.keyword]}`,
  );
  return document([
    `# ${id}: ${markdownText(name)}`,
    `## ${OF_WEB_SITES}`,
    ownProse(site),
    ...(checks.length === 0 ? [] : [checks.join('\n')]),
    `## ${OF_PROGRAMS}`,
    ownProse(summary),
    body.trim(),
    '### Requirements',
    requirementsMarkdown(requirements),
  ]);
}

export function principlesMarkdown(principles: readonly PrincipleText[], site: string): string {
  return document([
    `# The ${PRINCIPLES_IN_WORDS} principles`,
    PRINCIPLES_LEAD,
    principles
      .map(
        (principle) =>
          `- [${principle.id}: ${markdownText(principle.name)}](${site}/principles/${principle.id.toLowerCase()}.md)\n  - ${OF_WEB_SITES} (${checkCount(principle.id)}): ${ownProse(principle.site)}\n  - ${OF_PROGRAMS} (${plural(principle.requirements.length, 'requirement')}): ${ownProse(principle.summary)}`,
      )
      .join('\n'),
    `[All requirements of command-line programs on one page](${site}/spec.md), also [as JSON](${site}/spec.json). [All checks of web sites](${site}/checks.md).`,
  ]);
}

export function specMarkdown(principles: readonly PrincipleText[], version: string): string {
  const { must, should, may } = requirementCounts(principles);
  return document([
    `# The CLI standard, version ${version}`,
    `For command-line programs that AI agents run: ${must} MUST, ${should} SHOULD and ${may} MAY requirements. For web sites, see [the checks](/checks.md).`,
    'Key words follow [RFC 2119](https://www.rfc-editor.org/rfc/rfc2119). A requirement with a condition applies only to programs that meet it.',
    ...principles.flatMap(({ id, name, summary, requirements }) => [
      `## ${id}: ${markdownText(name)}`,
      ownProse(summary),
      requirementsMarkdown(requirements),
    ]),
  ]);
}

/** Returns the Markdown form of the page that compares sites. It says how to compare them without a browser. */
export function compareMarkdown(view: CatalogView, origin: string): string {
  const pair = examplePair(view);
  const next = catalogPages(view)[0]?.next;
  return document([
    '# Compare sites',
    `In a browser with scripts, \`${origin}/compare?t=${pair.join('&t=')}\` compares up to four sites that are in the catalog or have a stored live result. The facts are in the scorecards: \`/score/<host>/json\` has \`score\`, \`categories\` and ${CHECK_COUNT} \`results\` with a \`status\` and the \`evidence\`, in the same order for every site judged by the current rules.`,
    'From a terminal, every check on which two sites differ, with the evidence of both:',
    `\`\`\`sh\n${terminalComparison(pair, origin, npxCommand(origin))}\n\`\`\``,
    '## Sites',
    view.listed
      .slice(0, PAGE_ROWS)
      .map(
        ({ target, scored }) =>
          `- ${markdownLink(target.name, `${origin}/score/${target.host}/json`)}: ${markdownCode(target.host)}, ${markdownText(scoresText(scored.score))}`,
      )
      .join('\n'),
    ...(next === undefined ? [] : [`The next ones are on [page 2 of the catalog](${origin}${next}.md).`]),
  ]);
}

export function changesMarkdown(changes: readonly SiteChange[], lead: string, site: string): string {
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  return document([
    '# What changed',
    markdownText(lead),
    `Feed: ${markdownLink('Atom', `${site}/changes.atom`)}. As data: ${markdownLink('changes.json', `${site}/changes.json`)}. Each site has its own feed at \`/score/<host>/changes.atom\`.`,
    ...days.flatMap(([day, changesOfDay]) => [
      `## ${day}`,
      ...changesOfDay.flatMap((change) => entry(change, site)),
    ]),
    '## Versions of the rules',
    RULE_SETS_ABOUT,
    ruleSetsMarkdown(({ title }) => `**${title}**`),
  ]);
}

function entry(change: SiteChange, site: string): string[] {
  const { target, at, kind, verdicts = [] } = change;
  const name = markdownLink(target.name, `${site}/score/${target.host}/md`);
  return [
    `### ${name}: ${markdownText(changeTitle(change))}`,
    [...changeSentences(change), `${KIND_WORDS[kind]}, ${instant(at)}.`].map(markdownText).join(' '),
    ...(verdicts.length === 0
      ? []
      : [verdicts.map((one) => `- ${markdownText(verdictChangeText(one))}`).join('\n')]),
  ];
}

export function datasetMarkdown(edition: Edition, figures: Figures): string {
  const { origin, place } = edition;
  const note = figuresNote(figures);
  const start = ['# The dataset', ownProse(datasetIntro(edition)), ...(note === undefined ? [] : [note])];
  if (place === undefined) return document(start);
  const filesOf = (id: string) =>
    DATA_FORMATS.map(({ extension, name }) => `${name}: \`${origin}/dataset/${id}.${extension}\``).join(', ');
  return document([
    ...start,
    '## Files',
    ...(place === 'site' ? [] : [`Index: \`${place.index}\``]),
    ...TABLES.flatMap(({ id, title, about, columns }) => [
      `### ${title}`,
      ownProse(about) + (place === 'site' ? ` ${filesOf(id)}` : ''),
      table(
        ['Column', 'Type', 'What it holds'],
        columns.map(({ name, type, about: meaning }) => [`\`${name}\``, type, ownProse(meaning)]),
      ),
    ]),
    '## How to read it',
    ownProse(DATASET_READING),
    ...datasetExamples(edition).flatMap(({ title, language, code }) => [
      `### ${title}`,
      `\`\`\`${language}\n${code}\n\`\`\``,
    ]),
    '## License',
    `The data is under [${DATA_LICENSE.name}](${DATA_LICENSE.url}) (${DATA_LICENSE.short}): use it for anything, and name the source.`,
    '## How to cite it',
    `> ${ownProse(citationText(edition))}`,
    '### BibTeX',
    `\`\`\`bibtex\n${citationBibtex(edition)}\n\`\`\``,
  ]);
}
