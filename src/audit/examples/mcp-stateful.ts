import { isRecord } from '../../base/json.ts';
import { concluding } from '../evidence/facts.ts';
import { sessionOf } from '../evidence/mcp-answer.ts';
import type { StatefulLane } from '../evidence/mcp-lanes.ts';
import { at } from './answers.ts';
import { cases, type Examples } from './example.ts';
import {
  ASKS_FOR_AUTHORIZATION_EXAMPLE,
  beyondLimits,
  failsWith,
  GOOD_TOOL,
  LACKS_TOOLS,
  MODERN_ONLY,
  mcpAnswer,
  mcpError,
  mcpResult,
  NO_ENDPOINT,
  NO_HANDSHAKE_EXAMPLE,
  offers,
  on2025,
  on2026,
  onBoth,
  toolsListed,
  unproven,
  untypedError,
} from './mcp-answers.ts';

const SILENT: StatefulLane = {
  state: 'inapplicable',
  silent: true,
  cause: 'the endpoint does not speak MCP',
  evidence: concluding(
    at('/mcp', 404),
    ', declared by /.well-known/mcp.json: the endpoint does not speak MCP',
  ),
};

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'site', version: '1.0.0' },
  capabilities: { tools: {} },
};

/** Returns the result of the handshake in MCP's 2025 revisions, for this response to `initialize`. */
function lane(initialize = mcpResult('initialize', HANDSHAKE)): StatefulLane {
  const url = 'https://site.example/mcp';
  const result = initialize.response?.result;
  if (initialize.response === undefined || initialize.response.error !== undefined)
    return { state: 'failed', url, initialize };
  const capabilities = isRecord(result) && isRecord(result.capabilities) ? result.capabilities : {};
  return { state: 'open', url, initialize, session: sessionOf(initialize), capabilities };
}

const OPEN = offers('tools');

const NOT_FOUND = JSON.stringify({ jsonrpc: '2.0', id: 'a', error: { code: -32601, message: 'no' } });

