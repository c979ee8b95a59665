import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitions } from '../audit/check-texts/index.ts';
import { CHANGES } from './brief-parts.ts';
import { readChange } from './change-text.ts';

const only =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
const textFor = (source: string, ...names: string[]) => readChange(source, only(...names)).text;

describe('a text of a change', () => {
  it.each([
    ['a line whose condition holds', 'Yes. {/* if robots */}', ['robots'], 'Yes.'],
    ['no line whose condition does not hold', 'Yes. {/* if robots */}', [], ''],
    ['“or” within “and”', 'Yes. {/* if a or b and c */}', ['b', 'c'], 'Yes.'],
    ['“and” needs both', 'Yes. {/* if a or b and c */}', ['a', 'b'], ''],
    ['“not”', 'Yes. {/* if not a or b */}', ['a'], ''],
    ['a status', 'Yes. {/* if robots:broken */}', ['robots:broken'], 'Yes.'],
    ['one blank line in place of omitted lines', 'A\n\nB {/* if b */}\n\nC', [], 'A\n\nC'],
    ['nested blocks', '{/* if a */}\nA\n{/* if b */}\nB\n{/* end */}\nC\n{/* end */}\nD', ['a'], 'A\nC\nD'],
    [
      'no inner block of an omitted block',
      '{/* if a */}\n{/* if b */}\nB\n{/* end */}\n{/* end */}',
      ['b'],
      '',
    ],
    ['fences without their wire attributes', '```text serve="/a" as="b"\nA\n```', [], '```text\nA\n```'],
    ['no empty fence', '```text serve="/a"\nA {/* if a */}\n```', [], ''],
  ])('has %s', (_, source, names, text) => {
    expect(textFor(source, ...names)).toBe(text);
  });

  it('describes each fence as a document, response or HTML', () => {
    const fence = (info: string) => `\`\`\`x ${info}\nA\n\`\`\`\n`;
    const source = ['serve="/a.txt" as="text/plain"', 'serve="/b"', 'on="pages"', 'in="head"', '']
      .map(fence)
      .join('\n');
    expect(readChange(source, only()).wire).toEqual([
      { kind: 'document', place: '/a.txt', type: 'text/plain', text: 'A\n' },
      { kind: 'document', place: '/b', text: 'A\n' },
      { kind: 'response', place: 'pages', text: 'A\n' },
      { kind: 'html', place: 'head', text: 'A\n' },
    ]);
  });
});

describe('the texts in content/changes', () => {
  const sources = CHANGES.map(({ id }) => [id, readFileSync(`content/changes/${id}.mdx`, 'utf8')] as const);
  const facts =
    /^(has-(sitemap|openapi|mcp|home|base|markdown|llms|resources|signals)|api-at-root|by-user-agent|kept-out|promised|named|faulty|no-h1|no-text)$/;

  it.each(sources)('name only existing checks, statuses and facts: %s', (_, source) => {
    const conditions = Array.from(
      source.matchAll(/\{\/\* if ([^*]+) \*\/\}/g),
      ([, condition = '']) => condition,
    );
    const ids = new Set<string>(definitions.map(({ id }) => id));
    const words = conditions
      .flatMap((one) => one.split(/ and | or /))
      .map((word) => word.replace(/^not /, ''));
    const unknown = words.filter((word) => {
      const [id = '', status = 'absent'] = word.split(':');
      return !facts.test(word) && !(ids.has(id) && /^(absent|broken|noncompliant)$/.test(status));
    });
    expect(unknown).toEqual([]);
    const count = (line: RegExp) => Array.from(source.matchAll(line)).length;
    expect(count(/^\{\/\* end \*\/\}$/gm)).toBe(count(/^\{\/\* if [^*]+ \*\/\}$/gm));
  });
});
