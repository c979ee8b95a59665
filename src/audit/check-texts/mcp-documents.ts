/** Definitions of the checks for the MCP server card and other documents about an MCP server. */
import type { Definition } from './definition.ts';

const SERVER_CARDS = {
  label: 'SEP-2127: MCP server cards',
  url: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127',
};

const SERVER_CARD_DISCOVERY = {
  label: 'MCP server cards: discovery',
  url: 'https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md',
};

export const mcpDocuments = [
  {
    id: 'well-known-mcp-card',
    category: 'mcp',
    keyword: 'should',
    principle: 'P8',
    label: 'An MCP server card is published',
    fails: 'No correct MCP server card is published',
    goal: 'An agent finds the MCP server and how to reach it from the host name alone.',
    passesWhen:
      'A server card with a name and an endpoint is at `/.well-known/mcp/server-card.json`, at `<endpoint>/server-card`, or where an ai-catalog lists it.',
    fix: 'Serve a JSON object at /.well-known/mcp/server-card.json with `$schema`, `name`, `version`, `description` and the endpoint in `remotes`, and list it in /.well-known/ai-catalog.json; `<endpoint>/server-card`, the place that MCP has reserved for it since 2026, counts as well.',
    findings: {
      absent: 'There is no MCP server card.',
      noncompliant: 'The MCP server card is incomplete.',
      broken: 'The MCP server card cannot be read.',
    },
    resources: [SERVER_CARDS, SERVER_CARD_DISCOVERY],
  },

  {
    id: 'mcp-card-legacy-aliases',
    category: 'mcp',
    keyword: 'may',
    principle: 'P8',
    label: 'MCP card: older paths redirect to the canonical one',
    fails: 'An older path has no permanent redirect to the MCP card',
    goal: 'An agent that knows an older path ends up at the one card that is kept up to date.',
    passesWhen:
      '`/.well-known/mcp`, `/.well-known/mcp.json` and `/mcp.json` redirect to the server card with 301 or 308, if they exist.',
    fix: 'Redirect /.well-known/mcp, /.well-known/mcp.json and /mcp.json to /.well-known/mcp/server-card.json with 301 or 308, or let them answer 404.',
    resources: [
      SERVER_CARDS,
      {
        label: 'RFC 9110, section 15.4.9: 308 Permanent Redirect',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.9',
      },
    ],
  },

  {
    id: 'mcp-usage-doc',
    category: 'mcp',
    keyword: 'may',
    principle: 'P8',
    label: 'The MCP server has a usage guide in Markdown',
    fails: 'The MCP server has no readable usage guide',
    goal: 'An agent reads when and how to use the MCP server, before it connects.',
    passesWhen:
      '`/mcp.md`, or the documentation that the server card links to, responds with text that is not HTML.',
    fix: 'Publish a Markdown guide at /mcp.md: what the tools are for, limits, errors and an example. The `documentation` field of the server card may point to another place on the same origin.',
    findings: { broken: 'The guide to the MCP server is not Markdown with text in it.' },
    resources: [
      SERVER_CARDS,
      { label: 'RFC 7763: text/markdown', url: 'https://www.rfc-editor.org/rfc/rfc7763.html' },
    ],
  },
] as const satisfies readonly Definition[];
