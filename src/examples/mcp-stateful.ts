/** Examples of the checks in ../checks/mcp-stateful.ts. */

import { at } from './answers.ts';
import type { Examples } from './example.ts';
import {
  ASKS_FOR_AUTHORIZATION_EXAMPLE,
  beyondLimits,
  failsWith,
  LACKS_TOOLS,
  MODERN_ONLY,
  mcpAnswer,
  mcpError,
  mcpResult,
  NO_HANDSHAKE_EXAMPLE,
  offers,
  on2025,
  on2026,
  onBoth,
  unproven,
} from './mcp-answers.ts';

const OPEN = offers('tools');

export const mcpStatefulExamples = {
  'mcp-tools-list': [
    {
      title: 'a tool with a schema',
      given: {
        mcpStateful: OPEN,
        mcpToolsList: mcpResult('tools/list', { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
      },
      expect: 'pass',
      evidence: '1 tool',
    },
    {
      title: 'a tool without a schema',
      given: { mcpStateful: OPEN, mcpToolsList: mcpResult('tools/list', { tools: [{ name: 'a' }] }) },
      expect: 'noncompliant',
      evidence: '1 of 1 tool',
    },
    {
      title: 'a schema of another type',
      given: {
        mcpStateful: OPEN,
        mcpToolsList: mcpResult('tools/list', { tools: [{ name: 'a', inputSchema: { type: 'string' } }] }),
      },
      expect: 'noncompliant',
    },
    {
      title: 'no array',
      given: { mcpStateful: OPEN, mcpToolsList: mcpResult('tools/list', { tools: {} }) },
      expect: 'broken',
    },
    {
      title: 'an error',
      given: { mcpStateful: OPEN, mcpToolsList: mcpError('tools/list', -32603) },
      expect: 'broken',
    },
    {
      title: 'a second page with a faulty tool',
      given: {
        mcpStateful: OPEN,
        mcpToolsList: {
          ...mcpResult('tools/list', {
            tools: [{ name: 'a', inputSchema: { type: 'object' } }],
            nextCursor: '1',
          }),
          pages: [mcpResult('tools/list', { tools: [{ name: 'b' }] })],
        },
      },
      expect: 'noncompliant',
      evidence: '1 of 2 tools on 2 pages',
    },
    {
      title: 'a second page that cannot be had',
      given: {
        mcpStateful: OPEN,
        mcpToolsList: {
          ...mcpResult('tools/list', { tools: [], nextCursor: '1' }),
          pages: [mcpError('tools/list', -32602)],
        },
      },
      expect: 'broken',
      evidence: 'error -32602 on page 2',
    },
    {
      title: 'no tool, and resources',
      given: {
        mcpStateful: offers('tools', 'resources'),
        mcpToolsList: mcpResult('tools/list', { tools: [] }),
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'the server offers resources',
    },
    {
      title: 'no tool, and nothing else',
      given: { mcpStateful: OPEN, mcpToolsList: mcpResult('tools/list', { tools: [] }) },
      expect: 'noncompliant',
      evidence: 'no tool is listed',
    },
    {
      title: 'more pages than are read',
      given: {
        mcpStateful: OPEN,
        mcpToolsList: {
          ...mcpResult('tools/list', { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
          hasMore: true,
        },
      },
      expect: 'error',
      evidence: 'more pages than the 1 that are read',
    },
    {
      title: 'longer than what is read',
      given: { mcpStateful: OPEN, mcpToolsList: beyondLimits('tools/list') },
      expect: 'error',
      evidence: 'the body goes on beyond what is read, 2 MiB of one',
    },
    {
      title: 'no handshake',
      given: { mcpStateful: OPEN, mcpToolsList: NO_HANDSHAKE_EXAMPLE },
      expect: 'absent',
    },
    { title: 'only the modern lane', given: { mcpStateful: OPEN, mcpToolsList: MODERN_ONLY }, expect: 'n_a' },
    {
      title: 'no tools capability',
      given: { mcpStateful: OPEN, mcpToolsList: LACKS_TOOLS },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-resources-list': [
    {
      title: 'a named resource',
      given: { mcpResourcesList: mcpResult('resources/list', { resources: [{ uri: 'a://b', name: 'b' }] }) },
      expect: 'pass',
    },
    {
      title: 'an empty list',
      given: { mcpResourcesList: mcpResult('resources/list', { resources: [] }) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'a resource without a uri',
      given: {
        mcpResourcesList: mcpResult('resources/list', {
          resources: [{ uri: 'a://b', name: 'b' }, { name: 'c' }],
        }),
      },
      expect: 'broken',
      evidence: '1 of 2 without a uri',
    },
    { title: 'no handshake', given: { mcpResourcesList: NO_HANDSHAKE_EXAMPLE }, expect: 'absent' },
    {
      title: 'resources without a name',
      given: { mcpResourcesList: mcpResult('resources/list', { resources: [{ uri: 'a://b' }] }) },
      expect: 'noncompliant',
    },
    { title: 'no array', given: { mcpResourcesList: mcpResult('resources/list', {}) }, expect: 'broken' },
    {
      title: 'advertised, but unknown',
      given: { mcpResourcesList: mcpError('resources/list', -32601) },
      expect: 'broken',
    },
    {
      title: 'not advertised',
      given: {
        mcpResourcesList: {
          state: 'inapplicable',
          evidence: at('/mcp', 200, 'initialize: resources are not advertised'),
        },
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-unknown-method': [
    { title: 'method not found', given: { mcpUnknownMethod: mcpError('x', -32601) }, expect: 'pass' },
    { title: 'another code', given: { mcpUnknownMethod: mcpError('x', -32603, 500) }, expect: 'broken' },
    {
      title: 'a result',
      given: { mcpUnknownMethod: mcpResult('x', {}) },
      expect: 'broken',
      evidence: 'a result',
    },
    {
      title: 'longer than what is read',
      given: { mcpUnknownMethod: beyondLimits('x') },
      expect: 'error',
    },
    { title: 'no JSON', given: { mcpUnknownMethod: failsWith('x', 404) }, expect: 'broken' },
    {
      title: 'nothing',
      given: { mcpUnknownMethod: mcpAnswer('x', '', { status: 202 }) },
      expect: 'broken',
    },
    { title: 'no handshake', given: { mcpUnknownMethod: NO_HANDSHAKE_EXAMPLE }, expect: 'absent' },
    { title: 'only the modern lane', given: { mcpUnknownMethod: MODERN_ONLY }, expect: 'n_a' },
    {
      title: 'authorization wanted',
      given: { mcpUnknownMethod: ASKS_FOR_AUTHORIZATION_EXAMPLE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-unknown-tool': [
    {
      title: 'invalid params',
      given: { mcpUnknownTool: on2025(mcpError('tools/call', -32602)) },
      expect: 'pass',
    },
    {
      title: 'a result with isError',
      given: { mcpUnknownTool: on2025(mcpResult('tools/call', { isError: true, content: [] })) },
      expect: 'noncompliant',
      evidence: 'a result with isError instead of error -32602',
    },
    {
      title: 'another code',
      given: { mcpUnknownTool: on2026(mcpError('tools/call', -32603)) },
      expect: 'noncompliant',
    },
    {
      title: 'isError on the older lane, the error on the newer',
      given: {
        mcpUnknownTool: onBoth(
          mcpResult('tools/call', { isError: true, content: [] }),
          mcpError('tools/call', -32602),
        ),
      },
      expect: 'pass',
    },
    {
      title: 'what looks like success',
      given: { mcpUnknownTool: on2025(mcpResult('tools/call', { content: [] })) },
      expect: 'broken',
      evidence: 'a result instead of',
    },
    {
      title: 'longer than what is read',
      given: { mcpUnknownTool: on2025(beyondLimits('tools/call')) },
      expect: 'error',
    },
    {
      title: 'wrong where only tools/list shows the newest revision',
      given: { mcpUnknownTool: on2026(unproven(mcpResult('tools/call', { content: [] }))) },
      expect: 'absent',
      evidence: 'nothing else shows this revision',
    },
    {
      title: 'no JSON-RPC',
      given: { mcpUnknownTool: on2025(failsWith('tools/call', 404)) },
      expect: 'broken',
    },
    { title: 'no handshake', given: { mcpUnknownTool: on2025(NO_HANDSHAKE_EXAMPLE) }, expect: 'absent' },
    {
      title: 'no tools capability',
      given: { mcpUnknownTool: LACKS_TOOLS },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
