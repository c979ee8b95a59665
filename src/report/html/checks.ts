/** Renders the folded checks of a scorecard. A page has a row for every check, so each byte of a row counts many times. */
import type { Definition } from '../../audit/check-texts/definition.ts';
import { definitionOf } from '../../audit/check-texts/index.ts';
import { isFailing, type Status } from '../../audit/check-texts/vocabulary.ts';
import type { Result } from '../../audit/scorecard/schema.ts';
import { headlineOf } from '../../audit/scorecard/title.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import { KEYWORD_WORDS, STATUS_WORDS, type StatusCount } from '../../audit/scorecard/words.ts';
import { type FailedResult, isFailedResult } from '../../fix/failures.ts';
import { type Contact, hasContact, type ReportedVerdict } from '../contact.ts';
import { requestLines } from '../requests.ts';
import type { CategoryView, ScorecardView } from '../scorecard-view.ts';
import { keywordCell, prose, reportLinks } from './elements.ts';
import { html, type Markup } from './markup.ts';

export interface ChecksContext extends Omit<ReportedVerdict, 'check'> {
  readonly origin: string | undefined;
  /** The owner's reason for each waived check, by its id. */
  readonly waivers: ReadonlyMap<string, string>;
  /** The path of the evidence page, which has the prompts for coding agents. Without a path, this page has the prompts. */
  readonly evidencePath: string | undefined;
  readonly contact: Contact;
}

/** Renders the checks that do not fail, by category. Failed checks are in the list of fixes, further up on the page. */
export function checksSection({ categories, counts }: ScorecardView, context: ChecksContext): Markup {
  const { evidencePath, contact } = context;
  const hasFailures = counts.some(({ status }) => isFailing(status));
  return html`<section class="checks" aria-labelledby="all-checks">
    <h2 id="all-checks">${hasFailures ? 'All other checks' : 'All checks'}</h2>
    ${evidencePath !== undefined && html`<p class="no-print"><a href="${evidencePath}">The requests behind each verdict</a>${hasContact(contact) && ', and a way to report a wrong one'}</p>`}
    ${filterChoice(counts)}
    ${categories.map((category) => categorySection(category, context))}
  </section>`;
}

function categorySection(
  { id, number, name, count, label, results }: CategoryView,
  context: ChecksContext,
): Markup {
  return html`<section class="category" id="${id}">
      <header class="category-head">
        <h3><span class="soft mono">${number}</span> ${name}</h3>
        <span class="soft">${count}</span>
        <span class="level">${label}</span>
      </header>
      ${results.filter((result) => !isFailedResult(result)).map((result) => checkRow(result, context))}
    </section>`;
}

export function notJudgedSection({ notJudged }: ScorecardView): Markup | undefined {
  if (notJudged.length === 0) return undefined;
  return html`<section aria-labelledby="not-judged">
    <h2 id="not-judged">Not judged then</h2>
    <ul>
      ${notJudged.map(({ id, label, keyword }) => html`<li><a href="/fix/${id}">${label}</a> ${keywordCell(keyword)}</li>`)}
    </ul>
  </section>`;
}

/** Renders a check's row. Its id is inside the folded part, so a link to the id opens the row without scripts. */
export function checkRow(result: Result, context: ChecksContext): Markup {
  const { id, status, keyword } = result;
  const requests = requestLines(result.details, context.origin, status === 'pass' ? 1 : 3);
  return html`<div${status !== 'n_a' && html` class="${hasNoVerdict(result) ? 'unseen' : status}"`}><details><summary><b>${STATUS_WORDS[status]}</b><h4>${headlineOf(result)}${isFailedResult(result) && html` <code>${id}</code>`}</h4><samp>${seenIn(result, requests)}</samp><i>${KEYWORD_WORDS[keyword]}</i></summary>${factsOf(result, requests, context)}${context.evidencePath === undefined && reportLinks(context.contact, { ...context, check: id })}</details></div>`;
}

type Requests = ReturnType<typeof requestLines>;

function factsOf(result: Result, requests: Requests, context: ChecksContext): Markup {
  const { id } = result;
  const { evidencePath, contact } = context;
  const check = definitionOf(id);
  const failure = isFailedResult(result) ? result : undefined;
  const waiver = context.waivers.get(id);
  const resultText = resultOf(result, requests);
  return html`<dl id="check-${id}">${resultText && html`<dt>Result</dt><dd>${resultText}</dd>`}${
    waiver !== undefined && html`<dt>Waiver</dt><dd>The owner declines this check: ${waiver}</dd>`
  }${
    failure?.remediation !== undefined &&
    html`<dt>Fix</dt><dd>${check !== undefined && html`<a href="/fix/${id}">How to fix this</a> `}${prose(failure.remediation.fix)}${
      evidencePath !== undefined &&
      html` <a href="${evidencePath}#${id}">Requests behind this verdict, and a prompt that fixes it${hasContact(contact) && '; report a wrong verdict'}</a>`
    }</dd>`
  }${headlineOf(result) !== result.label && html`<dt>Check</dt><dd>${result.label}</dd>`}${
    check === undefined
      ? failure?.remediation && html`<dt>Goal</dt><dd>${prose(failure.remediation.goal)}</dd>`
      : definedOf(check, linksOf(result))
  }</dl>${evidencePath === undefined && failure && checkPrompt(failure)}`;
}

