import { describe, expect, it } from 'vitest';
import { isAgentDocumentUrl, isMcpCardUrl, isOpenApiUrl, mayDescribeApi } from './api-references.ts';

describe('isOpenApiUrl', () => {
  it.each([
    ['/openapi.json', true],
    ['/api/v1/OpenAPI.yml?raw=1', true],
    ['/petstore-openapi.v2.yaml', true],
    ['/swagger.json', true],
    ['/swagger/v1/swagger.json', true],
    ['/openapi/v1.json', true],
    ['/v3/api-docs', true],
    ['/v3/api-docs.yaml', true],
    ['/openapi', false],
    ['/docs/openapi', false],
    ['/docs/openapi.html', false],
    ['/openapi.json.md', false],
    ['/openapiology.json', false],
    ['/docs/api-docs', false],
    ['/swagger/index.html', false],
  ])('%s → %s', (path, expected) => {
    expect(isOpenApiUrl(`https://site.example${path}`)).toBe(expected);
  });
});

describe('mayDescribeApi', () => {
  it.each([
    ['OpenAPI', '/spec/v1', true],
    ['Our Open API description', '/spec.yaml', true],
    ['Swagger', '/docs', true],
    ['The API', '/spec/v1.yaml', true],
    ['Description', '/api/v1.json', true],
    ['OpenAPI explained', '/blog/openapi.html', false],
    ['OpenAPI explained', '/blog/openapi.md', false],
    ['The API', '/docs/api', false],
    ['Rapid data', '/data.json', false],
  ])('%s %s → %s', (words, path, expected) => {
    expect(mayDescribeApi(words, `https://site.example${path}`)).toBe(expected);
  });
});

describe('isMcpCardUrl', () => {
  it.each([
    ['/.well-known/mcp', true],
    ['/.well-known/mcp.json', true],
    ['/.well-known/mcp/server-card.json', true],
    ['/mcp.json', true],
    ['/mcp', true],
    ['/api/mcp-server-card.json', true],
    ['/mcp/openapi.json', false],
    ['/docs/mcp-guide', false],
    ['/openapi.json', false],
  ])('%s → %s', (path, expected) => {
    expect(isMcpCardUrl(`https://site.example${path}`)).toBe(expected);
  });
});

describe('isAgentDocumentUrl', () => {
  it.each([
    ['/.well-known/agent-card.json', true],
    ['/.well-known/agent.json', true],
    ['/.well-known/ai-catalog.json', true],
    ['/.well-known/agent-skills/index.json', true],
    ['/llms.txt', true],
    ['/api/agent.json', false],
    ['/openapi.json', false],
  ])('%s → %s', (path, expected) => {
    expect(isAgentDocumentUrl(`https://site.example${path}`)).toBe(expected);
  });
});
