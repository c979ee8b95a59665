/** One check of a scorecard, folded. A page has one for every check, so each byte here is sent many times. */

import type { Definition } from '../../definitions/definition.ts';
import { definitionOf } from '../../definitions/index.ts';
import { hasNoVerdict } from '../../scorecard/no-verdict.ts';
import type { Result } from '../../scorecard/schema.ts';
import { type FailedResult, isFailedResult } from '../../view/advice.ts';
import { type Contact, hasContact, type ReportedVerdict } from '../../view/contact.ts';
import { requestLines } from '../../view/requests.ts';
import { headlineOf } from '../../view/title.ts';
import { KEYWORD_WORDS, STATUS_WORDS } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { reportLinks } from './report.ts';

/** What all checks of a page have in common. */
export interface ChecksContext extends Omit<ReportedVerdict, 'check'> {
  /** That was audited. */
  readonly origin: string | undefined;
  /** Why the owner declines a check, by its id. */
  readonly waivers: ReadonlyMap<string, string>;
  /** The path of the page with what a verdict rests on, and the prompts; without one the prompt stands here. */
  readonly evidencePath: string | undefined;
  readonly contact: Contact;
}

/**
 * The check. It is styled and shown by its status, of which what does not apply (most checks) needs no word. Its
 * id stands within what is folded: a link to it opens it, without scripts too (HTML, "ancestor revealing algorithm").
 */
export function checkDetails(result: Result, context: ChecksContext): Markup {
  const { id, status, keyword } = result;
  return html`<div${status !== 'n_a' && html` class="${hasNoVerdict(result) ? 'unseen' : status}"`}><details><summary><b>${STATUS_WORDS[status]}</b><h4>${headlineOf(result)}${isFailedResult(result) && html` <code>${id}</code>`}</h4><i>${KEYWORD_WORDS[keyword]}</i></summary>${factsOf(result, context)}${context.evidencePath === undefined && reportLinks(context.contact, { ...context, check: id })}</details></div>`;
}

function factsOf(result: Result, context: ChecksContext): Markup {
  const { id } = result;
  const { evidencePath, contact } = context;
  const check = definitionOf(id);
  const failure = isFailedResult(result) ? result : undefined;
  const waiver = context.waivers.get(id);
  return html`<dl id="check-${id}"><dt>Result</dt><dd>${resultOf(result, context)}</dd>${
    waiver !== undefined && html`<dt>Waiver</dt><dd>The owner declines this check: ${waiver}</dd>`
  }${
    failure?.remediation !== undefined &&
    html`<dt>Fix</dt><dd>${check !== undefined && html`<a href="/fix/${id}">How to fix this</a> `}${prose(failure.remediation.fix)}${
      evidencePath !== undefined &&
      html` <a href="${evidencePath}#${id}">Requests, prompt${hasContact(contact) && ', wrong verdict?'}</a>`
    }</dd>`
  }${headlineOf(result) !== result.label && html`<dt>Check</dt><dd>${result.label}</dd>`}${
    check === undefined
      ? failure?.remediation && html`<dt>Goal</dt><dd>${prose(failure.remediation.goal)}</dd>`
      : definedOf(check, failure !== undefined)
  }</dl>${evidencePath === undefined && failure && checkPrompt(failure)}`;
}

/** The requests and answers, a line each; the head says what is the matter. */
function resultOf(result: Result, { origin }: ChecksContext): Markup {
  const { lines, more } = requestLines(result.details, origin, result.status === 'pass' ? 1 : 3);
  if (lines.length === 0) return html`${result.evidence}`;
  const shown = lines.map(
    ({ request, found }, i) => html`${i > 0 && BREAK}${request}${found !== '' && html` <i>${found}</i>`}`,
  );
  return html`${shown}${more > 0 && result.status !== 'pass' && html`<small>and ${more} more</small>`}`;
}

const BREAK = html`<br>`;

/** What is the same on every page: made once for each check, where it fails and where it does not. */
const defined = { failing: new Map<string, Markup>(), others: new Map<string, Markup>() };

/** The goal, and what its standard says; the guide, too, of what does not fail. */
function definedOf({ id, goal, resources }: Definition, isFailure: boolean): Markup {
  const known = isFailure ? defined.failing : defined.others;
  let made = known.get(id);
  if (made === undefined) {
    const links = resources.map(({ label, url }) => html`<a href="${url}">${label}</a>`);
    const all = isFailure ? links : [html`<a href="/fix/${id}">Guide</a>`, ...links];
    made = html`<dt>Goal</dt><dd>${prose(goal)}</dd><dt>Resources</dt><dd>${all.map((link, i) => html`${i > 0 && ' · '}${link}`)}</dd>`;
    known.set(id, made);
  }
  return made;
}

/** The prompt that fixes one failure, to be copied; nothing where there is none. */
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
