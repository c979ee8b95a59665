/** llms.txt and llms-full.txt of the sections of the site. */

import { LEVELS_WORTH, PRINCIPLES_IN_WORDS } from '../definitions/counts.ts';
import { CHECK_COUNT } from '../definitions/index.ts';
import { scoresText } from '../definitions/vocabulary.ts';
import { stackPath } from '../fix/stacks.ts';
import { markdownProse, markdownText, ownProse } from '../render/escape.ts';
import { withAbsoluteLinks } from '../render/markdown/for-agents.ts';
import { guideMarkdown, principleMarkdown, stackMarkdown } from '../render/markdown/pages.ts';
import { document } from '../render/markdown/table.ts';
import { TARGET_CATEGORIES } from '../scorecard/record.ts';
import { SPEC_VERSION } from '../versions.ts';
import { catalogPagePath, PAGE_ROWS } from '../view/catalog-pages.ts';
import { checksByCategory } from '../view/checks.ts';
import { STACKS_TITLE } from '../view/guide.ts';
import { apartText, stateText } from '../view/listing-state.ts';
import { capitalized, KEYWORD_WORDS } from '../view/words.ts';
import type { Content } from './outline.ts';
/** Sections with an llms.txt of their own. */
export const SECTIONS = ['checks', 'fix', 'principles', 'score'] as const;
/** Those of them whose whole text is short enough to be read at once. */
export const FULL_SECTIONS = ['fix', 'principles'] as const;
export type Section = (typeof SECTIONS)[number];
export type FullSection = (typeof FULL_SECTIONS)[number];

/** `/<section>/llms.txt` */
export function sectionLlmsTxt(section: Section, content: Content): string {
  return WRITERS[section](content);
}

/** `/<section>/llms-full.txt` */
export function sectionLlmsFullTxt(section: FullSection, content: Content): string {
  const whole =
    section === 'fix'
      ? [
          ...content.guides.map(({ check, ...guide }) => guideMarkdown(check, guide, content.origin)),
          ...content.stacks.map((stack) => stackMarkdown(stack, content.origin)),
        ]
      : content.principles.map(({ body, ...principle }) => principleMarkdown(principle, body));
  return documents([sectionLlmsTxt(section, content), ...whole], content.origin);
}

const WRITERS: Readonly<Record<Section, (content: Content) => string>> = {
  checks: ({ origin }) =>
    document([
      '# Agent readiness: the checks',
      `> What each of the ${CHECK_COUNT} checks asks of a web site, by category. ${LEVELS_WORTH}`,
      [
        linker(origin)('/checks.md', 'The checks as tables', 'with the share of sites that pass'),
        linker(origin)(
          '/checks.json',
          'The checks as JSON',
          'with definitions, fixes, references and pass rates',
        ),
      ].join('\n'),
      ...checksByCategory.flatMap(({ name, checks }) => [
        `## ${markdownText(name)}`,
        checks
          .map(({ id, keyword, passesWhen }) => {
            return `- [${id}](${origin}/fix/${id}.md): ${KEYWORD_WORDS[keyword]}. ${ownProse(passesWhen)}`;
          })
          .join('\n'),
      ]),
    ]),

  fix: ({ origin, guides, stacks }) =>
    document([
      '# Agent readiness: fix guides',
      '> One guide for each check: why it matters to an agent, what must be seen on the wire, how the check decides, common mistakes and how to verify the fix.',
      'Each guide is a skill: Markdown with a name and a description in its front matter.',
      ...checksByCategory.flatMap(({ name, id }) => [
        `## ${markdownText(name)}`,
        guides
          .filter(({ check }) => check.category === id)
          .map(({ check, summary }) => `- [${check.id}](${origin}/fix/${check.id}.md): ${ownProse(summary)}`)
          .join('\n'),
      ]),
      `## ${STACKS_TITLE}`,
      stacks
        .map((stack) => linker(origin)(`${stackPath(stack.stack)}.md`, stack.name, stack.summary))
        .join('\n'),
    ]),

  principles: ({ origin, principles }) =>
    document([
      '# Agent readiness: the standard',
      `> ${capitalized(PRINCIPLES_IN_WORDS)} principles: what agents need of a web site (the checks) and of a command-line program (the CLI standard, version ${SPEC_VERSION}: MUST, SHOULD and MAY requirements with stable ids).`,
      '## Principles',
      principles
        .map(({ id, name, site, summary }) =>
          linker(origin)(
            `/principles/${id.toLowerCase()}.md`,
            `${id}: ${name}`,
            `for web sites: ${site} For command-line programs: ${summary}`,
          ),
        )
        .join('\n'),
      '## All in one',
      [
        linker(origin)('/spec.md', 'The CLI standard', 'all requirements of command-line programs'),
        linker(origin)(
          '/spec.json',
          'The CLI standard as JSON',
          'requirements with ids, levels and conditions',
        ),
      ].join('\n'),
    ]),

  score: ({ origin, listed, apart }) =>
    document([
      '# Agent readiness: scorecards',
      '> One scorecard for each site, as Markdown. For JSON, replace `md` at the end of the address with `json`.',
      [
        linker(origin)('/score.md', 'The catalog', 'all of these in one table'),
        ...(listed.length <= PAGE_ROWS
          ? []
          : [
              linker(origin)(
                `${catalogPagePath(2)}.md`,
                'The next sites',
                `those after the first ${PAGE_ROWS} of ${listed.length}, in pages that lead to one another`,
              ),
            ]),
      ].join('\n'),
      ...TARGET_CATEGORIES.flatMap(({ id, name }) => {
        const own = listed.slice(0, PAGE_ROWS).filter(({ target }) => target.category === id);
        if (own.length === 0) return [];
        const lines = own.map(({ target, scored: { score } }) =>
          linker(origin)(
            `/score/${target.host}/md`,
            target.name,
            `${target.description} ${capitalized(scoresText(score))}.`,
          ),
        );
        return [`## ${markdownText(name)}`, lines.join('\n')];
      }),
      ...(apart.length === 0
        ? []
        : [
            '## Sites that are not ranked',
            `${apartText(apart.map(({ listingState }) => listingState))}.`,
            apart
              .slice(0, PAGE_ROWS)
              .map(({ target, listingState }) =>
                linker(origin)(
                  `/score/${target.host}/md`,
                  target.name,
                  `${target.description} It ${stateText(listingState)}.`,
                ),
              )
              .join('\n'),
          ]),
    ]),
};

/** An entry of an index: `- [name](address): what it is`. */
export function linker(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- [${markdownText(name)}](${origin}${path}): ${markdownProse(what)}`;
}

/** An entry without a link: an agent that follows one to 500 kB of JSON has read nothing. */
export function dataLine(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- ${name}: \`${origin}${path}\`, ${what}`;
}

/** Documents one after the other, told apart by rules. */
export function documents(texts: readonly string[], origin: string): string {
  return texts
    .map((text) => withAbsoluteLinks(text.trim(), origin))
    .join('\n\n---\n\n')
    .concat('\n');
}
