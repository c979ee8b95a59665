import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardDeclaresSecurity,
  parseAgentCard,
  parseAuthorizationServer,
  parseJsonContainer,
  parseProtectedResource,
  parseSkillsIndex,
} from './agent-metadata.ts';

const ENDPOINT = '`token_endpoint` or `authorization_endpoint`';
const CARD = '`url`, `supportedInterfaces` or `skills`';

describe('metadata: complete, lacking something, or something else', () => {
  it.each([
    [parseAuthorizationServer, { issuer: 'https://a.example', token_endpoint: '/t' }, []],
    [parseAuthorizationServer, { issuer: 'https://a.example', authorization_endpoint: '/a' }, []],
    [parseAuthorizationServer, { issuer: 'https://a.example' }, [ENDPOINT]],
    [parseAuthorizationServer, { token_endpoint: '/t' }, ['`issuer`']],
    [parseProtectedResource, { resource: 'https://a.example/mcp' }, []],
    [parseProtectedResource, { authorization_servers: [] }, ['`resource`']],
    [parseAgentCard, { name: 'A', url: 'https://a.example' }, []],
    [parseAgentCard, { name: 'A', supportedInterfaces: [] }, []],
    [parseAgentCard, { name: 'A', skills: [] }, []],
    [parseAgentCard, { name: 'A' }, [CARD]],
    [parseAgentCard, { name: ' ', skills: [] }, ['`name`']],
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
    [parseProtectedResource, '{"error":"x"}', 'JSON, but not protected resource metadata: no `resource`'],
    [parseAgentCard, '{"ok":true}', `JSON, but not an agent card: no \`name\` and no ${CARD}`],
    [parseAgentCard, '[]', 'JSON, but an array instead of an object'],
    [parseAgentCard, 'x', "not JSON: Unexpected token 'x'"],
    [parseSkillsIndex, '{"skills":{}}', 'JSON without a `skills` array'],
    [parseSkillsIndex, 'null', 'JSON, but null instead of an object'],
    [parseJsonContainer, '"x"', 'JSON, but a string instead of an object or array'],
    [parseJsonContainer, 'null', 'JSON, but null instead of an object or array'],
    [parseJsonContainer, '', 'empty'],
  ])('%# refuses %s', (parse, text, why) => {
    expect(parse(text)).toEqual({ ok: false, why });
  });

  it('counts skills and names the container', () => {
    expect(parseSkillsIndex('{"skills":[{},{}]}')).toEqual({ ok: true, value: 2 });
    expect(parseJsonContainer('[]')).toEqual({ ok: true, value: 'an array' });
    expect(parseJsonContainer('{}')).toEqual({ ok: true, value: 'an object' });
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
  ])('%j → %s', (card, expected) => {
    expect(cardDeclaresSecurity(card)).toBe(expected);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const card = { authentication: value, security: value, auth: value, securitySchemes: value };
        expect(typeof cardDeclaresSecurity(card)).toBe('boolean');
      }),
    );
  });
});
