import { isFailing, SCORE_OF, SITE_TYPES, scoresText } from '../../audit/check-texts/vocabulary.ts';
import {
  catalogPath,
  evidencePathOf,
  formPath,
  livePath,
  namedEndpointOf,
  readTargetSegment,
} from '../../audit/scorecard/address.ts';
import { listingStateOf } from '../../audit/scorecard/listing-state.ts';
import type { FailureRecord, HistoryEntry, ListedHost } from '../../audit/scorecard/record.ts';
import type { Envelope, McpDiscovery, Result, Scorecard } from '../../audit/scorecard/schema.ts';
import { capitalized, instant, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { httpUrl } from '../../base/escape.ts';
import { LIVE_RESULT_DAYS } from '../../base/limits.ts';
import { npxCommand } from '../../base/npx.ts';
import type { Cause } from '../../fix/failures.ts';
import type { Contact } from '../contact.ts';
import { siteFeed } from '../feed.ts';
import { alsoText, type FixGroup, fixIntro, fixList } from '../fix-list.ts';
import { STATE_WORDS } from '../listing-state.ts';
import { kindName, placeText } from '../place.ts';
import { auditedOrigin } from '../requests.ts';
import { type CategoryView, type ScorecardView, type ScoreView, scorecardView } from '../scorecard-view.ts';
import { scorecardAside, shareLinks } from './aside.ts';
import { auditForm } from './audit-form.ts';
import { changesLine, changesSection } from './changes.ts';
import { type ChecksContext, checkRow, checksSection, notJudgedSection } from './checks.ts';
import { briefActions, scrolling, timeOf } from './elements.ts';
import { historyFigure } from './history.ts';
import { listingStateNote, remediesSection } from './listing-state.ts';
import { html, type Markup } from './markup.ts';
import type { PageContent } from './page.ts';
import { pointsSection } from './points-table.ts';
import { stripKey } from './status-bar.ts';

/** The catalog's data about a target, in addition to its latest scorecard. */
export interface Listing {
  readonly target: ListedHost;
  readonly history: readonly HistoryEntry[];
  readonly failure: FailureRecord | null;
}

export interface ScorecardPage {
  readonly envelope: Envelope;
  /** The origin of the site that publishes the page, without a slash at the end. */
  readonly site: string;
  /** The path of the page. Default: `/score/<target>`. */
  readonly path?: string | undefined;
  /** Whether the catalog has a scorecard of the site. Set only for an audit on request. */
  readonly isInCatalog?: boolean | undefined;
  /** Whether the address that the user entered had a path, which the audit ignores. Set only for an audit on request. */
  readonly typedPath?: boolean | undefined;
  /** `false` if the time limit ended the audit early. Such a result is shown once and not stored. */
  readonly stored?: boolean | undefined;
  /** The catalog's data about the target; missing for an audit on request. */
  readonly listing?: Listing | undefined;
  /** Where to report wrong verdicts; missing if the operator has set no contact. */
  readonly contact?: Contact | undefined;
}

/** Returns the page of a scorecard, at `/score/<target>` or, for some audits on request, at another address. */
export function scorecardPage(page: ScorecardPage): PageContent {
  const { envelope, site, listing, stored = true } = page;
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
    alternate: stored ? formPath(path, 'md') : undefined,
    formats: stored ? [{ href: formPath(path, 'json'), label: 'JSON', type: 'application/json' }] : [],
    feed: listing && siteFeed(listing.target),
    score: listingState === undefined ? score.relative : undefined,
    index: listing !== undefined,
    // If audits can no longer see the site, its old score is not published as a rating.
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
  const { envelope, site, listing, stored = true } = page;
  const { scorecard, target: host } = envelope;
  const view = scorecardView(envelope);
  const context = checksContext(view, page);
  const listingState = listing && listingStateOf({ latest: envelope, failure: listing.failure });
  const { since } = view;
  const changes = since && changesSection(since);
  const history = listing && listing.history.length > 1 ? historyFigure(listing.history) : undefined;
  const newer = listing && site + livePath(host, { listed: true, siteType: null });
  const kind = listing !== undefined ? 'listed' : path === catalogPath(host) ? 'live' : 'separate';
  const shared =
    stored && listingState === undefined
      ? shareLinks({ host, path, url, score: scorecard.score.relative, kind })
      : undefined;
  return html`${listing === undefined ? liveHeading(page, view) : heading(view, page, listing)}
    ${view.otherRules !== undefined && html`<p class="callout warn">${view.otherRules}</p>`}
    ${since && changesLine(since)}
    ${scoresOverview(view)}
    ${view.cost !== undefined && html`<p class="soft cost">${view.cost}</p>`}
    ${envelope.place !== undefined && html`<p class="soft place">${placeText(envelope.place)}</p>`}
    ${changes}
    ${fixesSection(scorecard, stored ? path : undefined, context)}
    ${checksSection(view, context)}
    ${notJudgedSection(view)}
    ${history}
    ${pointsSection(scorecard)}
    ${mcpSection(view)}
    ${listingState !== undefined && remediesSection(listingState, host, site)}
    ${scorecardAside({ path: stored ? path : undefined, newer, shared })}`;
}

function facts(view: ScorecardView, envelope: Envelope, again: boolean): Markup {
  const { freshness } = envelope;
  const { target: host, siteType } = view;
  const address = httpUrl(view.address);
  return html`<div class="audited"><p class="soft">
    Website · ${address === undefined ? host : html`<a href="${address}" rel="nofollow">${host}</a>`} · audited ${timeOf(freshness.scored_at, view.audited)} · next audit after ${timeOf(freshness.refresh_after, view.due)} · standard ${view.standard}, rules ${view.rules}${siteType !== null && ` · site type ${siteType}`}
  </p>${again && auditAgain(host, siteType, namedEndpoint(envelope))}</div>`;
}

/** Returns the MCP endpoint in the scorecard's URL; `undefined` if the URL has none or the audit did not use it. */
function namedEndpoint({ scorecard, scorecard_url, cut_short }: Envelope): string | undefined {
  if (cut_short !== true && namedEndpointOf(scorecard) === undefined) return undefined;
  const [, segment = ''] = /\/score\/([^/?]+)/.exec(scorecard_url) ?? [];
  return readTargetSegment(segment).mcpEndpoint;
}

function auditAgain(host: string, siteType: string | null, mcpEndpoint: string | undefined): Markup {
  const type = SITE_TYPES.find((one) => one === siteType);
  return html`<form class="again no-print" method="post" action="/audit" data-markdown-ignore><input type="hidden" name="url" value="${host}" />${type !== undefined && html`<input type="hidden" name="site_type" value="${type}" />`}${mcpEndpoint !== undefined && html`<input type="hidden" name="mcp_endpoint" value="${mcpEndpoint}" />`}<button type="submit">Audit again</button><span class="small soft" role="status"></span></form>`;
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
        html`It is not ranked and not part of any average. What you see is its last scorecard, of ${view.audited}. <a href="#ways-in">If this is your site</a>`,
      )
    }
    ${
      listingState === undefined &&
      failure !== null &&
      html`<p class="callout warn">The last attempt, at ${instant(failure.at)}, gave no scorecard: ${failure.message} ${failure.quote !== undefined && html`Seen: <code>${failure.quote}</code>. `}What you see is the last good result.</p>`
    }`;
}

function liveHeading(
  { envelope, site, isInCatalog = false, typedPath = false, stored = true }: ScorecardPage,
  view: ScorecardView,
): Markup {
  return html`<h1>${envelope.target}</h1>
    ${facts(view, envelope, stored)}
    ${typedPath && html`<p class="callout">You typed an address with a path. A scorecard is of a whole site: the origin <code>${new URL(envelope.target_url).origin}</code> was audited. To name an MCP endpoint, give its path <a href="/score#audit">in the form</a>.</p>`}
    ${stored ? liveNote(envelope, isInCatalog) : cutShortNote(view, site, namedEndpoint(envelope))}`;
}

function liveNote(envelope: Envelope, isInCatalog: boolean): Markup {
  const { target, freshness, scorecard } = envelope;
  const end = new Date(freshness.scored_at);
  end.setUTCDate(end.getUTCDate() + LIVE_RESULT_DAYS);
  const day = end.toISOString().slice(0, 10);
  return html`<p class="callout">A visitor requested this audit${scorecard.site_type !== null && html`, and declared the site type, which nobody has verified`}${namedEndpoint(envelope) !== undefined && ', and named the MCP endpoint'}. ${
    isInCatalog
      ? html`The catalog has <a href="${catalogPath(target)}">a scorecard of its own</a>. This one is`
      : 'It is not in the catalog and'
  } not in search engines, and will be deleted on ${timeOf(day, day)}.</p>`;
}

/** Renders a note that the result is not stored, and a form to request it again, because the audit may complete meanwhile. */
function cutShortNote(
  { target, partial, siteType }: ScorecardView,
  site: string,
  mcpEndpoint: string | undefined,
): Markup {
  return html`<div class="callout warn">
      <p>${partial} This page is not stored: save it if you need it. An audit that ends like this does not count against your limit. If it has completed meanwhile, requesting it again within a minute returns the whole result, at no cost. The command line allows a minute: <code>${npxCommand(site)} ${target}</code></p>
    </div>
    ${auditForm({ url: target, siteType, mcpEndpoint }, 'Audit it again')}`;
}

function checksContext(
  { target, address, rules }: ScorecardView,
  { envelope, listing, contact = {} }: ScorecardPage,
): ChecksContext {
  return {
    host: target,
    rules,
    date: envelope.freshness.scored_at.slice(0, 10),
    origin: auditedOrigin(address),
    waivers: new Map((listing?.target.waivers ?? []).map(({ check, reason }) => [check, reason])),
    evidencePath: listing && evidencePathOf(target),
    contact,
  };
}

function mcpSection({ mcp: { endpoint, state, note, attempts } }: ScorecardView): Markup {
  return html`<section aria-labelledby="mcp-endpoint">
    <h2 id="mcp-endpoint">MCP endpoint</h2>
    ${
      endpoint === null
        ? html`<p>${capitalized(state)}.</p>`
        : html`<p>The endpoint that the MCP checks called is <code>${endpoint}</code>.${note && ` ${note}`}</p>`
    }
    ${
      attempts.length > 0 &&
      html`<details class="data"><summary>Where it was looked for</summary>${scrolling(
        'Discovery attempts',
        html`<table>
          <thead><tr><th scope="col">Where it was looked for</th><th scope="col">Endpoint</th><th scope="col">What happened</th></tr></thead>
          <tbody>
            ${attempts.map(
              (attempt) =>
                html`<tr><td><samp>${attempt.source}</samp></td><td><samp>${attempt.endpoint ?? 'none named'}</samp></td><td>${whatHappened(attempt)}</td></tr>`,
            )}
          </tbody>
        </table>`,
      )}</details>`
    }
  </section>`;
}

function whatHappened({ blocked, probed }: McpDiscovery): string {
  if (blocked !== undefined) return `not called: ${blocked}`;
  if (probed === 'GET') return 'read: names no endpoint';
  return probed === undefined ? 'not called' : `called with ${probed}`;
}

function scoresOverview(view: ScorecardView): Markup {
  return html`${verdictLine(view)}
    <dl class="scores">
      ${figure(view.relative)}
      ${figure(view.global)}
    </dl>
    ${marks(view)}
    ${stripKey(view.counts)}`;
}

function verdictLine({ verdict }: ScorecardView): Markup {
  return html`<p class="verdict-line"><b>${verdict.what}.</b></p>`;
}

function figure({ name, value, label, meaning }: ScoreView): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd><span class="figure">${value}<small>%</small></span> ${label}</dd>
    <dd class="what">${meaning}</dd>
    <dd class="what" aria-hidden="true"><svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none"><rect class="track" width="100" height="6" /><rect class="value" width="${value}" height="6" /></svg></dd>
  </div>`;
}

