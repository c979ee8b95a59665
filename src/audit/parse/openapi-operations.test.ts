import { describe, expect, it } from 'vitest';
import type { OpenApi } from './openapi.ts';
import { apiBase, apiElsewhere, errorRequests } from './openapi-operations.ts';

const ORIGIN = new URL('https://site.example/');
const FROM = 'https://site.example/openapi.json';
const NOT_FOUND = { responses: { 200: {}, 404: {} } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function requests(document: Record<string, unknown>, max = 5): string[] {
  const openApi: OpenApi = { version: '3.1.0', document: { openapi: '3.1.0', ...document }, complete: true };
  return errorRequests(openApi, FROM, ORIGIN, max);
}

const get = (path: string, operation: unknown, rest: Record<string, unknown> = {}) => ({
  paths: { [path]: { get: operation } },
  ...rest,
});

describe('errorRequests', () => {
  it.each([
    [{ type: 'string' }, '/pets/anc-web-audit-no-such-id'],
    [{ type: 'integer' }, '/pets/2147483646'],
    [{ type: ['number', 'null'] }, '/pets/2147483646'],
    [{ type: 'string', format: 'uuid' }, '/pets/00000000-0000-4000-8000-000000000000'],
    [undefined, '/pets/anc-web-audit-no-such-id'],
  ])('fills a path parameter of schema %j', (schema, path) => {
    const operation = { ...NOT_FOUND, parameters: [{ ...ID, schema }] };
    expect(requests(get('/pets/{id}', operation))).toEqual([`https://site.example${path}`]);
  });

  it('takes the surest first, then the order of the document', () => {
    const paths = {
      '/list': { get: { responses: { 401: {} } } },
      '/any/{id}': { parameters: [ID], get: { responses: { '4XX': {} } } },
      '/a/{id}': { parameters: [ID], get: NOT_FOUND },
      '/b/{id}': { parameters: [ID], get: NOT_FOUND },
      '/bare/{id}': { parameters: [ID], get: { responses: { 200: {} } } },
      '/query/{id}': { parameters: [ID, { name: 'q', in: 'query', required: true }], get: NOT_FOUND },
    };
    const asked = requests({ paths }, 9).map((url) => url.split('/')[3]);
    expect(asked).toEqual(['a', 'b', 'any', 'list', 'bare', 'query']);
    expect(requests({ paths }, 1)).toEqual(['https://site.example/a/anc-web-audit-no-such-id']);
  });

  it.each([
    ['a body elsewhere', { ...NOT_FOUND, parameters: [ID], requestBody: { $ref: 'x.json' } }],
    ['a parameter elsewhere', { ...NOT_FOUND, parameters: [{ $ref: 'common.json#/id' }] }],
    ['a placeholder that is not declared', NOT_FOUND],
    ['a parameter of that name in the query', { ...NOT_FOUND, parameters: [{ ...ID, in: 'query' }] }],
  ])('fills the placeholder of an operation with %s', (_, operation) => {
    expect(requests(get('/pets/{id}', operation))).toEqual([
      'https://site.example/pets/anc-web-audit-no-such-id',
    ]);
  });

  const SVG = { content: { 'image/svg+xml': {} } };
  const TEXT = { content: { 'text/plain; charset=utf-8': {} } };
  const JSON_TOO = { content: { 'text/plain': {}, 'application/problem+json': {} } };
  it.each<[string, object, Record<string, unknown>?]>([
    ['a badge, whose 404 has no type of its own (shields)', { responses: { 200: SVG, 404: {} } }],
    ['a badge that is an image when it fails', { responses: { 200: SVG, 404: SVG } }],
    ['errors as text', { responses: { 200: { content: { 'application/json': {} } }, 404: TEXT } }],
    ['errors as text by default', { responses: { 400: {}, default: TEXT } }],
    ['text by reference', { responses: { 404: { $ref: '#/components/responses/Text' } } }],
    ['images by `produces` of Swagger 2.0', { ...NOT_FOUND, produces: ['image/png'] }],
    ['text by `produces` of the document', NOT_FOUND, { swagger: '2.0', produces: ['text/csv'] }],
  ])('leaves out an operation that documents %s', (_, operation, rest = {}) => {
    const components = { responses: { Text: TEXT } };
    expect(requests(get('/pets/{id}', operation, { components, ...rest }))).toEqual([]);
  });

  it.each<[string, object, Record<string, unknown>?]>([
    ['JSON next to text', { responses: { 404: JSON_TOO } }],
    ['an image whose 404 is JSON', { responses: { 200: SVG, 404: JSON_TOO } }],
    ['any type', { responses: { 404: { content: { '*/*': {} } } } }],
    ['a content without a type', { responses: { 404: { content: {} } } }],
    ['JSON of its own', { ...NOT_FOUND, produces: ['application/json'] }, { produces: ['text/csv'] }],
  ])('asks an operation that documents %s', (_, operation, rest) => {
    expect(requests(get('/pets/{id}', operation, rest))).toHaveLength(1);
  });

  it('asks what may require more only after what does not', () => {
    const paths = {
      '/a/{id}': { get: { ...NOT_FOUND, parameters: [{ $ref: 'common.json#/id' }] } },
      '/b/{id}': { get: { ...NOT_FOUND, parameters: [ID], requestBody: { $ref: 'x.json' } } },
      '/c/{id}': { get: NOT_FOUND },
    };
    expect(requests({ paths }, 1)).toEqual(['https://site.example/c/anc-web-audit-no-such-id']);
  });

  it.each([
    ['no 4xx', { responses: { 200: {}, default: {} } }],
    ['nothing that is one', 'none'],
    ['a required query', { ...NOT_FOUND, parameters: [{ name: 'q', in: 'query', required: true }] }],
    ['a required body', { ...NOT_FOUND, requestBody: { required: true } }],
  ])('leaves out an operation without path parameters with %s', (_, operation) => {
    expect(requests(get('/pets', operation))).toEqual([]);
  });

  it('takes an operation whose other parameters may be left out', () => {
    const operation = { ...NOT_FOUND, parameters: [{ name: 'q', in: 'query' }] };
    expect(requests(get('/pets', operation))).toEqual(['https://site.example/pets']);
  });

  it('reads what only Swagger 2.0 has in nothing else', () => {
    expect(requests(get('/x', NOT_FOUND, { basePath: '/v1' }))).toEqual(['https://site.example/x']);
  });

  it('follows references within the document, and circles end', () => {
    const document = {
      paths: { '/pets/{id}': { $ref: '#/components/pathItems/pet' }, '/loop': { $ref: '#/paths/~1loop' } },
      components: {
        pathItems: {
          pet: {
            get: { responses: { $ref: '#/components/all' }, parameters: [{ $ref: '#/components/id' }] },
          },
        },
        all: { 404: { $ref: '#/components/responses/NotFound' } },
        id: ID,
      },
    };
    expect(requests(document)).toEqual(['https://site.example/pets/anc-web-audit-no-such-id']);
  });

  it.each([
    [undefined, 'https://site.example/x'],
    [[{ url: '/api/v1/' }], 'https://site.example/api/v1/x'],
    [[{ url: 'https://api.site.example' }, { url: 'https://site.example/v2' }], 'https://site.example/v2/x'],
    [[{ url: '/{v}', variables: { v: { default: 'v3' } } }], 'https://site.example/v3/x'],
    [[{ url: '/{version}', variables: { version: { default: 'v3' } } }], 'https://site.example/v3/x'],
    [[{ url: 'http://[' }, { url: '/v2' }], 'https://site.example/v2/x'],
    [[{ url: 'https://api.site.example' }], undefined],
    // springdoc, NSwag and Swashbuckle list such URLs behind a proxy that terminates TLS.
    [[{ url: 'http://site.example/' }], 'https://site.example/x'],
    [[{ url: 'http://site.example:80/api' }], 'https://site.example/api/x'],
    [[{ url: 'http://site.example:8080/api' }], undefined],
    [[{ url: '/{tenant}/v1' }], 'https://site.example/anc-web-audit-no-such-id/v1/x'],
    [[{ url: 'https://site.example/{tenant}' }], 'https://site.example/anc-web-audit-no-such-id/x'],
    [[{ url: '{baseUrl}/v1' }], undefined],
    [[{ url: '{scheme}://site.example' }], undefined],
    [[{ url: 'https://{region}.site.example' }], undefined],
  ])('servers %j → %s', (servers, expected) => {
    const document = get('/x', { responses: { 404: {} } }, servers === undefined ? {} : { servers });
    expect(requests(document)).toEqual(expected === undefined ? [] : [expected]);
  });

  it("prefers the operation's own servers to the path item's", () => {
    const paths = {
      '/x': { servers: [{ url: '/item' }], get: { ...NOT_FOUND, servers: [{ url: '/operation' }] } },
      '/y': { servers: [{ url: '/item' }], get: NOT_FOUND },
    };
    expect(requests({ paths })).toEqual(['https://site.example/operation/x', 'https://site.example/item/y']);
  });

  it.each([
    [{}, 'https://site.example/x'],
    [{ basePath: '/v1' }, 'https://site.example/v1/x'],
    [{ host: 'site.example', basePath: '/v1', schemes: ['http', 'https'] }, 'https://site.example/v1/x'],
    [{ host: 'api.site.example' }, undefined],
  ])('Swagger 2.0 with %j → %s', (extra, expected) => {
    const document = { ...get('/x', NOT_FOUND), openapi: undefined, swagger: '2.0', ...extra };
    expect(requests(document)).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each(['//evil.example/x', 'x', '\\\\evil.example/x'])('never leaves the origin for %s', (path) => {
    expect(requests(get(path, NOT_FOUND))).toEqual([]);
  });

  it('ends on a document of nothing but paths', () => {
    const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`/${i}`, { get: NOT_FOUND }]));
    expect(requests({ paths }, 1)).toEqual(['https://site.example/0']);
    expect(requests({ paths: 'none' })).toEqual([]);
  });
});

