/** One check of a scorecard: open where it failed. A page has as many as there are checks, so that each byte counts here. */

import { definitionOf } from '../../catalogue/index.ts';
import type { StoredResult } from '../../scorecard/stored.ts';
import { type Failure, isFailure } from '../../view/advice.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { levelWord, statusWord } from './table.ts';

export interface CheckParts {
  readonly result: StoredResult;
  /** Why the owner declines the check. */
  readonly waiver: string | undefined;
  /** The path of the page with what a verdict rests on, and the prompts; without one the prompt stands here. */
  readonly evidencePath: string | undefined;
}

export function checkDetails({ result, waiver, evidencePath }: CheckParts): Markup {
  const check = definitionOf(result.id);
  const failure = isFailure(result) ? result : undefined;
  const word = result.result.split(/[:(]/, 1)[0]?.trim() ?? '';
  // What passes or does not apply needs no reading list; its guide has it.
  const resources = failure === undefined ? [] : (check?.resources ?? []);
  return html`<details class="check" id="check-${result.id}"${failure !== undefined && html` open`}><summary>${statusWord(result.status)}<b>${result.label}</b>${levelWord(result.keyword)}</summary><dl>${
    check !== undefined && html`<dt>Goal</dt><dd>${prose(check.goal)}</dd>`
  }<dt>Result</dt><dd>${word} <samp>(${result.evidence})</samp></dd>${
    waiver !== undefined && html`<dt>Waiver</dt><dd>The owner declines this check: ${waiver}</dd>`
  }${
    failure?.remediation !== undefined && html`<dt>Fix</dt><dd>${prose(failure.remediation.fix)}</dd>`
  }<dt>Resources</dt><dd>${[
    ...(check === undefined ? [] : [html`<a href="/fix/${result.id}">Guide to ${result.id}</a>`]),
    ...resources.map(({ label, url }) => html` · <a href="${url}">${label}</a>`),
    ...(evidencePath === undefined || failure === undefined
      ? []
      : [html` · <a href="${evidencePath}#${result.id}">Requests and prompt</a>`]),
  ]}</dd></dl>${evidencePath === undefined && failure && checkPrompt(failure)}</details>`;
}

/** The prompt that fixes one failure, to be copied; nothing where there is none. */
export function checkPrompt({ id, remediation }: Failure): Markup | undefined {
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
