/** Renders the page `/score/<target>/evidence`. It is a separate page, because it is large and few people open it. */
import type { Provenance, TracedExchange } from '../../audit/probes/trace.ts';
import { catalogPath, evidencePathOf, formPath } from '../../audit/scorecard/address.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { rulesOf } from '../../audit/scorecard/rules.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { headlineOf } from '../../audit/scorecard/title.ts';
import { npxCommand } from '../../base/npx.ts';
import { plural } from '../../base/text.ts';
import { isFailedResult } from '../../fix/failures.ts';
import type { Contact } from '../contact.ts';
import { exchangeLine, exchangeText } from '../exchange.ts';
import { fixList } from '../fix-list.ts';
import { scorecardView } from '../scorecard-view.ts';
import { checkPrompt } from './checks.ts';
import { briefActions, reportLinks, statusCell } from './elements.ts';
import { html, type Markup } from './markup.ts';
import type { PageContent } from './page.ts';

interface EvidencePage {
  readonly target: Pick<ListedHost, 'name'>;
  readonly envelope: Envelope;
  /** The origin of the site that publishes the page, without a slash at the end. */
  readonly site: string;
  /** The requests behind each verdict, by check id; missing if no recording is stored. */
  readonly provenance: ReadonlyMap<string, Provenance> | undefined;
  /** Where to report wrong verdicts; missing if the operator has set no contact. */
  readonly contact?: Contact | undefined;
}

/** Returns the evidence page. Search engines must not index this page: they index the scorecard, which is its summary. */
export function evidencePage(page: EvidencePage): PageContent {
  const { target, envelope, site } = page;
  const { target: host } = envelope;
  return {
    title: `${target.name}: evidence`,
    description: `What the verdicts on ${host} rest on, request by request, and a prompt for a coding agent for each failure.`,
    url: site + evidencePathOf(host),
    formats: [],
    index: false,
    main: String(mainOf(page)),
  };
}

/** Renders the page: failures first, in the order in which to fix them, then all other checks, collapsed by category. */
function mainOf(page: EvidencePage): Markup {
  const { target, envelope, provenance, site } = page;
  const { target: host } = envelope;
  const { categories, audited } = scorecardView(envelope);
  const failed = fixList(envelope.scorecard).flatMap(({ failures }) => failures);
  const rest = categories.map((category) => ({
    ...category,
    results: category.results.filter((result) => !isFailedResult(result)),
  }));
  const inPageOrder = [...failed, ...rest.flatMap(({ results }) => results)];
  const exchanges =
    provenance &&
    new ExchangeList(new Map(inPageOrder.flatMap((result) => pairOf(result, provenance.get(result.id)))));
  const path = catalogPath(host);
  return html`<p class="crumbs"><a href="/score">Catalog</a> / <a href="${path}">${target.name}</a></p>
    <h1>Evidence</h1>
    <p class="lead">The requests behind each verdict of ${audited}, and a prompt for a coding agent for each failure. The verdicts are on <a href="${path}">the scorecard of ${target.name}</a>.</p>
    ${exchanges !== undefined && html`<p class="soft">A verdict shows at most ${MOST_JUDGED} requests of its own and ${RELATED} of other checks. To see all, audit the site yourself and record it: <code>${npxCommand(site)} ${host} --har audit.har</code></p>`}
    ${exchanges === undefined && html`<p class="callout">No recording of this audit is kept: there are no requests to show.</p>`}
    ${failed.length > 0 && briefActions(path, html`<a href="${formPath(path, 'fix')}">What to change, on one page</a>`)}
    ${failed.length > 0 && html`<h2 id="failures">${plural(failed.length, 'failure')}</h2>`}
    ${failed.map((result) => verdict(result, page, exchanges))}
    <h2 id="others">All other checks</h2>
    ${rest.map(
      ({ id, name, results }) => html`<details class="data">
        <summary>${name} <span class="soft">(${results.length})</span></summary>
        <div id="${id}">${results.map((result) => verdict(result, page, exchanges))}</div>
      </details>`,
    )}`;
}

