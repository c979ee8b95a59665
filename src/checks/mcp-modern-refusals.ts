/** What a server of the modern lane of MCP (revision 2026-07-28) must refuse. */
import { isRecord } from '../parse/json.ts';
import { HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../probes/mcp-modern.ts';
import { type McpProbe, note } from '../probes/mcp-rpc.ts';
import { type Check, check, noncompliant, pass, type Seen, type Verdict } from './check.ts';
import { failsWith, gives, mcpAnswer, NO_ENDPOINT, refuses, UNPROBED, unproven } from './mcp-examples.ts';
import { bestOf, judgeModern, judgeProbe, judgeRefusal } from './mcp-verdict.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2026-07-28';
const TRANSPORT = `${SPECIFICATION}/basic/transports/streamable-http`;
const OVERVIEW = `${SPECIFICATION}/basic/index`;

const MISMATCH = 'server/discover';

/** The verdict on a request of a version that no server can support. */
function judgeVersion(probe: Seen<McpProbe>): Verdict {
  return judgeRefusal(probe, [UNSUPPORTED_VERSION], (answered, { data }) =>
    isRecord(data) && Array.isArray(data.supported)
      ? pass(note(answered, 'error -32022 with data.supported'))
      : noncompliant(note(answered, 'error -32022 without a data.supported array')),
  );
}

/** The verdict on a batch. What cannot be read as a request has no id that could be given back. */
function judgeBatch(probe: Seen<McpProbe>): Verdict {
  return judgeProbe(probe, (answered) => {
    const { answer, response } = answered;
    if (response === undefined && answer.status >= 400 && answer.status < 500)
      return noncompliant(note(answered, `a batch; ${answer.status} without JSON-RPC`));
    return judgeRefusal(answered, [-32600], () =>
      response?.id === null || response?.id === undefined
        ? pass(note(answered, 'a batch; error -32600 without an id of its own'))
        : noncompliant(note(answered, 'a batch; error -32600, but with an id')),
    );
  });
}

const REFUSED_VERSION = refuses('x', -32022, 400, { supported: ['2026-07-28'] });

const versions = (past: McpProbe, future = past) => ({
  mcpModernUnknownVersion: past,
  mcpModernFutureVersion: future,
});

export const mcpModernRefusalChecks: readonly Check[] = [
  check({
    id: 'mcp-modern-clientcaps',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP request without clientCapabilities is refused',
    goal: 'An agent that forgets a required field is told so, and is not served on assumptions about it.',
    fix: 'Refuse a request whose `_meta` lacks `io.modelcontextprotocol/clientCapabilities` with HTTP 400 and the JSON-RPC error -32602.',
    resources: [{ label: 'MCP 2026-07-28: per-request protocol fields', url: `${OVERVIEW}#meta` }],
    needs: ['mcpModernNoCapabilities'],
    evaluate: ({ mcpModernNoCapabilities }) =>
      judgeModern(mcpModernNoCapabilities, judgeRefusal(mcpModernNoCapabilities, [-32602, -32600])),
    examples: [
      {
        title: 'invalid params',
        given: { mcpModernNoCapabilities: refuses('x', -32602, 400) },
        expect: 'pass',
      },
      {
        title: 'invalid request',
        given: { mcpModernNoCapabilities: refuses('x', -32600, 400) },
        expect: 'pass',
      },
      { title: 'served all the same', given: { mcpModernNoCapabilities: gives('x', {}) }, expect: 'broken' },
      {
        title: 'another code',
        given: { mcpModernNoCapabilities: refuses('x', -32603, 500) },
        expect: 'broken',
      },
      { title: 'no modern lane', given: { mcpModernNoCapabilities: UNPROBED }, expect: 'absent' },
      { title: 'no endpoint', given: { mcpModernNoCapabilities: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-modern-header-mismatch',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP header that contradicts the body is refused',
    goal: 'What a proxy reads in the headers is what the server does, so an agent cannot be routed to one thing and served another.',
    fix: 'Compare `Mcp-Method` (and `Mcp-Name`, `MCP-Protocol-Version`) with the body, and refuse what differs with HTTP 400 and the JSON-RPC error -32020.',
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, server validation', url: `${TRANSPORT}#server-validation` },
    ],
    needs: ['mcpModernHeaderMismatch'],
    evaluate: ({ mcpModernHeaderMismatch }) =>
      judgeModern(mcpModernHeaderMismatch, judgeRefusal(mcpModernHeaderMismatch, [HEADER_MISMATCH])),
    examples: [
      {
        title: 'refused',
        given: { mcpModernHeaderMismatch: refuses(MISMATCH, -32020, 400) },
        expect: 'pass',
      },
      { title: 'served', given: { mcpModernHeaderMismatch: gives(MISMATCH, {}) }, expect: 'broken' },
      {
        title: 'another code',
        given: { mcpModernHeaderMismatch: refuses(MISMATCH, -32600, 400) },
        expect: 'broken',
      },
      { title: 'no JSON', given: { mcpModernHeaderMismatch: failsWith(MISMATCH, 400) }, expect: 'broken' },
      { title: 'no modern lane', given: { mcpModernHeaderMismatch: UNPROBED }, expect: 'absent' },
      { title: 'no endpoint', given: { mcpModernHeaderMismatch: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-modern-version-reject',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unsupported version is refused with the supported ones',
    goal: 'An agent that asks for a version the server lacks learns in the same answer which ones it can ask for.',
    fix: 'Refuse an unknown protocol version with HTTP 400 and the JSON-RPC error -32022, with the supported versions as an array in `data.supported`.',
    resources: [
      {
        label: 'MCP 2026-07-28: protocol version negotiation',
        url: `${SPECIFICATION}/basic/versioning#protocol-version-negotiation`,
      },
    ],
    needs: ['mcpModernUnknownVersion', 'mcpModernFutureVersion'],
    evaluate: ({ mcpModernUnknownVersion, mcpModernFutureVersion }) =>
      bestOf(
        [mcpModernUnknownVersion, mcpModernFutureVersion].map((probe) =>
          judgeModern(probe, judgeVersion(probe)),
        ),
      ),
    examples: [
      { title: 'with the supported ones', given: versions(REFUSED_VERSION), expect: 'pass' },
      {
        title: 'a date before MCP is malformed, one to come is refused',
        given: versions(refuses('x', -32600, 400), REFUSED_VERSION),
        expect: 'pass',
      },
      { title: 'without them', given: versions(refuses('x', -32022, 400)), expect: 'noncompliant' },
      { title: 'another code', given: versions(refuses('x', -32000, 400)), expect: 'broken' },
      { title: 'served', given: versions(gives('x', {})), expect: 'broken' },
      {
        title: 'served by a server that takes no notice of versions',
        given: versions(unproven(gives('x', {}))),
        expect: 'absent',
      },
      { title: 'no modern lane', given: versions(UNPROBED), expect: 'absent' },
      { title: 'no endpoint', given: versions(NO_ENDPOINT), expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-batch-reject',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP batch is refused',
    goal: 'An agent that sends a batch, which the protocol no longer has, learns why nothing came of it.',
    fix: 'Refuse a body that is a JSON array with HTTP 400 and the JSON-RPC error -32600 with `"id": null`.',
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, sending messages', url: `${TRANSPORT}#sending-messages` },
      {
        label: 'JSON-RPC 2.0, section 5: response object',
        url: 'https://www.jsonrpc.org/specification#response_object',
      },
    ],
    needs: ['mcpModernBatch'],
    evaluate: ({ mcpModernBatch }) => judgeModern(mcpModernBatch, judgeBatch(mcpModernBatch)),
    examples: [
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
        given: { mcpModernBatch: refuses('x', -32600, 400) },
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
      { title: 'served', given: { mcpModernBatch: gives('x', {}) }, expect: 'broken' },
      { title: 'another code', given: { mcpModernBatch: refuses('x', -32700, 400) }, expect: 'broken' },
      { title: 'no modern lane', given: { mcpModernBatch: UNPROBED }, expect: 'absent' },
      { title: 'no endpoint', given: { mcpModernBatch: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),
];
