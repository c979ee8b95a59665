import type { McpUnfinished } from '../evidence/mcp-lanes.ts';
import { at } from './answers.ts';
import { cases, type Examples } from './example.ts';
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
  untypedError,
} from './mcp-answers.ts';

const MALFORMED = 'POST with a malformed body';

const TOOLS = { tools: [] };

const HELD: McpUnfinished = {
  state: 'unfinished',
  evidence: at('/mcp', 200, 'no complete response in time (5 s)'),
};

const GO_REFUSES = "Accept must contain both 'application/json' and 'text/event-stream'";

const refusing = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });

const EVENTS = mcpAnswer('tools/list', 'data: {"jsonrpc":"2.0","id":"a","result":{}}\n\n', {
  type: 'text/event-stream',
});

const STREAM = mcpAnswer('GET', '', { type: 'text/event-stream' });

const OPEN = offers();

export const mcpHttpExamples = {
  'mcp-malformed-body': cases('mcpMalformedBody', [
    ['pass', 'parse error', on2025(mcpError(MALFORMED, -32700))],
    ['pass', 'plain 400', on2025(failsWith(MALFORMED, 400))],
    ['pass', '415', on2025(failsWith(MALFORMED, 415))],
    ['noncompliant', '422', on2025(failsWith(MALFORMED, 422))],
    ['broken', 'a result', on2025(mcpResult(MALFORMED, {}))],
    ['broken', 'accepted', on2025(mcpAnswer(MALFORMED, '', { status: 202 }))],
    ['error', 'longer than the audit reads', on2025(beyondLimits(MALFORMED))],
    ['broken', '500', on2025(failsWith(MALFORMED, 500))],
    ['pass', '400 with JSON-RPC without a media type', on2025(untypedError(MALFORMED, -32700, 400))],
    ['pass', '415 with JSON-RPC without a media type', on2025(untypedError(MALFORMED, -32600, 415))],
    [
      'broken',
      'parse error without a media type',
      on2025(untypedError(MALFORMED, -32700)),
      'JSON-RPC sent without a media type',
    ],
    ['broken', 'hangs', on2025(HELD)],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-get-fast-fail': cases({ mcpStateful: OPEN }, [
    ['pass', '405', { mcpGet: failsWith('GET', 405) }],
    ['pass', 'a page', { mcpGet: mcpAnswer('GET', '<!doctype html>', { type: 'text/html' }) }],
    [
      'antecedent-unmet',
      'the stream of the 2025 revisions',
      { mcpGet: STREAM },
      'opens the stream that revision 2025-11-25 defines',
    ],
    [
      'noncompliant',
      'a stream of a server without those revisions',
      { mcpGet: STREAM, mcpStateful: MODERN_ONLY },
    ],
    ['broken', '500', { mcpGet: failsWith('GET', 500) }],
    ['broken', 'no header in time', { mcpGet: HELD }, 'no complete response'],
    ['antecedent-unmet', 'no endpoint', { mcpGet: NO_ENDPOINT, mcpStateful: NO_ENDPOINT }],
  ]),

  'mcp-accept-unsatisfiable': cases('mcpAcceptImage', [
    ['pass', '406', on2025(mcpError('tools/list', -32000, 406))],
    ['absent', 'ignored', on2025(mcpResult('tools/list', TOOLS))],
    ['absent', '400', on2025(failsWith('tools/list', 400))],
    ['broken', '500', on2025(failsWith('tools/list', 500))],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),

  'mcp-accept-json': cases('mcpAcceptJson', [
    ['pass', 'one JSON body', on2025(mcpResult('tools/list', TOOLS))],
    [
      'pass',
      '406 on the older lane, one JSON body on the newer',
      onBoth(mcpError('tools/list', -32000, 406), mcpResult('tools/list', TOOLS)),
    ],
    [
      'antecedent-unmet',
      '406 of a server of the 2025 revisions alone',
      on2025(mcpError('tools/list', -32000, 406)),
      'lets servers require both types',
    ],
    [
      'antecedent-unmet',
      '406 of a server of the newest revision',
      on2026(mcpError('tools/list', -32000, 406)),
      'lets servers require both types',
    ],
    [
      'antecedent-unmet',
      '406 on one lane, another refusal on the other',
      onBoth(failsWith('tools/list', 400), mcpError('tools/list', -32000, 406)),
    ],
    [
      'antecedent-unmet',
      '400 about Accept (Go)',
      on2025(mcpAnswer('tools/list', GO_REFUSES, { status: 400, type: 'text/plain; charset=utf-8' })),
      'lets servers require both types',
    ],
    [
      'antecedent-unmet',
      '400 about Accept in JSON-RPC',
      on2026(mcpAnswer('tools/list', refusing('Not Acceptable'), { status: 400 })),
    ],
    ['absent', '400 about something else', on2025(mcpAnswer('tools/list', refusing('No'), { status: 400 }))],
    ['absent', '403 about Accept', on2025(mcpAnswer('tools/list', GO_REFUSES, { status: 403 }))],
    [
      'broken',
      '400 about Accept on the older lane, an event stream on the newer',
      onBoth(mcpAnswer('tools/list', GO_REFUSES, { status: 400, type: 'text/plain' }), EVENTS),
    ],
    ...['', 'text/html', 'text/plain', 'text/json', 'application/json-rpc', 'application/problem+json'].map(
      (type) =>
        [
          'broken',
          `one JSON body as ${type || 'nothing'}`,
          on2025(mcpResult('tools/list', TOOLS, { type })),
          type === '' ? 'without a media type' : `sent as ${type}`,
        ] as const,
    ),
    [
      'pass',
      'one JSON body with parameters of its type',
      on2025(mcpResult('tools/list', TOOLS, { type: 'Application/JSON; charset=utf-8' })),
    ],
    ['error', 'longer than the audit reads', on2025(beyondLimits('tools/list')), '2 MiB'],
    ['absent', '400', on2025(failsWith('tools/list', 400))],
    ['broken', 'an event stream', on2025(EVENTS)],
    [
      'broken',
      '406 on the older lane, an event stream on the newer',
      onBoth(mcpError('tools/list', -32000, 406), EVENTS),
    ],
    ['broken', 'no response in it', on2025(mcpAnswer('tools/list', {}))],
    ['broken', '500', on2025(failsWith('tools/list', 500))],
    ['antecedent-unmet', 'promised, and something else', NOT_MCP_EXAMPLE],
    ['antecedent-unmet', 'no endpoint', NO_ENDPOINT],
  ]),
} satisfies Examples;
