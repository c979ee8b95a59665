/** The MCP server card of a site, wherever it is published. */
import type { Definition } from './definition.ts';

export const SERVER_CARDS = {
  label: 'SEP-2127: MCP server cards',
  url: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127',
};

const SERVER_CARD_DISCOVERY = {
  label: 'MCP server cards: discovery',
  url: 'https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md',
};

export const mcpCard = [
  {
    id: 'well-known-mcp-card',
    category: 'mcp',
    keyword: 'should',
    principle: 'P8',
    label: 'An MCP server card is published',
    fails: 'No correct MCP server card is published',
    goal: 'An agent finds the MCP server and how to reach it from the host name alone.',
    passesWhen: 'An MCP server card is published at `/.well-known/mcp/server-card.json`.',
    fix: 'Serve a JSON object at /.well-known/mcp/server-card.json with `$schema`, `name`, `version`, `description` and the endpoint in `remotes`, and list it in /.well-known/ai-catalog.json; `<endpoint>/server-card`, the place that MCP has reserved for it since 2026, counts as well.',
    findings: {
      absent: 'There is no MCP server card.',
      noncompliant: 'The MCP server card is incomplete.',
      broken: 'The MCP server card cannot be read.',
    },
    resources: [SERVER_CARDS, SERVER_CARD_DISCOVERY],
  },
] as const satisfies readonly Definition[];
