/** Pages of text in their Markdown form. */

import { markdownText } from '../render/escape.ts';
import { withMarksFilled } from '../render/marks.ts';
import { type CommandLine, withFacts } from './command-line/facts.ts';
import { contactEmail } from './contact.ts';
import { hasHtml, type TextPage } from './outline.ts';

/** What the page says where there is no address to write to. */
export const NO_CONTACT =
  'This deployment names no address to write to: its operator has not set CONTACT_EMAIL, which is read when the site is built.';

/** The whole page, which names the catalog by `origin` and says what of the command line is published. */
export function pageMarkdown(page: TextPage, origin: string, commandLine: CommandLine): string {
  const body = withFacts(withMarksFilled(page.body.trim(), origin), commandLine);
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
