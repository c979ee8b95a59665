/** What a feed of changes is made of, whatever its form. */
import { RULE_SETS } from '../../definitions/rules.ts';
import { changeHeadline, changeSentences, verdictChangeText } from '../../view/change-texts.ts';
import type { SiteChange } from '../../view/changes.ts';
import { html } from '../html/markup.ts';
import { FEED_ITEMS } from './links.ts';

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The address of the catalog; no slash at the end. */
  readonly origin: string;
  /** The page that it tells of. */
  readonly page: string;
  /** The path of the feed, without the ending of its form. */
  readonly path: string;
  /** The newest first. */
  readonly changes: readonly SiteChange[];
}

/** The changes of a feed. */
export function itemsOf({ changes }: Feed): readonly SiteChange[] {
  return changes.slice(0, FEED_ITEMS);
}

/** When the newest change was found; of a feed without any, when audits began to go by today's rules. */
export function updatedOf({ changes }: Feed): string {
  return changes[0]?.at ?? `${RULE_SETS[0]?.date}T00:00:00.000Z`;
}

/** The feed of the whole catalog, or of one site. */
export function feedOf(
  changes: readonly SiteChange[],
  origin: string,
  target?: { readonly host: string; readonly name: string },
): Feed {
  if (target === undefined) {
    return {
      title: 'Agent readiness: what changed',
      description: 'Changes of the sites in the catalog: scores, verdicts, and sites that cannot be audited.',
      origin,
      page: `${origin}/changes`,
      path: '/changes',
      changes,
    };
  }
  const page = `/score/${target.host}`;
  return {
    title: `${target.name}: agent readiness`,
    description: `What changed in the scorecard of ${target.host}.`,
    origin,
    page: `${origin}${page}`,
    path: `${page}/changes`,
    changes,
  };
}

/** A change as HTML, for readers of feeds. */
export function changeHtml(change: SiteChange): string {
  const { verdicts = [] } = change;
  return String(
    html`${changeSentences(change).map((sentence) => html`<p>${sentence}</p>`)}${
      verdicts.length > 0 && html`<ul>${verdicts.map((one) => html`<li>${verdictChangeText(one)}</li>`)}</ul>`
    }`,
  );
}

/** The same as plain text. */
export function changeText(change: SiteChange): string {
  const verdicts = (change.verdicts ?? []).map((one) => `- ${verdictChangeText(one)}`);
  return [changeHeadline(change), ...changeSentences(change), ...verdicts].join('\n');
}
