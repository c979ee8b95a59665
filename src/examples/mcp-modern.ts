/** Examples of the checks in ../checks/mcp-modern.ts. */

import type { ModernLane } from '../evidence/mcp-lanes.ts';
import { at } from './answers.ts';
import type { Examples } from './example.ts';
import {
  ASKS_FOR_AUTHORIZATION_EXAMPLE,
  beyondLimits,
  LACKS_TOOLS,
  mcpError,
  mcpResult,
  NO_ENDPOINT,
  NOT_MODERN_EXAMPLE,
  offersModern,
  UNPROBED,
  unproven,
} from './mcp-answers.ts';

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

export const mcpModernExamples = {
  'mcp-server-discover': [
    { title: 'a complete result', given: { mcpModern: lane() }, expect: 'pass' },
    {
      title: 'no identity',
      given: { mcpModern: lane(mcpResult('server/discover', { ...DISCOVERED, _meta: {} })) },
      expect: 'noncompliant',
      evidence: 'serverInfo',
    },
    {
      title: 'nothing but versions',
      given: { mcpModern: lane(mcpResult('server/discover', { supportedVersions: ['2026-07-28'] })) },
      expect: 'noncompliant',
      evidence: 'capabilities',
    },
    {
      title: 'refused although the version is supported',
      given: { mcpModern: lane(mcpError('server/discover', -32022, 400, { supported: ['2026-07-28'] })) },
      expect: 'broken',
      evidence: 'error -32022',
    },
    {
      title: 'unknown, where the rest of the revision is spoken',
      given: {
        mcpModern: {
          ...lane(mcpError('server/discover', -32601, 404)),
          withoutDiscover: true,
        } as ModernLane,
      },
      expect: 'absent',
      evidence: 'tools/list by headers alone',
    },
    { title: 'an older server', given: { mcpModern: NOT_MODERN_EXAMPLE }, expect: 'absent' },
    { title: 'no endpoint', given: { mcpModern: NO_ENDPOINT }, expect: 'n_a', reason: 'antecedent-unmet' },
    {
      title: 'authorization wanted',
      given: { mcpModern: ASKS_FOR_AUTHORIZATION_EXAMPLE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-modern-tools-list': [
    {
      title: 'tools',
      given: {
        mcpModern: OPEN,
        mcpModernToolsList: mcpResult('tools/list', {
          tools: [{ name: 'a', inputSchema: { type: 'object' } }],
        }),
      },
      expect: 'pass',
    },
    {
      title: 'a tool without a schema',
      given: { mcpModern: OPEN, mcpModernToolsList: mcpResult('tools/list', { tools: [{ name: 'a' }] }) },
      expect: 'noncompliant',
    },
    {
      title: 'a session is wanted',
      given: { mcpModern: OPEN, mcpModernToolsList: mcpError('tools/list', -32000, 400) },
      expect: 'broken',
    },
    {
      title: 'no tool, and prompts',
      given: {
        mcpModern: offersModern('tools', 'prompts'),
        mcpModernToolsList: mcpResult('tools/list', { tools: [] }),
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no tool, and nothing else',
      given: { mcpModern: OPEN, mcpModernToolsList: mcpResult('tools/list', { tools: [] }) },
      expect: 'noncompliant',
    },
    {
      title: 'no tool on the page that is read',
      given: { mcpModern: OPEN, mcpModernToolsList: mcpResult('tools/list', { tools: [], nextCursor: 'a' }) },
      expect: 'error',
    },
    {
      title: 'longer than what is read, where nothing else shows the revision',
      given: { mcpModern: OPEN, mcpModernToolsList: unproven(beyondLimits('tools/list')) },
      expect: 'error',
    },
    { title: 'no modern lane', given: { mcpModern: OPEN, mcpModernToolsList: UNPROBED }, expect: 'absent' },
    {
      title: 'no tools capability',
      given: { mcpModern: OPEN, mcpModernToolsList: LACKS_TOOLS },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-modern-unknown-method': [
    { title: 'with 404', given: { mcpModernUnknownMethod: mcpError('x', -32601, 404) }, expect: 'pass' },
    { title: 'with 200', given: { mcpModernUnknownMethod: mcpError('x', -32601) }, expect: 'pass' },
    {
      title: 'with 500',
      given: { mcpModernUnknownMethod: mcpError('x', -32601, 500) },
      expect: 'noncompliant',
    },
    {
      title: 'another code',
      given: { mcpModernUnknownMethod: mcpError('x', -32600, 400) },
      expect: 'broken',
    },
    { title: 'a result', given: { mcpModernUnknownMethod: mcpResult('x', {}) }, expect: 'broken' },
    {
      title: 'of a server that takes no notice of the revision',
      given: { mcpModernUnknownMethod: unproven(mcpResult('x', {})) },
      expect: 'absent',
      evidence: 'nothing else shows this revision',
    },
    { title: 'no modern lane', given: { mcpModernUnknownMethod: UNPROBED }, expect: 'absent' },
    { title: 'no endpoint', given: { mcpModernUnknownMethod: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-modern-resources-miss': [
    {
      title: 'invalid params',
      given: { mcpModernUnknownResource: mcpError('resources/read', -32602) },
      expect: 'pass',
    },
    {
      title: 'the code of earlier revisions',
      given: { mcpModernUnknownResource: mcpError('resources/read', -32002) },
      expect: 'broken',
      evidence: 'error -32002',
    },
    {
      title: 'a result',
      given: { mcpModernUnknownResource: mcpResult('resources/read', { contents: [] }) },
      expect: 'broken',
    },
    { title: 'no modern lane', given: { mcpModernUnknownResource: UNPROBED }, expect: 'absent' },
    {
      title: 'no resources capability',
      given: {
        mcpModernUnknownResource: {
          state: 'inapplicable',
          evidence: at('/mcp', 200, 'server/discover: resources are not advertised'),
        },
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
