/** One check of a scorecard, folded. A page has one for every check, so each byte here is sent many times. */

import type { Definition } from '../../definitions/definition.ts';
import { definitionOf } from '../../definitions/index.ts';
import type { StoredResult, StoredScorecard } from '../../scorecard/stored.ts';
import { type FailedResult, isFailedResult } from '../../view/advice.ts';
import { type Contact, hasContact, type ReportedVerdict } from '../../view/contact.ts';
import { guidePath } from '../../view/platforms-seen.ts';
import { requestLines } from '../../view/requests.ts';
import { headlineOf } from '../../view/title.ts';
import { keywordWord } from '../../view/words.ts';
import { filterOf } from './filters.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { reportLinks } from './report.ts';
import { statusCell } from './table.ts';

/** What all checks of a page have in common. */
export interface ChecksContext extends Omit<ReportedVerdict, 'check'> {
  /** That was audited. */
  readonly address: string;
  /** Why the owner declines a check, by its id. */
  readonly waivers: ReadonlyMap<string, string>;
  /** The path of the page with what a verdict rests on, and the prompts; without one the prompt stands here. */
  readonly evidencePath: string | undefined;
  readonly contact: Contact;
  /** That the audit saw: a guide opens at the first. */
  readonly platforms: StoredScorecard['platforms'];
}

/**
 * The check. Its id stands within what is folded: a link to it opens it, without scripts too (HTML, "ancestor revealing
 * algorithm").
 */
export function checkDetails(result: StoredResult, context: ChecksContext): Markup {
  const { id, status, keyword } = result;
  return html`<div class="check ${filterOf(status)}"><details><summary>${statusCell(status)}<h4>${headlineOf(result)}${isFailedResult(result) && html` <code>${id}</code>`}</h4><small>${keywordWord(keyword)}</small></summary>${factsOf(result, context)}${context.evidencePath === undefined && reportLinks(context.contact, { ...context, check: id })}</details><a href="#check-${id}">Link</a></div>`;
}

function factsOf(result: StoredResult, context: ChecksContext): Markup {
  const { id } = result;
  const { evidencePath, contact } = context;
  const check = definitionOf(id);
  const failure = isFailedResult(result) ? result : undefined;
  const waiver = context.waivers.get(id);
  const goal = check?.goal ?? failure?.remediation?.goal;
  return html`<dl id="check-${id}"><dt>Result</dt><dd>${resultOf(result, context)}</dd>${
    waiver !== undefined && html`<dt>Waiver</dt><dd>The owner declines this check: ${waiver}</dd>`
  }${
    failure?.remediation !== undefined &&
    html`<dt>Fix</dt><dd>${check !== undefined && html`<a class="go" href="${guidePath(id, context)}">How to fix this</a> `}${prose(failure.remediation.fix)}${
      evidencePath !== undefined &&
      html` <a href="${evidencePath}#${id}">Requests, prompt${hasContact(contact) && ', wrong verdict?'}</a>`
    }</dd>`
  }${headlineOf(result) !== result.label && html`<dt>Check</dt><dd>${result.label}</dd>`}${goal !== undefined && html`<dt>Goal</dt><dd>${prose(goal)}</dd>`}${check !== undefined && html`<dt>Resources</dt><dd>${resourcesOf(check, failure !== undefined)}</dd>`}</dl>${evidencePath === undefined && failure && checkPrompt(failure)}`;
}

/** The requests and answers; the head says what is the matter. */
function resultOf(result: StoredResult, { address }: ChecksContext): Markup {
  const failed = isFailedResult(result);
  const { lines, more } = requestLines(result.details, address, result.status === 'pass' ? 1 : 3);
  const [only] = lines;
  // A line that nothing stands beside needs no element of its own.
  if (!failed && lines.length === 1 && only !== undefined)
    return html`${only.request}${only.found !== '' && html` <i>${only.found}</i>`}`;
  return html`${
    lines.length === 0
      ? html`<samp>${result.evidence}</samp>`
      : lines.map(
          ({ request, found }) => html`<samp>${request}${found !== '' && html` <i>${found}</i>`}</samp>`,
        )
  }${more > 0 && html`<small>and ${more} more</small>`}`;
}

/** The guide of what does not fail, and what its standard says. */
function resourcesOf(check: Definition, isFailure: boolean): Markup {
  const links = check.resources.map(({ label, url }) => html`<a href="${url}">${label}</a>`);
  const all = isFailure ? links : [html`<a href="/fix/${check.id}">Guide</a>`, ...links];
  return html`${all.map((link, i) => html`${i > 0 && ' · '}${link}`)}`;
}

/** The prompt that fixes one failure, to be copied; nothing where there is none. */
export function checkPrompt({ id, remediation }: FailedResult): Markup | undefined {
  return (
    remediation &&
    promptDetails({ summary: 'Prompt for a coding agent', id: `prompt-${id}`, prompt: remediation.prompt })
  );
}

/** A prompt to be copied. */
export function promptDetails(given: { summary: string; id: string; prompt: string }): Markup {
  return html`<details class="prompt">
    <summary>${given.summary}</summary>
    <pre class="wrapped" id="${given.id}" tabindex="0">${given.prompt}</pre>
    <button type="button" data-copy="${given.id}" hidden>Copy the prompt</button>
  </details>`;
}
