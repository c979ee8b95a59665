/** Reads responses to MCP requests. */

import { type HeaderList, headerOf } from '../../base/headers.ts';
import { isRecord } from '../../base/json.ts';
import { LIMITS } from '../../base/limits.ts';
import { isJsonType } from '../../base/media-type.ts';
import { plain } from '../../base/text.ts';
import { MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { type Framing, findResponse, framingOf, type RpcResponse } from '../parse/json-rpc.ts';
import { ASKS_FOR_AUTHORIZATION, answerFacts, type Facts, withDetail } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import { type Inconclusive, inconclusive } from './surface.ts';

/** A JSON-RPC request. Its id is fixed, so that all audits send the same bytes. */
export interface RpcCall {
  readonly id: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The MCP revision, for the evidence; missing if the request is not specific to a revision. */
  readonly revision?: string;
}

/** The values that every request in an MCP session needs. */
export interface McpSession {
  /** The `Mcp-Session-Id` header, if the server sent one. */
  readonly id: string | undefined;
  /** The MCP revision that `initialize` negotiated. */
  readonly version: string;
}

/** An HTTP response to an MCP request. If it has no JSON-RPC `response`, `why` gives the reason. */
export interface McpAnswer {
  readonly state: 'answered';
  readonly answer: Answer;
  readonly framing: Framing;
  readonly response: RpcResponse | undefined;
  readonly why: string | undefined;
  /** The limit of the auditor that the response exceeds, in words; missing if it exceeds none. */
  readonly limit?: string;
  readonly evidence: Facts;
  /** The later pages of a paginated list, in order. */
  readonly pages?: readonly McpAnswer[];
  /** Set if the list has more pages than the audit requests. */
  readonly hasMore?: true;
  /** Set if only `tools/list` shows support for the request's revision. A failed check then gets the status `absent`. */
  readonly unproven?: true;
}

/** The result if a request cannot test the site, for example because there is no MCP endpoint or the response is a 401. */
export interface McpInapplicable {
  readonly state: 'inapplicable';
  readonly evidence: Facts;
  /** The reason in a few words, for checks that refer to another check for the full reason. */
  readonly cause?: string;
  /** The 401 response, if there was one. */
  readonly unauthorized?: Answer;
}

/** The result if the server does not support the protocol revision of the request. */
export interface McpMissing {
  readonly state: 'missing';
  readonly evidence: Facts;
  readonly unprobed?: true;
  /** Set if the response is wrong even for an older server. `fails`: a 5xx status. `type`: a media type that clients refuse. */
  readonly fault?: 'fails' | 'type';
}

export type McpProbe = McpAnswer | McpInapplicable | McpMissing | Inconclusive;

export function readRpc(reply: Reply, call: RpcCall): McpProbe {
  const hidden = inconclusive(reply);
  if (hidden !== undefined || reply.kind !== 'answer') return hidden as Inconclusive;
  const { answer } = reply;
  if (answer.status === 401) {
    const evidence = callFacts(answer, call, ASKS_FOR_AUTHORIZATION);
    return { state: 'inapplicable', evidence, unauthorized: answer };
  }
  return readMcpAnswer(answer, call);
}

export function readMcpAnswer(answer: Answer, call: RpcCall): McpAnswer {
  const framing = framingOf(answer.type);
  const found = findResponse(answer.text, framing, call.id, answer.status >= 400);
  const evidence = callFacts(answer, call);
  if (found.ok)
    return { state: 'answered', answer, framing, response: found.value, why: undefined, evidence };
  const isCut = answer.truncated && (framing === 'sse' || isJsonType(answer.type));
  const limit = isCut ? BEYOND_LIMITS : found.isLimit === true ? found.why : undefined;
  const why = emptyOr(answer, found.why);
  return {
    state: 'answered',
    answer,
    framing,
    response: undefined,
    why,
    ...(limit === undefined ? {} : { limit }),
    evidence,
  };
}

const [BODY_MIB, AUDIT_MIB] = [LIMITS.bodyBytes, LIMITS.auditBytes].map((bytes) => bytes / 1024 / 1024);
const BEYOND_LIMITS = `the body is longer than the audit reads (${BODY_MIB} MiB per response, ${AUDIT_MIB} MiB in total)`;

/** Returns an inconclusive result if the response exceeds a limit of the auditor; otherwise `undefined`. */
export function hiddenByLimit({ limit, evidence }: McpAnswer): Inconclusive | undefined {
  if (limit === undefined) return undefined;
  return { state: 'inconclusive', status: 'error', evidence: withDetail(evidence, limit) };
}

/** Returns the facts about the response to a call, with the method and the revision. */
function callFacts(answer: Answer, { method, revision }: RpcCall, ...found: readonly string[]): Facts {
  const call = { method, ...(revision === undefined ? {} : { revision }) };
  return answerFacts(answer, ...found).map((fact) => ({ ...fact, call }));
}

/** Returns the `WWW-Authenticate` header of a 401 response (RFC 9110 section 11.6.1). */
export function challengeOf(answer: Answer): string | undefined {
  return answer.status === 401 ? headerOf(answer.headers, 'www-authenticate') : undefined;
}

/** Returns the session that an `initialize` response opens. Its id must be visible ASCII (MCP, "Session Management"). */
export function sessionOf({ answer, response }: McpAnswer): McpSession {
  const result = response?.result;
  const version = isRecord(result) ? result.protocolVersion : undefined;
  return {
    id: sessionIdOf(answer.headers),
    version:
      typeof version === 'string' && /^[\x21-\x7e]{1,40}$/.test(version) ? version : MCP_STATEFUL_VERSION,
  };
}

export function sessionIdOf(headers: HeaderList): string | undefined {
  const id = headerOf(headers, 'mcp-session-id');
  return id !== undefined && /^[\x21-\x7e]{1,1024}$/.test(id) ? id : undefined;
}

/** Returns whether a server declares a capability. The value `{}` declares it; `null` and `false` do not. */
export function advertises(capabilities: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  return value !== undefined && value !== null && value !== false;
}

/** Describes the media type if clients must refuse the response because of it (MCP, "Streamable HTTP"). */
export function refusedType({ answer: { type }, response }: McpAnswer): string | undefined {
  const essence = type?.essence;
  if (response === undefined || essence === 'application/json' || essence === 'text/event-stream')
    return undefined;
  return `JSON-RPC sent ${essence === undefined ? 'without a media type' : `as ${plain(essence, 80)}`}`;
}

function emptyOr(answer: Answer, why: string): string {
  return answer.body.length === 0 ? 'an empty body' : why;
}

/** Describes a response: `error -32601`, `a result`, or why it has neither. Omits error messages, which may vary. */
export function describeOutcome(answered: McpAnswer): string {
  const { response, why } = answered;
  if (response === undefined) return why ?? 'no JSON-RPC response';
  return response.error === undefined ? 'a result' : `error ${response.error.code}`;
}
