import { describe, expect, it } from 'vitest';
import type { McpDiscovery } from '../../audit/scorecard/schema.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { hintFor } from '../commands/audit.ts';

const blockedAt = (endpoint: string): McpDiscovery => ({
  source: '/mcp.json',
  endpoint,
  blocked: 'declared on a different origin',
});

const remark = (discovery: McpDiscovery[], more = {}) =>
  hintFor(envelopeFor({ target: 'http://localhost:3000', mcpDiscovery: discovery, ...more }));

describe('an endpoint that was not called because it is on another origin', () => {
  it('may belong to production: the hint names both options', () => {
    const said = remark([
      { source: '/mcp' },
      blockedAt('https://example.com/mcp'),
      blockedAt('https://example.com/b'),
    ]);
    expect(said).toContain('an MCP endpoint at https://example.com, another origin');
    expect(said).toContain('pass --canonical-origin https://example.com.');
    expect(said).toContain('--mcp-endpoint');
  });

  it('gets no --canonical-origin hint on the same site or if the origin is known', () => {
    const said = remark([blockedAt('https://mcp.site.example/')], { target: 'site.example' });
    expect(said).not.toContain('--canonical-origin');
    expect(said).toContain('--mcp-endpoint');
    const known = remark([blockedAt('https://mcp.example/')], { canonicalOrigin: 'https://example.com' });
    expect(known).not.toContain('--canonical-origin');
  });

  it('gets the --canonical-origin hint if another endpoint was found on this machine', () => {
    const said = remark([blockedAt('https://example.com/mcp')], { mcpEndpoint: 'http://localhost:3000/mcp' });
    expect(said).toContain('pass --canonical-origin https://example.com.');
    expect(said).not.toContain('--mcp-endpoint');
  });

  it('gets no hint if the site has its own endpoint, none was blocked, or origins differ', () => {
    const other = blockedAt('https://example.com/mcp');
    expect(remark([other], { target: 'site.com', mcpEndpoint: 'https://site.com/mcp' })).toBeUndefined();
    expect(remark([{ source: '/mcp', endpoint: 'http://localhost:3000/mcp' }])).toBeUndefined();
    expect(remark([other, blockedAt('https://example.org/mcp')])).toBeUndefined();
  });

  it.each([
    'https://$(id).example.com/mcp',
    'https://a;b.example.com/',
    "https://a'b.example.com/",
    'https://`id`.test/',
  ])('never puts %s into a command', (endpoint) => {
    expect(remark([blockedAt(endpoint)])).toBeUndefined();
  });
});
