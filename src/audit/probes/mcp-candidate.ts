/** Decides whether an address is an MCP endpoint (.github/DECISIONS.md, "MCP discovery"). */

import { headerOf } from '../../base/headers.ts';
import { isRecord, isText } from '../../base/json.ts';
import { isMarkdownType } from '../../base/media-type.ts';
import { atOrigin } from '../../base/same-site.ts';
import { anyUrl } from '../../base/url.ts';
import { NAMED_ENDPOINT } from '../check-texts/vocabulary.ts';
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
import type { Reply } from '../evidence/reply.ts';
import { type Inconclusive, inconclusive, isHtml } from '../evidence/surface.ts';
import { framingOf, type RpcResponse } from '../parse/json-rpc.ts';
import { addressOf, isEndpointOf401, ownAtRoot, unauthorized } from './mcp-authorization.ts';
import {
  askDiscover,
  askInitialize,
  DISCOVER,
  endpointGet,
  endSession,
  INITIALIZE,
  MODERN_TOOLS_LIST,
  modernRequest,
} from './mcp-rpc.ts';
import { askSse } from './mcp-sse.ts';
import type { ProbeContext } from './probe.ts';

export interface Attempt {
  readonly entry: DiscoveryAttempt;
  readonly endpoint?: McpEndpoint;
  readonly inconclusive?: Inconclusive;
  /** The requests and responses; missing if nothing was requested. */
  readonly evidence?: Facts;
}

export interface Candidate {
  /** The path or document that the address is from. */
  readonly source: string;
  readonly url: URL;
  /** `endpoint`: from an MCP server card or the caller. `vague`: perhaps the site's own URL. `suggested`: from text. */
  readonly declared?: 'endpoint' | 'vague' | 'catalog' | 'suggested';
  /** Whether the address is declared as an HTTP+SSE endpoint. */
  readonly sse?: boolean;
}

const OTHER_ORIGIN = 'declared on a different origin';
const LET_THROUGH = says("allow the auditor's requests, or audit from inside the network");
const NO_HTTP_ENDPOINT = ': a page of the site, so the card has no HTTP endpoint';
const SSE_ONLY =
  'event: endpoint; the HTTP+SSE transport of revision 2024-11-05, which Streamable HTTP has replaced';

/** Sends `initialize` and `server/discover` to a candidate at once, unless it is on another origin. */
export async function askCandidate(
  context: ProbeContext,
  candidate: Candidate,
  origin: URL,
): Promise<Attempt> {
  const { source, url } = candidate;
  const atSite = atOrigin(url, origin);
  if (atSite === undefined) {
    const evidence = [{ url: url.href, found: [`${OTHER_ORIGIN}, not called`] }];
    return { entry: { source, endpoint: url.href, blocked: OTHER_ORIGIN }, evidence };
  }
  const here = { ...candidate, url: atSite };
  if (candidate.sse === true) {
    const stream = await askForStream(context, here);
    if (stream !== undefined) return stream;
  }
  if (
    (candidate.declared === 'catalog' || candidate.declared === 'suggested') &&
    (await isPage(context, atSite.href))
  )
    return { entry: { source, endpoint: atSite.href, probed: 'GET' } };
  const first = await askBoth(context, atSite.href);
  const moved = movedTo(first, atSite);
  if (moved === undefined) return readAttempt(context, here, first);
  // A server behind a proxy that terminates TLS may redirect to `http:`. `atOrigin` restores the scheme.
  const to = atOrigin(moved, origin);
  if (to === undefined) {
    const evidence = [{ url: atSite.href, found: [`redirects to ${moved.origin}, not called`] }];
    return { entry: { source, endpoint: moved.href, blocked: 'redirects to a different origin' }, evidence };
  }
  if (to.href === atSite.href) return readAttempt(context, here, first);
  return readAttempt(context, { ...candidate, url: to }, await askBoth(context, to.href));
}

/** Requests an HTTP+SSE stream. Returns `undefined` if no stream with an `endpoint` event opens. */
async function askForStream(
  { client }: ProbeContext,
  { source, url }: Candidate,
): Promise<Attempt | undefined> {
  const { opens, reply } = await askSse(client, url.href);
  return opens ? sseAttempt(source, url, reply) : undefined;
}

/** Returns the attempt for an HTTP+SSE server. The scorecard lists the server, but does not count it as an endpoint. */
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

/** Returns the target of a 307 or 308, to which clients send the same POST. After a 301, 302 or 303, clients send a GET. */
function movedTo({ initialize, discover }: Handshakes, from: URL): URL | undefined {
  for (const reply of [initialize, discover]) {
    if (reply.kind !== 'answer' || ![307, 308].includes(reply.answer.status)) continue;
    const location = headerOf(reply.answer.headers, 'location');
    const to = location === undefined ? undefined : anyUrl(location, from.href);
    if (to !== undefined && to.href !== from.href) return to;
  }
  return undefined;
}

