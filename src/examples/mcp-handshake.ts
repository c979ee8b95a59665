/** Examples of the checks in ../checks/mcp-handshake.ts. */

import { concluding } from '../evidence/facts.ts';
import { sessionOf } from '../evidence/mcp-answer.ts';
import type { StatefulLane } from '../evidence/mcp-lanes.ts';
import { isRecord } from '../parse/json.ts';
import { at } from './answers.ts';
import { cases, type Examples } from './example.ts';
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
  'mcp-initialize': cases('mcpStateful', [
    ['pass', 'a complete result', lane()],
    ['antecedent-unmet', 'only the modern lane', MODERN_ONLY, 'speaks 2026-07-28, which has no handshake'],
    ['broken', 'promised by a card, and a page', SILENT, 'does not answer as MCP'],
    ['broken', 'an error', lane(mcpError('initialize', -32603)), 'error -32603'],
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
    ['absent', 'nothing', lane(mcpResult('initialize', { ...HANDSHAKE, capabilities: { logging: {} } }))],
    ['absent', 'no handshake', lane(failsWith('initialize', 500))],
    ['antecedent-unmet', 'only the modern lane', MODERN_ONLY, 'see mcp-initialize'],
    ['antecedent-unmet', 'promised, and something else', SILENT],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
