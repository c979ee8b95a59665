/** The stateful lane (revisions of 2025): handshake, session, and the requests in it. */
import { isRecord } from '../parse/json.ts';
import { noEndpoint } from './mcp-endpoint.ts';
import {
  advertises,
  askInitialize,
  describeOutcome,
  INITIALIZE,
  initializedNotification,
  type McpAnswer,
  type McpInapplicable,
  type McpMissing,
  type McpProbe,
  modernRequest,
  NO_SUCH_METHOD,
  NO_SUCH_TOOL,
  note,
  type RpcCall,
  readRpc,
  type Session,
  sessionOf,
  statefulRequest,
  TOOLS_LIST,
} from './mcp-rpc.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { Unseen } from './surface.ts';

/** The handshake succeeded: `initialize` gave a result. */
export interface StatefulOpen {
  readonly state: 'open';
  readonly url: string;
  readonly initialize: McpAnswer;
  readonly session: Session;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** The handshake was answered, but not with a result. */
export interface StatefulFailed {
  readonly state: 'failed';
  readonly url: string;
  readonly initialize: McpAnswer;
}

export type StatefulLane = StatefulOpen | StatefulFailed | McpInapplicable | McpMissing | Unseen;

export interface McpStatefulEvidence {
  readonly mcpStateful: StatefulLane;
  readonly mcpToolsList: McpProbe;
  /** On the stateful lane, or on the modern one where only that has resources. */
  readonly mcpResourcesList: McpProbe;
  readonly mcpUnknownMethod: McpProbe;
  readonly mcpUnknownTool: McpProbe;
}

const UNKNOWN_METHOD: RpcCall = { id: 'anc-unknown-method', method: NO_SUCH_METHOD };
const UNKNOWN_TOOL: RpcCall = {
  id: 'anc-unknown-tool',
  method: 'tools/call',
  params: { name: NO_SUCH_TOOL, arguments: {} },
};
const RESOURCES_LIST: RpcCall = { id: 'anc-resources-list', method: 'resources/list' };

export const mcpStatefulProbes: Probes<McpStatefulEvidence> = {
  async mcpStateful(context) {
    const discovery = await context.get('mcpDiscovery');
    const { endpoint } = discovery;
    if (endpoint === undefined) return noEndpoint(discovery);
    const initialize = readRpc(await askInitialize(context.client, endpoint.url), INITIALIZE);
    if (initialize.state !== 'answered') return initialize;
    const { response } = initialize;
    if (response !== undefined && response.error === undefined) {
      const { result } = response;
      const capabilities = isRecord(result) && isRecord(result.capabilities) ? result.capabilities : {};
      return { state: 'open', url: endpoint.url, initialize, session: sessionOf(initialize), capabilities };
    }
    return (await isModernOnly(context, initialize))
      ? {
          state: 'missing',
          evidence: note(initialize, `${describeOutcome(initialize)}; only the modern lane is spoken`),
        }
      : { state: 'failed', url: endpoint.url, initialize };
  },

  mcpToolsList: async (context) => askWith(context, 'tools', TOOLS_LIST),
  mcpUnknownTool: async (context) => askWith(context, 'tools', UNKNOWN_TOOL),
  mcpUnknownMethod: async (context) => askStateful(context, UNKNOWN_METHOD),

  async mcpResourcesList(context) {
    const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
    if (stateful.state === 'open' && advertises(stateful.capabilities, 'resources'))
      return askStateful(context, RESOURCES_LIST);
    if (modern.state === 'open' && advertises(modern.capabilities, 'resources'))
      return readRpc(await context.client.request(modern.url, modernRequest(RESOURCES_LIST)), RESOURCES_LIST);
    return stateful.state === 'missing' && modern.state === 'open'
      ? lacks('resources', modern.discover)
      : withoutCapability(stateful, 'resources');
  },
};

/** A server of the modern lane alone refuses the handshake (revision 2026-07-28, "Compatibility Matrix"). */
async function isModernOnly({ get }: ProbeContext, { answer, response }: McpAnswer): Promise<boolean> {
  const refuses = response?.error !== undefined || (answer.status >= 400 && answer.status < 500);
  return refuses && (await get('mcpModern')).state === 'open';
}

/** A request of the stateful lane that only a server with this capability can answer. */
async function askWith(context: ProbeContext, capability: string, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpStateful');
  return lane.state === 'open' && advertises(lane.capabilities, capability)
    ? askStateful(context, call)
    : withoutCapability(lane, capability);
}

function withoutCapability(lane: StatefulLane, capability: string): McpProbe {
  return lane.state === 'open' ? lacks(capability, lane.initialize) : notOpen(lane);
}

function lacks(capability: string, handshake: McpAnswer): McpInapplicable {
  return { state: 'inapplicable', evidence: note(handshake, `${capability} are not advertised`) };
}

/** What a lane that is not open means for the requests on it. */
function notOpen(lane: Exclude<StatefulLane, StatefulOpen>): McpProbe {
  if (lane.state !== 'failed') return lane;
  return {
    state: 'missing',
    evidence: note(lane.initialize, `${describeOutcome(lane.initialize)}; nothing more was asked`),
  };
}

/** Sends a request in the session that `initialize` opened. */
async function askStateful(context: ProbeContext, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpStateful');
  if (lane.state !== 'open') return notOpen(lane);
  await ready(context, lane);
  return readRpc(await context.client.request(lane.url, statefulRequest(call, lane.session)), call);
}

/** Ends the handshake. Without a session there is nothing on the server that a request could come too early for. */
export async function ready({ client }: ProbeContext, { url, session }: StatefulOpen): Promise<void> {
  const notified = client.request(url, initializedNotification(session));
  if (session.id !== undefined) await notified;
}
