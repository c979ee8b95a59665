/** A site that no audit can see: the note on its last scorecard, what its owner can do, and its page where it has none. */
import type { CatalogTarget } from '../../scorecard/record.ts';
import type { Standing } from '../../scorecard/standing.ts';
import { aboutUnseen } from '../../view/about.ts';
import { kindName } from '../../view/catalog.ts';
import { STATE_MEANS, stateText, waysIn } from '../../view/standing.ts';
import { capitalized, instant } from '../../view/words.ts';
import { httpUrl } from '../escape.ts';
import { siteFeeds } from '../feeds/links.ts';
import { auditForm } from './audit-form.ts';
import { html, type Markup } from './markup.ts';
import type { PageContent } from './page.ts';
import { prose } from './prose.ts';
import { timeOf } from './table.ts';

interface UnseenView {
  readonly target: CatalogTarget;
  readonly standing: Standing;
  /** The address of the site that shows it; no slash at the end. */
  readonly site: string;
}

/** The page at `/score/<target>` of a target without a scorecard. */
export function unseenPage({ target, standing, site }: UnseenView): PageContent {
  const { name, host, description, category } = target;
  const path = `/score/${host}`;
  return {
    ...aboutUnseen(target, standing),
    url: site + path,
    alternate: `${path}/md`,
    formats: [],
    feeds: siteFeeds(target),
    image: { path: `${path}/preview.png`, alt: aboutUnseen(target, standing).title },
    index: true,
    main: String(html`<p class="crumbs"><a href="/score">Catalog</a> / ${kindName(category)}</p>
      <h1>${name}</h1>
      <p class="lead">${description}</p>
      <p class="soft">Website · <a href="${httpUrl(target.url ?? `https://${host}/`)}" rel="nofollow">${host}</a> · last asked ${timeOf(standing.at, instant(standing.at))} · not scored</p>
      ${standingNote(standing)}
      <p class="prose">${STATE_MEANS[standing.state]}</p>
      ${waysInSection(standing, host, site)}
      ${auditForm({ url: host, siteType: target.site_type ?? null }, 'Audit it again')}`),
  };
}

/** The state of a site, in a box; `also` says what stands below it. */
export function standingNote(standing: Standing, also?: Markup): Markup {
  const text = stateText(standing);
  return html`<div class="callout warn">
      <p><strong>${capitalized(text)}.</strong> ${also}</p>
      <p class="small">The last attempt, at ${timeOf(standing.at, instant(standing.at))}: <span class="evidence">${standing.message}</span></p>
    </div>`;
}

/** What an owner can do; `site` is the address of the catalog. */
export function waysInSection(standing: Pick<Standing, 'state'>, host: string, site: string): Markup {
  return html`<section aria-labelledby="ways-in">
      <h2 id="ways-in">If this is your site</h2>
      <div class="columns">
        ${waysIn(standing, host, site).map(
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
