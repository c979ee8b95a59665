/** One MCP server's results on two “lanes”: the 2025 revisions (stateful lane) and revision 2026-07-28 (modern lane). */

import { isRecord } from '../../base/json.ts';
import { MCP_MODERN_VERSION } from '../../base/versions.ts';
import type { Facts } from './facts.ts';
import { answerFacts, replyFacts, withDetail } from './facts.ts';
import {
  describeOutcome,
  type McpAnswer,
  type McpInapplicable,
  type McpMissing,
  type McpProbe,
  type McpSession,
  type RpcCall,
  readMcpAnswer,
  readRpc,
  refusedType,
} from './mcp-answer.ts';
import { seeInitialize } from './mcp-endpoint.ts';
import type { Reply } from './reply.ts';
import type { Inconclusive } from './surface.ts';

/** The result of a successful handshake: `initialize` returned a JSON-RPC result. */
export interface StatefulOpen {
  readonly state: 'open';
  readonly url: string;
  readonly initialize: McpAnswer;
  readonly session: McpSession;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** The result of a failed handshake: the response to `initialize` has no JSON-RPC result. */
interface StatefulFailed {
  readonly state: 'failed';
  readonly url: string;
  readonly initialize: McpAnswer;
}

/** The result if a document of the site declares an MCP endpoint, but the endpoint does not speak MCP. */
interface StatefulSilent extends McpInapplicable {
  readonly silent?: true;
}

export type StatefulLane = StatefulOpen | StatefulFailed | StatefulSilent | Inconclusive;

export const NO_HANDSHAKE = `the server supports only ${MCP_MODERN_VERSION}, which has no handshake`;

/** Returns why a capability is not tested: the server did not declare it in the handshake or in `server/discover`. */
export function lacks(capability: string, offer: McpAnswer): McpInapplicable {
  return { state: 'inapplicable', evidence: withDetail(offer.evidence, `${capability} are not advertised`) };
}

/** Returns the result of requests in the 2025 revisions of MCP if the handshake failed or was not sent. */
export function notOpen(lane: Exclude<StatefulLane, StatefulOpen>): McpProbe {
  if (lane.state !== 'failed') return seeInitialize(lane);
  const { answer } = lane.initialize;
  const detail = `the handshake failed: ${describeOutcome(lane.initialize)}; see mcp-initialize`;
  return { state: 'missing', evidence: answerFacts(answer, detail) };
}

/** The result if `server/discover` or `tools/list` shows that the server supports MCP revision 2026-07-28. */
export interface ModernOpen {
  readonly state: 'open';
  readonly url: string;
  readonly discover: McpAnswer;
  /** The declared capabilities; empty if `server/discover` returned no result. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Set if the server does not know `server/discover`, but `tools/list` with the revision's headers returned a result. */
  readonly withoutDiscover?: true;
  /** Set if the `tools/list` result may come from a server that supports only the 2025 revisions and ignores the headers. */
  readonly unproven?: true;
}

export type ModernLane = ModernOpen | McpInapplicable | McpMissing | Inconclusive;

/** Error codes of MCP revision 2026-07-28 (section "Error Codes"). */
export const HEADER_MISMATCH = -32020;

const MISSING_CAPABILITY = -32021;

export const UNSUPPORTED_VERSION = -32022;

/** The error codes that are reserved for MCP. */
export const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];

/** Returns whether the error for an unsupported version lists the supported ones (MCP, "Protocol Version Negotiation"). */
export function namesSupported({ response }: McpAnswer): boolean {
  const error = response?.error;
  return error?.code === UNSUPPORTED_VERSION && isRecord(error.data) && Array.isArray(error.data.supported);
}

/** Returns the fault in a `server/discover` response; `undefined` if the response may be an older server's refusal. */
export function discoverFault(discover: McpAnswer): McpMissing['fault'] {
  const { status } = discover.answer;
  if (status >= 500) return 'fails';
  return status < 400 && refusedType(discover) !== undefined ? 'type' : undefined;
}

/** The result if no complete response arrived before the probe's timeout. */
export interface McpUnfinished {
  readonly state: 'unfinished';
  readonly evidence: Facts;
  readonly unproven?: true;
}

/** The results of one request in both protocol revisions; `undefined` for a revision in which it was not sent. */
export interface OnLanes<T> {
  readonly state: 'lanes';
  readonly stateful: T | undefined;
  readonly modern: T | undefined;
}

/** Reads a response that a faulty server may never send. A timeout is therefore a result, too. */
export function orUnfinished(reply: Reply, call: RpcCall): McpProbe | McpUnfinished {
  return reply.kind === 'failed' && reply.reason === 'timeout'
    ? { state: 'unfinished', evidence: replyFacts(reply) }
    : readAny(reply, call);
}

/** Reads a response. A 401 is read like other responses, because earlier requests in this revision needed no authorization. */
export function readAny(reply: Reply, call: RpcCall): McpProbe {
  return reply.kind === 'answer' ? readMcpAnswer(reply.answer, call) : readRpc(reply, call);
}
