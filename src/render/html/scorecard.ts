/** The page of a scorecard: of the catalog, or of a live result. */

import { SCORE_OF, SITE_TYPES, scoresText } from '../../definitions/vocabulary.ts';
import { LIVE_RESULT_DAYS } from '../../limits.ts';
import { npxCommand } from '../../npx.ts';
import { catalogPath, evidencePathOf, formPath, livePath } from '../../scorecard/address.ts';
import { listingStateOf } from '../../scorecard/listing-state.ts';
import type { FailureRecord, HistoryEntry, ListedHost } from '../../scorecard/record.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { kindName } from '../../view/catalog.ts';
import { type Contact, hasContact } from '../../view/contact.ts';
import { STATE_WORDS } from '../../view/listing-state.ts';
import { placeText } from '../../view/place.ts';
import { auditedOrigin } from '../../view/requests.ts';
import { type CategoryView, type ScorecardView, scorecardView } from '../../view/scorecard.ts';
import { instant } from '../../view/words.ts';
import { httpUrl } from '../escape.ts';
import { siteFeed } from '../feed.ts';
import { scorecardAside, scorecardNav, shareLinks } from './aside.ts';
import { auditForm } from './audit-form.ts';
import { changesLine, changesSection } from './changes.ts';
import { type ChecksContext, checkDetails } from './check.ts';
import { filterChoice } from './filters.ts';
import { fixesSection } from './fixes.ts';
import { historyFigure } from './history.ts';
import { listingStateNote, remediesSection } from './listing-state.ts';
import { html, type Markup } from './markup.ts';
import { mcpSection } from './mcp.ts';
import type { PageContent } from './page.ts';
import { pointsSection } from './points.ts';
import { scoresOverview } from './scores.ts';
import { keywordCell, timeOf } from './table.ts';

/** What the catalog knows of a target beside its latest scorecard. */
export interface Listing {
  readonly target: ListedHost;
  readonly history: readonly HistoryEntry[];
  readonly failure: FailureRecord | null;
}

export interface ScorecardPage {
  readonly envelope: Envelope;
  /** The address of the site that shows it; no slash at the end. */
  readonly site: string;
  /** The path of the page; `/score/<target>` where left out. */
  readonly path?: string | undefined;
  /** Of a live result: the catalog has a scorecard of its own. */
  readonly isBeside?: boolean | undefined;
  /** Of a live result: who asked for it typed a path, which is no part of what was audited. */
  readonly typedPath?: boolean | undefined;
  /** `false`: what its deadline cut short, which is shown to the one who asked and is nowhere to be found again. */
  readonly kept?: boolean | undefined;
  /** Left out for a live result. */
  readonly listing?: Listing | undefined;
  /** Where wrong verdicts are reported; left out where the operator has set no contact. */
  readonly contact?: Contact | undefined;
}

/** The page at `/score/<target>`, or of a live result that is shown elsewhere. */
export function scorecardPage(page: ScorecardPage): PageContent {
  const { envelope, site, listing, kept = true } = page;
  const { target: host, scorecard, freshness } = envelope;
  const { score, summary, results } = scorecard;
  const { path = catalogPath(host) } = page;
  const url = site + path;
  const name = listing?.target.name ?? host;
  const listingState = listing && listingStateOf({ latest: envelope, failure: listing.failure });
  const title =
    listingState === undefined ? `${score.relative}% ${SCORE_OF.relative}` : STATE_WORDS[listingState.state];
  return {
    title: listing === undefined ? host : `${name}: ${title}`,
    description: `${listingState === undefined ? '' : `${name} ${STATE_WORDS[listingState.state]}; this is its last scorecard. `}How ready ${host} is for AI agents: ${scoresText(score)}; ${summary.pass} of ${results.length} checks pass. With evidence and fixes.`,
    url,
    alternate: kept ? formPath(path, 'md') : undefined,
    formats: kept ? [{ href: formPath(path, 'json'), label: 'JSON', type: 'application/json' }] : [],
    feed: listing && siteFeed(listing.target),
    score: listingState === undefined ? score.relative : undefined,
    index: listing !== undefined,
    // A rating is one of the site as it is now.
    jsonLd:
      listingState === undefined
        ? {
            '@type': 'Review',
            name: `Agent readiness of ${host}`,
            url,
            datePublished: freshness.scored_at,
            author: { '@type': 'Organization', name: 'Agent readiness', url: `${site}/` },
            itemReviewed: { '@type': 'WebSite', name, url: scorecard.target_url },
            reviewRating: { '@type': 'Rating', ratingValue: score.relative, bestRating: 100, worstRating: 0 },
          }
        : undefined,
    main: String(mainOf(page, { path, url })),
  };
}

