import { describe, expect, it } from 'vitest';
import { CARD_TYPE } from './mcp-card.ts';
import { mcpInCatalog, mcpInText } from './mcp-named.ts';

const BASE = 'https://site.example/llms.txt';
const said = (all: ReturnType<typeof mcpInText>) =>
  all.map(({ url, isPromise }) => `${url.replace('https://site.example', '')}${isPromise ? '' : '?'}`);

describe('a line of llms.txt', () => {
  it.each<[string, string[]]>([
    // giggy.ai, spendtron.com
    ['- MCP endpoint: https://site.example/mcp', ['/mcp']],
    ['- MCP: https://site.example/mcp', ['/mcp']],
    ['MCP endpoint: `https://site.example/api/v1`.', ['/api/v1']],
    ['- [MCP server](/mcp): search and read', ['/mcp']],
    ['- [MCP server](/agents): search and read', ['/agents?']],
    ['- [MCP server](/agents): Streamable HTTP', ['/agents']],
    ['- [Tools](https://site.example/mcp): an MCP server', ['/mcp']],
    ['- [Model Context Protocol endpoint](</v1/agents>)', ['/v1/agents']],
    ['- [API docs](/docs), [MCP endpoint](/rpc)', ['/rpc']],
    ['- [MCP endpoint](/a)\n- [MCP](/a)\n- [MCP](/mcp)', ['/a', '/mcp']],
  ])('%s names an endpoint', (line, urls) => {
    expect(said(mcpInText(line, BASE))).toEqual(urls);
  });

  it.each([
    // docs.ceramic.ai, docs.cline.bot, code.claude.com: pages about MCP.
    '- MCP: https://docs.site.example/mcp',
    '- MCP: https://site.example/mcp/configuring-mcp-servers',
    '- MCP: https://site.example/docs/en/mcp',
    '- [MCP documentation](/mcp): how it works',
    '- [How to use the MCP server](/mcp-server)',
    '- [MCP server](/mcp.md): how it works',
    '- [MCP server card](/.well-known/mcp/server-card.json)',
    '- [Search API](/api/search): also as an MCP server with an endpoint',
    '- Search API: https://site.example/api/search (an MCP endpoint is planned)',
    '- [MCP](/integrations): what it is',
    '- [Compare](/compare-mcps): endpoints',
    '- [MCP endpoint](mailto:a@site.example)',
  ])('%s names none', (line) => {
    expect(mcpInText(line, BASE)).toEqual([]);
  });

  it('is one of a bounded text, and short', () => {
    const many = Array.from({ length: 9 }, (_, i) => `- [MCP endpoint](/${i})`).join('\n');
    expect(mcpInText(many, BASE)).toHaveLength(3);
    expect(mcpInText(`${'x'.repeat(300_000)}\n${many}`, BASE)).toEqual([]);
    expect(mcpInText(`MCP${' '.repeat(2_000)}endpoint: https://site.example/mcp`, BASE)).toEqual([]);
  });
});

describe('an api-catalog', () => {
  const catalog = (...linkset: readonly object[]) => mcpInCatalog(JSON.stringify({ linkset }), BASE);

  it.each<[string, object, string[]]>([
    ['a context at /mcp', { anchor: 'https://site.example/api/mcp' }, ['/api/mcp']],
    ['an item by its title', { anchor: '/', item: [{ href: '/v1', title: 'MCP endpoint' }] }, ['/v1']],
    [
      'a description by its title',
      { anchor: '/', 'service-desc': [{ href: '/mcp', title: 'MCP' }] },
      ['/mcp'],
    ],
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
