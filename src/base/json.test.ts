import { describe, expect, it } from 'vitest';
import {
  describeJson,
  isRecord,
  isText,
  MAX_NESTING,
  parseJsonBeginning,
  parseJsonObject,
  parseJsonText,
} from './json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('parseJsonText', () => {
  it('reads any JSON value, with or without a byte order mark', () => {
    for (const value of [null, true, -1.5e3, 'a"\\\u2028', [], [{ a: [1] }], { __proto__: 1, '': {} }]) {
      const json = JSON.stringify(value);
      expect(parseJsonText(json)).toEqual({ ok: true, value: JSON.parse(json) });
      expect(parseJsonText(`\ufeff${json}`)).toEqual({ ok: true, value: JSON.parse(json) });
    }
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{not json', "not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
    ['{"a": <b>secret</b>}', "not JSON: Unexpected token '<'"],
    ['{"a": 1', "not JSON: Expected ',' or '}' after property value in JSON at position 7 (line 1 column 8)"],
  ])('says why %j is refused, without quoting it', (text, why) => {
    expect(parseJsonText(text)).toEqual({ ok: false, why });
  });

  it('bounds the nesting, and does not count brackets in strings', () => {
    expect(parseJsonText(nested(MAX_NESTING)).ok).toBe(true);
    expect(parseJsonText(nested(MAX_NESTING + 1))).toEqual({
      ok: false,
      why: `JSON nested deeper than ${MAX_NESTING} levels`,
      isLimit: true,
    });
    expect(parseJsonText(JSON.stringify(['\\"', '['.repeat(1000)])).ok).toBe(true);
  });
});

describe('parseJsonObject', () => {
  it.each([
    ['{"a":1}', { ok: true, value: { a: 1 } }],
    ['[1]', { ok: false, why: 'JSON, but an array instead of an object' }],
    ['null', { ok: false, why: 'JSON, but null instead of an object' }],
    ['"x"', { ok: false, why: 'JSON, but a string instead of an object' }],
    ['', { ok: false, why: 'empty' }],
  ])('%j', (text, expected) => {
    expect(parseJsonObject(text)).toEqual(expected);
  });
});

describe('parseJsonBeginning', () => {
  it.each([
    ['{"a":{"b":[1,2,{"c":"x,y', { a: { b: [1, 2] } }],
    ['{"a":1,"b":{"c":2},"d":"}', { a: 1, b: { c: 2 } }],
    ['[1,[2,3],4', [1, [2, 3]]],
    ['{"a":1}', { a: 1 }],
  ])('keeps what is complete of %j', (text, value) => {
    expect(parseJsonBeginning(text)).toEqual({ ok: true, value });
  });

  it('reads any beginning that has a comma between values', () => {
    const json = '[{"a":[1,"x,\\"y"]},{"b":{"c":null,"d":[true,[-1e3,{}]]}},"z"]';
    for (let cut = 9; cut <= json.length; cut++)
      expect(parseJsonBeginning(json.slice(0, cut)).ok, json.slice(0, cut)).toBe(true);
  });
});

describe('the helpers', () => {
  it('distinguish objects, text and other values', () => {
    expect([{}, [], null, 'x'].map(isRecord)).toEqual([true, false, false, false]);
    expect(['x', ' ', 1, undefined].map(isText)).toEqual([true, false, false, false]);
    expect([null, [], {}, 'x', 1, true].map(describeJson)).toEqual([
      'null',
      'an array',
      'an object',
      'a string',
      'a number',
      'a boolean',
    ]);
  });
});
