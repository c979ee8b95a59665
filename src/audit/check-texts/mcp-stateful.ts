/** Definitions of the checks for the MCP revisions of 2025 (the “stateful lane”): the handshake and later requests. */
import type { Definition } from './definition.ts';

/** The finding of every check that needs the handshake, if the handshake failed. */
const NO_HANDSHAKE_FINDING = 'The MCP handshake fails, so this could not be tested.';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';

const LIFECYCLE = {
  label: 'MCP 2025-11-25: Lifecycle',
  url: `${SPECIFICATION}/basic/lifecycle`,
};

const JSON_RPC_ERRORS = {
  label: 'JSON-RPC 2.0, section 5.1: error object',
  url: 'https://www.jsonrpc.org/specification#error_object',
};

export const mcpStateful = [
  {
    id: 'mcp-initialize',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'The MCP handshake works',
    fails: 'The MCP handshake fails or is incomplete',
    goal: 'An agent connects to the MCP server with the handshake that every client of the 2025 revisions starts with.',
    passesWhen: '`initialize` returns `protocolVersion` and `serverInfo` with a name.',
    fix: 'Answer `initialize` with a JSON-RPC result that holds `protocolVersion`, `capabilities` and `serverInfo` with a name and a version, sent as application/json or text/event-stream. The official SDKs do this. If a card or catalog of the site names an endpoint where nothing speaks MCP, answer there, or remove the endpoint from that document.',
    findings: {
      noncompliant: 'The response to the MCP handshake is incomplete.',
      broken: 'The MCP handshake fails.',
    },
    resources: [LIFECYCLE],
  },

  {
    id: 'mcp-capabilities',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP capabilities are advertised',
    fails: 'MCP advertises no tools, resources or prompts as JSON',
    goal: 'An agent learns from the handshake what the server offers, without trying each method.',
    passesWhen: '`initialize` returns at least one of the capabilities tools, resources and prompts.',
    fix: 'Name what the server offers in the `capabilities` of the `initialize` result: `tools`, `resources` or `prompts`, each an object, and send it as application/json or text/event-stream.',
    findings: { absent: NO_HANDSHAKE_FINDING, broken: 'Clients cannot read what the MCP server offers.' },
    resources: [LIFECYCLE],
  },

  {
    id: 'mcp-tools-list',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP tools are listed with input schemas',
    fails: 'MCP returns no complete list of tools',
    goal: 'An agent sees every tool, and knows from its input schema how to call it.',
    passesWhen: '`tools/list` returns tools that each have a name and an `inputSchema` of type `object`.',
    fix: 'Answer `tools/list`, as application/json or text/event-stream, with a `tools` array in which every tool has a `name` and an `inputSchema` with `"type": "object"`, and the same type in `outputSchema` if there is one. Leave out members such as `required` instead of setting them to null.',
    findings: {
      absent: NO_HANDSHAKE_FINDING,
      noncompliant: 'Clients refuse the list for one of its MCP tools.',
      broken: 'The MCP server returns no list of tools.',
    },
    resources: [{ label: 'MCP 2025-11-25: Tools', url: `${SPECIFICATION}/server/tools` }],
  },

  {
    id: 'mcp-resources-list',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP resources are listed',
    fails: 'MCP returns no usable list of resources',
    goal: 'An agent finds the documents that the server offers, with a name or description to choose by.',
    passesWhen:
      '`resources/list` returns resources that each have a `uri` and a name or description, if the server advertises resources.',
    fix: 'Answer `resources/list` with at least one resource that has a `uri` and a `name` or `description`, or do not advertise the `resources` capability. Send it as application/json or text/event-stream.',
    findings: {
      absent: NO_HANDSHAKE_FINDING,
      noncompliant: 'No MCP resource has both an address and a name or description.',
      broken: 'The MCP server advertises resources, but returns no list of them.',
    },
    resources: [{ label: 'MCP 2025-11-25: Resources', url: `${SPECIFICATION}/server/resources` }],
  },

  {
    id: 'mcp-unknown-method',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'An unknown MCP method gets error -32601',
    fails: 'Unknown MCP methods do not get error -32601 as JSON',
    goal: 'An agent that calls an unknown method learns this at once, in a form it can act on.',
    passesWhen: 'A method that does not exist returns the JSON-RPC error -32601.',
    fix: 'Answer a method that the server does not know with the JSON-RPC error -32601 (Method not found), with the id of the request, sent as application/json or text/event-stream.',
    findings: {
      absent: NO_HANDSHAKE_FINDING,
      broken: 'A call to an unknown MCP method does not get error -32601 as JSON.',
    },
    resources: [JSON_RPC_ERRORS],
  },

  {
    id: 'mcp-unknown-tool',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'An unknown MCP tool gets error -32602',
    fails: 'Unknown MCP tools do not get error -32602 as JSON',
    goal: 'An agent that names a tool that does not exist gets a protocol error, not something that reads like tool output.',
    passesWhen: '`tools/call` of a tool that does not exist returns the JSON-RPC error -32602.',
    fix: 'Answer `tools/call` of a tool that does not exist with the JSON-RPC error -32602 (Invalid params), sent as application/json or text/event-stream; keep results with `isError` for tools that ran and failed.',
    findings: {
      absent: NO_HANDSHAKE_FINDING,
      noncompliant: 'A call to an unknown MCP tool is refused, but not with error -32602.',
      broken: 'A call to an unknown MCP tool does not get error -32602 as JSON.',
    },
    resources: [
      { label: 'MCP 2025-11-25: Tools, error handling', url: `${SPECIFICATION}/server/tools#error-handling` },
      JSON_RPC_ERRORS,
    ],
  },
] as const satisfies readonly Definition[];