describe('apiBase', () => {
  const base = (document: Record<string, unknown>) =>
    apiBase({ version: '3.1.0', document, complete: true }, FROM, ORIGIN);
  const paths = (...all: readonly string[]) => ({ paths: Object.fromEntries(all.map((path) => [path, {}])) });
  const API = paths('/api/trees', '/api/items/{id}');

  it.each([
    ['a folder in `servers`', { servers: [{ url: '/v1/' }], ...API }, '/v1', 'servers'],
    ['a folder in the second server', { servers: [{ url: '//[' }, { url: '/v2' }] }, '/v2', 'servers'],
    ['`basePath`', { swagger: '2.0', basePath: '/v1', ...API }, '/v1', 'servers'],
    ['no `servers`', API, '/api', 'paths'],
    ['a server that is only a host', { servers: [{ url: 'http://site.example' }], ...API }, '/api', 'paths'],
    ['no `basePath`', { swagger: '2.0', ...API }, '/api', 'paths'],
    ['one path', paths('/api/v1/trees'), '/api/v1', 'paths'],
    ['folders that begin alike', paths('/api/v1/trees', '/api/v10/trees'), '/api', 'paths'],
    ['a placeholder in the shared part', paths('/api/{v}/a', '/api/{v}/b'), '/api', 'paths'],
    ['one path at the root', paths('/api/trees', '/health'), '', 'none'],
    ['no common folder', paths('/trees/{id}', '/items/{id}'), '', 'none'],
    ['no paths', {}, '', 'none'],
    ['paths that leave the origin', paths('//evil.example/a/b', 'https://evil.example/a'), '', 'none'],
    ['paths that leave their folder', paths('/api/../../x/a'), '/x', 'paths'],
    ['a query in the path', paths('/api?next=/a/b'), '', 'none'],
    [
      'path items with their own servers',
      {
        servers: [{ url: 'https://api.site.example' }],
        paths: { '/a/x': { servers: [{ url: '/files' }] }, '/b/x': {} },
      },
      '/files/a',
      'paths',
    ],
  ])('with %s', (_, document, path, source) => {
    expect(base(document)).toEqual({ url: `https://site.example${path}`, source });
  });
});

