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
});

// libyaml 0.2.5 (PyYAML's parser) accepts all these texts.
describe('keys that are collections', () => {
  it.each<[string, unknown]>([
    ['servers:\n  - url: {{ BASE }}\n', { servers: [{ url: {} }] }],
    ['{{ BASE }}: x\na: 1\n', { a: 1 }],
    ['paths:\n  {{ BASE }}:\n    get: {}\n  /a: {}\n', { paths: { '/a': {} } }],
    ['? {a: 1}\n: x\nb: 2\n', { b: 2 }],
    ['[a]: 1\nb: 2\n', { b: 2 }],
    ['b: !y {{ BASE }}\n', { b: {} }],
    ['a: [{{ A }}, {{ B }}]\n', { a: [{}, {}] }],
  ])('are left out of the object: %j', (text, value) => {
    expect(parseYamlText(text)).toEqual({ ok: true, value });
  });

  it('are refused where libyaml refuses them', () => {
    expect(parseYamlText('a: {{ BASE }}/x\n').ok).toBe(false);
  });
});

/** Texts that YAML 1.2 forbids, each with the value that PyYAML's CSafeLoader (libyaml 0.2.5) returns. */
describe('what libyaml reads', () => {
  it.each([
    [
      "a flow mapping closed at its key's column (Docker's API descriptions v1.39 to v1.55)",
      'e:\n  example: {\n    "80/tcp": {},\n    "443/tcp": {}\n  }\n  tty: 1',
      { e: { example: { '80/tcp': {}, '443/tcp': {} }, tty: 1 } },
    ],
    [
      "a quoted string continued at its key's column (Docker's v1.25 to v1.38)",
      'a:\n  description: "A list for MLS\n  systems,\n\n  such as this."\n  items: 1',
      { a: { description: 'A list for MLS systems,\nsuch as this.', items: 1 } },
    ],
    [
      "single quotes continued left of the key (go-swagger's fixture 2919)",
      "  a:\n    b: 'one\n two\nthree'\n    c: 1",
      { a: { b: 'one two three', c: 1 } },
    ],
    ['a flow sequence at column 0', 'a: [x,\n# note\ny\n]\nb: 1', { a: ['x', 'y'], b: 1 }],
    ['a tab before an item', 'a: [\n\tx,\n\ty\n]', { a: ['x', 'y'] }],
    ['in a list of lists', '- - "a\nb"\n  - {c:\nd}', [['a b', { c: 'd' }]]],
    ['hyphens at the beginning of a line within quotes', 'a: "x\n---y\n---"', { a: 'x ---y ---' }],
    ['a comment without a space', 'a: |#c\n  x\nb: "y"#c\nc: [z]#c', { a: 'x\n', b: 'y', c: ['z'] }],
    ['a hyphen alone', 'sort: [+, -]\nkeys: {a: -}', { sort: ['+', '-'], keys: { a: '-' } }],
    ['many such places', `a: [${'x,\n'.repeat(150)}]`, { a: Array(150).fill('x') }],
  ])('%s', (_title, text, value) => {
    expect(parseYamlText(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['a document that begins within brackets', 'a: [x,\n--- y]'],
    ['a document that ends within quotes', "a: 'x\n... '"],
    ['brackets that are never closed', 'a: [x,\nb: [\nc: d'],
    ['quotes that are never closed', 'a: "x\nb: y'],
    ['a mapping in a plain text', 'a: b: [c\n]'],
  ])('is not: %s', (_title, text) => {
    expect(parseYamlText(text)).toEqual({ ok: false, why: expect.stringMatching(/^not YAML: /) });
  });
});

describe('what goes beyond our limits says nothing of the document', () => {
  it.each([
    ['lines', 'a: b\n'.repeat(150_001), /^YAML with more than 150000 lines/],
    ['nesting', `${'['.repeat(101)}${']'.repeat(101)}`, /^YAML whose nesting exceeded/],
    ['aliases', `a: &x 1\nb: [${'*x, '.repeat(1001)}]`, /^YAML whose aliases exceeded/],
    ['places that YAML 1.2 forbids', `a: "${'x\n'.repeat(40_000)}"`, /^YAML with too many places/],
  ])('%s', (_what, text, why) => {
    expect(parseYamlText(text)).toEqual({ ok: false, why: expect.stringMatching(why), isLimit: true });
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
