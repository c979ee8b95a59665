/** What either lane of a server can show: asked on each that is open. */

import type { Evidence } from '../evidence/evidence.ts';
import { advertises, type McpInapplicable, type RpcCall, readRpc } from '../evidence/mcp-answer.ts';
import { seeInitialize } from '../evidence/mcp-endpoint.ts';
import type { ModernLane } from '../evidence/mcp-lanes.ts';
import { lacks, notOpen, type OnLanes, orUnfinished, type StatefulLane } from '../evidence/mcp-lanes.ts';
import type { Reply } from '../evidence/reply.ts';
import type { Inconclusive } from '../evidence/surface.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../versions.ts';
import { challengeSignature } from '../walls/challenge.ts';
import {
  JSON_TYPE,
  MCP_ACCEPT,
  modernRequest,
  NO_SUCH_TOOL,
  sessionHeaders,
  statefulRequest,
  TOOLS_LIST,
  type Variation,
} from './mcp-rpc.ts';
import { ready } from './mcp-stateful.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { RequestOptions } from './request.ts';

/** A lane, and how a request on it is made. */
interface Lane {
  readonly url: string;
  readonly revision: string;
  readonly request: (call: RpcCall, variation?: Variation) => RequestOptions;
  /** The header fields that requests on it carry beside the content type. */
  readonly headers: RequestOptions['headers'];
}

/** There is no id that a response could name. */
const MALFORMED: RpcCall = { id: '', method: 'POST with a malformed body' };
const UNKNOWN_TOOL: RpcCall = {
  id: 'anc-unknown-tool',
  method: 'tools/call',
  params: { name: NO_SUCH_TOOL, arguments: {} },
};

export const mcpLanesProbes = {
  mcpMalformedBody: (context) =>
    onLanes(context, async (lane) => {
      const reply = await context.client.request(lane.url, {
        method: 'POST',
        accept: MCP_ACCEPT,
        headers: [['content-type', JSON_TYPE], ...(lane.headers ?? [])],
        body: '{not json',
      });
      return orUnfinished(await ofEndpoint(context, reply), { ...MALFORMED, revision: lane.revision });
    }),

  mcpAcceptImage: (context) => vary(context, 'anc-accept-image', { accept: 'image/png' }),
  mcpAcceptJson: (context) => vary(context, 'anc-accept-json', { accept: JSON_TYPE }),

  async mcpUnknownTool(context) {
    const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
    if (stateful.state === 'failed' && modern.state !== 'open')
      return { state: 'lanes', stateful: notOpen(stateful), modern: undefined };
    const hasTools = [stateful, modern].some(
      (lane) => lane.state === 'open' && advertises(lane.capabilities, 'tools'),
    );
    if (stateful.state === 'open' && !hasTools) return lacks('tools', stateful.initialize);
    if (modern.state === 'open' && !hasTools) return lacks('tools', modern.discover);
    return onLanes(
      context,
      async (lane) => {
        const call = { ...UNKNOWN_TOOL, revision: lane.revision };
        return readRpc(await context.client.request(lane.url, lane.request(call)), call);
      },
      ({ capabilities }) => advertises(capabilities, 'tools'),
    );
  },
} satisfies Partial<Probes>;

/**
 * Asks on the stateful lane where it works and on the modern one where it is known to be spoken. Where neither is, the
 * transport can still be asked, as a client would that skips the handshake.
 *
 * @param applies which of the open lanes the request is for
 */
async function onLanes<T>(
  context: ProbeContext,
  ask: (lane: Lane) => Promise<T>,
  applies: (lane: { capabilities: Readonly<Record<string, unknown>> }) => boolean = () => true,
): Promise<OnLanes<T> | McpInapplicable | Inconclusive> {
  const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
  if (modern.state !== 'open' && stateful.state !== 'open' && stateful.state !== 'failed')
    return seeInitialize(stateful);
  const older = olderLane(stateful, modern);
  const newer = modern.state === 'open' && !(older !== undefined && modern.unproven) ? modern : undefined;
  if (stateful.state === 'open') await ready(context, stateful);
  const [first, second] = await Promise.all([
    older !== undefined && (stateful.state !== 'open' || applies(stateful)) ? ask(older) : undefined,
    newer !== undefined && applies(newer) ? ask(modernLane(newer.url)) : undefined,
  ]);
  return { state: 'lanes', stateful: first, modern: second };
}

function olderLane(stateful: StatefulLane, modern: ModernLane): Lane | undefined {
  if (stateful.state !== 'open' && (stateful.state !== 'failed' || modern.state === 'open')) return undefined;
  const session = stateful.state === 'open' ? stateful.session : undefined;
  const { url } = stateful;
  return {
    url,
    revision: session?.version ?? MCP_STATEFUL_VERSION,
    request: (call, variation) => statefulRequest(call, session, variation),
    headers: sessionHeaders(session),
  };
}

function modernLane(url: string): Lane {
  return {
    url,
    revision: MCP_MODERN_VERSION,
    request: (call, variation) => modernRequest(call, {}, variation),
    headers: [
      ['mcp-protocol-version', MCP_MODERN_VERSION],
      ['mcp-method', TOOLS_LIST.method],
    ],
  };
}

/** `tools/list`, asked in another way. */
function vary(context: ProbeContext, id: string, variation: Variation): Promise<Evidence['mcpAcceptJson']> {
  return onLanes(context, async (lane) => {
    const call = { ...TOOLS_LIST, id, revision: lane.revision };
    const reply = await context.client.request(lane.url, lane.request(call, variation));
    return readRpc(await ofEndpoint(context, reply), call);
  });
}

/**
 * The reply of an endpoint that speaks. Its 405 and 406 are its own where the root gives the same: it may be the root, or
 * all that the server has; a wall would have refused the handshake, too.
 */
export async function ofEndpoint({ get }: ProbeContext, reply: Reply): Promise<Reply> {
  if (reply.kind !== 'blocked' || challengeSignature(reply.answer) !== undefined) return reply;
  const { status } = reply.answer;
  const root = await get('rootReply');
  const refuses = root.kind === 'answer' || root.kind === 'blocked' ? root.answer.status : undefined;
  return refuses === status && (status === 405 || status === 406)
    ? { kind: 'answer', answer: reply.answer }
    : reply;
}
