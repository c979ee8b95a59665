/** What the marks of a strip mean: each as it is drawn, with its word. */
import type { Status } from '../../catalogue/vocabulary.ts';
import { markPath, STRIP_HEIGHT } from '../../view/plots.ts';
import { html, type Markup } from './markup.ts';

/** A status of the key; what is not applicable looks like what was not run. */
export interface KeyEntry {
  readonly status: Status | 'unknown';
  readonly word: string;
  /** How many there are, where the key counts. */
  readonly count?: number;
}

/** All marks that a strip may have, for strips of several sites. */
const ALL: readonly KeyEntry[] = [
  { status: 'pass', word: 'passed' },
  { status: 'broken', word: 'broken' },
  { status: 'noncompliant', word: 'noncompliant' },
  { status: 'absent', word: 'missing' },
  { status: 'n_a', word: 'not applicable or not run' },
  { status: 'error', word: 'could not be checked' },
];

export function stripKey(entries: readonly KeyEntry[] = ALL): Markup {
  return html`<ul class="strip-key">
      ${entries.map(
        ({ status, word, count }) =>
          html`<li><svg class="strip mark" viewBox="0 0 4 ${STRIP_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="s-${status}" d="${markPath(status)}" /></svg><span>${count !== undefined && html`<b>${count}</b> `}${word}</span></li>`,
      )}
    </ul>`;
}
