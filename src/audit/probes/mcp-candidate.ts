/** Finds out whether an address is an MCP endpoint (.github/DECISIONS.md, "MCP discovery"). */

import { headerOf, resourceMetadataUrl } from '../../base/headers.ts';
import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import { isJsonType } from '../../base/media-type.ts';
import { atOrigin } from '../../base/same-site.ts';
import { anyUrl, webUrl } from '../../base/url.ts';
import { isBasicOnly } from '../evidence/auth.ts';
import { answerFacts, concluding, type Facts, replyFacts, says } from '../evidence/facts.ts';
import {
  challengeOf,
  hiddenByLimit,
  type RpcCall,
  readMcpAnswer,
  sessionOf,
} from '../evidence/mcp-answer.ts';
import type { DiscoveryAttempt, McpEndpoint } from '../evidence/mcp-endpoint.ts';
import { MODERN_ERRORS } from '../evidence/mcp-lanes.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { type Inconclusive, inconclusive } from '../evidence/surface.ts';
import { framingOf, type RpcResponse } from '../parse/json-rpc.ts';
import {
  askDiscover,
  askInitialize,
  DISCOVER,
  endSession,
  INITIALIZE,
  MODERN_TOOLS_LIST,
  modernRequest,
} from './mcp-rpc.ts';
import { askSse } from './mcp-sse.ts';
import type { ProbeContext } from './probe.ts';

/** One attempt and what it saw. */
export interface Attempt {
  readonly entry: DiscoveryAttempt;
  readonly endpoint?: McpEndpoint;
  readonly inconclusive?: Inconclusive;
  /** What was asked and what came back; left out where nothing is there that could be asked. */
  readonly evidence?: Facts;
}

/** An address that may be an endpoint. */
export interface Candidate {
  /** The path or document that leads to it. */
  readonly source: string;
  readonly url: URL;
  /**
   * A document of the site says that this is the endpoint; `words`: in words, which may as well be about a page there;
   * `vague`: or at least the address of something.
   */
  readonly declared?: 'endpoint' | 'words' | 'vague';
  /** It is said to be of the HTTP+SSE transport. */
  readonly sse?: boolean;
}

const OTHER_ORIGIN = 'declared on a different origin';
/** What the owner can do where something refuses the auditor. */
const LET_THROUGH = says('let the auditor through to it, or audit it from inside');
const SSE_ONLY =
  "event: endpoint; the HTTP+SSE transport of revision 2024-11-05, which is no endpoint of today's revisions";

/** Asks a candidate for both handshakes at once; one on another origin is never called. */
export async function askCandidate(
  context: ProbeContext,
  candidate: Candidate,
  origin: URL,
): Promise<Attempt> {
  const { source, url } = candidate;
  const own = atOrigin(url, origin);
  if (own === undefined) {
    const evidence = [{ url: url.href, found: [`${OTHER_ORIGIN}, not called`] }];
    return { entry: { source, endpoint: url.href, blocked: OTHER_ORIGIN }, evidence };
  }
  const here = { ...candidate, url: own };
  if (candidate.sse === true) {
    const stream = await askForStream(context, here);
    if (stream !== undefined) return stream;
  }
  const first = await askBoth(context, own.href);
  const moved = movedTo(first, own);
  if (moved === undefined) return readAttempt(context, here, first);
  // Behind a proxy that ends TLS a framework redirects to `http:`.
  const to = atOrigin(moved, origin);
  if (to === undefined) {
    const evidence = [{ url: own.href, found: [`redirects to ${moved.origin}, not called`] }];
    return { entry: { source, endpoint: moved.href, blocked: 'redirects to a different origin' }, evidence };
  }
  if (to.href === own.href) return readAttempt(context, here, first);
  return readAttempt(context, { ...candidate, url: to }, await askBoth(context, to.href));
}

/** `undefined` where the address opens no stream that names an endpoint. */
async function askForStream(
  { client }: ProbeContext,
  { source, url }: Candidate,
): Promise<Attempt | undefined> {
  const { opens, reply } = await askSse(client, url.href);
  return opens ? sseAttempt(source, url, reply) : undefined;
}

/** The attempt that found a server of HTTP+SSE: named, and no endpoint. */
export function sseAttempt(source: string, url: URL, reply: Reply): Attempt {
  return {
    entry: { source, endpoint: url.href, probed: 'GET (HTTP+SSE of 2024-11-05)' },
    evidence: replyFacts(reply, SSE_ONLY),
  };
}

interface Handshakes {
  readonly initialize: Reply;
  readonly discover: Reply;
}

async function askBoth({ client }: ProbeContext, url: string): Promise<Handshakes> {
  const [initialize, discover] = await Promise.all([askInitialize(client, url), askDiscover(client, url)]);
  return { initialize, discover };
}

