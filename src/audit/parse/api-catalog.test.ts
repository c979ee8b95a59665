import { describe, expect, it } from 'vitest';
import { parseApiCatalog } from './api-catalog.ts';

const URL_ = 'https://site.example/.well-known/api-catalog';
const read = (value: unknown) => parseApiCatalog(JSON.stringify(value), URL_);

describe('parseApiCatalog', () => {
  it('reads the contexts and their descriptions', () => {
    const linkset = [
      {
        anchor: 'https://site.example/api',
        'service-desc': [
          { href: '/openapi.json', type: 'Application/JSON', title: 'Orders' },
          { href: 7 },
          'x',
        ],
        'service-doc': [{ href: '/docs' }],
      },
      { anchor: 'https://site.example/other', 'service-desc': 'none' },
      // Lists APIs in the form of the examples in RFC 9727.
      {
        anchor: 'https://site.example/.well-known/api-catalog',
        item: [{ href: 'https://site.example/apis/orders/openapi.json', type: 'application/json' }],
      },
      { anchor: 'https://site.example/last', 'service-desc': [{ href: '/last.json' }] },
    ];
    expect(read({ linkset })).toEqual({
      ok: true,
      value: {
        contexts: 4,
        descriptions: [
          { href: 'https://site.example/openapi.json', type: 'application/json', title: 'Orders' },
          { href: 'https://site.example/last.json', type: undefined, title: undefined },
          {
            href: 'https://site.example/apis/orders/openapi.json',
            type: 'application/json',
            title: undefined,
          },
        ],
      },
    });
  });

  it.each([
    [{}, 'JSON without a `linkset` array'],
    [[], 'JSON, but an array instead of an object'],
    [{ linkset: {} }, 'JSON without a `linkset` array'],
    [{ linkset: [{}, { anchor: 'x' }] }, '1 of the 2 objects in `linkset` have no `anchor`'],
    [{ linkset: ['x'] }, '1 of the 1 objects in `linkset` have no `anchor`'],
  ])('refuses %j', (value, why) => {
    expect(read(value)).toEqual({ ok: false, why });
  });

  it.each([
    ['an anchor', { anchor: 'https://api.example.com/v1', 'service-desc': [{ href: '/openapi.json' }] }, 1],
    [
      'a description',
      { anchor: '/api', 'service-desc': [{ href: 'https://api.example.com/openapi.json' }] },
      0,
    ],
    ['an item', { anchor: '/api', item: [{ href: 'https://api.example.com/openapi.json' }] }, 0],
  ])('names a host that only examples have: %s', (_title, context, length) => {
    expect(read({ linkset: [context] })).toMatchObject({
      ok: true,
      value: { exampleHost: 'api.example.com', descriptions: { length } },
    });
  });

  it('bounds what it takes from a long one', () => {
    const linkset = Array.from({ length: 5000 }, () => ({ anchor: 'x', 'service-desc': [{ href: '/d' }] }));
    expect(read({ linkset })).toMatchObject({
      ok: true,
      value: { contexts: 5000, descriptions: { length: 20 } },
    });
    expect(read({ linkset: [] })).toEqual({ ok: true, value: { contexts: 0, descriptions: [] } });
  });
});
