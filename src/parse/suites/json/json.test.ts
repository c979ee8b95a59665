import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../json.ts';
import cases from './cases.json' with { type: 'json' };

/** What RFC 8259 leaves to a parser, and is refused here. */
const REFUSED = new Map([
  ['i_string_UTF-16LE_with_BOM', 'text that is not UTF-8 (RFC 8259 section 8.1)'],
  ['i_string_utf16BE_no_BOM', 'text that is not UTF-8'],
  ['i_string_utf16LE_no_BOM', 'text that is not UTF-8'],
  ['i_structure_500_nested_arrays', 'nested deeper than later code may walk'],
]);

describe('JSONTestSuite', () => {
  it.each(cases)('%s', (name = '', text = '') => {
    const accepted = name.startsWith('y_') || (name.startsWith('i_') && !REFUSED.has(name));
    expect(parseJsonText(text).ok).toBe(accepted);
  });

  it.each([
    ['n_structure_100000_opening_arrays', '['.repeat(100_000)],
    ['n_structure_open_array_object', '[{"":'.repeat(50_000)],
  ])('%s', (_name, text) => {
    expect(parseJsonText(text).ok).toBe(false);
  });
});
