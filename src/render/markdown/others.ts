/** Markdown forms of the pages about other tools. */
import { CHECK_COUNT } from '../../catalogue/index.ts';
import { npxCommand } from '../../npx.ts';
import { HOW_TO_MAKE } from '../../parse/other-report.ts';
import {
  ABOUT_COMPARE_OTHER,
  ABOUT_OTHERS,
  COMPARE_OTHER_LEAD,
  caseText,
  HOW_TO_READ,
  linesOf,
  NOTHING_IS_SENT,
  OTHERS_FAIR,
  OTHERS_LEAD,
  tallyOf,
} from '../../view/others/about.ts';
import { FROM_OURS, OTHER_TOOLS, SCOPE_WORDS, STRICTER_WORDS, sourceOf } from '../../view/others/index.ts';
import type { OtherTool } from '../../view/others/model.ts';
import { markdownCode, markdownLink, markdownProse, markdownText } from '../escape.ts';
import { table } from './table.ts';

/** `/why-others-differ.md` */
export function othersMarkdown(site: string): string {
  const paired = FROM_OURS.filter(({ theirs }) => theirs.length > 0);
  const ours = FROM_OURS.filter(({ theirs }) => theirs.length === 0);
  return document([
    `# ${ABOUT_OTHERS.title}`,
    markdownText(OTHERS_LEAD),
    `To see it for your own site, [compare a report of Lighthouse or afdocs with a scorecard](${site}/compare/other.md), in your browser or [on the command line](${site}/command-line.md).`,
    '## At a glance',
    table(
      ['Tool', 'Made by', 'Their checks', 'With one of ours', 'Ours with one of theirs'],
      OTHER_TOOLS.map((tool) => [
        markdownLink(tool.name, tool.url),
        markdownText(tool.by),
        tool.checks.length,
        tallyOf(tool).theirs,
        `${tallyOf(tool).ours} of ${CHECK_COUNT}`,
      ]),
    ),
    markdownText(OTHERS_FAIR),
    ...HOW_TO_READ.map(markdownText),
    ...OTHER_TOOLS.flatMap((tool) => toolBlocks(tool, site)),
    '## From our checks',
    table(
      ['Our check', ...OTHER_TOOLS.map(({ short }) => markdownText(short))],
      paired.map(({ check, theirs }) => [
        markdownLink(check.id, `${site}/fix/${check.id}.md`),
        ...OTHER_TOOLS.map((tool) =>
          theirs
            .filter((one) => one.tool === tool)
            .map(
              ({ other, correspondence }) =>
                `${markdownCode(other.id)} (${SCOPE_WORDS[correspondence.scope]})`,
            )
            .join(', '),
        ),
      ]),
    ),
    '### Only we ask',
    `None of the four has a counterpart to ${ours.length} of our ${CHECK_COUNT} checks. Most of them talk to an MCP server and look at how it answers, which takes requests that the others do not make.`,
    ours.map(({ check }) => `- ${markdownLink(check.label, `${site}/fix/${check.id}.md`)}`).join('\n'),
  ]);
}

function toolBlocks(tool: OtherTool, site: string): string[] {
  const items = (texts: readonly string[]) => texts.map((text) => `- ${markdownProse(text)}`).join('\n');
  return [
    `## ${markdownText(tool.name)}`,
    ...tool.about.map(markdownProse),
    `### Where ${markdownText(tool.short)} sees more`,
    items(tool.ahead),
    `### What we do not know about ${markdownText(tool.short)}`,
    items(tool.unknown),
    `### Sources for ${markdownText(tool.short)}`,
    tool.sources
      .map(
        ({ label, url, version, read }) =>
          `- ${markdownLink(label, url)}: ${markdownText(version)}; read on ${read}`,
      )
      .join('\n'),
    `### ${markdownText(tool.short)}, check by check`,
    table(
      ['Their check', 'What it asks', 'Our check', 'Stricter', 'Why verdicts differ'],
      linesOf(tool).map(({ other, first, correspondence }) => [
        markdownLink(other.id, sourceOf(tool, other).url),
        first ? markdownProse(other.asks) : '',
        correspondence === undefined
          ? 'none'
          : `${markdownLink(correspondence.check, `${site}/fix/${correspondence.check}.md`)} (${SCOPE_WORDS[correspondence.scope]})`,
        correspondence === undefined ? '' : STRICTER_WORDS[correspondence.stricter],
        correspondence === undefined
          ? markdownText(other.none ?? '')
          : [
              markdownText(correspondence.differs),
              ...correspondence.cases.map((known) => `**${caseText(known)}:** ${markdownText(known.why)}`),
            ].join(' '),
      ]),
    ),
  ];
}

/** `/compare/other.md`: the page works in a browser only, so this says how it is done without one. */
export function compareOtherMarkdown(site: string): string {
  return document([
    `# ${ABOUT_COMPARE_OTHER.title}`,
    `${markdownText(COMPARE_OTHER_LEAD)} The page is at <${site}/compare/other> and needs a browser. ${markdownText(NOTHING_IS_SENT)}`,
    '## On the command line',
    'Make a report with one of the two tools:',
    HOW_TO_MAKE.map(({ how }) => `- ${how}`).join('\n'),
    'Make a scorecard, or take one that is published, and compare:',
    `\`\`\`sh\n${commandsOf(site).join('\n')}\n\`\`\``,
    `Why verdicts differ, check by check: [${ABOUT_OTHERS.title}](${site}/why-others-differ.md).`,
  ]);
}

/** What is typed to compare without a browser. */
export function commandsOf(site: string): readonly string[] {
  const command = npxCommand(site);
  return [
    `${command} https://example.com --json > scorecard.json`,
    `${command} compare scorecard.json --with lighthouse.json`,
  ];
}

function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
