/** Renders the table of the catalog as HTML: all sites of a short catalog, or one page of a long catalog. */
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { SCORE_NAMES } from '../audit/check-texts/vocabulary.ts';
import type { About } from '../report/about.ts';
import { html, type Markup } from '../report/html/markup.ts';
import { statusBarPlot, stripKey } from '../report/html/status-bar.ts';
import { kindName } from '../report/place.ts';
import { type Figures, olderRules } from './catalog.ts';
import { failedCount, type Listed } from './listed.ts';
import { SITES_PATH, type TablePage } from './pages.ts';

/** Returns the title and description for any page of the catalog's table except the first. */
export function aboutCatalogPage({ number, of }: TablePage): About {
  return {
    title: number === undefined ? 'The catalog, a later page' : `The catalog, page ${number}`,
    description: `${number === undefined ? 'A later page' : `Page ${number} of ${of}`} of the sites in the catalog, ranked by what applies to each.`,
  };
}

/** Returns the main content for any page of the catalog's table except the first. */
export function catalogPage(page: TablePage, figures: Figures): Markup {
  const { number, of } = page;
  const title = number === undefined ? 'The catalog, a later page' : `The catalog, page ${number} of ${of}`;
  return html`<p class="crumbs"><a href="/score">Catalog</a></p> <h1>${title}</h1> ${catalogTable(page, figures)} ${stripNote()}`;
}

export function catalogTable({ sites, number, of, previous, next }: TablePage, figures: Figures): Markup {
  const isSplit = previous !== undefined || next !== undefined;
  const from = !isSplit
    ? ''
    : number === undefined
      ? html` data-search="${SITES_PATH}"`
      : html` data-sites="${SITES_PATH}"`;
  const head = html`<thead> <tr> <th scope="col" data-sort="text">Site</th> <th scope="col" class="num" data-sort="number" data-key="relative" aria-sort="descending">${SCORE_NAMES.relative}</th> <th scope="col" class="num" data-sort="number" data-key="global">${SCORE_NAMES.global}</th> <th scope="col" class="strip-cell">${CHECK_COUNT} checks</th> <th scope="col" class="num" data-sort="number">Failed</th> <th scope="col" class="wide" data-sort="text">Kind</th> <th scope="col" class="wide" data-sort="text">Audited</th> </tr> </thead>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Sites"> <table class="catalog" id="catalog"${from} data-count="${figures.counts.ranked}"> ${head} <tbody> ${sites.map((one) => row(one, figures))} </tbody> </table> </div>`;
  if (!isSplit) return table;
  const where = number === undefined ? '' : `Page ${number} of ${of}`;
  return html`${table} <nav class="downloads no-print" id="pages" aria-label="Pages of the catalog">\n${where} ${previous !== undefined && html`<a href="${previous}" rel="prev">Previous page</a>`} ${next !== undefined && html`<a href="${next}" rel="next">Next page</a>`} </nav>`;
}

function row({ target, scored }: Listed, figures: Figures): Markup {
  const { host, name, category } = target;
  const older = olderRules(scored, figures);
  return html`<tr data-kind="${category}"${scored.mcp && html` data-mcp="1"`} data-score="${scored.score.relative}"> <th scope="row"><a href="/score/${host}">${name}</a><span class="host">${host}</span></th> <td class="num">${scored.score.relative}${older !== undefined && html`<abbr title="${older}">*</abbr>`}</td> <td class="num">${scored.score.global}</td> <td class="strip-cell">${statusBarPlot(scored.results)}</td> <td class="num">${failedCount(scored)}</td> <td class="wide">${kindName(category)}</td> <td class="wide"><time datetime="${scored.at}">${scored.at.slice(0, 10)}</time></td> </tr>`;
}

/** Returns a note that explains the status bars, with a key to their colors. */
export function stripNote(): Markup {
  return html`<div class="strip-note" data-markdown-ignore> <p class="small soft">One mark for each of the ${CHECK_COUNT} checks, with a gap between categories:</p> ${stripKey()} </div>`;
}
