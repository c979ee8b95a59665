/**
 * The requests behind the verdicts, with their answers. A page shows each of them once, and where it counts again a link
 * to it: most checks read the home page.
 */
import type { Asked, Provenance } from '../../probes/trace.ts';
import { plural } from '../../view/words.ts';
import { exchangeLine, exchangeText } from '../exchange.ts';
import { html, type Markup } from './markup.ts';

/** How many are shown in one check: asked for it, and beside that. */
const OWN = 8;
const BESIDE = 3;

export class ExchangeList {
  readonly #provenance: ReadonlyMap<string, Provenance>;
  /** The check under which each is shown. */
  readonly #places = new Map<Asked, { readonly check: string; readonly id: string }>();

  /** @param provenance by the id of the check, in the order of the page */
  constructor(provenance: ReadonlyMap<string, Provenance>) {
    this.#provenance = provenance;
    for (const [check, { own }] of provenance) this.#place(check, own.slice(0, OWN));
    for (const [check, { beside }] of provenance) this.#place(check, beside.slice(0, BESIDE));
  }

  #place(check: string, shown: readonly Asked[]): void {
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

  #item(check: string, asked: Asked): Markup {
    const line = exchangeLine(asked);
    const place = this.#places.get(asked);
    if (place?.check !== check) return html`<li><a href="#${place?.id ?? ''}">${line}</a></li>`;
    const { sent, received } = exchangeText(asked);
    return html`<li><details id="${place.id}"><summary>${line}</summary><pre class="wrapped">${sent}</pre><pre class="wrapped">${received}</pre></details></li>`;
  }
}