describe('apiElsewhere', () => {
  const OTHER = 'https://api.other.example/v1';
  const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
  const elsewhere = (document: Record<string, unknown>) =>
    apiElsewhere({ version: '3.1.0', document, complete: true }, FROM, ORIGIN);
  const SWAGGER = { swagger: '2.0', host: 'api.other.example' };

  it.each([
    ['one server elsewhere', at(OTHER), 'https://api.other.example'],
    ['all elsewhere', at(OTHER, 'https://site.example:8443'), 'https://api.other.example'],
    ['none named', {}, undefined],
    ['one of them here', at(OTHER, '/api'), undefined],
    ['the same host by http', at('http://site.example/api'), undefined],
    ['another host, with a path that is not filled', at('https://b.example/{v}'), 'https://b.example'],
    ['this host, with a path that is not filled', at('https://site.example/{v}'), undefined],
    ['the same host by http, another port', at('http://site.example:8080'), 'http://site.example:8080'],
    ['an address that is not filled', at('{baseUrl}/v1'), undefined],
    ['a name that is not filled', at('https://{region}.site.example'), undefined],
    ['an operation here', { ...at(OTHER), paths: { '/x': { get: at('/') } } }, undefined],
    ['a path here', { ...at(OTHER), paths: { '/x': at('/') } }, undefined],
    [
      'operations elsewhere too',
      { ...at(OTHER), paths: { '/x': { post: at('https://b.example') } } },
      'https://api.other.example',
    ],
    ['one elsewhere, and one without a name', at(OTHER, 'https://{region}.site.example'), undefined],
    ['Swagger elsewhere', SWAGGER, 'https://api.other.example'],
    [
      'Swagger elsewhere, with servers, which it does not have',
      { ...SWAGGER, ...at('/'), paths: { '/x': at('/') } },
      'https://api.other.example',
    ],
  ])('%s', (_, document, expected) => {
    expect(elsewhere(document)).toBe(expected);
  });
});
