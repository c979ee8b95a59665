/** Probes for MCP revisions of 2025, which have sessions: the handshake, the session, and the requests in the session. */

import { isRecord, isText } from '../../base/json.ts';
import { MCP_MODERN_VERSION } from '../../base/versions.ts';
import { withDetail } from '../evidence/facts.ts';
import {
  advertises,
  describeOutcome,
  hiddenByLimit,
  type McpAnswer,
  type McpProbe,
  type McpSession,
  type RpcCall,
  readMcpAnswer,
  readRpc,
  sessionOf,
} from '../evidence/mcp-answer.ts';
import { closedEndpoint, noEndpoint } from '../evidence/mcp-endpoint.ts';
import { lacks, NO_HANDSHAKE, notOpen, type StatefulLane, type StatefulOpen } from '../evidence/mcp-lanes.ts';
import type { Reply } from '../evidence/reply.ts';
import {
  askInitialize,
  endSession,
  INITIALIZE,
  initializedNotification,
  modernRequest,
  NO_SUCH_METHOD,
  statefulRequest,
  TOOLS_LIST,
} from './mcp-rpc.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { RequestOptions } from './request.ts';

const UNKNOWN_METHOD: RpcCall = { id: 'anc-unknown-method', method: NO_SUCH_METHOD };
const RESOURCES_LIST: RpcCall = { id: 'anc-resources-list', method: 'resources/list' };
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const MAX_PAGES = 5;

export const mcpStatefulProbes = {
  async mcpStateful(context) {
    const discovery = await context.get('mcpDiscovery');
    const { endpoint } = discovery;
    if (endpoint === undefined) return noEndpoint(discovery, 'full');
    const closed = closedEndpoint(endpoint);
    if (closed !== undefined) return endpoint.access === 'silent' ? { ...closed, silent: true } : closed;
    const initialize = readRpc(await askInitialize(context.client, endpoint.url), INITIALIZE);
    if (initialize.state === 'inconclusive' || initialize.state === 'inapplicable') return initialize;
    if (initialize.state === 'missing') return { state: 'inapplicable', evidence: initialize.evidence };
    const hidden = hiddenByLimit(initialize);
    if (hidden !== undefined) return hidden;
    const { response } = initialize;
    if (response !== undefined && response.error === undefined) {
      const { result } = response;
      const capabilities = isRecord(result) && isRecord(result.capabilities) ? result.capabilities : {};
      return { state: 'open', url: endpoint.url, initialize, session: sessionOf(initialize), capabilities };
    }
    return (await isModernOnly(context, initialize))
      ? {
          state: 'inapplicable',
          evidence: withDetail(initialize.evidence, `${describeOutcome(initialize)}; ${NO_HANDSHAKE}`),
          cause: NO_HANDSHAKE,
        }
      : { state: 'failed', url: endpoint.url, initialize };
  },

  async mcpToolsList(context) {
    const first = await askWith(context, 'tools', TOOLS_LIST);
    return first.state === 'answered' ? followPages(context, first) : first;
  },

  mcpUnknownMethod: async (context) => askStateful(context, UNKNOWN_METHOD),

  async mcpResourcesList(context) {
    const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
    if (stateful.state === 'open' && advertises(stateful.capabilities, 'resources'))
      return askStateful(context, RESOURCES_LIST);
    if (
      stateful.state === 'open' &&
      modern.state === 'open' &&
      advertises(modern.capabilities, 'resources')
    ) {
      const call = { ...RESOURCES_LIST, revision: MCP_MODERN_VERSION };
      return readRpc(await context.client.request(modern.url, modernRequest(call)), call);
    }
    return withoutCapability(stateful, 'resources');
  },
} satisfies Partial<Probes>;

