/** A scorecard as one mark a check. Beside it stand the same numbers as text, so that it is hidden where no label is given. */
import type { Status } from '../../catalogue/vocabulary.ts';
import { categoryOf } from '../../view/checks.ts';
import { STRIP_HEIGHT, strip } from '../../view/plots.ts';
import { html, type Markup } from './markup.ts';

export interface StripOptions {
  /** What it shows, for those who do not see it. */
  readonly label?: string | undefined;
  readonly large?: boolean | undefined;
}

export function stripPlot(
  results: readonly { readonly id: string; readonly status: Status }[],
  { label, large = false }: StripOptions = {},
): Markup {
  // A check of other rules than today's has no place among the marks.
  const marks = results.flatMap(({ id, status }) => {
    const category = categoryOf(id);
    return category === undefined ? [] : [{ status, category }];
  });
  const { width, paths } = strip(marks);
  const named = label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`;
  return html`<svg class="strip${large && ' large'}" viewBox="0 0 ${width} ${STRIP_HEIGHT}"${named}>${paths.map(
    ({ status, d }) => html`<path class="s-${status}" d="${d}" />`,
  )}</svg>`;
}
