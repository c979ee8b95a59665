/** The handler of `/mcp`, in this process, with hostile bodies and header fields. */

import { callerAt } from '../../caller.ts';
import { mcpHandler } from '../../mcp/handler.ts';
import { isRecord } from '../../parse/json.ts';
import type { Library, Scorecards } from '../../service-api.ts';
import { ServiceError } from '../../service-errors.ts';
import { parseTarget } from '../../target.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { filled, hostile } from '../inputs.ts';
import { atMost, type FuzzTarget, must } from '../target.ts';

const ORIGIN = 'https://catalog.example';
const ENVELOPE = envelopeFor();
const MAX_ANSWER = 1_024 * 1_024;

const library: Library = {
  origin: ORIGIN,
  sites: async () => [],
  apart: async () => [],
  scorecard: async (host) => (host === ENVELOPE.target ? ENVELOPE : undefined),
  guide: async () => '# Guide\n',
  principle: async () => '# Principle\n',
  spec: async () => '# Standard\n',
  standard: async () => ({ spec_version: '0.5.0', url: `${ORIGIN}/spec`, principles: [] }),
  checks: async () =>
    ({ spec_version: '0.5.0', checks: [] }) as unknown as Awaited<ReturnType<Library['checks']>>,
};
const scorecards: Scorecards = {
  target(input) {
    try {
      return parseTarget(input, 'public');
    } catch {
      throw new ServiceError('invalid_target', 'It is no target.');
    }
  },
  stored: async (host) => (host === ENVELOPE.target ? ENVELOPE : undefined),
  live: async () => undefined,
  known: async (host) => ({
    envelope: host === ENVELOPE.target ? ENVELOPE : undefined,
    live: undefined,
    unseen: undefined,
  }),
  audit: async () => ENVELOPE,
  storedOrAudit: async () => ENVELOPE,
};

const TOOLS =
  'score_cli audit_website get_scorecard list_scorecards compare_scorecards get_fix list_checks get_principle search_standard';
const call = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const SAMPLES = [
  call('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }),
  call('tools/list', {}),
  call('server/discover', MODERN),
  call('resources/list', {}),
  call('resources/templates/list', {}),
  call('prompts/list', {}),
  call('resources/read', { uri: `${ORIGIN}/spec.md` }),
  call('prompts/get', { name: 'fix_site', arguments: { target: 'site.example' } }),
  call('completion/complete', {
    ref: { type: 'ref/prompt', name: 'fix_site' },
    argument: { name: 'target', value: 's' },
  }),
  ...TOOLS.split(' ').flatMap((name) => [
    call('tools/call', {
      name,
      arguments: {
        target: 'site.example',
        query: 'a',
        targets: ['site.example', 'a.example'],
        check_id: 'llms-txt',
        url: 'site.example',
        id: 'P1',
      },
    }),
    call('tools/call', { name, arguments: { target: 'site.example' }, ...MODERN }),
    call('tools/call', { name, arguments: {}, _meta: { progressToken: 1 } }),
  ]),
];
const PIECES = [
  ...TOOLS.split(' ').map((name) => `"${name}"`),
  ...'"method": "params": "id": "jsonrpc": "arguments": "_meta": "name": "uri": "cursor": "limit": "detail":'.split(
    ' ',
  ),
  ...'{ } [ ] , : null -1 0 1e999 {} [] "" "2.0" true "tools/call" "ping" "notifications/initialized" "__proto__":'.split(
    ' ',
  ),
  '"\\ud800"',
  '"\\u0000"',
  '"../../etc/passwd"',
  '"javascript:alert(1)"',
  '"skill://x"',
];

/** Which header fields a body comes with: the first characters of the input decide. */
const FIELDS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'mcp-protocol-version': '2026-07-28' },
  { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_fix' },
  { 'mcp-protocol-version': '1999-01-01' },
  { accept: 'application/json' },
  { accept: 'text/event-stream' },
  { 'mcp-session-id': 'x' },
  { 'content-encoding': 'gzip' },
];

export const mcpTarget: FuzzTarget = {
  name: 'mcp',
  inputs: hostile(SAMPLES, PIECES),
  async run(input) {
    const errors: unknown[] = [];
    const handler = mcpHandler({ library, scorecards, onError: (error) => errors.push(error) });
    const fields = FIELDS[input.length % FIELDS.length] ?? {};
    const request = new Request(`${ORIGIN}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...fields,
      },
      body: input,
    });
    const response = await handler(request, callerAt('203.0.113.7', 'fuzz'));
    const text = await response.text();
    must(response.status < 500, () => `status ${response.status}: ${text.slice(0, 300)}`);
    must(errors.length === 0, () => `an error that callers do not see: ${String(errors[0])}`);
    atMost('characters of an answer', text.length, MAX_ANSWER);
    must(!/\n\s+at .+:\d+:\d+|\/node_modules\//.test(text), () => `a stack: ${text.slice(0, 300)}`);
    if (response.headers.get('content-type')?.startsWith('application/json') === true) {
      const answer: unknown = JSON.parse(text);
      must(isRecord(answer) && answer.jsonrpc === '2.0', () => `no JSON-RPC: ${text.slice(0, 300)}`);
    }
  },
  worst: {
    arrays: (size) => filled(Math.min(size, 250_000), '['),
    'a long name': (size) => call('tools/call', { name: 'a'.repeat(Math.min(size, 250_000)), arguments: {} }),
    'a long query': (size) =>
      call('tools/call', {
        name: 'search_standard',
        arguments: { query: 'a '.repeat(Math.min(size, 250_000) / 2) },
      }),
    'a long target': (size) =>
      call('tools/call', {
        name: 'get_scorecard',
        arguments: { target: 'a.'.repeat(Math.min(size, 250_000) / 2) },
      }),
    'many targets': (size) =>
      call('tools/call', {
        name: 'compare_scorecards',
        arguments: { targets: Array.from({ length: Math.min(size, 200_000) / 8 }, (_, i) => `a${i}.b`) },
      }),
    'many arguments': (size) =>
      call('tools/call', {
        name: 'get_fix',
        arguments: Object.fromEntries(
          Array.from({ length: Math.min(size, 200_000) / 10 }, (_, i) => [`a${i}`, 1]),
        ),
      }),
    'a long method': (size) => call('a/'.repeat(Math.min(size, 250_000) / 2), {}),
    'a long address': (size) =>
      call('resources/read', { uri: `https://catalog.example/${'a/'.repeat(Math.min(size, 250_000) / 2)}` }),
    'too much': (size) => filled(size, ' '),
  },
};
