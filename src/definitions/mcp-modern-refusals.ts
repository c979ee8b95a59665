/** What a server of the modern lane of MCP (revision 2026-07-28) must refuse. */
import type { Definition } from './definition.ts';
import { NOT_MODERN_FINDING } from './mcp-modern.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2026-07-28';

const OVERVIEW = `${SPECIFICATION}/basic/index`;
const TRANSPORT = `${SPECIFICATION}/basic/transports/streamable-http`;

export const mcpModernRefusals = [
  {
    id: 'mcp-modern-clientcaps',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP request without clientCapabilities is refused',
    fails: 'Missing clientCapabilities do not get the right MCP error',
    goal: 'An agent that forgets a required field is told so, instead of being served on assumptions.',
    passesWhen: 'A modern request whose `_meta` lacks clientCapabilities is rejected with -32602 or -32600.',
    fix: 'Refuse a request whose `_meta` lacks `io.modelcontextprotocol/clientCapabilities` with HTTP 400 and the JSON-RPC error -32602.',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'An MCP request without clientCapabilities is not refused as it should be.',
    },
    resources: [{ label: 'MCP 2026-07-28: per-request protocol fields', url: `${OVERVIEW}#meta` }],
  },

  {
    id: 'mcp-modern-header-mismatch',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP header that contradicts the body is refused',
    fails: 'Contradicting MCP headers do not get error -32020',
    goal: 'The server does what its headers told the proxies, so an agent cannot be routed to one thing and served another.',
    passesWhen: 'An Mcp-Method header that disagrees with the body method draws -32020.',
    fix: 'Compare `Mcp-Method` (and `Mcp-Name`, `MCP-Protocol-Version`) with the body, and refuse a mismatch with HTTP 400 and the JSON-RPC error -32020.',
    findings: {
      absent: NOT_MODERN_FINDING,
      broken: 'An MCP request whose header contradicts its body is not refused with error -32020.',
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
    label: 'MCP unsupported version is refused with the supported ones',
    fails: 'Unsupported MCP versions do not get -32022 with a list',
    goal: 'An agent that asks for a version the server lacks learns in the same answer which ones it can ask for.',
    passesWhen: 'An unsupported protocol version is rejected with -32022 and `data.supported`.',
    fix: 'Refuse an unknown protocol version with HTTP 400 and the JSON-RPC error -32022, with the supported versions as an array in `data.supported`.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'An unsupported MCP version is refused without saying which ones are supported.',
      broken: 'An unsupported MCP version is not refused with error -32022.',
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
    label: 'MCP batch is refused',
    fails: 'Batches are not refused as MCP 2026-07-28 says',
    goal: 'An agent that sends a batch, which the protocol no longer has, learns why nothing came of it.',
    passesWhen: 'A JSON array batch carrying a modern-envelope request is rejected with -32600 and id null.',
    fix: 'Refuse a body that is a JSON array with HTTP 400 and the JSON-RPC error -32600 with `"id": null`.',
    findings: {
      absent: NOT_MODERN_FINDING,
      noncompliant: 'An MCP batch is refused, but not as the protocol says.',
      broken: 'An MCP batch is not refused with error -32600.',
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
