/** The modern lane (revision 2026-07-28): no handshake, everything in headers and `_meta`. */
import { isRecord } from '../parse/json.ts';
import { MCP_MODERN_VERSION } from '../versions.ts';
import { noEndpoint } from './mcp-endpoint.ts';
import {
  advertises,
  askDiscover,
  DISCOVER,
  describeOutcome,
  type McpAnswer,
  type McpInapplicable,
  type McpMissing,
  type McpProbe,
  type ModernFault,
  modernRequest,
  NO_SUCH_METHOD,
  NO_SUCH_RESOURCE,
  note,
  type RpcCall,
  readRpc,
  TOOLS_LIST,
} from './mcp-rpc.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { Unseen } from './surface.ts';

/** `server/discover` was answered as the revision says: with a result, or with an error that only it defines. */
export interface ModernOpen {
  readonly state: 'open';
  readonly url: string;
  readonly discover: McpAnswer;
  /** Empty where `server/discover` gave no result. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export type ModernLane = ModernOpen | McpInapplicable | McpMissing | Unseen;

export interface McpModernEvidence {
  readonly mcpModern: ModernLane;
  readonly mcpModernToolsList: McpProbe;
  readonly mcpModernUnknownMethod: McpProbe;
  readonly mcpModernNoCapabilities: McpProbe;
  readonly mcpModernHeaderMismatch: McpProbe;
  readonly mcpModernUnknownVersion: McpProbe;
  readonly mcpModernUnknownResource: McpProbe;
  readonly mcpModernBatch: McpProbe;
}

/** Error codes that revision 2026-07-28 defines ("Error Codes"). */
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

/** A revision that no server can support. */
export const NO_SUCH_VERSION = '1900-01-01';

export const mcpModernProbes: Probes<McpModernEvidence> = {
  async mcpModern(context) {
    const discovery = await context.get('mcpDiscovery');
    const { endpoint } = discovery;
    if (endpoint === undefined) return noEndpoint(discovery);
    const discover = readRpc(await askDiscover(context.client, endpoint.url), DISCOVER);
    return discover.state === 'answered' ? readLane(discover, endpoint.url) : discover;
  },

  mcpModernToolsList: async (context) =>
    askWith(context, 'tools', { ...TOOLS_LIST, id: 'anc-modern-tools-list' }),
  mcpModernUnknownResource: async (context) =>
    askWith(context, 'resources', {
      id: 'anc-modern-unknown-resource',
      method: 'resources/read',
      params: { uri: NO_SUCH_RESOURCE },
    }),
  mcpModernUnknownMethod: async (context) =>
    askModern(context, { id: 'anc-modern-unknown-method', method: NO_SUCH_METHOD }),
  mcpModernHeaderMismatch: async (context) =>
    askModern(
      context,
      { id: 'anc-modern-header-mismatch', method: DISCOVER.method },
      { methodHeader: TOOLS_LIST.method },
    ),
  mcpModernNoCapabilities: async (context) =>
    askHarmless(context, 'anc-modern-no-capabilities', { withoutClientCapabilities: true }),
  mcpModernUnknownVersion: async (context) =>
    askHarmless(context, 'anc-modern-unknown-version', { version: NO_SUCH_VERSION }),
  mcpModernBatch: async (context) => askHarmless(context, 'anc-modern-batch', { batch: true }),
};

/** Whether the answer to `server/discover` shows the modern lane; anything else is how an older server says no. */
function readLane(discover: McpAnswer, url: string): ModernOpen | McpMissing {
  const { response } = discover;
  if (response?.error !== undefined) {
    const { code, data } = response.error;
    const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported : undefined;
    const other = supported !== undefined && !supported.includes(MCP_MODERN_VERSION);
    const modern = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION].includes(code);
    if (modern && !other) return { state: 'open', url, discover, capabilities: {} };
  } else if (isRecord(response?.result) && 'supportedVersions' in response.result) {
    const { capabilities } = response.result;
    return { state: 'open', url, discover, capabilities: isRecord(capabilities) ? capabilities : {} };
  }
  return {
    state: 'missing',
    evidence: note(discover, `${describeOutcome(discover)}, not an answer of revision ${MCP_MODERN_VERSION}`),
  };
}

/** A request of the modern lane. */
export async function askModern(
  context: ProbeContext,
  call: RpcCall,
  fault?: ModernFault,
): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  if (lane.state === 'missing') return { ...lane, unprobed: true };
  if (lane.state !== 'open') return lane;
  return readRpc(await context.client.request(lane.url, modernRequest(call, fault)), call);
}

/** A request that only a server with this capability can answer. */
async function askWith(context: ProbeContext, capability: string, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  if (lane.state !== 'open' || advertises(lane.capabilities, capability)) return askModern(context, call);
  return { state: 'inapplicable', evidence: note(lane.discover, `${capability} are not advertised`) };
}

/** A faulty request whose method the server has, so that nothing but the fault can be refused. */
async function askHarmless(context: ProbeContext, id: string, fault: ModernFault): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  const hasTools = lane.state === 'open' && advertises(lane.capabilities, 'tools');
  return askModern(context, { id, method: (hasTools ? TOOLS_LIST : DISCOVER).method }, fault);
}
