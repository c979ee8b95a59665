import { describe, expect, it } from 'vitest';
import { parseYamlText } from '../../yaml.ts';
import cases from './cases.json' with { type: 'json' };

/** Where the value is another one on purpose, and why. */
const DIFFERS = new Map<string, { value: unknown; why: string }>([
  [
    'SM9W-2',
    { value: { null: null }, why: 'a key that is null becomes the text “null”, as keys of objects do' },
  ],
  ['UKK6-3', { value: '', why: 'the tag “!” makes an empty node an empty text (YAML 1.2, section 6.9.1)' }],
]);

describe('the YAML Test Suite', () => {
  it.each(cases)('%s', (id, text, json) => {
    const parsed = parseYamlText(text ?? '');
    const expected = DIFFERS.get(id ?? '')?.value ?? (json === null ? undefined : JSON.parse(json ?? ''));
    if (json === null) expect(parsed.ok).toBe(false);
    // Through JSON, as the suite says it: instances of its classes, and keys that are no text, are not told apart.
    else expect(parsed.ok ? JSON.parse(JSON.stringify(parsed.value ?? null)) : parsed.why).toEqual(expected);
  });
});