async function readAttempt(context: ProbeContext, candidate: Candidate, sent: Handshakes): Promise<Attempt> {
  const { source, declared } = candidate;
  const url = candidate.url.href;
  const attempt = {
    initialize: await ownAtRoot(context, url, sent.initialize),
    discover: await ownAtRoot(context, url, sent.discover),
  };
  if (attempt.initialize.kind === 'answer')
    endSession(context.client, url, sessionOf(readMcpAnswer(attempt.initialize.answer, INITIALIZE)));
  const replies = [attempt.initialize, attempt.discover];
  const evidence = replyFacts(attempt.initialize);
  const challenge = replies.map(unauthorized).flatMap((answer) => (answer && challengeOf(answer)) ?? [])[0];
  const probed = `${DISCOVER.method}, ${INITIALIZE.method}`;
  const found = (access: McpEndpoint['access'], method: string, facts: Facts = evidence): Attempt => ({
    entry: { source, endpoint: url, probed: method },
    endpoint: { url, access, challenge, evidence: facts },
    evidence: facts,
  });

  const spoken = await callThatSpeaks(context, url, attempt);
  if (spoken !== undefined) return found('open', spoken.method);
  for (const [reply, { method }] of [
    [attempt.initialize, INITIALIZE],
    [attempt.discover, DISCOVER],
  ] as const) {
    const answer = unauthorized(reply);
    if (answer === undefined) continue;
    // If an MCP server card, an api-catalog or the caller names the address, a 401 proves that it is an endpoint.
    const isNamed = declared !== undefined && declared !== 'suggested';
    if (isNamed || (await isEndpointOf401(context, url, reply, answer)))
      return found('authorization', method, answerFacts(answer));
  }

  const hidden = replies.map(inconclusiveEndpoint).find((one) => one !== undefined) ?? beyondLimits(attempt);
  if (hidden !== undefined)
    return { entry: { source, endpoint: url, probed }, evidence, inconclusive: hidden };
  if (declared === undefined) return { entry: { source, endpoint: url, probed }, evidence };
  const stream = replies.some(leadsToStream) ? await askSse(context.client, url) : undefined;
  if (stream?.opens === true) return sseAttempt(source, candidate.url, stream.reply);
  if (
    declared === 'endpoint' &&
    source !== NAMED_ENDPOINT &&
    (await isOwnPage(context, url, attempt, stream?.reply))
  )
    return { entry: { source, endpoint: url, probed }, evidence: concluding(evidence, NO_HTTP_ENDPOINT) };
  if (declared === 'endpoint' || (declared === 'catalog' && !(await isDocument(context, url)))) {
    const doubt = await whyDoubted(context, replies);
    if (doubt !== undefined)
      return { entry: { source, endpoint: url, probed }, evidence, inconclusive: doubt };
    return found('silent', probed, concluding(evidence, `, declared by ${source}`));
  }
  return { entry: { source, endpoint: url, probed }, evidence };
}

/** Returns why an endpoint could not be read, with advice for the owner if the auditor was refused. */
function inconclusiveEndpoint(reply: Reply): Inconclusive | undefined {
  const hidden = inconclusive(reply);
  if (hidden === undefined || reply.kind !== 'blocked' || reply.rateLimit === 'confirmed') return hidden;
  return { ...hidden, evidence: [...hidden.evidence, ...LET_THROUGH] };
}

/** Returns an inconclusive result if the response to a handshake is longer than the limit; otherwise `undefined`. */
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

/** Sends a GET with the same options as the probe for the check `mcp-get-fast-fail`, so that both share one request. */
async function read({ client }: ProbeContext, url: string): Promise<Reply> {
  return client.request(url, endpointGet());
}

/** Returns whether a GET returns an HTML or Markdown page. Pages are not MCP endpoints, so they must not receive a POST. */
async function isPage(context: ProbeContext, url: string): Promise<boolean> {
  const reply = await read(context, url);
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  return isHtml(reply.answer) || isMarkdownType(reply.answer.type);
}

/** Returns whether the URL in an MCP card is an ordinary page: a GET returns a page, and neither handshake returns JSON-RPC. */
async function isOwnPage(
  context: ProbeContext,
  url: string,
  { initialize, discover }: Handshakes,
  got: Reply | undefined,
): Promise<boolean> {
  if (initialize.kind !== 'answer') return false;
  const { answer } = initialize;
  if (
    answer.status >= 500 ||
    responseOf(initialize, INITIALIZE) !== undefined ||
    responseOf(discover, DISCOVER) !== undefined
  )
    return false;
  const isRedirect = got?.kind === 'answer' && got.answer.status >= 300 && got.answer.status < 400;
  const known = answer.status === 200 ? initialize : isRedirect ? undefined : got;
  const page = known ?? (await read(context, url));
  if (page.kind !== 'answer' || page.answer.status !== 200 || !isHtml(page.answer)) return false;
  // If the GET was redirected to another page, such as a login, this address is not a page.
  if (addressOf(new URL(page.answer.url)) !== addressOf(new URL(url))) return false;
  const notFound = await context.get('notFound');
  return notFound.kind === 'answer' && notFound.answer.status !== 200;
}

/** Returns whether a URL may be a document, not an endpoint: a GET gets no HTTP error, event stream or JSON-RPC response. */
export async function isDocument(context: ProbeContext, url: string): Promise<boolean> {
  const reply = await read(context, url);
  if (reply.kind !== 'answer') return true;
  const { status, type } = reply.answer;
  return (
    status < 400 &&
    framingOf(type) !== 'sse' &&
    readMcpAnswer(reply.answer, INITIALIZE).response === undefined
  );
}

/** Statuses that refuse the auditor. Servers do not send these statuses for paths that do not exist. */
const UNWELCOME: ReadonlySet<number> = new Set([402, 403, 407, 418, 428, 429, 451, 999]);

/** Returns why an address may still be an MCP endpoint: it refuses the auditor, or the host returns a 5xx for every path. */
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

/** Returns whether a refused POST makes clients try HTTP+SSE next (MCP 2026-07-28, "Backward Compatibility"). */
function leadsToStream(reply: Reply): boolean {
  return reply.kind === 'answer' && [400, 404, 405].includes(reply.answer.status);
}

/** Returns a call that gets an MCP response. If the handshakes get JSON-RPC that may not be MCP, also sends `tools/list`. */
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

/** Returns whether a value is a result of `initialize`. A value with `clientInfo` only repeats the parameters of the request. */
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
