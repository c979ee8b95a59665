/** Examples of the checks in ../checks/mcp-modern-refusals.ts. */
import type { McpProbe } from '../evidence/mcp-answer.ts';
import { cases, type Examples } from './example.ts';
import { failsWith, mcpAnswer, mcpError, mcpResult, NO_ENDPOINT, UNPROBED, unproven } from './mcp-answers.ts';

const MISMATCH = 'server/discover';

const REFUSED_VERSION = mcpError('x', -32022, 400, { supported: ['2026-07-28'] });

const versions = (past: McpProbe, future = past) => ({
  mcpModernUnknownVersion: past,
  mcpModernFutureVersion: future,
});

export const mcpModernRefusalsExamples = {
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
    ['broken', 'accepted', mcpAnswer('x', '', { status: 202 })],
    ['broken', 'served', mcpResult('x', {})],
    ['broken', 'another code', mcpError('x', -32700, 400)],
    ['absent', 'no modern lane', UNPROBED],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