/** Returns whether a server refuses the handshake because it speaks only MCP 2026-07-28 (section "Compatibility Matrix"). */
async function isModernOnly({ get }: ProbeContext, { answer, response }: McpAnswer): Promise<boolean> {
  const refuses = response?.error !== undefined || (answer.status >= 400 && answer.status < 500);
  return refuses && (await get('mcpModern')).state === 'open';
}

/** Requests the other pages of a list by `nextCursor` (MCP, "Pagination"). If a page fails, returns its result. */
async function followPages(context: ProbeContext, first: McpAnswer): Promise<McpProbe> {
  const pages: McpAnswer[] = [];
  let cursor = cursorOf(first);
  const visited = new Set<string>();
  while (cursor !== undefined && !visited.has(cursor) && pages.length + 1 < MAX_PAGES) {
    visited.add(cursor);
    const call = {
      id: `${TOOLS_LIST.id}-${pages.length + 2}`,
      method: TOOLS_LIST.method,
      params: { cursor },
    };
    const page = await askStateful(context, call);
    if (page.state !== 'answered') return page;
    pages.push(page);
    cursor = cursorOf(page);
  }
  const hasMore = cursor !== undefined && !visited.has(cursor);
  return { ...first, ...(pages.length > 0 && { pages }), ...(hasMore && { hasMore }) };
}

function cursorOf({ response }: McpAnswer): string | undefined {
  const result = response?.result;
  return isRecord(result) && isText(result.nextCursor) ? result.nextCursor : undefined;
}

/** Sends a request of the 2025 revisions that requires this capability, if the server declares the capability. */
async function askWith(context: ProbeContext, capability: string, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpStateful');
  return lane.state === 'open' && advertises(lane.capabilities, capability)
    ? askStateful(context, call)
    : withoutCapability(lane, capability);
}

function withoutCapability(lane: StatefulLane, capability: string): McpProbe {
  return lane.state === 'open' ? lacks(capability, lane.initialize) : notOpen(lane);
}

async function askStateful(context: ProbeContext, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpStateful');
  if (lane.state !== 'open') return notOpen(lane);
  const named = { ...call, revision: lane.session.version };
  return readRpc(await inSession(context, lane, (session) => statefulRequest(named, session)), named);
}

/** Sends a request in the MCP session. If the session has ended, sends it in a new one (MCP, "Session Management"). */
export async function inSession(
  context: ProbeContext,
  lane: StatefulOpen,
  make: (session: McpSession) => RequestOptions,
): Promise<Reply> {
  const { client } = context;
  const { url, session } = lane;
  await ready(context, url, session);
  const reply = await client.request(url, make(session));
  const again = hasEnded(session, reply) ? await openAgain(context, url) : undefined;
  return again === undefined ? reply : client.request(url, make(again));
}

/** Returns whether a 404 means that the session has ended. With a JSON-RPC error, it may mean an unknown method instead. */
function hasEnded({ id }: McpSession, reply: Reply): boolean {
  if (id === undefined || reply.kind !== 'answer' || reply.answer.status !== 404) return false;
  const { response } = readMcpAnswer(reply.answer, INITIALIZE);
  return ![METHOD_NOT_FOUND, INVALID_PARAMS].includes(response?.error?.code ?? 0);
}

/** Opens a new session. All later requests of the audit share it. */
async function openAgain(context: ProbeContext, url: string): Promise<McpSession | undefined> {
  const call = { ...INITIALIZE, id: `${INITIALIZE.id}-again` };
  const initialize = readRpc(await context.client.request(url, statefulRequest(call, undefined)), call);
  if (initialize.state !== 'answered' || initialize.response?.result === undefined) return undefined;
  const session = sessionOf(initialize);
  endSession(context.client, url, session);
  await ready(context, url, session);
  return session;
}

/** Notifies the server that the handshake is complete. In a session, waits until the server has received the notification. */
async function ready({ client }: ProbeContext, url: string, session: McpSession): Promise<void> {
  const notified = client.request(url, initializedNotification(session));
  if (session.id !== undefined) await notified;
}