/** Clients follow 307 and 308 with the same POST (`/mcp` → `/mcp/` is common); 301 to 303 would turn it into a GET. */
function movedTo({ initialize, discover }: Handshakes, from: URL): URL | undefined {
  for (const reply of [initialize, discover]) {
    if (reply.kind !== 'answer' || ![307, 308].includes(reply.answer.status)) continue;
    const location = headerOf(reply.answer.headers, 'location');
    const to = location === undefined ? undefined : anyUrl(location, from.href);
    if (to !== undefined && to.href !== from.href) return to;
  }
  return undefined;
}

async function readAttempt(context: ProbeContext, candidate: Candidate, asked: Handshakes): Promise<Attempt> {
  const { source, declared } = candidate;
  const url = candidate.url.href;
  if (asked.initialize.kind === 'answer')
    endSession(context.client, url, sessionOf(readMcpAnswer(asked.initialize.answer, INITIALIZE)));
  const replies = [asked.initialize, asked.discover];
  const evidence = replyFacts(asked.initialize);
  const challenge = replies.map(unauthorized).flatMap((answer) => (answer && challengeOf(answer)) ?? [])[0];
  const found = (access: McpEndpoint['access'], probed: string): Attempt => ({
    entry: { source, endpoint: url, probed },
    endpoint: { url, access, challenge, evidence },
    evidence,
  });

  const spoken = await callThatSpeaks(context, url, asked);
  if (spoken !== undefined) return found('open', spoken.method);
  for (const [reply, { method }] of [
    [asked.initialize, INITIALIZE],
    [asked.discover, DISCOVER],
  ] as const) {
    const is401 = unauthorized(reply) !== undefined;
    // A site that publishes where its endpoint is need not prove that a 401 there is its own.
    if ((is401 && declared !== undefined) || (await isEndpointOf401(context, url, reply)))
      return found('authorization', method);
  }

  const probed = `${DISCOVER.method}, ${INITIALIZE.method}`;
  const hidden = replies.map(inconclusiveEndpoint).find((one) => one !== undefined) ?? beyondLimits(asked);
  if (hidden !== undefined)
    return { entry: { source, endpoint: url, probed }, evidence, inconclusive: hidden };
  if (declared !== undefined) {
    const stream = replies.some(leadsToStream) ? await askForStream(context, candidate) : undefined;
    if (stream !== undefined) return stream;
    if (declared === 'endpoint' || (declared === 'words' && !(await isDocument(context, url)))) {
      const doubt = await whyDoubted(context, replies);
      if (doubt !== undefined)
        return { entry: { source, endpoint: url, probed }, evidence, inconclusive: doubt };
      const promised = concluding(evidence, `, promised by ${source}`);
      const endpoint: McpEndpoint = { url, access: 'silent', challenge, evidence: promised };
      return { entry: { source, endpoint: url, probed }, endpoint, evidence: promised };
    }
  }
  return { entry: { source, endpoint: url, probed }, evidence };
}

/** What could not be seen of an endpoint; where something refused the auditor, with what its owner can do. */
function inconclusiveEndpoint(reply: Reply): Inconclusive | undefined {
  const hidden = inconclusive(reply);
  if (hidden === undefined || reply.kind !== 'blocked' || reply.rateLimit === 'confirmed') return hidden;
  return { ...hidden, evidence: [...hidden.evidence, ...LET_THROUGH] };
}

/** A handshake whose response is longer than what is read of it. */
function beyondLimits({ initialize, discover }: Handshakes): Inconclusive | undefined {
  for (const [reply, call] of [
    [initialize, INITIALIZE],
    [discover, DISCOVER],
  ] as const) {
    const hidden = reply.kind === 'answer' ? hiddenByLimit(readMcpAnswer(reply.answer, call)) : undefined;
    if (hidden !== undefined) return hidden;
  }
  return undefined;
}

/** What words call MCP may be a page about it: a text that a GET reads is no endpoint. */
export async function isDocument({ client }: ProbeContext, url: string, accept = '*/*'): Promise<boolean> {
  const reply = await client.request(url, { accept, enough: () => true });
  if (reply.kind !== 'answer') return true;
  const { status, type } = reply.answer;
  return status < 400 && framingOf(type) !== 'sse' && !isJsonType(type);
}

/** Servers say 404 of what is not there; these say that somebody does not want the auditor. */
const UNWELCOME: ReadonlySet<number> = new Set([402, 403, 407, 418, 428, 429, 451, 999]);

/**
 * Why a promised endpoint that does not speak may be well: something refuses the auditor without a word of JSON-RPC, and does
 * not say the same of what is not there; or the host fails on every path.
 */
