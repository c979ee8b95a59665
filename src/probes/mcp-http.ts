/** How the MCP endpoint behaves as HTTP, and the document about it. */

import { cardDocumentation } from '../parse/mcp-card.ts';
import { isJsonType } from '../parse/media-type.ts';
import type { Reply } from './client.ts';
import { noEndpoint } from './mcp-endpoint.ts';
import {
  JSON_TYPE,
  MCP_ACCEPT,
  type McpInapplicable,
  type McpProbe,
  modernRequest,
  type RpcCall,
  readAnswer,
  readRpc,
  type Session,
  sessionHeaders,
  statefulRequest,
  TOOLS_LIST,
  type Variation,
} from './mcp-rpc.ts';
import { ready } from './mcp-stateful.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import {
  describeAnswer,
  describeReply,
  firstFound,
  isHtml,
  readSurface,
  type SiteBehaviour,
  type Surface,
  type Unseen,
} from './surface.ts';

/** No complete answer within the time that the probe allows. */
export interface McpHeld {
  readonly state: 'held';
  readonly evidence: string;
}

export interface McpHttpEvidence {
  readonly mcpMalformedBody: McpProbe | McpHeld;
  readonly mcpGet: McpProbe | McpHeld;
  readonly mcpAcceptImage: McpProbe;
  readonly mcpAcceptJson: McpProbe;
  readonly mcpCorsPreflight: McpProbe;
  readonly mcpCorsActual: McpProbe;
  /** A text about the MCP server. */
  readonly mcpUsageDoc: Surface<string> | McpInapplicable;
}

/** A page of another site: whom CORS headers are for. */
export const FOREIGN_ORIGIN = 'https://agent-readiness.example';
/** The request headers that a browser asks for before it sends a message (beside the safelisted ones). */
export const MCP_REQUEST_HEADERS = ['content-type', 'mcp-protocol-version'] as const;
/** A GET must be answered within this time, in milliseconds. */
const GET_TIMEOUT_MS = 5_000;
const USAGE_PATHS = ['/mcp.md', '/mcp-skill.md', '/.well-known/mcp/usage.md'] as const;

/** Requests that are no JSON-RPC: there is no id that a response could name. */
const MALFORMED: RpcCall = { id: '', method: 'POST with a malformed body' };
const GET: RpcCall = { id: '', method: 'GET' };
const PREFLIGHT: RpcCall = { id: '', method: 'OPTIONS' };

export const mcpHttpProbes: Probes<McpHttpEvidence> = {
  async mcpMalformedBody(context) {
    const lane = await laneFor(context);
    if (lane.state !== 'speaks') return lane;
    const reply = await context.client.request(lane.url, {
      method: 'POST',
      accept: MCP_ACCEPT,
      headers: [['content-type', JSON_TYPE], ...sessionHeaders(lane.session)],
      body: '{not json',
    });
    return orHeld(reply, MALFORMED);
  },

  async mcpGet(context) {
    const lane = await laneFor(context);
    if (lane.state !== 'speaks') return lane;
    const accept = 'text/event-stream, text/html;q=0.5';
    const reply = await context.client.request(lane.url, { accept, timeoutMs: GET_TIMEOUT_MS });
    return orHeld(reply, GET);
  },

  mcpAcceptImage: async (context) => vary(context, 'anc-accept-image', { accept: 'image/png' }),
  mcpAcceptJson: async (context) => vary(context, 'anc-accept-json', { accept: JSON_TYPE }),
  mcpCorsActual: async (context) => vary(context, 'anc-cors', { headers: [['origin', FOREIGN_ORIGIN]] }),

  async mcpCorsPreflight(context) {
    const lane = await laneFor(context);
    if (lane.state !== 'speaks') return lane;
    const reply = await context.client.request(lane.url, {
      method: 'OPTIONS',
      headers: [
        ['origin', FOREIGN_ORIGIN],
        ['access-control-request-method', 'POST'],
        ['access-control-request-headers', MCP_REQUEST_HEADERS.join(', ')],
      ],
    });
    return readAny(reply, PREFLIGHT);
  },

  async mcpUsageDoc(context) {
    const [discovery, origin, card] = await Promise.all([
      context.get('mcpDiscovery'),
      context.origin(),
      context.get('mcpCards'),
    ]);
    if (discovery.endpoint === undefined) return noEndpoint(discovery);
    const linked = card.state === 'found' ? cardDocumentation(card.value, card.answer.url) : undefined;
    const paths = USAGE_PATHS.map((path) => new URL(path, origin).href);
    const own = linked !== undefined && new URL(linked).origin === origin.origin ? [linked] : [];
    const site = siteBehaviour(context);
    const read = async (url: string) => {
      const reply = await context.client.request(url);
      return paths.includes(url) ? readText(reply, await site) : readLinked(reply, await site);
    };
    return firstFound(await Promise.all([...new Set([...paths, ...own])].map(read)));
  },
};

