/** Examples of the checks in ../checks/mcp-handshake.ts. */

import { concluding } from '../evidence/facts.ts';
import { sessionOf } from '../evidence/mcp-answer.ts';
import type { StatefulLane } from '../evidence/mcp-lanes.ts';
import { isRecord } from '../parse/json.ts';
import { at } from './answers.ts';
import type { Examples } from './example.ts';
import {
  ASKS_FOR_AUTHORIZATION_EXAMPLE,
  failsWith,
  MODERN_ONLY,
  mcpError,
  mcpResult,
  NO_ENDPOINT,
} from './mcp-answers.ts';

const SILENT: StatefulLane = {
  state: 'inapplicable',
  silent: true,
  cause: 'the endpoint does not answer as MCP',
  evidence: concluding(
    at('/mcp', 404),
    ', promised by /.well-known/mcp.json: the endpoint does not answer as MCP',
  ),
};

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'site', version: '1.0.0' },
  capabilities: { tools: {} },
};

/** A lane as the probe finds it, from the answer to `initialize`. */
function lane(initialize = mcpResult('initialize', HANDSHAKE)): StatefulLane {
  const url = 'https://site.example/mcp';
  const result = initialize.response?.result;
  if (initialize.response === undefined || initialize.response.error !== undefined)
    return { state: 'failed', url, initialize };
  const capabilities = isRecord(result) && isRecord(result.capabilities) ? result.capabilities : {};
  return { state: 'open', url, initialize, session: sessionOf(initialize), capabilities };
}

export const mcpHandshakeExamples = {
  'mcp-initialize': [
    { title: 'a complete result', given: { mcpStateful: lane() }, expect: 'pass' },
    {
      title: 'only the modern lane',
      given: { mcpStateful: MODERN_ONLY },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'speaks 2026-07-28, which has no handshake',
    },
    {
      title: 'promised by a card, and a page',
      given: { mcpStateful: SILENT },
      expect: 'broken',
      evidence: 'does not answer as MCP',
    },
    {
      title: 'an error',
      given: { mcpStateful: lane(mcpError('initialize', -32603)) },
      expect: 'broken',
      evidence: 'error -32603',
    },
    {
      title: 'a server error',
      given: { mcpStateful: lane(failsWith('initialize', 500)) },
      expect: 'broken',
    },
    { title: 'an empty result', given: { mcpStateful: lane(mcpResult('initialize', {})) }, expect: 'broken' },
    {
      title: 'a type that clients do not read',
      given: { mcpStateful: lane(mcpResult('initialize', HANDSHAKE, { type: 'text/plain' })) },
      expect: 'broken',
      evidence: 'text/plain',
    },
    {
      title: 'no serverInfo',
      given: { mcpStateful: lane(mcpResult('initialize', { ...HANDSHAKE, serverInfo: undefined })) },
      expect: 'noncompliant',
      evidence: 'serverInfo.name',
    },
    {
      title: 'no endpoint',
      given: { mcpStateful: NO_ENDPOINT },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'authorization wanted',
      given: { mcpStateful: ASKS_FOR_AUTHORIZATION_EXAMPLE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'mcp-capabilities': [
    { title: 'tools', given: { mcpStateful: lane() }, expect: 'pass', evidence: 'tools' },
    {
      title: 'nothing',
      given: { mcpStateful: lane(mcpResult('initialize', { ...HANDSHAKE, capabilities: { logging: {} } })) },
      expect: 'absent',
    },
    { title: 'no handshake', given: { mcpStateful: lane(failsWith('initialize', 500)) }, expect: 'absent' },
    {
      title: 'only the modern lane',
      given: { mcpStateful: MODERN_ONLY },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'see mcp-initialize',
    },
    {
      title: 'promised, and something else',
      given: { mcpStateful: SILENT },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no endpoint',
      given: { mcpStateful: NO_ENDPOINT },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
