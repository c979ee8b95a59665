import { describe, expect, it } from 'vitest';
import { declarationsOf } from './declarations.ts';

const api = (name: string) =>
  `/** What it does. */\nimport type { ${name} } from '../there.ts';\n\nexport declare function read(): ${name};\n`;

describe('the declarations', () => {
  it('replace imports by their types and descriptions', () => {
    const schema = {
      description: 'Ends */ here.',
      $defs: { Color: { enum: ['red', 'blue'] } },
      properties: {
        'its-name': { type: 'string', description: 'A name.' },
        one: { const: 1 },
        colors: { items: { $ref: '#/$defs/Color' } },
        either: { oneOf: [{ type: ['integer', 'null'] }, { anyOf: [{ type: 'boolean' }] }] },
      },
      required: ['one'],
    };
    expect(declarationsOf(api('Thing'), { Thing: schema })).toBe(
      [
        '/** What it does. */',
        '',
        'export declare function read(): Thing;',
        '',
        '/** Ends *\\/ here. */',
        'export type Thing = {',
        '/** A name. */',
        '"its-name"?: string;',
        '"one": 1;',
        '"colors"?: Array<Color>;',
        '"either"?: number | null | boolean;',
        '};',
        '',
        'export type Color = "red" | "blue";',
        '',
      ].join('\n'),
    );
  });

  it('are not written if something is missing', () => {
    expect(() => declarationsOf(api('Thing, Other'), { Thing: { type: 'null' } })).toThrow(
      'no schema of Other',
    );
    expect(() => declarationsOf(api('Thing'), { Thing: {} })).toThrow('No type can be written');
  });
});
