import { formPath, livePath } from '../audit/scorecard/address.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { evidenceWarning, fence } from '../audit/scorecard/remediation.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { instant } from '../audit/scorecard/words.ts';
import { markdownCode, markdownLink, markdownText, markdownUrl, ownProse } from '../base/escape.ts';
import { aboutScorecard, aboutUnscored } from './about.ts';
import { badgeSvg } from './badge.ts';
import { remediesFor, STATE_MEANS, stateText } from './listing-state.ts';
import { forAgents, withFrontMatter } from './markdown/document.ts';
import { renderMarkdown } from './markdown/scorecard.ts';

export interface TargetForm {
  readonly type: string;
  /** Renders the format. `listingState` is set if audits can no longer see the site. */
  readonly textOf: (latest: Envelope, listingState?: ListingState) => string;
}

/** A scorecard's formats, by file name under `/score/<target>/`. Audits that visitors request have only `md` and `json`. */
export const TARGET_FORMS = {
  md: { type: 'text/markdown; charset=utf-8', textOf: scorecardMarkdown },
  json: {
    type: 'application/json; charset=utf-8',
    textOf: (latest) => `${JSON.stringify(latest)}\n`,
  },
  'badge.svg': {
    type: 'image/svg+xml',
    textOf: ({ scorecard }) => badgeSvg(scorecard.score.relative),
  },
} as const satisfies Readonly<Record<string, TargetForm>>;

/** Returns the text of `/score/<target>/md`: the Markdown that the command line prints, with notes and front matter. */
export function scorecardMarkdown(envelope: Envelope, listingState?: ListingState): string {
  const published = (text: string) =>
    forAgents(withFrontMatter(aboutScorecard(envelope, listingState), text), siteOf(envelope));
  const text = `${liveNote(envelope)}\n\n${renderMarkdown(envelope)}`;
  if (listingState === undefined) return published(text);
  const note = [
    `> **The site ${markdownText(stateText(listingState))}.** It is not ranked and not part of any average. What follows is its last scorecard.`,
    `> Last attempt, ${instant(listingState.at)}: ${markdownText(listingState.message)}`,
  ].join('\n>\n');
  return published([note, ...quoteMarkdown(listingState.quote), text].join('\n\n'));
}

/** Returns a note that a visitor requested this audit; for a catalog scorecard, a note with the URL of the latest such audit. */
function liveNote({ target, scorecard, scorecard_url }: Envelope): string {
  if (scorecard.public_listing) {
    // The URL is not a link, because it returns 404 if no visitor requested an audit.
    const live = formPath(livePath(target, { listed: true, siteType: null }), 'md');
    return `> This is the catalog’s scorecard. A newer audit on request, if there is one: ${markdownCode(new URL(live, scorecard_url).href)}.`;
  }
  const declared =
    scorecard.site_type === null ? '' : ', and declared the site type, which nobody has verified';
  return `> **A live result:** a visitor requested this audit${declared}. It is not a scorecard of the catalog.`;
}

function siteOf({ scorecard_url }: Envelope): string {
  return new URL(scorecard_url).origin;
}

export function unscoredMarkdown(
  target: Pick<ListedHost, 'host' | 'name' | 'description'>,
  listingState: ListingState,
  origin: string,
): string {
  const { host, name, description } = target;
  const blocks = [
    `# ${markdownText(name)}`,
    markdownText(description),
    `> **The site ${markdownText(stateText(listingState))}.** It has no scorecard.`,
    [
      `- **Site:** ${markdownUrl(`https://${host}/`)}`,
      `- **Last attempt:** ${instant(listingState.at)}. ${ownProse(listingState.message)}`,
    ].join('\n'),
    ...quoteMarkdown(listingState.quote),
    STATE_MEANS[listingState.state],
    ...waysInMarkdown(listingState, host, origin),
  ];
  return forAgents(withFrontMatter(aboutUnscored(target, listingState), `${blocks.join('\n\n')}\n`), origin);
}

/** Returns text from the site as two Markdown blocks, a warning and the fenced text; empty if there is no text. */
export function quoteMarkdown(quote: string | undefined): readonly string[] {
  return quote === undefined ? [] : [evidenceWarning(markdownCode), fence(quote)];
}

export function waysInMarkdown(
  listingState: Pick<ListingState, 'state'>,
  target: string,
  origin: string,
): readonly string[] {
  return [
    '## If this is your site',
    ...remediesFor(listingState, target, origin).flatMap(({ title, text, command, link }) => [
      `### ${title}`,
      ownProse(text),
      ...(command === undefined ? [] : [`\`\`\`sh\n${command}\n\`\`\``]),
      ...(link === undefined ? [] : [markdownLink(link.label, `${origin}${link.href}`)]),
    ]),
  ];
}
