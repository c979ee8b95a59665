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

/** A JSON-RPC request with method and parameters. Its id is fixed, so two audits send the same bytes. */
export interface RpcCall {
  readonly id: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The MCP revision of the request, for the evidence; missing if the request belongs to no revision. */
  readonly revision?: string;
}

/** The values that each request of an MCP session needs. */
export interface McpSession {
  /** `Mcp-Session-Id`, if the server sent one. */
  readonly id: string | undefined;
  /** The MCP revision that `initialize` negotiated. */
  readonly version: string;
}

/** An HTTP response, with its JSON-RPC response, or with the reason why it has none. */
export interface McpAnswer {
  readonly state: 'answered';
  readonly answer: Answer;
  readonly framing: Framing;
  readonly response: RpcResponse | undefined;
  readonly why: string | undefined;
  /** The limit of the auditor, if a limit hid the response. */
  readonly limit?: string;
  readonly evidence: Facts;
  /** The later pages of a list, in order. */
  readonly pages?: readonly McpAnswer[];
  /** Set if the list has more pages than the audit reads. */
  readonly hasMore?: true;
  /** Set if only `tools/list` indicates that the server speaks the revision. Failures then do not count against it. */
  readonly unproven?: true;
}

/** A request that was not sent, because the site does not have what it requires. */
export interface McpInapplicable {
  readonly state: 'inapplicable';
  readonly evidence: Facts;
  /** The reason in a few words. Checks that refer to another check show it in place of the full reason. */
  readonly cause?: string;
  /** The 401 response that requires authorization. */
  readonly unauthorized?: Answer;
}

/** The server does not speak the protocol revision of the request. */
export interface McpMissing {
  readonly state: 'missing';
  readonly evidence: Facts;
  readonly unprobed?: true;
  /** Set if this is not merely an older server's refusal: the server fails (5xx), or clients refuse the media type. */
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
const BEYOND_LIMITS = `the body goes on beyond what is read, ${BODY_MIB} MiB of one and ${AUDIT_MIB} MiB of all`;

/** Returns the inconclusive state if a limit of the auditor hid the response. Such a response is not evidence. */
export function hiddenByLimit({ limit, evidence }: McpAnswer): Inconclusive | undefined {
  if (limit === undefined) return undefined;
  return { state: 'inconclusive', status: 'error', evidence: withDetail(evidence, limit) };
}

/** Returns the facts about the response to a call, including the revision. */
function callFacts(answer: Answer, { method, revision }: RpcCall, ...found: readonly string[]): Facts {
  const call = { method, ...(revision === undefined ? {} : { revision }) };
  return answerFacts(answer, ...found).map((fact) => ({ ...fact, call }));
}

/** Returns the `WWW-Authenticate` header of a 401 response (RFC 9110 section 11.6.1). */
export function challengeOf(answer: Answer): string | undefined {
  return answer.status === 401 ? headerOf(answer.headers, 'www-authenticate') : undefined;
}

/** Returns the session that a response to `initialize` opens. An id must be visible ASCII ("Session Management"). */
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

/** Returns whether a server declares a capability. `{}` does so; `null` and `false` do not. */
export function advertises(capabilities: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
  return value !== undefined && value !== null && value !== false;
}

/** Returns a response's media type if it makes clients refuse the response unread (MCP, "Streamable HTTP"). */
export function refusedType({ answer: { type }, response }: McpAnswer): string | undefined {
  const essence = type?.essence;
  if (response === undefined || essence === 'application/json' || essence === 'text/event-stream')
    return undefined;
  return `JSON-RPC sent ${essence === undefined ? 'without a media type' : `as ${plain(essence, 80)}`}`;
}

function emptyOr(answer: Answer, why: string): string {
  return answer.body.length === 0 ? 'an empty body' : why;
}

/** Returns `error -32601`, `a result`, or why there is neither. Omits the error's message, which may differ each time. */
export function describeOutcome(answered: McpAnswer): string {
  const { response, why } = answered;
  if (response === undefined) return why ?? 'no JSON-RPC response';
  return response.error === undefined ? 'a result' : `error ${response.error.code}`;
}
