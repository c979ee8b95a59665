/** What the marks of a strip mean: each in its shape, with its word. */
import { statusClass } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';

interface KeyEntry {
  /** As stored, so that it may be one that this version does not know. */
  readonly status: string;
  readonly word: string;
  /** How many there are, where the key counts. */
  readonly count?: number;
}

/** All marks that a strip may have, for strips of several sites; what was not run looks like what does not apply. */
const ALL: readonly KeyEntry[] = [
  { status: 'pass', word: 'passed' },
  { status: 'broken', word: 'broken' },
  { status: 'noncompliant', word: 'noncompliant' },
  { status: 'absent', word: 'missing' },
  { status: 'n_a', word: 'not applicable or not run' },
  { status: 'error', word: 'could not be checked' },
];

export function stripKey(entries: readonly KeyEntry[] = ALL): Markup {
  return html`<ul class="strip-key">${entries.map(
    ({ status, count, word }) =>
      html`<li><i class="m-${statusClass(status)}"></i><span>${count !== undefined && html`<b>${count}</b> `}${word}${status === 'absent' && count !== undefined && html` <span class="soft">(<code>absent</code> in the JSON)</span>`}</span></li>`,
  )}</ul>`;
}
