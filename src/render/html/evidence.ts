/**
 * The page at `/score/<target>/evidence`, of a scorecard of the catalog: what few people open, and what is most of the bytes.
 * For each verdict the requests that it rests on, with their answers; for each failure the prompt that fixes it.
 */
import type { Provenance, TracedExchange } from '../../probes/trace.ts';
import { catalogPath } from '../../scorecard/address.ts';
import type { ListedHost } from '../../scorecard/record.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { isFailedResult } from '../../view/advice.ts';
import type { Contact } from '../../view/contact.ts';
import { fixPrompt } from '../../view/fix-prompt.ts';
import { scorecardView } from '../../view/scorecard.ts';
import { plural } from '../../view/words.ts';
import { exchangeLine, exchangeText } from '../exchange.ts';
import { checkPrompt, promptDetails } from './check.ts';
import { html, type Markup } from './markup.ts';
import type { PageContent } from './page.ts';
import { reportLinks } from './report.ts';
import { statusCell } from './table.ts';

interface EvidencePage {
  readonly target: Pick<ListedHost, 'name'>;
  readonly envelope: StoredEnvelope;
  /** The address of the site; no slash at the end. */
  readonly site: string;
  /** By the id of the check; left out where no recording is kept. */
  readonly provenance: ReadonlyMap<string, Provenance> | undefined;
  /** Where wrong verdicts are reported; left out where the operator has set no contact. */
  readonly contact?: Contact | undefined;
}

/** The path of the page beside the scorecard of a host. */
export function evidencePathOf(host: string): string {
  return `${catalogPath(host)}/evidence`;
}

/** Search engines leave it out: it says nothing that the scorecard does not sum up. */
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

function mainOf({ target: { name }, envelope, provenance, contact = {} }: EvidencePage): Markup {
  const { categories, audited, rules } = scorecardView(envelope);
  const exchanges = provenance && new ExchangeList(provenance);
  const prompt = fixPrompt(envelope);
  const path = catalogPath(envelope.target);
  return html`<p class="crumbs"><a href="/score">Catalog</a> / <a href="${path}">${name}</a></p>
    <h1>Evidence</h1>
    <p class="lead">What each verdict of ${audited} rests on, and for each failure a prompt for a coding agent. The verdicts are on <a href="${path}">the scorecard of ${name}</a>.</p>
    ${exchanges === undefined && html`<p class="callout">No recording of this audit is kept: there are no requests to show.</p>`}
    ${prompt !== undefined && html`<section id="all">${promptDetails({ summary: 'One prompt for all failures, for a coding agent', id: 'prompt-all', prompt })}</section>`}
    ${categories.map(
      ({
        id,
        number,
        name: category,
        results,
      }) => html`<div class="category-head" id="${id}"><h2><span class="soft mono">${number}</span> ${category}</h2></div>
        ${results.map(
          (result) => html`<section class="verdict" id="${result.id}">
            <h3>${statusCell(result.status)} <a href="${path}#check-${result.id}">${result.label}</a></h3>
            <p><samp>${result.evidence}</samp></p>
            ${isFailedResult(result) && checkPrompt(result)}
            ${exchanges?.of(result.id)}
            ${reportLinks(contact, { host: envelope.target, check: result.id, rules, date: envelope.freshness.scored_at.slice(0, 10) })}
          </section>`,
        )}`,
    )}`;
}

/** How many are shown in one check: asked for it, and beside that. */
const OWN = 8;
const BESIDE = 3;

/** The requests behind the verdicts. A page shows each once, and where it counts again a link to it: most checks read the home page. */
class ExchangeList {
  readonly #provenance: ReadonlyMap<string, Provenance>;
  /** The check under which each is shown. */
  readonly #places = new Map<TracedExchange, { readonly check: string; readonly id: string }>();

  /** @param provenance by the id of the check, in the order of the page */
  constructor(provenance: ReadonlyMap<string, Provenance>) {
    this.#provenance = provenance;
    for (const [check, { own }] of provenance) this.#place(check, own.slice(0, OWN));
    for (const [check, { beside }] of provenance) this.#place(check, beside.slice(0, BESIDE));
  }

  #place(check: string, shown: readonly TracedExchange[]): void {
    for (const asked of shown) {
      if (!this.#places.has(asked))
        this.#places.set(asked, { check, id: `exchange-${this.#places.size + 1}` });
    }
  }

  /** What one check rests on; nothing where nothing was asked. */
  of(check: string): Markup | undefined {
    const { own, beside } = this.#provenance.get(check) ?? { own: [], beside: [] };
    const all = own.length + beside.length;
    if (all === 0) return undefined;
    const [first, second] = [own.slice(0, OWN), beside.slice(0, BESIDE)];
    const more = all - first.length - second.length;
    return html`<div class="exchanges">
      <ol>${first.map((asked) => this.#item(check, asked))}</ol>
      ${
        second.length > 0 &&
        html`<p>Read beside it:</p>
        <ol>${second.map((asked) => this.#item(check, asked))}</ol>`
      }
      ${more > 0 && html`<p>${plural(more, 'request')} more ${more === 1 ? 'is' : 'are'} not shown here.</p>`}
    </div>`;
  }

  #item(check: string, asked: TracedExchange): Markup {
    const line = exchangeLine(asked);
    const place = this.#places.get(asked);
    if (place?.check !== check) return html`<li><a href="#${place?.id ?? ''}">${line}</a></li>`;
    const { sent, received } = exchangeText(asked);
    return html`<li><details id="${place.id}"><summary>${line}</summary><pre class="wrapped">${sent}</pre><pre class="wrapped">${received}</pre></details></li>`;
  }
}
