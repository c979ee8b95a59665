/** One check of a scorecard: open where it failed. */

import { definitionOf } from '../../catalogue/index.ts';
import type { StoredResult } from '../../scorecard/stored.ts';
import { isFailure } from '../../view/advice.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { levelWord, statusWord } from './table.ts';

export interface CheckParts {
  readonly result: StoredResult;
  /** Why the owner declines the check. */
  readonly waiver: string | undefined;
  /** The requests behind the verdict. */
  readonly exchanges: Markup | undefined;
}

export function checkDetails({ result, waiver, exchanges }: CheckParts): Markup {
  const check = definitionOf(result.id);
  const failure = isFailure(result) ? result : undefined;
  const word = result.result.split(/[:(]/, 1)[0]?.trim() ?? '';
  return html`<details class="check" id="check-${result.id}"${failure !== undefined && ' open'}>
    <summary>
      <span>${statusWord(result.status)}</span>
      <span class="check-title">${result.label}</span>
      ${levelWord(result.keyword)}
    </summary>
    <div class="check-body">
      <dl class="facts">
        ${check !== undefined && html`<dt>Goal</dt><dd>${prose(check.goal)}</dd>`}
        <dt>Result</dt><dd>${word} <span class="evidence">(${result.evidence})</span></dd>
        ${waiver !== undefined && html`<dt>Waiver</dt><dd>The owner declines this check: ${waiver}</dd>`}
        ${failure?.remediation !== undefined && html`<dt>Fix</dt><dd>${prose(failure.remediation.fix)}</dd>`}
        ${
          check !== undefined &&
          html`<dt>Resources</dt>
        <dd><a href="/fix/${result.id}">Guide to ${result.id}</a>${check.resources.map(
          ({ label, url }) => html` · <a href="${url}">${label}</a>`,
        )}</dd>`
        }
      </dl>
      ${
        failure?.remediation !== undefined &&
        promptDetails({
          summary: 'Prompt for a coding agent',
          id: `prompt-${result.id}`,
          prompt: failure.remediation.prompt,
        })
      }
      ${exchanges}
    </div>
  </details>`;
}

/** A prompt to be copied. */
export function promptDetails(given: { summary: string; id: string; prompt: string }): Markup {
  return html`<details class="prompt">
    <summary>${given.summary}</summary>
    <pre class="wrapped" id="${given.id}" tabindex="0">${given.prompt}</pre>
    <button type="button" data-copy="${given.id}" hidden>Copy the prompt</button>
  </details>`;
}