const pairOf = ({ id, evidence }: Result, provenance: Provenance | undefined): [string, Provenance][] =>
  provenance === undefined ? [] : [[id, quotedFirst(evidence, provenance)]];

/** Moves the requests that the evidence quotes to the front of the check's own requests. */
function quotedFirst(evidence: string, { judged, related }: Provenance): Provenance {
  const isQuoted = (exchange: TracedExchange) =>
    'request' in exchange && evidence.includes(`${exchange.request.url} -> `);
  const from = judged.some(isQuoted) ? judged : related;
  const quoted = from.filter(isQuoted);
  const others = (exchanges: readonly TracedExchange[]) => exchanges.filter((one) => !quoted.includes(one));
  return { judged: [...quoted, ...others(judged)], related: others(related) };
}

function verdict(
  result: Result,
  { envelope: { target: host, scorecard, freshness }, contact = {} }: EvidencePage,
  exchanges: ExchangeList | undefined,
): Markup {
  const { id, status, evidence } = result;
  const requests = exchanges?.of(id);
  return html`<section class="verdict" id="${id}">
    <h3>${statusCell(status)} <a href="${catalogPath(host)}#check-${id}">${headlineOf(result)}</a></h3>
    ${(!isFailedResult(result) || requests === undefined) && html`<p><samp>${evidence}</samp></p>`}
    ${isFailedResult(result) && checkPrompt(result)}
    ${requests}
    ${reportLinks(contact, { host, check: id, rules: rulesOf(scorecard), date: freshness.scored_at.slice(0, 10) })}
  </section>`;
}

/** The maximum numbers of requests to render for one check: its own requests, and other checks' requests that it used. */
const MOST_JUDGED = 8;
const RELATED = 3;

/** Renders each request in full only once, because many checks use the same requests. Other checks get a link to it. */
class ExchangeList {
  readonly #provenance: ReadonlyMap<string, Provenance>;
  /** For each request, the check below which the request appears in full. */
  readonly #places = new Map<TracedExchange, { readonly check: string; readonly id: string }>();

  /** @param provenance the requests behind each verdict, by check id in the order of the page */
  constructor(provenance: ReadonlyMap<string, Provenance>) {
    this.#provenance = provenance;
    for (const [check, { judged }] of provenance) this.#place(check, judged.slice(0, MOST_JUDGED));
    for (const [check, { related }] of provenance) this.#place(check, related.slice(0, RELATED));
  }

  #place(check: string, exchangesShown: readonly TracedExchange[]): void {
    for (const exchange of exchangesShown) {
      if (!this.#places.has(exchange))
        this.#places.set(exchange, { check, id: `exchange-${this.#places.size + 1}` });
    }
  }

  /** Renders the requests behind the verdict of one check; `undefined` if there are none. */
  of(check: string): Markup | undefined {
    const { judged, related } = this.#provenance.get(check) ?? { judged: [], related: [] };
    const all = judged.length + related.length;
    if (all === 0) return undefined;
    const [first, second] = [judged.slice(0, MOST_JUDGED), related.slice(0, RELATED)];
    const more = all - first.length - second.length;
    return html`<div class="exchanges">
      <ol>${first.map((exchange) => this.#item(check, exchange))}</ol>
      ${
        second.length > 0 &&
        html`<p>Other requests used for this verdict:</p>
        <ol>${second.map((exchange) => this.#item(check, exchange))}</ol>`
      }
      ${more > 0 && html`<p>${more} more ${more === 1 ? 'request is' : 'requests are'} not shown.</p>`}
    </div>`;
  }

  #item(check: string, exchange: TracedExchange): Markup {
    const line = exchangeLine(exchange);
    const place = this.#places.get(exchange);
    if (place?.check !== check) return html`<li><a href="#${place?.id ?? ''}">${line}</a></li>`;
    const { sent, received } = exchangeText(exchange);
    return html`<li><details id="${place.id}"><summary>${line}</summary><pre class="wrapped">${sent}</pre><pre class="wrapped">${received}</pre></details></li>`;
  }
}
