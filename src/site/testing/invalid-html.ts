import { HtmlValidate } from 'html-validate';
import type { Answer } from './crawl.ts';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // The minifier decides about whitespace.
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // A scorecard's title has the site's name, which may be long.
    'long-title': 'off',
    // All files come from this origin.
    'require-sri': 'off',
    // Numbers of requests and checks are not telephone numbers.
    'tel-non-breaking': 'off',
    // Forms without a submit button act while they are filled in, and exist only with scripts.
    'wcag/h32': 'off',
    // A scrolling box is a region so that it has a name and is focusable.
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

/** Returns each fault once, with the first places where it occurs. */
export function grouped(faults: readonly Fault[]): string[] {
  return [...Map.groupBy(faults, ([fault]) => fault)].map(([fault, all]) => {
    const places = [...new Set(all.map(([, place]) => place))];
    const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
    return `${fault} in ${places.slice(0, 3).join(', ')}${more}`;
  });
}
