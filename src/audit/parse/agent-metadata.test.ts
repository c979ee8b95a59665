import { describe, expect, it } from 'vitest';
import { cardDeclaresSecurity, parseAuthorizationServer, parseProtectedResource } from './agent-metadata.ts';

const ENDPOINT = '`token_endpoint` or `authorization_endpoint`';

describe('metadata: complete, lacking something, or something else', () => {
  it.each([
    [parseAuthorizationServer, { issuer: 'https://a.example', token_endpoint: '/t' }, []],
    [parseAuthorizationServer, { issuer: 'https://a.example', authorization_endpoint: '/a' }, []],
    [parseAuthorizationServer, { issuer: 'https://a.example' }, [ENDPOINT]],
    [parseAuthorizationServer, { token_endpoint: '/t' }, ['`issuer`']],
    [parseProtectedResource, { resource: 'https://a.example/mcp' }, []],
    [parseProtectedResource, { authorization_servers: [] }, ['`resource`']],
  ])('%# %j lacks %j', (parse, document, missing) => {
    expect(parse(JSON.stringify(document))).toEqual({ ok: true, value: { document, missing } });
  });

  it.each([
    [
      parseAuthorizationServer,
      '{}',
      `JSON, but not authorization server metadata: no \`issuer\` and no ${ENDPOINT}`,
    ],
    [
      parseAuthorizationServer,
      '{"issuer":5}',
      `JSON, but not authorization server metadata: no \`issuer\` and no ${ENDPOINT}`,
    ],
    [parseProtectedResource, '[]', 'JSON, but an array instead of an object'],
    [parseProtectedResource, 'x', "not JSON: Unexpected token 'x'"],
    [parseProtectedResource, '{"error":"x"}', 'JSON, but not protected resource metadata: no `resource`'],
  ])('%# refuses %s', (parse, text, why) => {
    expect(parse(text)).toEqual({ ok: false, why });
  });
});

describe('cardDeclaresSecurity', () => {
  it.each([
    [{}, false],
    [{ authentication: { required: false, documentation: 'https://a.example/auth' } }, false],
    [{ authentication: { documentation: 'https://a.example/auth' } }, false],
    [{ authentication: { required: true } }, true],
    [{ authentication: { schemes: ['bearer'] } }, true],
    [{ authentication: { schemes: [] } }, false],
    [{ authentication: { type: 'none' } }, false],
    [{ authentication: { type: 'oauth2' } }, true],
    [{ authentication: { oauth2: { issuer: 'x' } } }, true],
    [{ authentication: { enabled: false, type: 'oauth2' } }, false],
    [{ authentication: ['none'] }, false],
    [{ auth: 'bearer' }, true],
    [{ auth: 'None' }, false],
    [{ authorization: true }, true],
    [{ authorization: false }, false],
    [{ securitySchemes: { key: {} } }, true],
    [{ securitySchemes: {}, security: [] }, false],
    [{ security: [{ key: [] }] }, true],
    [{ securityRequirements: [{ schemes: { key: {} } }] }, true],
  ])('%j → %s', (card, expected) => {
    expect(cardDeclaresSecurity(card)).toBe(expected);
  });
});