function mainOf(page: ScorecardPage, { path, url }: { path: string; url: string }): Markup {
  const { envelope, site, listing, kept = true } = page;
  const { scorecard, target: host } = envelope;
  const view = scorecardView(envelope);
  const fixes = fixesSection(envelope, kept ? path : undefined);
  const listingState = listing && listingStateOf({ latest: envelope, failure: listing.failure });
  const { since } = view;
  const changes = since && changesSection(since);
  const history = listing && listing.history.length > 1 ? historyFigure(listing.history) : undefined;
  const points = pointsSection(scorecard);
  const before = [
    ...(changes === undefined ? [] : [{ id: 'changes', name: 'Since last time' }]),
    ...(fixes === undefined ? [] : [{ id: 'fix-first', name: 'What to fix first' }]),
  ];
  const after = [
    ...(history === undefined ? [] : [{ id: 'history', name: 'Scores over time' }]),
    ...(points === undefined ? [] : [{ id: 'scores-in-points', name: 'Both scores, in points' }]),
    { id: 'mcp-endpoint', name: 'MCP endpoint' },
  ];
  const newer = listing && site + livePath(host, { listed: true, siteType: null });
  const kind = listing !== undefined ? 'listed' : path === catalogPath(host) ? 'live' : 'beside';
  const shared =
    kept && listingState === undefined
      ? shareLinks({ host, path, url, score: scorecard.score.relative, kind })
      : undefined;
  return html`${listing === undefined ? liveHeading(page, view) : heading(view, page, listing)}
    ${view.otherRules !== undefined && html`<p class="callout warn">${view.otherRules}</p>`}
    ${since && changesLine(since)}
    ${scoresOverview(view)}
    ${envelope.place !== undefined && html`<p class="soft place">${placeText(envelope.place)}</p>`}
    <div class="with-aside aside-below">
      ${scorecardNav({ categories: view.categories, before, after })}
      <div>
        ${changes}
        ${fixes}
        ${checksSection(view, page)}
        ${notJudgedSection(view)}
        ${history}
        ${points}
        ${mcpSection(view)}
        ${listingState !== undefined && remediesSection(listingState, host, site)}
      </div>
      ${scorecardAside({ path: kept ? path : undefined, newer, shared })}
    </div>`;
}

function facts(view: ScorecardView, { freshness }: Envelope, again: boolean): Markup {
  const { target: host, siteType } = view;
  const address = httpUrl(view.address);
  return html`<div class="audited"><p class="soft">
    Website · ${address === undefined ? host : html`<a href="${address}" rel="nofollow">${host}</a>`} · audited ${timeOf(freshness.scored_at, view.audited)} · next audit after ${timeOf(freshness.refresh_after, view.due)} · standard ${view.standard}, rules ${view.rules}${siteType !== null && ` · site type ${siteType}`}
  </p>${again && auditAgain(host, siteType)}</div>`;
}

/** The button that has a site audited again: a form, which needs no script. */
function auditAgain(host: string, siteType: string | null): Markup {
  const type = SITE_TYPES.find((one) => one === siteType);
  return html`<form class="again no-print" method="post" action="/audit" data-markdown-ignore><input type="hidden" name="url" value="${host}" />${type !== undefined && html`<input type="hidden" name="site_type" value="${type}" />`}<button type="submit">Audit again</button><span class="small soft" role="status"></span></form>`;
}