/** Renders a mark for each check, grouped by category and linked to the check. A link lets keyboard users skip the marks. */
function marks({ categories, counts }: ScorecardView): Markup {
  const next = counts.some(({ status }) => isFailing(status)) ? 'to-fix' : 'all-checks';
  return html`<a class="skip-marks" href="#${next}">Skip the marks</a><div class="marks">${categories.map(categoryMarks)}</div>`;
}

function categoryMarks({ id, name, results, shortCount }: CategoryView): Markup {
  return html`<div><p><a href="#${id}">${name}</a> <span class="soft">${shortCount}</span></p><p>${results.map(markOf)}</p></div>`;
}

/** Renders a check's mark. Its accessible name is the id and the status; a page has too many marks for longer names. */
function markOf({ id, status }: Result): Markup {
  return html`<a${status !== 'n_a' && html` class="m-${status}"`} href="#check-${id}"><i>${id}: ${STATUS_WORDS[status]}</i></a>`;
}

/** Renders the list of fixes. Without a `path`, the scorecard is not stored, so it has no brief (a page of fixes). */
export function fixesSection(
  scorecard: Scorecard,
  path: string | undefined,
  context: ChecksContext,
): Markup | undefined {
  const groups = fixList(scorecard);
  if (groups.length === 0) return undefined;
  const brief = path && formPath(path, 'fix');
  return html`<section aria-labelledby="to-fix">
    <h2 id="to-fix">What to fix</h2>
    <p class="soft">${fixIntro(scorecard, groups)}</p>
    ${path !== undefined && briefActions(path, html`<a href="${brief ?? ''}">What to change, on one page</a>`)}
    <ol class="fixes plain">${groups.map((group) => fixItem(group, brief, context))}</ol>
  </section>`;
}

function fixItem(
  { id, title, causes, gain }: FixGroup,
  brief: string | undefined,
  context: ChecksContext,
): Markup {
  return html`<li><h3>${brief === undefined || id === undefined ? title : html`<a href="${brief}#${id}">${title}</a>`}${gain !== '' && html` <small>${gain}</small>`}</h3>${causes.map((cause) => causeRows(cause, context))}</li>`;
}

/** Renders the failure that shows the cause. The other failures with this cause are folded below it. */
function causeRows(cause: Cause, context: ChecksContext): Markup {
  const { failure, also } = cause;
  return html`${checkRow(failure, context)}${
    also.length > 0 &&
    html`<details class="data"><summary>${alsoText(cause)}</summary>${also.map((one) => checkRow(one, context))}</details>`
  }`;
}