/** The lane that the transport is tried on. */
interface Speaking {
  readonly state: 'speaks';
  readonly url: string;
  /** Of the stateful lane. */
  readonly session: Session | undefined;
  readonly request: (call: RpcCall, variation: Variation) => ReturnType<typeof statefulRequest>;
}

/**
 * The stateful lane where it works, else the modern one. Where neither does, the transport can still be asked, as a
 * client would that skips the handshake.
 */
async function laneFor(context: ProbeContext): Promise<Speaking | McpInapplicable | Unseen> {
  const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
  if (stateful.state === 'open') {
    const { url, session } = stateful;
    return { state: 'speaks', url, session, request: (call, vary) => statefulRequest(call, session, vary) };
  }
  if (modern.state === 'open') {
    const request: Speaking['request'] = (call, vary) => modernRequest(call, {}, vary);
    return { state: 'speaks', url: modern.url, session: undefined, request };
  }
  if (stateful.state === 'failed') {
    const request: Speaking['request'] = (call, vary) => statefulRequest(call, undefined, vary);
    return { state: 'speaks', url: stateful.url, session: undefined, request };
  }
  if (stateful.state === 'inapplicable' || stateful.state === 'unseen') return stateful;
  return { state: 'inapplicable', evidence: stateful.evidence };
}

/** `tools/list`, asked in another way. */
async function vary(context: ProbeContext, id: string, variation: Variation): Promise<McpProbe> {
  const lane = await laneFor(context);
  if (lane.state !== 'speaks') return lane;
  const stateful = await context.get('mcpStateful');
  if (stateful.state === 'open') await ready(context, stateful);
  const call = { ...TOOLS_LIST, id };
  return readRpc(await context.client.request(lane.url, lane.request(call, variation)), call);
}

/** A request without an end is what these probes look for, so a timeout is an answer. */
function orHeld(reply: Reply, call: RpcCall): McpProbe | McpHeld {
  return reply.kind === 'failed' && reply.reason === 'timeout'
    ? { state: 'held', evidence: describeReply(reply) }
    : readAny(reply, call);
}

/** An answer is judged as it is, a 401 too: the lane spoke without authorization. */
function readAny(reply: Reply, call: RpcCall): McpProbe {
  return reply.kind === 'answer' ? readAnswer(reply.answer, call) : readRpc(reply, call);
}

/** A usage document at one of its own paths, where anything but text is of the wrong type. */
function readText(reply: Reply, site: SiteBehaviour): Surface<string> {
  return readSurface(reply, site, ({ text, type }) => {
    if (isJsonType(type)) return { ok: false, why: 'JSON, not text' };
    return text.trim() === '' ? { ok: false, why: 'empty' } : { ok: true, value: text };
  });
}

/** The documentation that a card links: a page for people there is no fault, it is just not a text for agents. */
function readLinked(reply: Reply, site: SiteBehaviour): Surface<string> {
  if (reply.kind === 'answer' && reply.answer.status === 200) {
    const { answer } = reply;
    if (isHtml(answer)) return { state: 'absent', evidence: describeAnswer(answer, 'an HTML page') };
    if (isJsonType(answer.type)) return { state: 'absent', evidence: describeAnswer(answer, 'JSON') };
  }
  return readText(reply, site);
}
