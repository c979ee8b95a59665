/** Definitions of the checks for MCP revision 2026-07-28 (the “modern lane”), in which every request is self-contained. */
import type { Definition } from './definition.ts';

/** The finding of every check for revision 2026-07-28 if nothing shows that the server supports this revision. */
const NOT_MODERN_FINDING = 'Nothing shows that the MCP server speaks revision 2026-07-28.';

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
    label: 'MCP server/discover responds',
    fails: 'MCP server/discover gives no complete response',
    goal: 'An agent learns the server’s versions, capabilities and identity in one request, without a handshake.',
    passesWhen:
      '`server/discover` returns `supportedVersions`, `capabilities`, and in `_meta` the server’s name and version.',
    fix: 'Implement `server/discover` of MCP revision 2026-07-28: a result with `supportedVersions`, `capabilities` and `_meta["io.modelcontextprotocol/serverInfo"]` with name and version, sent as application/json. `createMcpHandler` in version 2 of the MCP TypeScript SDK does this. Until then, the other checks of that revision count as missing too.',
    findings: {
      absent: 'The MCP server does not answer server/discover.',
      noncompliant: 'The response to server/discover is incomplete.',
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
    fails: 'MCP returns no complete list of tools without a handshake',
    goal: 'An agent lists the tools with one request, through any proxy and without a session.',
    passesWhen: '`tools/list` of revision 2026-07-28 returns tools without `initialize` before it.',
    fix: 'Serve `tools/list` of MCP revision 2026-07-28 from the headers `MCP-Protocol-Version` and `Mcp-Method` and from `_meta` alone, without requiring `initialize` first, as application/json, with tools that its schema accepts: an `inputSchema` with `"type": "object"`, and no `required: null`.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'Clients refuse the list for one of its MCP tools.',
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
    label: 'An unknown method gets -32601 without a handshake',
    fails: 'Unknown methods are not refused as MCP 2026-07-28 says',
    goal: 'An agent can tell a missing method from a missing endpoint.',
    passesWhen: 'In revision 2026-07-28, a method that does not exist returns the JSON-RPC error -32601.',
    fix: 'Answer an unknown method of revision 2026-07-28 with HTTP 404 and the JSON-RPC error -32601, sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'A call to an unknown method gets the right error, but the wrong HTTP status.',
      broken: 'Without a handshake, a call to an unknown MCP method does not get error -32601.',
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
    label: 'An unknown MCP resource gets error -32602',
    fails: 'Unknown resources are not refused as MCP 2026-07-28 says',
    goal: 'An agent that reads a resource that is gone gets an error it can tell apart from a failing server.',
    passesWhen: 'In revision 2026-07-28, `resources/read` of an unknown URI returns the error -32602.',
    fix: 'Answer `resources/read` of a URI that the server does not have with the JSON-RPC error -32602 (the -32002 of earlier revisions is no longer used), sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'A request for an unknown MCP resource does not get error -32602.',
    },
    resources: [{ label: 'MCP 2026-07-28: error codes', url: `${OVERVIEW}#error-codes` }],
  },

  {
    id: 'mcp-modern-clientcaps',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'An MCP request without clientCapabilities is refused',
    fails: 'Missing clientCapabilities do not get an MCP error as JSON',
    goal: 'An agent that forgets a required field gets an error, instead of a result based on assumptions.',
    passesWhen:
      'In revision 2026-07-28, a request without `clientCapabilities` in `_meta` returns the error -32602 or -32600.',
    fix: 'Refuse a request whose `_meta` lacks `io.modelcontextprotocol/clientCapabilities` with HTTP 400 and the JSON-RPC error -32602, sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'An MCP request without clientCapabilities does not get the required error.',
    },
    resources: [{ label: 'MCP 2026-07-28: per-request protocol fields', url: `${OVERVIEW}#meta` }],
  },

  {
    id: 'mcp-modern-header-mismatch',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'An MCP header that contradicts the body is refused',
    fails: 'Contradicting MCP headers do not get error -32020 as JSON',
    goal: 'The server does what its headers told the proxies, so an agent cannot be routed to one thing and served another.',
    passesWhen:
      'In revision 2026-07-28, a request whose `Mcp-Method` header contradicts its body returns the error -32020.',
    fix: 'Compare `Mcp-Method` (and `Mcp-Name`, `MCP-Protocol-Version`) with the body, and refuse a mismatch with HTTP 400 and the JSON-RPC error -32020, sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'An MCP request whose header contradicts its body does not get error -32020.',
    },
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, server validation', url: `${TRANSPORT}#server-validation` },
    ],
  },

  {
    id: 'mcp-modern-version-reject',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'An unsupported MCP version gets a list of supported ones',
    fails: 'Unsupported MCP versions do not get -32022 with a JSON list',
    goal: 'An agent that requests an unsupported version learns from the error which versions are supported.',
    passesWhen:
      'A protocol version that does not exist returns the error -32022 with an array `data.supported`.',
    fix: 'Refuse an unknown protocol version with HTTP 400 and the JSON-RPC error -32022, with the supported versions as an array in `data.supported`, sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'The error for an unsupported MCP version does not say which ones are supported.',
      broken: 'A request with an unsupported MCP version does not get error -32022.',
    },
    resources: [
      {
        label: 'MCP 2026-07-28: protocol version negotiation',
        url: `${SPECIFICATION}/basic/versioning#protocol-version-negotiation`,
      },
    ],
  },

  {
    id: 'mcp-batch-reject',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP batches are refused',
    fails: 'Batches are not refused as MCP 2026-07-28 says',
    goal: 'An agent that sends a batch, which the protocol no longer has, learns why it failed.',
    passesWhen:
      'An array with a request of revision 2026-07-28 returns the JSON-RPC error -32600 without an id.',
    fix: 'Refuse a body that is a JSON array with HTTP 400 and the JSON-RPC error -32600 with `"id": null`, sent as application/json.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'An MCP batch is refused, but not as the protocol says.',
      broken: 'The MCP server executes a batch, or fails on it.',
    },
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, sending messages', url: `${TRANSPORT}#sending-messages` },
      {
        label: 'JSON-RPC 2.0, section 5: response object',
        url: 'https://www.jsonrpc.org/specification#response_object',
      },
    ],
  },
] as const satisfies readonly Definition[];
