import { isUnseen } from '../evidence/surface.ts';
import type { McpHeld, OnLanes } from '../probes/mcp-lanes.ts';
import { describeOutcome, type McpProbe, note } from '../probes/mcp-rpc.ts';
import { NO_HANDSHAKE, type StatefulLane } from '../probes/mcp-stateful.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../versions.ts';
import {
  absent,
  broken,
  type Check,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Seen,
  type Verdict,
} from './check.ts';
import {
  failsWith,
  gives,
  MODERN_ONLY,
  mcpAnswer,
  NO_ENDPOINT,
  NOT_MCP,
  on2025,
  on2026,
  onBoth,
  refuses,
} from './mcp-examples.ts';
import { bestOf, judgeLanes, judgeProbe } from './mcp-verdict.ts';

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

const EVENTS = mcpAnswer('tools/list', 'data: {"jsonrpc":"2.0","id":"a","result":{}}\n\n', {
  type: 'text/event-stream',
});
const STREAM = mcpAnswer('GET', '', { type: 'text/event-stream' });
const OPEN: StatefulLane = {
  state: 'open',
  url: 'https://site.example/mcp',
  initialize: gives('initialize', {}),
  session: { id: undefined, version: MCP_STATEFUL_VERSION },
  capabilities: {},
};

/** `Accept: application/json` on each lane: one that gives a JSON body is enough. */
function judgeAcceptJson({ stateful, modern }: OnLanes<McpProbe>): Verdict {
  const asked = [stateful, modern].filter((probe) => probe !== undefined);
  const judged = bestOf(asked.map((probe) => (isUnseen(probe) ? couldNotSee(probe) : judgeJsonBody(probe))));
  if (judged.status === 'pass' || judged.status === 'error' || judged.status === 'skip') return judged;
  // A refusal is no answer: what the lanes that answer do decides, and without them the refusals.
  const answers = asked.filter((probe) => probe.state === 'answered');
  const first = answers.find(({ answer }) => answer.status < 400 || answer.status >= 500);
  if (first !== undefined) return judgeJsonBody(first);
  if (modern === undefined && stateful?.state === 'answered' && stateful.answer.status === 406) {
    const why = 'Accept: application/json alone is refused; this lane lets servers ask for both types';
    return notApplicable(note(stateful, why));
  }
  return judged;
}

