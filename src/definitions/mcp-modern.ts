/** The modern lane of MCP (revision 2026-07-28), in which every request is complete in itself. */
import type { Definition } from './definition.ts';

/** What is the matter with all that the modern lane asks where nothing shows that there is one. */
export const NOT_MODERN_FINDING = 'Nothing shows that the MCP server speaks revision 2026-07-28.';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2026-07-28';

const DISCOVER = { label: 'MCP 2026-07-28: Discovery', url: `${SPECIFICATION}/server/discover` };
const TRANSPORT = `${SPECIFICATION}/basic/transports/streamable-http`;

const OVERVIEW = `${SPECIFICATION}/basic/index`;

export const mcpModern = [
  {
    id: 'mcp-server-discover',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP server/discover answers',
    fails: 'MCP server/discover gives no complete answer',
    goal: 'An agent learns the server’s versions, capabilities and identity in one request, without a handshake.',
    passesWhen:
      '`server/discover` answers with supported versions, capabilities and server identity (in `_meta`, key for serverInfo with name and version).',
    fix: 'Implement `server/discover` of MCP revision 2026-07-28: a result with `supportedVersions`, `capabilities` and `_meta["io.modelcontextprotocol/serverInfo"]` with name and version. `createMcpHandler` in version 2 of the MCP TypeScript SDK answers it. Until it is answered, the other checks of that revision count as missing too.',
    findings: {
      absent: 'The MCP server does not answer server/discover.',
      noncompliant: 'The answer to server/discover is incomplete.',
      broken: 'The MCP server refuses server/discover of a revision that it supports.',
    },
    resources: [DISCOVER],
  },

  {
    id: 'mcp-modern-tools-list',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP tools are listed without a handshake',
    fails: 'MCP gives no complete list of tools without a handshake',
    goal: 'An agent lists the tools with one request, through any proxy and without a session.',
    passesWhen: 'A header-routed `tools/list` (revision 2026-07-28) returns tools without `initialize`.',
    fix: 'Serve `tools/list` of MCP revision 2026-07-28 from the headers `MCP-Protocol-Version` and `Mcp-Method` and from `_meta` alone, without asking for `initialize` first.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'Some MCP tools have no name or no input schema.',
      broken: 'The MCP server does not list its tools without a handshake.',
    },
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, request metadata', url: `${TRANSPORT}#request-metadata` },
      { label: 'MCP 2026-07-28: Tools', url: `${SPECIFICATION}/server/tools` },
    ],
  },

  {
    id: 'mcp-modern-unknown-method',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown method gives -32601 without a handshake',
    fails: 'Unknown methods are not refused as MCP 2026-07-28 says',
    goal: 'An agent can tell a method that the server lacks from an endpoint that is not there.',
    passesWhen: 'An unknown method on the modern lane returns -32601.',
    fix: 'Answer an unknown method of revision 2026-07-28 with HTTP 404 and the JSON-RPC error -32601.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'An unknown method is refused with the right error, but with the wrong HTTP status.',
      broken: 'Without a handshake, an unknown MCP method is not refused with error -32601.',
    },
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, protocol version header',
        url: `${TRANSPORT}#protocol-version-header`,
      },
    ],
  },

  {
    id: 'mcp-modern-resources-miss',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown resource gives -32602',
    fails: 'Unknown resources are not refused as MCP 2026-07-28 says',
    goal: 'An agent that reads a resource that is gone gets an error it can tell apart from a failing server.',
    passesWhen: 'Modern `resources/read` with an unknown URI returns -32602.',
    fix: 'Answer `resources/read` of a URI that the server does not have with the JSON-RPC error -32602 (the -32002 of earlier revisions is no longer used).',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'An MCP resource that does not exist is not refused with error -32602.',
    },
    resources: [{ label: 'MCP 2026-07-28: error codes', url: `${OVERVIEW}#error-codes` }],
  },
] as const satisfies readonly Definition[];
