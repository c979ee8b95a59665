/** Pages in their Markdown form: those of text, and scorecards. */

import { markdownText, markdownUrl } from '../render/escape.ts';
import { renderMarkdown } from '../render/markdown/scorecard.ts';
import { withOwnAddress } from '../render/own-address.ts';
import type { CatalogTarget } from '../scorecard/record.ts';
import type { Standing } from '../scorecard/standing.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { aboutScorecard, aboutUnseen, withFrontMatter } from '../view/about.ts';
import { STATE_MEANS, stateText, waysInMarkdown } from '../view/standing.ts';
import { instant } from '../view/words.ts';
import { type CommandLine, withFacts } from './command-line/facts.ts';
import { contactEmail } from './contact.ts';
import { hasHtml, type TextPage } from './outline.ts';

/** What `/score/<target>/md` serves: the command line's Markdown, with front matter. */
export function scorecardMarkdown(envelope: StoredEnvelope, standing?: Standing): string {
  if (standing === undefined) return withFrontMatter(aboutScorecard(envelope), renderMarkdown(envelope));
  const note = [
    `> **The site ${markdownText(stateText(standing))}.** It is not ranked, and in no average. What follows is its last scorecard.`,
    `> Last attempt, ${instant(standing.at)}: ${markdownText(standing.message)}`,
  ].join('\n>\n');
  return withFrontMatter(aboutScorecard(envelope, standing), `${note}\n\n${renderMarkdown(envelope)}`);
}

/** The same of a target without a scorecard. */
export function unseenMarkdown(target: CatalogTarget, standing: Standing, origin: string): string {
  const { host, name, description } = target;
  const blocks = [
    `# ${markdownText(name)}`,
    markdownText(description),
    `> **The site ${markdownText(stateText(standing))}.** There is no scorecard of it.`,
    [
      `- **Site:** ${markdownUrl(`https://${host}/`)}`,
      `- **Last attempt:** ${instant(standing.at)}. ${markdownText(standing.message)}`,
    ].join('\n'),
    STATE_MEANS[standing.state],
    ...waysInMarkdown(standing, host, origin),
  ];
  return withFrontMatter(aboutUnseen(target, standing), `${blocks.join('\n\n')}\n`);
}

/** What the page says where there is no address to write to. */
export const NO_CONTACT =
  'This deployment names no address to write to: its operator has not set CONTACT_EMAIL, which is read when the site is built.';

/** The whole page, which names the catalog by `origin` and says what of the command line is published. */
export function pageMarkdown(page: TextPage, origin: string, commandLine: CommandLine): string {
  const body = withFacts(withOwnAddress(page.body.trim(), origin), commandLine);
  const blocks = [
    // The guide for MCP clients is a skill.
    ...(hasHtml(page)
      ? []
      : [`---\nname: ${page.id}\ndescription: ${JSON.stringify(page.description)}\n---`]),
    `# ${markdownText(page.title)}`,
    ...(hasHtml(page) ? [markdownText(page.description)] : []),
    body,
    ...(page.id === 'docs/authentication' ? ['## Contact', contactMarkdown(contactEmail())] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function contactMarkdown(email: string | undefined): string {
  return email === undefined ? NO_CONTACT : `Write to <${email}>.`;
}