function judgeJsonBody(probe: Seen<McpProbe>): Verdict {
  return judgeProbe(probe, (answered) => {
    const { answer, framing, response } = answered;
    if (answer.status >= 400 && answer.status < 500)
      return absent(note(answered, 'Accept: application/json alone is refused'));
    if (framing === 'sse')
      return broken(note(answered, 'Accept: application/json is answered with text/event-stream'));
    return response === undefined || answer.status >= 500
      ? broken(note(answered, describeOutcome(answered)))
      : pass(note(answered, 'Accept: application/json, one JSON body'));
  });
}

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
    evaluate: ({ mcpMalformedBody }) =>
      judgeLanes(mcpMalformedBody, (probe) => {
        if (probe.state === 'held') return broken(probe.evidence);
        return judgeProbe(probe, (answered) => {
          const { response, answer } = answered;
          const code = response?.error?.code;
          if (code === -32700 || answer.status === 400 || answer.status === 415)
            return pass(code === undefined ? answered.evidence : note(answered, `error ${code}`));
          const refused = code === -32600 || (answer.status >= 400 && answer.status < 500);
          return refused
            ? noncompliant(note(answered, 'refused, but with neither error -32700 nor status 400 or 415'))
            : broken(note(answered, describeOutcome(answered)));
        });
      }),
    examples: [
      {
        title: 'parse error',
        given: { mcpMalformedBody: on2025(refuses(MALFORMED, -32700)) },
        expect: 'pass',
      },
      { title: 'plain 400', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 400)) }, expect: 'pass' },
      { title: '415', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 415)) }, expect: 'pass' },
      {
        title: '422',
        given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 422)) },
        expect: 'noncompliant',
      },
      { title: 'a result', given: { mcpMalformedBody: on2025(gives(MALFORMED, {})) }, expect: 'broken' },
      {
        title: 'accepted',
        given: { mcpMalformedBody: on2025(mcpAnswer(MALFORMED, '', { status: 202 })) },
        expect: 'broken',
      },
      { title: '500', given: { mcpMalformedBody: on2025(failsWith(MALFORMED, 500)) }, expect: 'broken' },
      { title: 'hangs', given: { mcpMalformedBody: on2025(HELD) }, expect: 'broken' },
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
    uses: ['mcpStateful'],
    evaluate({ mcpGet, mcpStateful }) {
      if (mcpGet.state === 'held') return broken(mcpGet.evidence);
      return judgeProbe(mcpGet, (answered) => {
        const { answer, evidence } = answered;
        if (answer.status >= 500) return broken(evidence);
        if (answer.status >= 300 || answer.type?.essence !== 'text/event-stream') return pass(evidence);
        if (mcpStateful.state !== 'inapplicable' || mcpStateful.cause !== NO_HANDSHAKE) {
          const { session } = mcpStateful.state === 'open' ? mcpStateful : {};
          const revision = session?.version ?? MCP_STATEFUL_VERSION;
          return notApplicable(note(answered, `opens the stream that revision ${revision} provides for`));
        }
        return noncompliant(note(answered, `opens a stream, which revision ${MCP_MODERN_VERSION} has not`));
      });
    },
    examples: [
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
      judgeLanes(mcpAcceptImage, (probe) =>
        judgeProbe(probe, (answered) => {
          const { status } = answered.answer;
          if (status === 406) return pass(note(answered, 'Accept: image/png'));
          if (status >= 500)
            return broken(note(answered, 'Accept: image/png is answered with a server error'));
          return status < 400
            ? absent(note(answered, 'Accept: image/png is ignored'))
            : absent(note(answered, 'Accept: image/png is refused with another status than 406'));
        }),
      ),
    examples: [
      { title: '406', given: { mcpAcceptImage: on2025(refuses('tools/list', -32000, 406)) }, expect: 'pass' },
      { title: 'ignored', given: { mcpAcceptImage: on2025(gives('tools/list', TOOLS)) }, expect: 'absent' },
      { title: '400', given: { mcpAcceptImage: on2025(failsWith('tools/list', 400)) }, expect: 'absent' },
      { title: '500', given: { mcpAcceptImage: on2025(failsWith('tools/list', 500)) }, expect: 'broken' },
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
      mcpAcceptJson.state === 'inapplicable'
        ? notApplicable(mcpAcceptJson.evidence)
        : judgeAcceptJson(mcpAcceptJson),
    examples: [
      {
        title: 'one JSON body',
        given: { mcpAcceptJson: on2025(gives('tools/list', TOOLS)) },
        expect: 'pass',
      },
      {
        title: '406 on the older lane, one JSON body on the newer',
        given: { mcpAcceptJson: onBoth(refuses('tools/list', -32000, 406), gives('tools/list', TOOLS)) },
        expect: 'pass',
      },
      {
        title: '406 of a server of the 2025 revisions alone',
        given: { mcpAcceptJson: on2025(refuses('tools/list', -32000, 406)) },
        expect: 'n_a',
        reason: 'antecedent-unmet',
        evidence: 'lets servers ask for both types',
      },
      {
        title: '406 of a server of the newest revision',
        given: { mcpAcceptJson: on2026(refuses('tools/list', -32000, 406)) },
        expect: 'absent',
      },
      { title: '400', given: { mcpAcceptJson: on2025(failsWith('tools/list', 400)) }, expect: 'absent' },
      { title: 'an event stream', given: { mcpAcceptJson: on2025(EVENTS) }, expect: 'broken' },
      {
        title: '406 on the older lane, an event stream on the newer',
        given: { mcpAcceptJson: onBoth(refuses('tools/list', -32000, 406), EVENTS) },
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
        given: { mcpAcceptJson: NOT_MCP },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      { title: 'no endpoint', given: { mcpAcceptJson: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),
];
