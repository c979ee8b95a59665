import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { parseYamlText } from '../../yaml.ts';
import cases from './cases.json' with { type: 'json' };

/** Where the value is another one on purpose, and why. */
const DIFFERS = new Map<string, string>([
  ...['9C9N', 'DK95-2', 'QB6E', 'VJP3-1', 'Y79Y-4'].map(
    (id) => [id, 'libyaml reads lines within quotes and brackets at any column'] as const,
  ),
  ...['9JBA', 'CVW2', 'SU5Z', 'X4QW'].map(
    (id) => [id, 'libyaml reads a comment without a space before it'] as const,
  ),
  ...['G5U8', 'YJV2'].map((id) => [id, 'libyaml reads a hyphen alone within brackets'] as const),
  ['SM9W-2', 'a key that is null becomes the text “null”, as keys of objects do'],
  ['UKK6-3', 'the tag “!” makes an empty node an empty text (YAML 1.2, section 6.9.1)'],
]);

it('no more is read than the YAML Test Suite allows, but for what is named', () => {
  const differing = cases.filter(([, text, json]) => {
    const parsed = parseYamlText(text ?? '');
    if (json === null || !parsed.ok) return parsed.ok !== (json !== null);
    // Through JSON, as the suite says it: instances of its classes, and keys that are no text, are not told apart.
    return !isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.value ?? null)), JSON.parse(json ?? ''));
  });
  expect(differing.map(([id]) => id)).toEqual([...DIFFERS.keys()].toSorted());
});