function heading(view: ScorecardView, { envelope }: ScorecardPage, { target, failure }: Listing): Markup {
  const listingState = listingStateOf({ latest: envelope, failure });
  return html`<p class="crumbs"><a href="/score">Catalog</a> / ${kindName(target.category)}${target.demo === true && ' · a demo site of this project, made to show what an audit sees'}</p>
    <h1>${target.name}</h1>
    <p class="lead wide-lead">${target.description}</p>
    ${facts(view, envelope, true)}
    ${
      listingState !== undefined &&
      listingStateNote(
        listingState,
        html`It is not ranked, and in no average. What you see is its last scorecard, of ${view.audited}. <a href="#ways-in">If this is your site</a>`,
      )
    }
    ${
      listingState === undefined &&
      failure !== null &&
      html`<p class="callout warn">The last attempt, at ${instant(failure.at)}, gave no scorecard: ${failure.message} What you see is the last good result.</p>`
    }`;
}

function liveHeading(
  { envelope, site, isBeside = false, typedPath = false, kept = true }: ScorecardPage,
  view: ScorecardView,
): Markup {
  return html`<h1>${envelope.target}</h1>
    ${facts(view, envelope, kept)}
    ${typedPath && html`<p class="callout">You typed an address with a path. A scorecard is of a whole site: the origin <code>${new URL(envelope.target_url).origin}</code> was audited.</p>`}
    ${kept ? liveNote(envelope, isBeside) : cutShortNote(view, site)}`;
}

function liveNote({ target, freshness, scorecard }: Envelope, isBeside: boolean): Markup {
  const end = new Date(freshness.scored_at);
  end.setUTCDate(end.getUTCDate() + LIVE_RESULT_DAYS);
  const day = end.toISOString().slice(0, 10);
  return html`<p class="callout">A visitor requested this audit${scorecard.site_type !== null && html`, and declared the site type, which nobody has verified`}. ${
    isBeside
      ? html`The catalog has <a href="${catalogPath(target)}">a scorecard of its own</a>. This one is`
      : 'It is not in the catalog and'
  } not in search engines, and will be deleted on ${timeOf(day, day)}.</p>`;
}

/** What is shown once only, with the form to try again: the audit may have gone on. */
function cutShortNote({ target, partial, siteType }: ScorecardView, site: string): Markup {
  return html`<div class="callout warn">
      <p>${partial} This page is stored nowhere: save it if you need it. An audit that ends like this is not counted; where it has gone on and ended meanwhile, asking again within a minute leads to all of it, and costs nothing more. The command line allows a minute: <code>${npxCommand(site)} ${target}</code></p>
    </div>
    ${auditForm({ url: target, siteType }, 'Audit it again')}`;
}

function checksSection(view: ScorecardView, { envelope, listing, contact = {} }: ScorecardPage): Markup {
  const { categories, counts, target, address, rules } = view;
  const context: ChecksContext = {
    host: target,
    rules,
    date: envelope.freshness.scored_at.slice(0, 10),
    origin: auditedOrigin(address),
    waivers: new Map((listing?.target.waivers ?? []).map(({ check, reason }) => [check, reason])),
    evidencePath: listing && evidencePathOf(target),
    contact,
  };
  return html`<section class="checks" aria-labelledby="all-checks">
    <h2 id="all-checks">All checks</h2>
    ${filterChoice(counts)}
    ${categories.map((category) => categorySection(category, context))}
  </section>`;
}

/** A category with its checks. */
function categorySection(
  { id, number, name, count, label, results }: CategoryView,
  context: ChecksContext,
): Markup {
  const { evidencePath, contact } = context;
  return html`<section class="category" id="${id}">
      <header class="category-head">
        <h3><span class="soft mono">${number}</span> ${name}</h3>
        <span class="soft">${count}</span>
        <span class="level">${label}</span>
        ${evidencePath !== undefined && html`<a class="small no-print" href="${evidencePath}#${id}">Requests${hasContact(contact) && ', report a wrong verdict'}</a>`}
      </header>
      ${results.map((result) => checkDetails(result, context))}
    </section>`;
}

/** The checks of today that the scorecard's rules did not have. */
function notJudgedSection({ notJudged }: ScorecardView): Markup | undefined {
  if (notJudged.length === 0) return undefined;
  return html`<section aria-labelledby="not-judged">
    <h2 id="not-judged">Not judged then</h2>
    <ul>
      ${notJudged.map(({ id, label, keyword }) => html`<li><a href="/fix/${id}">${label}</a> ${keywordCell(keyword)}</li>`)}
    </ul>
  </section>`;
}
