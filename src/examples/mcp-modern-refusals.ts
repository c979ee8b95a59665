/** Examples of the checks in ../checks/mcp-modern-refusals.ts. */
import type { McpProbe } from '../evidence/mcp-answer.ts';
import type { Examples } from './example.ts';
import { failsWith, mcpAnswer, mcpError, mcpResult, NO_ENDPOINT, UNPROBED, unproven } from './mcp-answers.ts';

const MISMATCH = 'server/discover';

const REFUSED_VERSION = mcpError('x', -32022, 400, { supported: ['2026-07-28'] });

const versions = (past: McpProbe, future = past) => ({
  mcpModernUnknownVersion: past,
  mcpModernFutureVersion: future,
});

export const mcpModernRefusalsExamples = {
  'mcp-modern-clientcaps': [
    {
      title: 'invalid params',
      given: { mcpModernNoCapabilities: mcpError('x', -32602, 400) },
      expect: 'pass',
    },
    {
      title: 'invalid request',
      given: { mcpModernNoCapabilities: mcpError('x', -32600, 400) },
      expect: 'pass',
    },
    {
      title: 'served all the same',
      given: { mcpModernNoCapabilities: mcpResult('x', {}) },
      expect: 'broken',
    },
    {
      title: 'another code',
      given: { mcpModernNoCapabilities: mcpError('x', -32603, 500) },
      expect: 'broken',
    },
    { title: 'no modern lane', given: { mcpModernNoCapabilities: UNPROBED }, expect: 'absent' },
    { title: 'no endpoint', given: { mcpModernNoCapabilities: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-modern-header-mismatch': [
    {
      title: 'refused',
      given: { mcpModernHeaderMismatch: mcpError(MISMATCH, -32020, 400) },
      expect: 'pass',
    },
    { title: 'served', given: { mcpModernHeaderMismatch: mcpResult(MISMATCH, {}) }, expect: 'broken' },
    {
      title: 'another code',
      given: { mcpModernHeaderMismatch: mcpError(MISMATCH, -32600, 400) },
      expect: 'broken',
    },
    { title: 'no JSON', given: { mcpModernHeaderMismatch: failsWith(MISMATCH, 400) }, expect: 'broken' },
    { title: 'no modern lane', given: { mcpModernHeaderMismatch: UNPROBED }, expect: 'absent' },
    { title: 'no endpoint', given: { mcpModernHeaderMismatch: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-modern-version-reject': [
    { title: 'with the supported ones', given: versions(REFUSED_VERSION), expect: 'pass' },
    {
      title: 'a date before MCP is malformed, one to come is refused',
      given: versions(mcpError('x', -32600, 400), REFUSED_VERSION),
      expect: 'pass',
    },
    { title: 'without them', given: versions(mcpError('x', -32022, 400)), expect: 'noncompliant' },
    { title: 'another code', given: versions(mcpError('x', -32000, 400)), expect: 'broken' },
    { title: 'served', given: versions(mcpResult('x', {})), expect: 'broken' },
    {
      title: 'served by a server that takes no notice of versions',
      given: versions(unproven(mcpResult('x', {}))),
      expect: 'absent',
    },
    { title: 'no modern lane', given: versions(UNPROBED), expect: 'absent' },
    { title: 'no endpoint', given: versions(NO_ENDPOINT), expect: 'n_a' },
  ],

  'mcp-batch-reject': [
    {
      title: 'refused with id null',
      given: {
        mcpModernBatch: mcpAnswer(
          'x',
          { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } },
          { status: 400 },
        ),
      },
      expect: 'pass',
    },
    {
      title: 'refused with the id of the request',
      given: { mcpModernBatch: mcpError('x', -32600, 400) },
      expect: 'noncompliant',
    },
    {
      title: 'refused without an id',
      given: {
        mcpModernBatch: mcpAnswer(
          'x',
          { jsonrpc: '2.0', error: { code: -32600, message: 'no' } },
          { status: 400 },
        ),
      },
      expect: 'pass',
    },
    {
      title: '400 without JSON-RPC',
      given: { mcpModernBatch: failsWith('x', 400) },
      expect: 'noncompliant',
      evidence: '400 without JSON-RPC',
    },
    { title: 'accepted', given: { mcpModernBatch: mcpAnswer('x', '', { status: 202 }) }, expect: 'broken' },
    { title: 'served', given: { mcpModernBatch: mcpResult('x', {}) }, expect: 'broken' },
    { title: 'another code', given: { mcpModernBatch: mcpError('x', -32700, 400) }, expect: 'broken' },
    { title: 'no modern lane', given: { mcpModernBatch: UNPROBED }, expect: 'absent' },
    { title: 'no endpoint', given: { mcpModernBatch: NO_ENDPOINT }, expect: 'n_a' },
  ],
} satisfies Examples;
