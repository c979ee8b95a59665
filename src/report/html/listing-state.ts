/** Renders pages and notes about sites without a rank. */

import type { ListingState } from '../../audit/scorecard/listing-state.ts';
import { kindsIn, type ListedHost } from '../../audit/scorecard/record.ts';
import { capitalized, instant } from '../../audit/scorecard/words.ts';
import { httpUrl } from '../../base/escape.ts';
import { plural } from '../../base/text.ts';
import { aboutUnscored } from '../about.ts';
import { siteFeed } from '../feed.ts';
import { remediesFor, STATE_MEANS, stateText } from '../listing-state.ts';
import { kindName } from '../place.ts';
import { auditForm } from './audit-form.ts';
import { prose, timeOf } from './elements.ts';
import { html, type Markup } from './markup.ts';
import type { PageContent } from './page.ts';

interface UnscoredView {
  readonly target: ListedHost;
  readonly listingState: ListingState;
  /** The origin of the site that publishes the page, without a slash at the end. */
  readonly site: string;
}

/** Returns the page at `/score/<target>` for a target without a scorecard. */
export function unscoredPage({ target, listingState, site }: UnscoredView): PageContent {
  const { name, host, description, category } = target;
  const path = `/score/${host}`;
  return {
    ...aboutUnscored(target, listingState),
    url: site + path,
    alternate: `${path}/md`,
    formats: [],
    feed: siteFeed(target),
    index: true,
    main: String(html`<p class="crumbs"><a href="/score">Catalog</a> / ${kindName(category)}</p>
      <h1>${name}</h1>
      <p class="lead">${description}</p>
      <p class="soft">Website · <a href="${httpUrl(target.url ?? `https://${host}/`)}" rel="nofollow">${host}</a> · last tried ${timeOf(listingState.at, instant(listingState.at))} · not scored</p>
      ${listingStateNote(listingState)}
      <p class="prose">${STATE_MEANS[listingState.state]}</p>
      ${remediesSection(listingState, host, site)}
      ${auditForm({ url: host, siteType: target.site_type ?? null }, 'Audit it again')}`),
  };
}

export function listingStateNote(listingState: ListingState, also?: Markup): Markup {
  const text = stateText(listingState);
  return html`<div class="callout warn">
      <p><strong>${capitalized(text)}.</strong> ${also}</p>
      <p class="small">The last attempt, at ${timeOf(listingState.at, instant(listingState.at))}: ${listingState.message} ${listingState.quote !== undefined && html`Seen: <span class="evidence">${listingState.quote}</span>`}</p>
    </div>`;
}

export function remediesSection(
  listingState: Pick<ListingState, 'state'>,
  host: string,
  site: string,
): Markup {
  return html`<section aria-labelledby="ways-in">
      <h2 id="ways-in">If this is your site</h2>
      <div class="columns">
        ${remediesFor(listingState, host, site).map(
          ({ title, text, command, link }) => html`<div>
          <h3>${title}</h3>
          <p>${prose(text)}</p>
          ${command !== undefined && html`<pre class="wrapped" tabindex="0">${command}</pre>`}
          ${link !== undefined && html`<p><a href="${link.href}">${link.label}</a></p>`}
        </div>`,
        )}
      </div>
    </section>`;
}

/** The maximum number of sites listed. The page says how many more there are. */
const NAMED = 150;

/**
 * Renders the sites that wait for their first audit, grouped by category; `undefined` if there are none.
 * @param count the number of all waiting sites, of which `waiting` may contain only a part
 */
export function waitingSection(waiting: readonly ListedHost[], count: number): Markup | undefined {
  if (waiting.length === 0) return undefined;
  const named = waiting.slice(0, NAMED);
  const kinds = kindsIn(named.map(({ category }) => category)).map(({ id, name }) => ({
    name,
    sites: named.filter(({ category }) => category === id),
  }));
  return html`<section aria-labelledby="waiting">
    <h2 id="waiting">Waiting for their first audit</h2>
    <p class="prose">Each of these ${plural(count, 'site')} gets a scorecard with the next run of the catalog.</p>
    <dl class="waiting">
      ${kinds.map(
        ({ name, sites }) =>
          html`<div><dt>${name}</dt><dd>${sites.map((one, i) => html`${i > 0 && ', '}<span title="${one.host}">${one.name}</span>`)}</dd></div>`,
      )}
    </dl>
    ${count > NAMED && html`<p class="soft">And ${count - NAMED} more.</p>`}
  </section>`;
}
