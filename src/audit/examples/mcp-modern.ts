import type { McpProbe } from '../evidence/mcp-answer.ts';
import type { ModernLane } from '../evidence/mcp-lanes.ts';
import { at } from './answers.ts';
import { cases, type Examples } from './example.ts';
import {
  ASKS_FOR_AUTHORIZATION_EXAMPLE,
  beyondLimits,
  DISCOVER_FAILS,
  failsWith,
  GOOD_TOOL,
  LACKS_TOOLS,
  mcpAnswer,
  mcpError,
  mcpResult,
  NO_ENDPOINT,
  NOT_MODERN_EXAMPLE,
  offersModern,
  toolsListed,
  UNPROBED,
  unproven,
  untypedError,
} from './mcp-answers.ts';

const NULL_REQUIRED = { name: 'b', inputSchema: { type: 'object', required: null } };

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { [SERVER_INFO]: { name: 'site', version: '1.0.0' } },
};

function lane(discover = mcpResult('server/discover', DISCOVERED)): ModernLane {
  return { state: 'open', url: 'https://site.example/mcp', discover, capabilities: {} };
}

const OPEN = offersModern('tools');

const MISMATCH = 'server/discover';

const REFUSED_VERSION = mcpError('x', -32022, 400, { supported: ['2026-07-28'] });

const versions = (past: McpProbe, future = past) => ({
  mcpModernUnknownVersion: past,
  mcpModernFutureVersion: future,
});