/** Returns the request that shows the failure, otherwise the first request; without requests, the evidence. */
function seenIn(result: Result, { lines }: Requests): string {
  const telling = isFailedResult(result) ? lines.find(({ request }) => !request.endsWith(' 200')) : undefined;
  const line = telling ?? lines[0];
  return line === undefined ? result.evidence : line.request.replace(/^GET /, '');
}

/** Renders the requests and responses; `undefined` if they add nothing to the row. */
function resultOf(result: Result, { lines, more }: Requests): Markup | undefined {
  if (!isFailedResult(result) && lines.every(({ found }) => found === '') && lines.length + more < 2)
    return undefined;
  if (lines.length === 0) return html`${result.evidence}`;
  const rendered = lines.map(
    ({ request, found }, i) => html`${i > 0 && BREAK}${request}${found !== '' && html` <i>${found}</i>`}`,
  );
  return html`${rendered}${more > 0 && result.status !== 'pass' && html`<small>and ${more} more</small>`}`;
}

const BREAK = html`<br>`;

/** Caches the part of a row that is the same on every page, by check id, for each value of `Links`. */
const defined = {
  standards: new Map<string, Markup>(),
  both: new Map<string, Markup>(),
  guide: new Map<string, Markup>(),
};

type Links = keyof typeof defined;

/** Returns which links a row shows as resources. The text about the fix of a failed check already links to the guide. */
function linksOf(result: Result): Links {
  if (isFailedResult(result)) return 'standards';
  return result.status === 'n_a' ? 'guide' : 'both';
}

function definedOf({ id, goal, resources }: Definition, which: Links): Markup {
  const known = defined[which];
  let markup = known.get(id);
  if (markup === undefined) {
    const guide = which === 'standards' ? [] : [html`<a href="/fix/${id}">Guide</a>`];
    const standards = which === 'guide' ? [] : resources;
    const links = [...guide, ...standards.map(({ label, url }) => html`<a href="${url}">${label}</a>`)];
    markup = html`<dt>Goal</dt><dd>${prose(goal)}</dd><dt>Resources</dt><dd>${links.map((link, i) => html`${i > 0 && ' · '}${link}`)}</dd>`;
    known.set(id, markup);
  }
  return markup;
}

/** Renders the prompt for fixing one failure, with a copy button; `undefined` if there is none. */
export function checkPrompt({ id, remediation }: FailedResult): Markup | undefined {
  return (
    remediation &&
    html`<details class="prompt">
    <summary>Prompt for a coding agent</summary>
    <pre class="wrapped" id="prompt-${id}" tabindex="0">${remediation.prompt}</pre>
    <button type="button" data-copy="prompt-${id}" hidden>Copy the prompt</button>
  </details>`
  );
}

/** The filters for the checks, in display order. Styles use the ids. `unseen` shows errors and checks that were not run. */
const FILTERS: readonly { readonly id: string; readonly name: string; readonly status?: Status }[] = [
  { id: 'passed', name: 'Passed', status: 'pass' },
  { id: 'na', name: 'Optional or not applicable', status: 'n_a' },
  { id: 'unseen', name: 'Not tested' },
];

/** Renders the filters. If some checks have no verdict, the filter `unseen` is selected initially. */
function filterChoice(counts: readonly StatusCount[]): Markup {
  const others = counts.filter(({ status }) => !isFailing(status));
  const filters = FILTERS.map(({ id, name, status }) => {
    const matching = others.filter((one) =>
      status === undefined ? one.status !== 'pass' && one.status !== 'n_a' : one.status === status,
    );
    return { id, name, count: matching.reduce((sum, one) => sum + one.count, 0) };
  }).filter(({ count }) => count > 0);
  const all = { id: 'all', name: 'All', count: filters.reduce((sum, { count }) => sum + count, 0) };
  const first = filters.some(({ id }) => id === 'unseen') ? 'unseen' : (filters[0]?.id ?? 'all');
  return html`<fieldset class="show no-print" data-markdown-ignore><legend>Show</legend>${[
    ...filters,
    all,
  ].map(
    ({ id, name, count }) =>
      html`<label><input type="radio" name="show" id="show-${id}"${id === first && html` checked`} />${name} <span class="soft">${count}</span></label>`,
  )}</fieldset>`;
}
