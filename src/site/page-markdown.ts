/** Pages in their Markdown form: those of text, and scorecards. */
import { markdownText } from '../render/escape.ts';
import { renderMarkdown } from '../render/markdown.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { aboutScorecard, withFrontMatter } from './about.ts';
import { withOwnAddress } from './address.ts';
import { contactEmail } from './contact.ts';
import { hasHtml, type TextPage } from './outline.ts';

/** What `/score/<target>/md` serves: the command line's Markdown, with front matter. */
export function scorecardMarkdown(envelope: Envelope): string {
  return withFrontMatter(aboutScorecard(envelope), renderMarkdown(envelope));
}

/** What the page says where there is no address to write to. */
export const NO_CONTACT =
  'This deployment names no address to write to: its operator has not set CONTACT_EMAIL, which is read when the site is built.';

/** The whole page, which names the catalog by `origin`. */
export function pageMarkdown(page: TextPage, origin: string): string {
  const body = withOwnAddress(page.body.trim(), origin);
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
