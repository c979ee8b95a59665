import { ownProse } from '../base/escape.ts';
import type { Contact } from '../report/contact.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { type CommandLine, withFacts } from './command-line/facts.ts';
import { siteContact } from './contact.ts';
import type { TextPage } from './content.ts';

/** The text that is shown if the operator has set no contact. */
export const NO_CONTACT =
  'This catalog publishes no address for reports. With the command line you can audit your site yourself, and judge a recording again.';

/** Whether the Markdown of a page is a skill with its own front matter. Only the guide for MCP clients is one. */
export const isSkill = ({ id }: Pick<TextPage, 'id'>): boolean => id === 'mcp-skill';

/** Returns the whole page as Markdown for the catalog at `origin`, with the facts about the published command line. */
export function pageMarkdown(page: TextPage, origin: string, commandLine: CommandLine): string {
  const body = withFacts(fillPlaceholders(page.body.trim(), origin), commandLine);
  const blocks = [
    ...(isSkill(page)
      ? [`---\nname: ${page.id}\ndescription: ${JSON.stringify(page.description)}\n---`]
      : []),
    `# ${ownProse(page.title)}`,
    ...(isSkill(page) ? [] : [ownProse(page.description)]),
    body,
    ...(page.id === 'docs/authentication' ? ['## Contact', contactMarkdown(siteContact())] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function contactMarkdown({ email, issueForm }: Contact): string {
  const ways = [
    ...(email === undefined ? [] : [`Write to <${email}>.`]),
    ...(issueForm === undefined ? [] : [`Report a wrong verdict [as an issue](<${issueForm}>).`]),
  ];
  return ways.length === 0 ? NO_CONTACT : ways.join('\n\n');
}
