import { describe, expect, it } from 'vitest';
import { declaresSecurity, openApiFault, parseOpenApi, resolveLocal } from './openapi.ts';

const JSON_DOC = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };
const YAML_DOC = 'openapi: 3.1.0\ninfo:\n  title: T\npaths: {}\n';

function parsed(text: string, cut = false) {
  const result = parseOpenApi(text, cut);
  if (!result.ok) throw new Error(result.why);
  return result.value;
}

describe('parseOpenApi', () => {
  it.each([
    ['JSON', JSON.stringify(JSON_DOC)],
    ['JSON after a byte order mark', `\ufeff ${JSON.stringify(JSON_DOC)}`],
    ['YAML', YAML_DOC],
    ['YAML in flow style', '{openapi: 3.1.0, info: {title: T}, paths: {}}'],
  ])('reads %s', (_, text) => {
    expect(parsed(text)).toMatchObject({ version: '3.1.0', complete: true });
    expect(openApiFault(parsed(text))).toBeUndefined();
  });

  it.each([
    ['{"openapi":', 'not JSON: Unexpected end of JSON input'],
    ['{"error":"gone"}', 'neither `openapi` nor `swagger` declares a version'],
    ['{"openapi":{}}', 'neither `openapi` nor `swagger` declares a version'],
    ['[]', 'an array instead of an OpenAPI document'],
    ['Hello there', 'a string instead of an OpenAPI document'],
    ['', 'empty'],
    ['openapi: 3.1.0\nbad', expect.stringMatching(/^not YAML/)],
  ])('refuses %j', (text, why) => {
    expect(parseOpenApi(text, false)).toEqual({ ok: false, why });
  });

  it('says nothing of flow style that goes beyond a limit', () => {
    const text = `{openapi: 3.1.0, info: {}, paths: {},\n${'\n'.repeat(150_000)}}`;
    expect(parseOpenApi(text, false)).toMatchObject({ ok: false, isLimit: true });
  });

  it('reads the beginning of one that was cut off, and does not miss what may follow', () => {
    const json = parsed('{"openapi":"3.0.3","paths":{"/a":{"get":{}},"/b":{"ge', true);
    expect(json).toEqual({
      version: '3.0.3',
      document: { openapi: '3.0.3', paths: { '/a': { get: {} } } },
      complete: false,
    });
    expect(openApiFault(json)).toBeUndefined();
    const yaml = parsed('openapi: 3.0.3\npaths:\n  /a:\n    get: {}\n  /b:\n    get: [', true);
    expect(yaml.document).toEqual({ openapi: '3.0.3', paths: { '/a': { get: {} } } });
  });

  it('reads a document of many paths in YAML', () => {
    const paths = Array.from(
      { length: 100 },
      (_, i) => `  /things/${i}/{id}:\n    get:\n      summary: ${'x'.repeat(150)}`,
    );
    const text = `openapi: 3.1.0\ninfo:\n  title: T\npaths:\n${paths.join('\n')}\n`;
    expect(Object.keys(parsed(text).document.paths ?? {})).toHaveLength(100);
  });
});

describe('openApiFault', () => {
  it.each([
    [{ ...JSON_DOC, openapi: '3.0.4' }, undefined],
    [{ ...JSON_DOC, openapi: 3.1 }, undefined],
    [{ openapi: '3.2.0', info: {}, webhooks: {} }, undefined],
    [{ openapi: '3.1.0', info: {}, components: {} }, undefined],
    [{ swagger: '2.0', info: {}, paths: {} }, undefined],
    [{ swagger: 2, info: {}, paths: {} }, undefined],
    [{ ...JSON_DOC, openapi: '2.0' }, 'openapi is 2.0, not 3.x'],
    [{ ...JSON_DOC, openapi: '31' }, 'openapi is 31, not 3.x'],
    [{ swagger: '1.2', info: {}, paths: {} }, 'swagger is 1.2, not 2.0'],
    [{ openapi: '3.1.0', paths: {} }, '`info` is missing'],
    [{ openapi: '3.1.0', info: 'T', paths: {} }, '`info` is missing'],
    [{ openapi: '3.1.0', info: {} }, '`paths`, `webhooks` and `components` are all missing'],
    [{ openapi: '3.1.0', info: {}, paths: [] }, '`paths`, `webhooks` and `components` are all missing'],
  ])('%j → %s', (document, fault) => {
    expect(openApiFault(parsed(JSON.stringify(document)))).toBe(fault);
  });
});

describe('declaresSecurity', () => {
  it.each([
    [{}, false],
    [{ security: [] }, false],
    [{ security: [{}] }, false],
    [{ security: [{ key: [] }] }, true],
    [{ components: { securitySchemes: {} } }, false],
    [{ components: { securitySchemes: { key: { type: 'apiKey' } } } }, true],
    [{ securityDefinitions: { key: { type: 'apiKey' } } }, true],
  ])('%j → %s', (extra, expected) => {
    expect(declaresSecurity(parsed(JSON.stringify({ ...JSON_DOC, ...extra })))).toBe(expected);
  });
});

describe('resolveLocal', () => {
  const document = {
    a: { $ref: '#/b' },
    b: { $ref: '#/c/d~1e/0' },
    c: { 'd/e': [{ here: true }] },
    loop: { $ref: '#/loop' },
    'x y': { spaced: true },
  };

  it.each([
    [{ plain: 1 }, { plain: 1 }],
    [{ $ref: '#/a' }, { here: true }],
    [{ $ref: '#/x%20y' }, { spaced: true }],
    [{ $ref: '#/loop' }, undefined],
    [{ $ref: '#/nowhere/at/all' }, undefined],
    [{ $ref: '#/toString' }, undefined],
    [{ $ref: '#/%' }, undefined],
    [{ $ref: 'other.json#/a' }, undefined],
    ['text', undefined],
    [undefined, undefined],
  ])('%j → %j', (value, expected) => {
    expect(resolveLocal(document, value)).toEqual(expected);
  });
});
