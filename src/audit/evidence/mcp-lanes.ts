/** The results on both lanes of an MCP server: stateful (revisions of 2025) and modern (2026-07-28). */

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

/** The handshake succeeded: `initialize` returned a result. */
export interface StatefulOpen {
  readonly state: 'open';
  readonly url: string;
  readonly initialize: McpAnswer;
  readonly session: McpSession;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** The handshake got a response that is not a result. */
interface StatefulFailed {
  readonly state: 'failed';
  readonly url: string;
  readonly initialize: McpAnswer;
}

/** A document promises the endpoint, but the endpoint does not respond as MCP. */
interface StatefulSilent extends McpInapplicable {
  readonly silent?: true;
}

export type StatefulLane = StatefulOpen | StatefulFailed | StatefulSilent | Inconclusive;

/** Why no handshake is sent to a server that speaks only 2026-07-28. */
export const NO_HANDSHAKE = `speaks ${MCP_MODERN_VERSION}, which has no handshake`;

/** Returns why a capability is not tested: the handshake or discovery does not name it. */
export function lacks(capability: string, offer: McpAnswer): McpInapplicable {
  return { state: 'inapplicable', evidence: withDetail(offer.evidence, `${capability} are not advertised`) };
}

/** Returns the result for requests in a protocol revision that is not open. */
export function notOpen(lane: Exclude<StatefulLane, StatefulOpen>): McpProbe {
  if (lane.state !== 'failed') return seeInitialize(lane);
  const { answer } = lane.initialize;
  const detail = `${describeOutcome(lane.initialize)} to the handshake: see mcp-initialize`;
  return { state: 'missing', evidence: answerFacts(answer, detail) };
}

/** The server speaks the revision: `server/discover` lists it, or `tools/list` works with headers alone. */
export interface ModernOpen {
  readonly state: 'open';
  readonly url: string;
  readonly discover: McpAnswer;
  /** The capabilities; empty if `server/discover` returned no result. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Set if `server/discover` is unknown, but `tools/list` with headers alone returned a result. */
  readonly withoutDiscover?: true;
  /** Set if `tools/list` has none of the revision's marks, as on a 2025 server without sessions. */
  readonly unproven?: true;
}

export type ModernLane = ModernOpen | McpInapplicable | McpMissing | Inconclusive;

/** Error codes of revision 2026-07-28 ("Error Codes"). */
export const HEADER_MISMATCH = -32020;

const MISSING_CAPABILITY = -32021;

export const UNSUPPORTED_VERSION = -32022;

/** The error codes that are reserved for MCP. */
export const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];

/** Returns whether a server refuses an unsupported version and lists the supported ones ("Protocol Version Negotiation"). */
export function namesSupported({ response }: McpAnswer): boolean {
  const error = response?.error;
  return error?.code === UNSUPPORTED_VERSION && isRecord(error.data) && Array.isArray(error.data.supported);
}

/** Returns why a response to `server/discover` is not merely an older server's refusal. */
export function discoverFault(discover: McpAnswer): McpMissing['fault'] {
  const { status } = discover.answer;
  if (status >= 500) return 'fails';
  return status < 400 && refusedType(discover) !== undefined ? 'type' : undefined;
}

/** There was no complete response within the probe's time limit. */
export interface McpUnfinished {
  readonly state: 'unfinished';
  readonly evidence: Facts;
  readonly unproven?: true;
}

/** The results of one request in one protocol revision or in both. */
export interface OnLanes<T> {
  readonly state: 'lanes';
  readonly stateful: T | undefined;
  readonly modern: T | undefined;
}

/** Reads a response. A timeout is a result too, because these probes test for requests that never end. */
export function orUnfinished(reply: Reply, call: RpcCall): McpProbe | McpUnfinished {
  return reply.kind === 'failed' && reply.reason === 'timeout'
    ? { state: 'unfinished', evidence: replyFacts(reply) }
    : readAny(reply, call);
}

/** Reads any response, including a 401: earlier responses in this revision needed no authorization. */
export function readAny(reply: Reply, call: RpcCall): McpProbe {
  return reply.kind === 'answer' ? readMcpAnswer(reply.answer, call) : readRpc(reply, call);
}