export const mcpModernExamples = {
  'mcp-server-discover': cases('mcpModern', [
    ['pass', 'a complete result', lane()],
    [
      'noncompliant',
      'no identity',
      lane(mcpResult('server/discover', { ...DISCOVERED, _meta: {} })),
      'serverInfo',
    ],
    [
      'noncompliant',
      'nothing but versions',
      lane(mcpResult('server/discover', { supportedVersions: ['2026-07-28'] })),
      'capabilities',
    ],
    [
      'broken',
      'refused although the version is supported',
      lane(mcpError('server/discover', -32022, 400, { supported: ['2026-07-28'] })),
      'error -32022',
    ],
    [
      'absent',
      'unknown, where the rest of the revision is spoken',
      { ...lane(mcpError('server/discover', -32601, 404)), withoutDiscover: true } as ModernLane,
      "tools/list with the revision's headers",
    ],
    ['absent', 'an older server', NOT_MODERN_EXAMPLE],
    ['broken', 'a server that fails', DISCOVER_FAILS, 'the server fails'],
    ['broken', 'a type that clients refuse', { ...DISCOVER_FAILS, fault: 'type' }],
    [
      'broken',
      'a result without a media type',
      lane(mcpResult('server/discover', DISCOVERED, { type: '' })),
      'JSON-RPC sent without a media type',
    ],
    [
      'broken',
      'fails, where the rest of the revision is spoken',
      { ...lane(mcpError('server/discover', -32601, 500)), withoutDiscover: true } as ModernLane,
    ],
    [
      'broken',
      'unknown, without a media type',
      { ...lane(untypedError('server/discover', -32601)), withoutDiscover: true } as ModernLane,
    ],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
    ['antecedent-unmet', 'authorization wanted', ASKS_FOR_AUTHORIZATION_EXAMPLE],
  ]),

  'mcp-modern-tools-list': cases({ mcpModern: OPEN }, [
    ['pass', 'tools', { mcpModernToolsList: toolsListed([GOOD_TOOL]) }],
    [
      'noncompliant',
      'a tool without a schema',
      { mcpModernToolsList: toolsListed([{ name: 'a' }]) },
      'the MCP schema rejects 1 of 1 tool, so clients drop the list: "a" (no inputSchema)',
    ],
    [
      'noncompliant',
      'an input schema with `required: null`',
      { mcpModernToolsList: toolsListed([GOOD_TOOL, NULL_REQUIRED]) },
      '"b" (inputSchema: required: null)',
    ],
    [
      'pass',
      'an output schema of any type',
      { mcpModernToolsList: toolsListed([{ ...GOOD_TOOL, outputSchema: { type: 'array' } }]) },
    ],
    [
      'broken',
      'without a media type',
      { mcpModernToolsList: mcpResult('tools/list', { tools: [GOOD_TOOL] }, { type: '' }) },
      'JSON-RPC sent without a media type',
    ],
    ['broken', 'a session is wanted', { mcpModernToolsList: mcpError('tools/list', -32000, 400) }],
    [
      'antecedent-unmet',
      'no tool, and prompts',
      { mcpModern: offersModern('tools', 'prompts'), mcpModernToolsList: toolsListed([]) },
    ],
    ['noncompliant', 'no tool, and nothing else', { mcpModernToolsList: toolsListed([]) }],
    [
      'error',
      'no tool on the first page, and the audit reads no other',
      { mcpModernToolsList: toolsListed([], 'a') },
    ],
    [
      'error',
      'longer than the audit reads, where nothing else shows the revision',
      { mcpModernToolsList: unproven(beyondLimits('tools/list')) },
    ],
    ['absent', 'no modern lane', { mcpModernToolsList: UNPROBED }],
    ['antecedent-unmet', 'no tools capability', { mcpModernToolsList: LACKS_TOOLS }],
  ]),

  'mcp-modern-unknown-method': cases('mcpModernUnknownMethod', [
    ['pass', 'with 404', mcpError('x', -32601, 404)],
    ['pass', 'with 200', mcpError('x', -32601)],
    ['noncompliant', 'with 500', mcpError('x', -32601, 500)],
    ['broken', 'another code', mcpError('x', -32600, 400)],
    ['broken', 'with 404, without a media type', untypedError('x', -32601, 404), 'without a media type'],
    ['broken', 'a result', mcpResult('x', {})],
    [
      'absent',
      'of a server that takes no notice of the revision',
      unproven(mcpResult('x', {})),
      'nothing else shows support for this revision',
    ],
    ['absent', 'no modern lane', UNPROBED],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-modern-resources-miss': cases('mcpModernUnknownResource', [
    ['pass', 'invalid params', mcpError('resources/read', -32602)],
    ['broken', 'the code of earlier revisions', mcpError('resources/read', -32002), 'error -32002'],
    ['broken', 'a result', mcpResult('resources/read', { contents: [] })],
    ['absent', 'no modern lane', UNPROBED],
    [
      'antecedent-unmet',
      'no resources capability',
      { state: 'inapplicable', evidence: at('/mcp', 200, 'server/discover: resources are not advertised') },
    ],
  ]),

  'mcp-modern-clientcaps': cases('mcpModernNoCapabilities', [
    ['pass', 'invalid params', mcpError('x', -32602, 400)],
    ['pass', 'invalid request', mcpError('x', -32600, 400)],
    ['broken', 'served all the same', mcpResult('x', {})],
    ['broken', 'another code', mcpError('x', -32603, 500)],
    ['absent', 'no modern lane', UNPROBED],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-modern-header-mismatch': cases('mcpModernHeaderMismatch', [
    ['pass', 'refused', mcpError(MISMATCH, -32020, 400)],
    ['broken', 'served', mcpResult(MISMATCH, {})],
    ['broken', 'another code', mcpError(MISMATCH, -32600, 400)],
    ['broken', 'refused without a media type', untypedError(MISMATCH, -32020, 400)],
    ['broken', 'no JSON', failsWith(MISMATCH, 400)],
    ['absent', 'no modern lane', UNPROBED],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-modern-version-reject': cases({}, [
    ['pass', 'with the supported ones', versions(REFUSED_VERSION)],
    [
      'pass',
      'a date before MCP is malformed, one to come is refused',
      versions(mcpError('x', -32600, 400), REFUSED_VERSION),
    ],
    ['noncompliant', 'without them', versions(mcpError('x', -32022, 400))],
    ['broken', 'another code', versions(mcpError('x', -32000, 400))],
    ['broken', 'served', versions(mcpResult('x', {}))],
    ['absent', 'served by a server that takes no notice of versions', versions(unproven(mcpResult('x', {})))],
    ['absent', 'no modern lane', versions(UNPROBED)],
    ['antecedent-unmet', 'no endpoint', versions(NO_ENDPOINT)],
  ]),

  'mcp-batch-reject': cases('mcpModernBatch', [
    [
      'pass',
      'refused with id null',
      mcpAnswer('x', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }, { status: 400 }),
    ],
    ['noncompliant', 'refused with the id of the request', mcpError('x', -32600, 400)],
    [
      'pass',
      'refused without an id',
      mcpAnswer('x', { jsonrpc: '2.0', error: { code: -32600, message: 'no' } }, { status: 400 }),
    ],
    ['noncompliant', '400 without JSON-RPC', failsWith('x', 400), '400 without JSON-RPC'],
    ['noncompliant', '415 without JSON-RPC', failsWith('x', 415)],
    ['broken', 'accepted', mcpAnswer('x', '', { status: 202 })],
    ['broken', 'served', mcpResult('x', {})],
    ['broken', 'served as an array', mcpAnswer('x', [{ jsonrpc: '2.0', id: 'a', result: {} }])],
    ['broken', 'the server fails', failsWith('x', 500)],
    [
      'broken',
      'the server fails in JSON-RPC',
      mcpError('x', -32603, 500),
      'error -32603 in response to a batch',
    ],
    [
      'noncompliant',
      'another code with 400 (conformance server)',
      mcpError('x', -32700, 400),
      'error -32700',
    ],
    ['noncompliant', 'another code with 200', mcpError('x', -32602)],
    [
      'noncompliant',
      'another code without an id',
      mcpAnswer('x', { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no' } }, { status: 404 }),
    ],
    ['broken', 'refused without a media type', untypedError('x', -32600, 400)],
    ['absent', 'no modern lane', UNPROBED],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
