/** Examples of the checks in ../checks/mcp-http.ts. */

import type { McpUnfinished } from '../evidence/mcp-lanes.ts';
import { at } from './answers.ts';
import type { Examples } from './example.ts';
import {
  beyondLimits,
  failsWith,
  MODERN_ONLY,
  mcpAnswer,
  mcpError,
  mcpResult,
  NO_ENDPOINT,
  NOT_MCP_EXAMPLE,
  offers,
  on2025,
  on2026,
  onBoth,
} from './mcp-answers.ts';

const MALFORMED = 'POST with a malformed body';

const TOOLS = { tools: [] };

const HELD: McpUnfinished = {
  state: 'unfinished',
  evidence: at('/mcp', 200, 'no complete answer in time (5 s)'),
};

const EVENTS = mcpAnswer('tools/list', 'data: {"jsonrpc":"2.0","id":"a","result":{}}\n\n', {
  type: 'text/event-stream',
});

const STREAM = mcpAnswer('GET', '', { type: 'text/event-stream' });

const OPEN = offers();

export const mcpHttpExamples = {
  'mcp-malformed-body': [
    {
      title: 'parse error',
      given: { mcpMalformedBody: on2025(mcpError(MALFORMED, -32700)) },
      expect: 'pass',
    },
    { title: 'plain 400', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 400)) }, expect: 'pass' },
    { title: '415', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 415)) }, expect: 'pass' },
    {
      title: '422',
      given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 422)) },
      expect: 'noncompliant',
    },
    { title: 'a result', given: { mcpMalformedBody: on2025(mcpResult(MALFORMED, {})) }, expect: 'broken' },
    {
      title: 'accepted',
      given: { mcpMalformedBody: on2025(mcpAnswer(MALFORMED, '', { status: 202 })) },
      expect: 'broken',
    },
    {
      title: 'longer than what is read',
      given: { mcpMalformedBody: on2025(beyondLimits(MALFORMED)) },
      expect: 'error',
    },
    { title: '500', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 500)) }, expect: 'broken' },
    { title: 'hangs', given: { mcpMalformedBody: on2025(HELD) }, expect: 'broken' },
    { title: 'no endpoint', given: { mcpMalformedBody: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-get-fast-fail': [
    { title: '405', given: { mcpGet: failsWith('GET', 405), mcpStateful: OPEN }, expect: 'pass' },
    {
      title: 'a page',
      given: { mcpGet: mcpAnswer('GET', '<!doctype html>', { type: 'text/html' }), mcpStateful: OPEN },
      expect: 'pass',
    },
    {
      title: 'the stream of the 2025 revisions',
      given: { mcpGet: STREAM, mcpStateful: OPEN },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'opens the stream that revision 2025-11-25 provides for',
    },
    {
      title: 'a stream of a server without those revisions',
      given: { mcpGet: STREAM, mcpStateful: MODERN_ONLY },
      expect: 'noncompliant',
    },
    { title: '500', given: { mcpGet: failsWith('GET', 500), mcpStateful: OPEN }, expect: 'broken' },
    {
      title: 'no header in time',
      given: { mcpGet: HELD, mcpStateful: OPEN },
      expect: 'broken',
      evidence: 'no complete answer',
    },
    { title: 'no endpoint', given: { mcpGet: NO_ENDPOINT, mcpStateful: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-accept-unsatisfiable': [
    { title: '406', given: { mcpAcceptImage: on2025(mcpError('tools/list', -32000, 406)) }, expect: 'pass' },
    { title: 'ignored', given: { mcpAcceptImage: on2025(mcpResult('tools/list', TOOLS)) }, expect: 'absent' },
    { title: '400', given: { mcpAcceptImage: on2025(failsWith('tools/list', 400)) }, expect: 'absent' },
    { title: '500', given: { mcpAcceptImage: on2025(failsWith('tools/list', 500)) }, expect: 'broken' },
    { title: 'no endpoint', given: { mcpAcceptImage: NO_ENDPOINT }, expect: 'n_a' },
  ],

  'mcp-accept-json': [
    {
      title: 'one JSON body',
      given: { mcpAcceptJson: on2025(mcpResult('tools/list', TOOLS)) },
      expect: 'pass',
    },
    {
      title: '406 on the older lane, one JSON body on the newer',
      given: { mcpAcceptJson: onBoth(mcpError('tools/list', -32000, 406), mcpResult('tools/list', TOOLS)) },
      expect: 'pass',
    },
    {
      title: '406 of a server of the 2025 revisions alone',
      given: { mcpAcceptJson: on2025(mcpError('tools/list', -32000, 406)) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'let servers ask for both types',
    },
    {
      title: '406 of a server of the newest revision',
      given: { mcpAcceptJson: on2026(mcpError('tools/list', -32000, 406)) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'let servers ask for both types',
    },
    {
      title: '406 on one lane, another refusal on the other',
      given: { mcpAcceptJson: onBoth(failsWith('tools/list', 400), mcpError('tools/list', -32000, 406)) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'longer than what is read',
      given: { mcpAcceptJson: on2025(beyondLimits('tools/list')) },
      expect: 'error',
      evidence: '2 MiB',
    },
    { title: '400', given: { mcpAcceptJson: on2025(failsWith('tools/list', 400)) }, expect: 'absent' },
    { title: 'an event stream', given: { mcpAcceptJson: on2025(EVENTS) }, expect: 'broken' },
    {
      title: '406 on the older lane, an event stream on the newer',
      given: { mcpAcceptJson: onBoth(mcpError('tools/list', -32000, 406), EVENTS) },
      expect: 'broken',
    },
    {
      title: 'no response in it',
      given: { mcpAcceptJson: on2025(mcpAnswer('tools/list', {})) },
      expect: 'broken',
    },
    { title: '500', given: { mcpAcceptJson: on2025(failsWith('tools/list', 500)) }, expect: 'broken' },
    {
      title: 'promised, and something else',
      given: { mcpAcceptJson: NOT_MCP_EXAMPLE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    { title: 'no endpoint', given: { mcpAcceptJson: NO_ENDPOINT }, expect: 'n_a' },
  ],
} satisfies Examples;
