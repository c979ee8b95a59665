import { describe, expect, it } from 'vitest';
import { CARD_TYPE } from './mcp-card.ts';
import { mcpInCatalog, mcpInText } from './mcp-named.ts';

const BASE = 'https://site.example/llms.txt';
const said = (all: ReturnType<typeof mcpInText>) =>
  all.map(({ url, isPromise }) => `${url.replace('https://site.example', '')}${isPromise ? '' : '?'}`);

describe('a line of llms.txt', () => {
  it.each<[string, string[]]>([
    // Forms found on giggy.ai and spendtron.com.
    ['- MCP endpoint: https://site.example/mcp', ['/mcp?']],
    ['MCP server address: `https://site.example/api/mcp/`.', ['/api/mcp/?']],
    ['Server URL: https://site.example/v1/MCP', ['/v1/MCP?']],
    ['- [MCP server](/v1/mcp): search and read', ['/v1/mcp?']],
    ['- [Tools](https://site.example/v1/mcp?team=a): an MCP server', ['/v1/mcp?team=a?']],
    ['- [Model Context Protocol endpoint](</v1/sse>)', ['/v1/sse?']],
    ['- [API docs](/docs), [MCP endpoint](/rpc/mcp)', ['/rpc/mcp?']],
    ['- [MCP endpoint](/a/mcp)\n- [MCP server](/a/mcp)\n- [MCP URL](/mcp)', ['/a/mcp?', '/mcp?']],
  ])('%s suggests an endpoint', (line, urls) => {
    expect(said(mcpInText(line, BASE))).toEqual(urls);
  });

  it.each([
    // Links to pages about MCP, as on docs.ceramic.ai, docs.cline.bot and code.claude.com.
    '- MCP: https://docs.site.example/mcp',
    '- MCP: https://site.example/mcp/configuring-mcp-servers',
    '- MCP: https://site.example/docs/en/mcp',
    '- [MCP documentation](/mcp): how it works',
    '- [How to use the MCP server](/mcp-server)',
    '- [MCP server](/mcp.md): how it works',
    '- [MCP server](/agents): search and read',
    'MCP endpoint: `https://site.example/api/v1`.',
    '- [MCP](/features/mcp): what we do with it',
    '- [Event endpoint](/v1/sse): news; MCPs are planned',
    '- [MCP server card](/.well-known/mcp/server-card.json)',
    '- [Search API](/api/search): also as an MCP server with an endpoint',
    '- Search API: https://site.example/api/search (an MCP endpoint is planned)',
    '- [MCP](/integrations): what it is',
    '- [Compare](/compare-mcps): endpoints',
    '- [MCP endpoint](mailto:a@site.example/mcp)',
  ])('%s suggests none', (line) => {
    expect(mcpInText(line, BASE)).toEqual([]);
  });

  it('is one of a bounded text, and short', () => {
    const many = Array.from({ length: 9 }, (_, i) => `- [MCP endpoint](/${i}/mcp)`).join('\n');
    expect(mcpInText(many, BASE)).toHaveLength(3);
    expect(mcpInText(`${'x'.repeat(300_000)}\n${many}`, BASE)).toEqual([]);
    expect(mcpInText(`MCP${' '.repeat(2_000)}endpoint: https://site.example/mcp`, BASE)).toEqual([]);
  });
});

describe('an api-catalog', () => {
  const catalog = (...linkset: readonly object[]) => mcpInCatalog(JSON.stringify({ linkset }), BASE);

  it.each<[string, object, string[]]>([
    ['a context at /mcp', { anchor: 'https://site.example/api/mcp' }, ['/api/mcp']],
    ['an item by its title', { anchor: '/', item: [{ href: '/v1', title: 'MCP endpoint' }] }, ['/v1?']],
    [
      'a description by its title',
      { anchor: '/', 'service-desc': [{ href: '/mcp', title: 'MCP' }] },
      ['/mcp?'],
    ],
    ['an item by its type', { item: [{ href: '/v1', type: 'application/MCP+json; a=b' }] }, ['/v1']],
    ['a manifest by its type', { item: [{ href: '/v1', type: 'application/mcp-server+json' }] }, []],
    ['an item about it', { item: [{ href: '/v1', title: 'About our MCP server' }] }, []],
    [
      'a card',
      { anchor: '/', 'service-desc': [{ href: '/card', title: 'MCP server', type: CARD_TYPE }] },
      [],
    ],
    ['an item without a title', { anchor: '/', item: [{ href: '/mcp' }] }, []],
    ['documentation', { anchor: '/', 'service-doc': [{ href: '/mcp', title: 'MCP' }] }, []],
    ['an API', { anchor: 'https://site.example/api', 'service-desc': [{ href: '/openapi.json' }] }, []],
  ])('with %s', (_, context, urls) => {
    expect(said(catalog(context))).toEqual(urls);
  });

  it.each(['', '[]', '{"linkset":{}}', '{"linkset":[1,{"item":1},{"item":[1,{"href":2}]}]}'])(
    'that is %j names none',
    (text) => {
      expect(mcpInCatalog(text, BASE)).toEqual([]);
    },
  );
});
