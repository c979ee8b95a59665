import { describe, expect, it } from 'vitest';
import { hasSchemaKeyword, isSchemaUrl, looksLikeSchema, schemaReferences } from './schema-references.ts';

const BASE = 'https://site.example/api/openapi.json';

describe('schemaReferences', () => {
  it('finds references where a schema stands, once each, in the order of the document', () => {
    const document = {
      paths: {
        '/pets': {
          $ref: 'paths/pets.json',
          get: {
            parameters: [{ $ref: 'parameters.json' }, { schema: { $ref: 'id.json' } }],
            responses: {
              200: { content: { json: { schema: { items: { $ref: '../schemas/pet.json#/$defs/Pet' } } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          $ref: { $ref: 'name-is-ref.json' },
          Pet: { allOf: [{ $ref: '/schemas/pet.json' }, { $ref: '#/components/schemas/Local' }] },
          Owner: { properties: { home: { $ref: 'https://other.example/home.json' } }, $schema: 'meta.json' },
          Yaml: { $ref: 'thing.yaml' },
          Self: { $ref: 'openapi.json#/components/schemas/Pet' },
          Example: { example: { $schema: 'data.json', schema: { $ref: 'data.json' } } },
        },
        responses: { Bad: { $ref: 'responses.json' } },
      },
    };
    expect(schemaReferences(document, BASE)).toEqual([
      'https://site.example/api/id.json',
      'https://site.example/schemas/pet.json',
      'https://site.example/api/name-is-ref.json',
      'https://site.example/api/meta.json',
      'https://other.example/home.json',
    ]);
  });

  it('finds what a card refers to', () => {
    const card = {
      $schema: '/schemas/card.json',
      tools: [{ name: 'x', inputSchema: { $ref: '/schemas/in.json' }, schema_url: '/schemas/out.json' }],
    };
    expect(schemaReferences(card, BASE)).toEqual([
      'https://site.example/schemas/card.json',
      'https://site.example/schemas/out.json',
      'https://site.example/schemas/in.json',
    ]);
  });

  it('ends in circles and on many references', () => {
    const circle: Record<string, unknown> = { $schema: 'a.json' };
    circle.schema = { not: circle };
    expect(schemaReferences(circle, BASE)).toEqual(['https://site.example/api/a.json']);
    const many = Array.from({ length: 500 }, (_, i) => ({ $schema: `${i}.json` }));
    expect(schemaReferences(many, BASE)).toHaveLength(50);
  });
});

describe('isSchemaUrl', () => {
  it.each([
    ['https://site.example/schema.json', true],
    ['https://site.example/config.schema.json?v=1', true],
    ['https://site.example/x/config-schema.json', true],
    ['https://site.example/schemas/v1/config.json', true],
    ['https://site.example/schemas/', false],
    ['https://site.example/schemas.json', false],
    ['https://site.example/docs/json-schema', false],
    ['https://site.example/schema.json.html', false],
    ['not a URL', false],
  ])('%s → %s', (url, expected) => {
    expect(isSchemaUrl(url)).toBe(expected);
  });
});

describe('looksLikeSchema', () => {
  it.each([
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, true],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, true],
    [{ type: 'object', properties: {} }, true],
    [{ $schema: './config.schema.json', properties: {} }, false],
    [{ hello: 'world' }, false],
    [[], false],
  ])('%j → %s', (value, expected) => {
    expect(looksLikeSchema(value)).toBe(expected);
  });
});

describe('JSON that is referred to as a schema', () => {
  it.each([
    [true, { type: 'object' }],
    [true, { type: ['string', 'null'] }],
    [true, { title: 'Ship' }],
    [true, { $ref: '/ship.json' }],
    [false, {}],
    [false, true],
    [false, { ok: true }],
    [false, { type: 'about:blank', status: 404 }],
    [false, [{ type: 'object' }]],
  ])('has a keyword of one: %j, %j', (expected, json) => {
    expect(hasSchemaKeyword(json)).toBe(expected);
  });
});
