/** What the two lanes of an MCP server showed: the stateful one (revisions of 2025) and the modern one (2026-07-28). */

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

/** The handshake succeeded: `initialize` gave a result. */
export interface StatefulOpen {
  readonly state: 'open';
  readonly url: string;
  readonly initialize: McpAnswer;
  readonly session: McpSession;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** The handshake was answered, but not with a result. */
interface StatefulFailed {
  readonly state: 'failed';
  readonly url: string;
  readonly initialize: McpAnswer;
}

/** A document promises the endpoint, and it answers as something else. */
interface StatefulSilent extends McpInapplicable {
  readonly silent?: true;
}

export type StatefulLane = StatefulOpen | StatefulFailed | StatefulSilent | Inconclusive;

/** Why a server of revision 2026-07-28 alone is not asked for a handshake. */
export const NO_HANDSHAKE = `speaks ${MCP_MODERN_VERSION}, which has no handshake`;

/** Nothing of this capability is asked for where the answer to the handshake, or to discovery, does not name it. */
export function lacks(capability: string, told: McpAnswer): McpInapplicable {
  return { state: 'inapplicable', evidence: withDetail(told.evidence, `${capability} are not advertised`) };
}

/** What a lane that is not open means for the requests on it. */
export function notOpen(lane: Exclude<StatefulLane, StatefulOpen>): McpProbe {
  if (lane.state !== 'failed') return seeInitialize(lane);
  const { answer } = lane.initialize;
  const detail = `${describeOutcome(lane.initialize)} to the handshake: see mcp-initialize`;
  return { state: 'missing', evidence: answerFacts(answer, detail) };
}

/** The revision is spoken: `server/discover` lists it, or `tools/list` is answered by headers alone. */
export interface ModernOpen {
  readonly state: 'open';
  readonly url: string;
  readonly discover: McpAnswer;
  /** Empty where `server/discover` gave no result. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** `server/discover` is unknown; `tools/list` by headers alone gave a result. */
  readonly withoutDiscover?: true;
  /**
   * Nothing shows that the server knows the revision: its `tools/list` has none of the revision's marks, as where a
   * server of 2025 without sessions takes no notice of the headers.
   */
  readonly unproven?: true;
}

export type ModernLane = ModernOpen | McpInapplicable | McpMissing | Inconclusive;

/** Error codes that revision 2026-07-28 defines ("Error Codes"). */
export const HEADER_MISMATCH = -32020;

const MISSING_CAPABILITY = -32021;

export const UNSUPPORTED_VERSION = -32022;

/** They are MCP's alone: nothing else may use them. */
export const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];

/** An unsupported version is refused, with those that are supported (revision 2026-07-28, "Protocol Version Negotiation"). */
export function namesSupported({ response }: McpAnswer): boolean {
  const error = response?.error;
  return error?.code === UNSUPPORTED_VERSION && isRecord(error.data) && Array.isArray(error.data.supported);
}

/**
 * Why a response to `server/discover` is not how an older server says no. Below 400, clients refuse a body by its media
 * type; an error status alone makes them fall back to the handshake.
 */
export function discoverFault(discover: McpAnswer): McpMissing['fault'] {
  const { status } = discover.answer;
  if (status >= 500) return 'fails';
  return status < 400 && refusedType(discover) !== undefined ? 'type' : undefined;
}

/** No complete answer within the time that the probe allows. */
export interface McpUnfinished {
  readonly state: 'unfinished';
  readonly evidence: Facts;
  readonly unproven?: true;
}

/** What one request showed on each lane that it was made on: one of them, or both. */
export interface OnLanes<T> {
  readonly state: 'lanes';
  readonly stateful: T | undefined;
  readonly modern: T | undefined;
}

/** A request without an end is what these probes look for, so a timeout is an answer. */
export function orUnfinished(reply: Reply, call: RpcCall): McpProbe | McpUnfinished {
  return reply.kind === 'failed' && reply.reason === 'timeout'
    ? { state: 'unfinished', evidence: replyFacts(reply) }
    : readAny(reply, call);
}

/** An answer is judged as it is, a 401 too: the lane spoke without authorization. */
export function readAny(reply: Reply, call: RpcCall): McpProbe {
  return reply.kind === 'answer' ? readMcpAnswer(reply.answer, call) : readRpc(reply, call);
}
