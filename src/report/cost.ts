import type { Scorecard } from '../audit/scorecard/schema.ts';

const COUNT = new Intl.NumberFormat('en-US');

/** Returns what the home page costs an agent, in a sentence; `undefined` if it was not measured. */
export function costText({ cost }: Pick<Scorecard, 'cost'>): string | undefined {
  if (cost?.html === undefined) return undefined;
  const { html, markdown, llms_txt } = cost;
  const tokens = (count: number) => `about ${COUNT.format(count)} token${count === 1 ? '' : 's'}`;
  const begins = html.text_begins ?? 0;
  return [
    `An agent reads the home page with ${tokens(html.tokens)}`,
    ...(begins >= 10 ? [`its text begins ${begins}% into the HTML`] : []),
    ...(markdown === undefined ? [] : [`as Markdown it is ${tokens(markdown.tokens)}`]),
    ...(llms_txt === undefined ? [] : [`llms.txt is ${tokens(llms_txt.tokens)}`]),
  ]
    .join('; ')
    .concat('.');
}
