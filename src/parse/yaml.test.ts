import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseYamlBeginning, parseYamlText } from './yaml.ts';

describe('parseYamlText', () => {
  it('reads what was written as YAML', () => {
    const value = { a: [1, -2.5, true, null, 'x: y', '- z', ''], 'b c': { d: [], e: {} }, '1': 'é\n😀' };
    expect(parseYamlText(dump(value))).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'empty'],
    ['a: b: c', /^not YAML: .+ \(line 1\)$/],
    ['a: 1\nb: [', /^not YAML: .+\(line 2\)$/],
    ['*nobody', /^not YAML: unidentified alias/],
    ['a: 1\n---\nb: 2', /^not YAML: expected a single document/],
  ])('says why %j is refused', (text, why) => {
    expect(parseYamlText(text)).toEqual({
      ok: false,
      why: typeof why === 'string' ? why : expect.stringMatching(why),
    });
  });

  it('lets the last of two equal keys count, as JSON does', () => {
    expect(parseYamlText('a: 1\na: 2')).toEqual({ ok: true, value: { a: 2 } });
  });

  it('reads aliases, and refuses a bomb of them', () => {
    expect(parseYamlText('a: &x [1]\nb: *x')).toEqual({ ok: true, value: { a: [1], b: [1] } });
    const bomb = Array.from({ length: 200 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    expect(parseYamlText(['a-1: &a-1 x', ...bomb].join('\n'))).toMatchObject({
      ok: false,
      why: expect.stringContaining('alias'),
    });
  });

  it.each(['[', '{', '{a: ', '- ', '? ', '&a *a ', '!!set ', ': '])('refuses many of %j', (piece) => {
    expect(parseYamlText(piece.repeat(2_000)).ok).toBe(false);
  });
});

describe('parseYamlBeginning', () => {
  it('drops the last entry of the outer levels, which may be cut', () => {
    const text = 'openapi: 3.1.0\ninfo:\n  title: T\npaths:\n  /a:\n    get: {}\n  /b:\n    get: {summ';
    expect(parseYamlBeginning(text)).toEqual({
      ok: true,
      value: { openapi: '3.1.0', info: { title: 'T' }, paths: { '/a': { get: {} } } },
    });
  });

  it('reads a text without a second entry as it is', () => {
    expect(parseYamlBeginning('openapi: 3.1.0')).toEqual({ ok: true, value: { openapi: '3.1.0' } });
  });

  it('reads what has a tag that nobody knows, without the tag', () => {
    const text =
      'a: !Ref x\nb: !!set {y, z}\nc: !<tag:a.example,2000:list> [1]\nd: !!binary aGk=\ne: !!str 1';
    expect(parseYamlText(text)).toEqual({
      ok: true,
      value: { a: 'x', b: { y: null, z: null }, c: [1], d: 'aGk=', e: '1' },
    });
    expect(parseYamlText('a: !!int x')).toMatchObject({ ok: false });
  });
});
