import type { McpHeld } from '../probes/mcp-http.ts';
import { describeOutcome, note } from '../probes/mcp-rpc.ts';
import { absent, broken, type Check, check, noncompliant, pass } from './check.ts';
import { failsWith, gives, mcpAnswer, NO_ENDPOINT, refuses } from './mcp-examples.ts';
import { judgeProbe } from './mcp-verdict.ts';

const TRANSPORT_2025 = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports';
const TRANSPORT_2026 =
  'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http';
const CONTENT_NEGOTIATION = {
  label: 'RFC 9110, section 15.5.7: 406 Not Acceptable',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.7',
};

const MALFORMED = 'POST with a malformed body';
const TOOLS = { tools: [] };
const HELD: McpHeld = {
  state: 'held',
  evidence: 'https://site.example/mcp -> 200 (no complete answer in time (5 s))',
};

export const mcpHttpChecks: readonly Check[] = [
  check({
    id: 'mcp-malformed-body',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP malformed body is refused',
    goal: 'An agent whose message was damaged on the way learns that at once, instead of waiting.',
    fix: 'Answer a body that is not JSON with HTTP 400 and the JSON-RPC error -32700 (Parse error).',
    resources: [
      {
        label: 'JSON-RPC 2.0, section 5.1: error object',
        url: 'https://www.jsonrpc.org/specification#error_object',
      },
    ],
    needs: ['mcpMalformedBody'],
    evaluate({ mcpMalformedBody }) {
      if (mcpMalformedBody.state === 'held') return broken(mcpMalformedBody.evidence);
      return judgeProbe(mcpMalformedBody, (answered) => {
        const { response, answer } = answered;
        const code = response?.error?.code;
        if (code === -32700 || answer.status === 400 || answer.status === 415)
          return pass(code === undefined ? answered.evidence : note(answered, `error ${code}`));
        const refused = code === -32600 || (answer.status >= 400 && answer.status < 500);
        return refused
          ? noncompliant(note(answered, 'refused, but with neither error -32700 nor status 400 or 415'))
          : broken(note(answered, describeOutcome(answered)));
      });
    },
    examples: [
      { title: 'parse error', given: { mcpMalformedBody: refuses(MALFORMED, -32700) }, expect: 'pass' },
      { title: 'plain 400', given: { mcpMalformedBody: failsWith(MALFORMED, 400) }, expect: 'pass' },
      { title: '415', given: { mcpMalformedBody: failsWith(MALFORMED, 415) }, expect: 'pass' },
      { title: '422', given: { mcpMalformedBody: failsWith(MALFORMED, 422) }, expect: 'noncompliant' },
      { title: 'a result', given: { mcpMalformedBody: gives(MALFORMED, {}) }, expect: 'broken' },
      {
        title: 'accepted',
        given: { mcpMalformedBody: mcpAnswer(MALFORMED, '', { status: 202 }) },
        expect: 'broken',
      },
      { title: '500', given: { mcpMalformedBody: failsWith(MALFORMED, 500) }, expect: 'broken' },
      { title: 'hangs', given: { mcpMalformedBody: HELD }, expect: 'broken' },
      { title: 'no endpoint', given: { mcpMalformedBody: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-get-fast-fail',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP endpoint answers a GET at once',
    goal: 'An agent that opens the endpoint like a page gets an answer, not a connection that stays open in silence.',
    fix: 'Answer a GET without a session with 405 and `Allow: POST` (or a page that explains the endpoint); do not open an event stream for it.',
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, earlier revisions',
        url: `${TRANSPORT_2026}#earlier-streamable-http-revisions`,
      },
      {
        label: 'MCP 2025-11-25: Transports',
        url: `${TRANSPORT_2025}#listening-for-messages-from-the-server`,
      },
    ],
    needs: ['mcpGet'],
    evaluate({ mcpGet }) {
      if (mcpGet.state === 'held') return broken(mcpGet.evidence);
      return judgeProbe(mcpGet, ({ answer, evidence }) =>
        answer.status < 500 ? pass(evidence) : broken(evidence),
      );
    },
    examples: [
      { title: '405', given: { mcpGet: failsWith('GET', 405) }, expect: 'pass' },
      {
        title: 'a page',
        given: { mcpGet: mcpAnswer('GET', '<!doctype html>', { type: 'text/html' }) },
        expect: 'pass',
      },
      { title: '500', given: { mcpGet: failsWith('GET', 500) }, expect: 'broken' },
      { title: 'held open', given: { mcpGet: HELD }, expect: 'broken', evidence: 'no complete answer' },
      { title: 'no endpoint', given: { mcpGet: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-accept-unsatisfiable',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unsatisfiable Accept gives 406',
    goal: 'An agent that cannot read what the server sends is told so before anything is done for it.',
    fix: 'Answer a POST whose Accept header allows neither application/json nor text/event-stream with HTTP 406.',
    resources: [CONTENT_NEGOTIATION],
    needs: ['mcpAcceptImage'],
    evaluate: ({ mcpAcceptImage }) =>
      judgeProbe(mcpAcceptImage, (answered) => {
        const { status } = answered.answer;
        if (status === 406) return pass(note(answered, 'Accept: image/png'));
        return status < 400
          ? absent(note(answered, 'Accept: image/png is ignored'))
          : broken(note(answered, 'Accept: image/png is refused with another status than 406'));
      }),
    examples: [
      { title: '406', given: { mcpAcceptImage: refuses('tools/list', -32000, 406) }, expect: 'pass' },
      { title: 'ignored', given: { mcpAcceptImage: gives('tools/list', TOOLS) }, expect: 'absent' },
      { title: '400', given: { mcpAcceptImage: failsWith('tools/list', 400) }, expect: 'broken' },
      { title: '500', given: { mcpAcceptImage: failsWith('tools/list', 500) }, expect: 'broken' },
      { title: 'no endpoint', given: { mcpAcceptImage: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-accept-json',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP plain JSON answer on request',
    goal: 'An agent without an event stream parser gets its answer as one JSON body.',
    fix: 'Answer a POST with `Accept: application/json` with one application/json body. In the MCP SDK that is `enableJsonResponse: true`, with the check of the Accept header relaxed.',
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, sending messages',
        url: `${TRANSPORT_2026}#sending-messages`,
      },
      CONTENT_NEGOTIATION,
    ],
    needs: ['mcpAcceptJson'],
    evaluate: ({ mcpAcceptJson }) =>
      judgeProbe(mcpAcceptJson, (answered) => {
        const { answer, framing, response } = answered;
        if (framing === 'sse')
          return broken(note(answered, 'Accept: application/json is answered with text/event-stream'));
        if (answer.status >= 400 && answer.status < 500)
          return absent(note(answered, 'Accept: application/json alone is refused'));
        return response === undefined || answer.status >= 500
          ? broken(note(answered, describeOutcome(answered)))
          : pass(note(answered, 'Accept: application/json, one JSON body'));
      }),
    examples: [
      { title: 'one JSON body', given: { mcpAcceptJson: gives('tools/list', TOOLS) }, expect: 'pass' },
      {
        title: 'an event stream',
        given: {
          mcpAcceptJson: mcpAnswer('tools/list', 'data: {"jsonrpc":"2.0","id":"a","result":{}}\n\n', {
            type: 'text/event-stream',
          }),
        },
        expect: 'broken',
      },
      { title: '406', given: { mcpAcceptJson: refuses('tools/list', -32000, 406) }, expect: 'absent' },
      { title: 'no response in it', given: { mcpAcceptJson: mcpAnswer('tools/list', {}) }, expect: 'broken' },
      { title: '500', given: { mcpAcceptJson: failsWith('tools/list', 500) }, expect: 'broken' },
      { title: 'no endpoint', given: { mcpAcceptJson: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),
];