async function whyDoubted(
  { get }: ProbeContext,
  replies: readonly Reply[],
): Promise<Inconclusive | undefined> {
  const unknown = await get('notFound');
  const elsewhere = unknown.kind === 'answer' ? unknown.answer.status : undefined;
  for (const reply of replies) {
    if (reply.kind !== 'answer') continue;
    const { answer } = reply;
    const isRefusal = UNWELCOME.has(answer.status) && elsewhere !== answer.status;
    if (isRefusal && readMcpAnswer(answer, INITIALIZE).response === undefined)
      return {
        state: 'inconclusive',
        status: 'error',
        evidence: [...answerFacts(answer, 'refused'), ...LET_THROUGH],
      };
    if (answer.status >= 500 && (elsewhere ?? 500) >= 500 && unknown.kind !== 'blocked')
      return {
        state: 'inconclusive',
        status: 'error',
        evidence: answerFacts(answer, 'the host fails on every path'),
      };
  }
  return undefined;
}

/** These refusals of a POST make clients look for HTTP+SSE at the address (MCP 2026-07-28, "Backward Compatibility"). */
function leadsToStream(reply: Reply): boolean {
  return reply.kind === 'answer' && [400, 404, 405].includes(reply.answer.status);
}

/**
 * The request whose answer shows MCP: a result of its kind, or an error that only MCP has. Where JSON-RPC is spoken and
 * neither handshake shows more, `tools/list` decides: there are other JSON-RPC services.
 */
async function callThatSpeaks(
  { client }: ProbeContext,
  url: string,
  { initialize, discover }: Handshakes,
): Promise<RpcCall | undefined> {
  const initialized = responseOf(initialize, INITIALIZE);
  const discovered = responseOf(discover, DISCOVER);
  if (initialized?.error === undefined && isHandshake(initialized?.result)) return INITIALIZE;
  if (discovered?.error === undefined && isDiscovery(discovered?.result)) return DISCOVER;
  if (isMcpError(discovered)) return DISCOVER;
  if (isMcpError(initialized)) return INITIALIZE;
  if (initialized === undefined && discovered === undefined) return undefined;
  const tools = responseOf(await client.request(url, modernRequest(MODERN_TOOLS_LIST)), MODERN_TOOLS_LIST);
  return isRecord(tools?.result) && Array.isArray(tools.result.tools) ? MODERN_TOOLS_LIST : undefined;
}

function responseOf(reply: Reply, call: RpcCall): RpcResponse | undefined {
  return reply.kind === 'answer' ? readMcpAnswer(reply.answer, call).response : undefined;
}

/** A result of `initialize`. A service that gives the parameters back would name the client, not the server. */
function isHandshake(result: unknown): boolean {
  return (
    isRecord(result) &&
    (isText(result.protocolVersion) || isRecord(result.serverInfo)) &&
    !('clientInfo' in result)
  );
}

function isDiscovery(result: unknown): boolean {
  return isRecord(result) && Array.isArray(result.supportedVersions);
}

function isMcpError(response: RpcResponse | undefined): boolean {
  return response?.error !== undefined && MODERN_ERRORS.includes(response.error.code);
}

/** The 401 of a reply. One that the whole site gives counts as blocked, and keeps its answer. */
function unauthorized(reply: Reply): Answer | undefined {
  return (reply.kind === 'answer' || reply.kind === 'blocked') && reply.answer.status === 401
    ? reply.answer
    : undefined;
}

/**
 * A 401 shows an endpoint where it speaks JSON-RPC or asks for more than `Basic` credentials, and either unknown paths are answered
 * otherwise or the metadata that it names is about this very address (RFC 9728 section 3.3).
 */
async function isEndpointOf401(context: ProbeContext, url: string, reply: Reply): Promise<boolean> {
  const answer = unauthorized(reply);
  if (answer === undefined) return false;
  const challenge = challengeOf(answer);
  const speaks = readMcpAnswer(answer, INITIALIZE).response !== undefined;
  if (!speaks && (challenge === undefined || isBasicOnly(challenge))) return false;
  if (reply.kind === 'answer' && (await answersOtherwise(context))) return true;
  const named = resourceMetadataUrl(challenge);
  const metadata = named === undefined ? undefined : webUrl(named, url);
  if (metadata === undefined) return false;
  const own = atOrigin(metadata, await context.origin());
  return isAbout(await context.client.request(own ?? metadata), url);
}

async function answersOtherwise({ get }: ProbeContext): Promise<boolean> {
  const notFound = await get('notFound');
  return (notFound.kind === 'answer' || notFound.kind === 'blocked') && unauthorized(notFound) === undefined;
}

/** Whether this is metadata of the resource at `url`; a slash at the end makes no difference. */
function isAbout(reply: Reply, url: string): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  const parsed = parseJsonObject(reply.answer.text);
  const resource = parsed.ok && isRecord(parsed.value) ? parsed.value.resource : undefined;
  const asked = new URL(url);
  const named = isText(resource) ? atOrigin(webUrl(resource), asked) : undefined;
  return named !== undefined && addressOf(named) === addressOf(asked);
}

function addressOf({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}
