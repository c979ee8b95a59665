/** The handshake of the stateful lane of MCP (revisions of 2025). */
import type { Definition } from './definition.ts';

/** What is the matter with all that comes after a handshake that fails. */
export const NO_HANDSHAKE_FINDING = 'The MCP handshake fails, so this could not be tested.';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';

const LIFECYCLE = {
  label: 'MCP 2025-11-25: Lifecycle',
  url: `${SPECIFICATION}/basic/lifecycle`,
};
export const mcpHandshake = [
  {
    id: 'mcp-initialize',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP initialize handshake',
    passes: 'The MCP handshake works',
    fails: 'The MCP handshake fails or is incomplete',
    goal: 'An agent connects to the MCP server with the handshake that every client of the 2025 revisions starts with.',
    passesWhen: '`initialize` returns serverInfo and protocolVersion.',
    fix: 'Answer `initialize` with a JSON-RPC result that holds `protocolVersion`, `capabilities` and `serverInfo` with a name and a version, sent as application/json or text/event-stream. The official SDKs do this by default.',
    findings: {
      noncompliant: 'The answer to the MCP handshake is incomplete.',
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
    fails: 'MCP advertises no tools, resources or prompts',
    goal: 'An agent learns from the handshake what the server offers, without trying each method.',
    passesWhen: '`initialize` advertises capabilities (tools, resources, prompts).',
    fix: 'Name what the server offers in the `capabilities` of the `initialize` result: `tools`, `resources` or `prompts`, each an object.',
    findings: { absent: NO_HANDSHAKE_FINDING },
    resources: [LIFECYCLE],
  },
] as const satisfies readonly Definition[];