export const mcpStatefulExamples = {
  'mcp-initialize': cases('mcpStateful', [
    ['pass', 'a complete result', lane()],
    [
      'antecedent-unmet',
      'only the modern lane',
      MODERN_ONLY,
      'the server supports only 2026-07-28, which has no handshake',
    ],
    ['broken', 'promised by a card, and a page', SILENT, 'does not speak MCP'],
    ['broken', 'an error', lane(mcpError('initialize', -32603)), 'error -32603'],
    [
      'broken',
      'an error without a media type',
      lane(untypedError('initialize', -32603)),
      'without a media type',
    ],
    ['broken', 'a server error', lane(failsWith('initialize', 500))],
    ['broken', 'an empty result', lane(mcpResult('initialize', {}))],
    [
      'broken',
      'a type that clients do not read',
      lane(mcpResult('initialize', HANDSHAKE, { type: 'text/plain' })),
      'text/plain',
    ],
    [
      'noncompliant',
      'no serverInfo',
      lane(mcpResult('initialize', { ...HANDSHAKE, serverInfo: undefined })),
      'serverInfo.name',
    ],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
    ['antecedent-unmet', 'authorization wanted', ASKS_FOR_AUTHORIZATION_EXAMPLE],
  ]),

  'mcp-capabilities': cases('mcpStateful', [
    ['pass', 'tools', lane(), 'tools'],
    [
      'broken',
      'a type that clients refuse',
      lane(mcpResult('initialize', HANDSHAKE, { type: 'text/plain' })),
      'sent as text/plain',
    ],
    ['absent', 'nothing', lane(mcpResult('initialize', { ...HANDSHAKE, capabilities: { logging: {} } }))],
    ['absent', 'no handshake', lane(failsWith('initialize', 500))],
    ['antecedent-unmet', 'only the modern lane', MODERN_ONLY, 'see mcp-initialize'],
    ['antecedent-unmet', 'promised, and something else', SILENT],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-tools-list': cases({ mcpStateful: OPEN }, [
    ['pass', 'a tool with a schema', { mcpToolsList: toolsListed([GOOD_TOOL]) }, '1 tool'],
    [
      'noncompliant',
      'a tool without a schema',
      { mcpToolsList: toolsListed([{ name: 'a' }]) },
      '1 of 1 tool',
    ],
    [
      'noncompliant',
      'a schema of another type',
      { mcpToolsList: toolsListed([{ name: 'a', inputSchema: { type: 'string' } }]) },
    ],
    [
      'noncompliant',
      '`required: null` in one of two tools',
      {
        mcpToolsList: toolsListed([
          GOOD_TOOL,
          { name: 'b', inputSchema: { type: 'object', required: null } },
        ]),
      },
      'the MCP schema rejects 1 of 2 tools, so clients drop the list: "b" (inputSchema: required: null)',
    ],
    [
      'noncompliant',
      'an output schema of another type',
      { mcpToolsList: toolsListed([{ ...GOOD_TOOL, outputSchema: { type: 'array' } }]) },
      '"a" (outputSchema: not `"type": "object"`)',
    ],
    [
      'noncompliant',
      'many refused tools',
      {
        mcpToolsList: toolsListed([1, 2, 3, 4, 5].map((i) => ({ name: `\u001b[31m${i}${'x'.repeat(99)}` }))),
      },
      ', and 2 more',
    ],
    [
      'pass',
      'an output schema',
      { mcpToolsList: toolsListed([{ ...GOOD_TOOL, outputSchema: { type: 'object' } }]) },
    ],
    [
      'broken',
      'a page without a media type',
      {
        mcpToolsList: {
          ...toolsListed([GOOD_TOOL], '1'),
          pages: [mcpResult('tools/list', { tools: [GOOD_TOOL] }, { type: '' })],
        },
      },
      'JSON-RPC sent without a media type',
    ],
    ['broken', 'no array', { mcpToolsList: toolsListed({}) }],
    ['broken', 'an error', { mcpToolsList: mcpError('tools/list', -32603) }],
    [
      'noncompliant',
      'a second page with a faulty tool',
      { mcpToolsList: { ...toolsListed([GOOD_TOOL], '1'), pages: [toolsListed([{ name: 'b' }])] } },
      '1 of 2 tools on 2 pages',
    ],
    [
      'broken',
      'a second page that cannot be had',
      { mcpToolsList: { ...toolsListed([], '1'), pages: [mcpError('tools/list', -32602)] } },
      'error -32602 on page 2',
    ],
    [
      'antecedent-unmet',
      'no tool, and resources',
      { mcpStateful: offers('tools', 'resources'), mcpToolsList: toolsListed([]) },
      'the server offers resources',
    ],
    ['noncompliant', 'no tool, and nothing else', { mcpToolsList: toolsListed([]) }, 'no tool is listed'],
    [
      'error',
      'more pages than are read',
      { mcpToolsList: { ...toolsListed([GOOD_TOOL]), hasMore: true } },
      'more pages than the 1 that the audit reads',
    ],
    [
      'error',
      'longer than the audit reads',
      { mcpToolsList: beyondLimits('tools/list') },
      'the body is longer than the audit reads (2 MiB per response',
    ],
    ['absent', 'no handshake', { mcpToolsList: NO_HANDSHAKE_EXAMPLE }],
    ['antecedent-unmet', 'only the modern lane', { mcpToolsList: MODERN_ONLY }],
    ['antecedent-unmet', 'no tools capability', { mcpToolsList: LACKS_TOOLS }],
  ]),

  'mcp-resources-list': cases('mcpResourcesList', [
    ['pass', 'a named resource', mcpResult('resources/list', { resources: [{ uri: 'a://b', name: 'b' }] })],
    ['antecedent-unmet', 'an empty list', mcpResult('resources/list', { resources: [] })],
    [
      'broken',
      'a resource without a uri',
      mcpResult('resources/list', { resources: [{ uri: 'a://b', name: 'b' }, { name: 'c' }] }),
      '1 of 2 resources without a uri',
    ],
    ['absent', 'no handshake', NO_HANDSHAKE_EXAMPLE],
    [
      'noncompliant',
      'resources without a name',
      mcpResult('resources/list', { resources: [{ uri: 'a://b' }] }),
    ],
    ['broken', 'no array', mcpResult('resources/list', {})],
    ['broken', 'advertised, but unknown', mcpError('resources/list', -32601)],
    [
      'antecedent-unmet',
      'not advertised',
      { state: 'inapplicable', evidence: at('/mcp', 200, 'initialize: resources are not advertised') },
    ],
  ]),

  'mcp-unknown-method': cases('mcpUnknownMethod', [
    ['pass', 'method not found', mcpError('x', -32601)],
    ['broken', 'another code', mcpError('x', -32603, 500)],
    [
      'broken',
      'without a media type (hand-written)',
      untypedError('x', -32601),
      'JSON-RPC sent without a media type',
    ],
    ['broken', 'as text/html', mcpAnswer('x', NOT_FOUND, { type: 'text/html' }), 'sent as text/html'],
    ['broken', 'with 404, without a media type', untypedError('x', -32601, 404)],
    ['pass', 'in an event', mcpAnswer('x', `data: ${NOT_FOUND}\n\n`, { type: 'text/event-stream' })],
    ['broken', 'a result', mcpResult('x', {}), 'a result'],
    ['error', 'longer than the audit reads', beyondLimits('x')],
    ['broken', 'no JSON', failsWith('x', 404)],
    ['broken', 'nothing', mcpAnswer('x', '', { status: 202 })],
    ['absent', 'no handshake', NO_HANDSHAKE_EXAMPLE],
    ['antecedent-unmet', 'only the modern lane', MODERN_ONLY],
    ['antecedent-unmet', 'authorization wanted', ASKS_FOR_AUTHORIZATION_EXAMPLE],
  ]),

  'mcp-unknown-tool': cases('mcpUnknownTool', [
    ['pass', 'invalid params', on2025(mcpError('tools/call', -32602))],
    [
      'noncompliant',
      'a result with isError',
      on2025(mcpResult('tools/call', { isError: true, content: [] })),
      'a result with isError instead of error -32602',
    ],
    ['noncompliant', 'another code', on2026(mcpError('tools/call', -32603))],
    ['broken', 'without a media type', on2025(untypedError('tools/call', -32602))],
    [
      'pass',
      'without a media type on the older lane, as it should be on the newer',
      onBoth(untypedError('tools/call', -32602), mcpError('tools/call', -32602)),
    ],
    [
      'pass',
      'isError on the older lane, the error on the newer',
      onBoth(mcpResult('tools/call', { isError: true, content: [] }), mcpError('tools/call', -32602)),
    ],
    [
      'broken',
      'what looks like success',
      on2025(mcpResult('tools/call', { content: [] })),
      'a result instead of',
    ],
    ['error', 'longer than the audit reads', on2025(beyondLimits('tools/call'))],
    [
      'absent',
      'wrong where only tools/list shows the newest revision',
      on2026(unproven(mcpResult('tools/call', { content: [] }))),
      'nothing else shows support for this revision',
    ],
    ['broken', 'no JSON-RPC', on2025(failsWith('tools/call', 404))],
    ['absent', 'no handshake', on2025(NO_HANDSHAKE_EXAMPLE)],
    ['antecedent-unmet', 'no tools capability', LACKS_TOOLS],
  ]),
} satisfies Examples;
