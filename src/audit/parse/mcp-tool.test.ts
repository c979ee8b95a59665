import { expect, it } from 'vitest';
import { toolFault } from './mcp-tool.ts';

const object = { type: 'object' };
const tool = (more: object) => ({ name: 'a', inputSchema: object, ...more });
const input = (more: object) => tool({ inputSchema: { ...object, ...more } });
const output = (outputSchema: unknown) => tool({ outputSchema });

it.each<[unknown, string | undefined, string | undefined]>([
  [tool({}), undefined, undefined],
  [input({ properties: { a: {} }, required: ['a'], additionalProperties: false }), undefined, undefined],
  [input({ $ref: '#/$defs/a', anyOf: [object] }), undefined, undefined],
  [tool({ title: 'A', description: '', annotations: {}, _meta: {}, icons: [] }), undefined, undefined],
  [tool({ anything: null, execution: {} }), undefined, undefined],
  [null, 'not an object', 'not an object'],
  [tool({ name: '' }), 'no name', 'no name'],
  [{ name: 'a' }, 'no inputSchema', 'no inputSchema'],
  [tool({ inputSchema: null }), 'inputSchema: null', 'inputSchema: null'],
  [tool({ inputSchema: [] }), 'inputSchema: an array', 'inputSchema: an array'],
  [tool({ inputSchema: {} }), 'inputSchema: not `"type": "object"`', 'inputSchema: not `"type": "object"`'],
  [input({ type: ['object', 'null'] }), ...twice('inputSchema: not `"type": "object"`')],
  [input({ required: null }), ...twice('inputSchema: required: null')],
  [input({ required: true }), ...twice('inputSchema: required: boolean')],
  [input({ required: ['a', 1] }), ...twice('inputSchema: required: not all strings')],
  [input({ properties: null }), ...twice('inputSchema: properties: null')],
  [input({ properties: [] }), ...twice('inputSchema: properties: an array')],
  [
    input({ properties: { a: true } }),
    'inputSchema: properties: a property without a schema object',
    undefined,
  ],
  [output(object), undefined, undefined],
  [output({ type: 'array' }), 'outputSchema: not `"type": "object"`', undefined],
  [output({ anyOf: [object] }), 'outputSchema: not `"type": "object"`', undefined],
  [output({ ...object, required: null }), 'outputSchema: required: null', undefined],
  [output(null), ...twice('outputSchema: null')],
  [tool({ description: null }), ...twice('description: not a string')],
  [tool({ title: 7 }), ...twice('title: not a string')],
  [tool({ annotations: null }), ...twice('annotations: not an object')],
  [tool({ _meta: [] }), ...twice('_meta: not an object')],
  [tool({ icons: null }), ...twice('icons: not an array')],
])('%j', (one, stateful, modern) => {
  expect([toolFault(one, '2025-11-25'), toolFault(one, '2026-07-28')]).toEqual([stateful, modern]);
});

it('does not refuse icons in a revision that has none', () => {
  expect(toolFault(tool({ icons: null }), '2025-06-18')).toBeUndefined();
});

function twice(fault: string): [string, string] {
  return [fault, fault];
}
