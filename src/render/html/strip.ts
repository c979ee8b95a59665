/** A scorecard as marks, one a check. Beside it stand the same numbers as text, so that it is hidden where no label is given. */
import { statusByCheck } from '../../view/checks.ts';
import { STRIP_HEIGHT, strip } from '../../view/plots.ts';
import { html, type Markup } from './markup.ts';

interface StripOptions {
  /** What it shows, for those who do not see it. */
  readonly label?: string | undefined;
  readonly large?: boolean | undefined;
}

export function stripPlot(
  results: readonly { readonly id: string; readonly status: string; readonly category?: string }[],
  { label, large = false }: StripOptions = {},
): Markup {
  const { width, paths } = strip(statusByCheck(results));
  const named = label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`;
  return html`<svg class="strip${large && ' large'}" viewBox="0 0 ${width} ${STRIP_HEIGHT}"${named}>${paths.map(
    ({ status, d }) => html`<path class="s-${status}" d="${d}" />`,
  )}</svg>`;
}
