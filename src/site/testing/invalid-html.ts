/** What a validator of HTML finds in pages. */
import { HtmlValidate } from 'html-validate';
import type { Answer } from './crawl.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How the source is written is decided by what minifies it.
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // A scorecard's title holds the site's name, which is as long as it is.
    'long-title': 'off',
    // All files come from this origin.
    'require-sri': 'off',
    // Numbers of requests and checks are not telephone numbers.
    'tel-non-breaking': 'off',
    // The forms act while they are filled in, and are there only with scripts.
    'wcag/h32': 'off',
    // A box that scrolls is a region so that it has a name and takes the focus.
    'prefer-native-element': ['error', { exclude: ['region'] }],
  },
});

type Fault = readonly [fault: string, place: string];

export async function invalidHtml(pages: readonly Answer[]): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const { path, body } of pages) {
    const { results } = await validator.validateString(body, path);
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
      found.push([`${ruleId}: ${message}`, `${path}:${line}:${column}`]);
  }
  return found;
}

/** One fault once, with the first places where it is. */
export function grouped(faults: readonly Fault[]): string[] {
  return [...Map.groupBy(faults, ([fault]) => fault)].map(([fault, all]) => {
    const places = [...new Set(all.map(([, place]) => place))];
    const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
    return `${fault} in ${places.slice(0, 3).join(', ')}${more}`;
  });
}
