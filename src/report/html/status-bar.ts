/** Renders a scorecard as a bar of marks, one per check, and a legend. Each status has its own shape and word. */
import type { Status } from '../../audit/check-texts/vocabulary.ts';
import { statusByCheck } from '../checks.ts';
import { STATUS_BAR_HEIGHT, statusBar } from '../plots.ts';

import { html, type Markup } from './markup.ts';

interface StatusBarOptions {
  /** The description for screen readers. */
  readonly label?: string | undefined;
  readonly large?: boolean | undefined;
}

/** Renders a status bar. Without a label, it is hidden from screen readers, because text next to it has the same numbers. */
export function statusBarPlot(
  results: readonly { readonly id: string; readonly status: Status; readonly category?: string }[],
  { label, large = false }: StatusBarOptions = {},
): Markup {
  const { width, paths } = statusBar(statusByCheck(results));
  const named = label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`;
  return html`<svg class="strip${large && ' large'}" viewBox="0 0 ${width} ${STATUS_BAR_HEIGHT}"${named}>${paths.map(
    ({ status, d }) => html`<path class="s-${status}" d="${d}" />`,
  )}</svg>`;
}

interface KeyEntry {
  readonly status: Status;
  readonly word: string;
  readonly count?: number;
}

/** The legend for status bars of several sites. Checks that were not run look like checks that do not apply. */
const ALL: readonly KeyEntry[] = [
  { status: 'pass', word: 'passed' },
  { status: 'broken', word: 'broken' },
  { status: 'noncompliant', word: 'noncompliant' },
  { status: 'absent', word: 'missing' },
  { status: 'n_a', word: 'optional, not applicable or not run' },
  { status: 'error', word: 'could not be tested' },
];

export function stripKey(entries: readonly KeyEntry[] = ALL): Markup {
  return html`<ul class="strip-key">${entries.map(
    ({ status, count, word }) =>
      html`<li><i class="m-${status}"></i><span>${count !== undefined && html`<b>${count}</b> `}${word}${status === 'absent' && count !== undefined && html` <span class="soft">(<code>absent</code> in the JSON)</span>`}</span></li>`,
  )}</ul>`;
}
