/** Probes for the modern lane (MCP revision 2026-07-28). It has no handshake; each request has headers and `_meta` instead. */

import { isRecord } from '../../base/json.ts';
import { MCP_MODERN_VERSION } from '../../base/versions.ts';
import { says, withDetail } from '../evidence/facts.ts';
import {
  advertises,
  describeOutcome,
  hiddenByLimit,
  type McpAnswer,
  type McpMissing,
  type McpProbe,
  type RpcCall,
  readMcpAnswer,
  readRpc,
  refusedType,
} from '../evidence/mcp-answer.ts';
import { closedEndpoint, noEndpoint, seeInitialize } from '../evidence/mcp-endpoint.ts';
import {
  discoverFault,
  lacks,
  type McpUnfinished,
  MODERN_ERRORS,
  type ModernLane,
  type ModernOpen,
  namesSupported,
} from '../evidence/mcp-lanes.ts';
import type { Inconclusive } from '../evidence/surface.ts';
import {
  askDiscover,
  askInitialize,
  DISCOVER,
  INITIALIZE,
  MODERN_TOOLS_LIST,
  type ModernFault,
  modernRequest,
  NO_SUCH_METHOD,
  NO_SUCH_RESOURCE,
  TOOLS_LIST,
} from './mcp-rpc.ts';
import type { ProbeContext, Probes } from './probe.ts';

const METHOD_NOT_FOUND = -32601;

/** Revisions that no server can support. One is older than MCP, and the other is in the future. */
const NO_SUCH_VERSION = '1900-01-01';
const FUTURE_VERSION = '2099-01-01';

export const mcpModernProbes = {
  async mcpModern(context) {
    const discovery = await context.get('mcpDiscovery');
    const { endpoint } = discovery;
    if (endpoint === undefined) return noEndpoint(discovery, 'short');
    const closed = closedEndpoint(endpoint);
    if (closed !== undefined) return seeInitialize(closed);
    const reply = await askDiscover(context.client, endpoint.url);
    const discover = readRpc(reply, DISCOVER);
    if (discover.state === 'answered') return readLane(context, discover, endpoint.url);
    if (discover.state !== 'inapplicable' || reply.kind !== 'answer') return discover;
    // A server that requires authorization for discovery may still list its tools without authorization.
    const guarded = readMcpAnswer(reply.answer, DISCOVER);
    return (await openByTools(context, guarded, endpoint.url)) ?? discover;
  },

  mcpModernToolsList: async (context) => askWith(context, 'tools', MODERN_TOOLS_LIST),
  async mcpModernUnknownResource(context) {
    const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
    // A server without resources cannot be tested for refusing an unknown resource, in any revision.
    if (
      modern.state === 'missing' &&
      stateful.state === 'open' &&
      !advertises(stateful.capabilities, 'resources')
    )
      return lacks('resources', stateful.initialize);
    return askWith(context, 'resources', {
      id: 'anc-modern-unknown-resource',
      method: 'resources/read',
      params: { uri: NO_SUCH_RESOURCE },
    });
  },
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
  async mcpModernFutureVersion(context) {
    const first = await context.get('mcpModernUnknownVersion');
    if (first.state === 'answered' && namesSupported(first)) return first;
    return askHarmless(context, 'anc-modern-future-version', { version: FUTURE_VERSION });
  },
  mcpModernBatch: async (context) => askHarmless(context, 'anc-modern-batch', { batch: true }),
} satisfies Partial<Probes>;

/** Returns whether `server/discover` or `tools/list` shows support for MCP revision 2026-07-28; if not, the reason. */
async function readLane(
  context: ProbeContext,
  discover: McpAnswer,
  url: string,
): Promise<ModernOpen | McpMissing | Inconclusive> {
  const { response, answer } = discover;
  const hidden = hiddenByLimit(discover);
  if (hidden !== undefined) return hidden;
  if (response?.error !== undefined) {
    const { code, data } = response.error;
    const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported : undefined;
    const other = supported !== undefined && !supported.includes(MCP_MODERN_VERSION);
    if (MODERN_ERRORS.includes(code) && !other) return { state: 'open', url, discover, capabilities: {} };
  } else if (isRecord(response?.result) && Array.isArray(response.result.supportedVersions)) {
    const { capabilities, supportedVersions } = response.result;
    if (supportedVersions.includes(MCP_MODERN_VERSION))
      return { state: 'open', url, discover, capabilities: isRecord(capabilities) ? capabilities : {} };
  }
  const unknown = response === undefined ? answer.status === 404 : response.error?.code === METHOD_NOT_FOUND;
  const lane = unknown ? await openByTools(context, discover, url) : undefined;
  if (lane !== undefined) return lane;
  const fault = discoverFault(discover);
  if (fault !== undefined) {
    const why = fault === 'fails' ? 'the server fails' : refusedType(discover);
    const reason = `${describeOutcome(discover)}; ${why}, so dependent requests were not sent`;
    return { state: 'missing', evidence: withDetail(discover.evidence, reason), fault };
  }
  const outcome = `${describeOutcome(discover)}, not a response of that revision`;
  const reason = 'dependent requests were not sent; servers with only 2025 revisions respond like this';
  return { state: 'missing', evidence: withDetail(discover.evidence, `${outcome}; ${reason}`) };
}

/** Tests with `tools/list` whether a server without a working `server/discover` supports revision 2026-07-28. */
async function openByTools(
  { client }: ProbeContext,
  discover: McpAnswer,
  url: string,
): Promise<ModernOpen | Inconclusive | undefined> {
  const tools = readRpc(await client.request(url, modernRequest(MODERN_TOOLS_LIST)), MODERN_TOOLS_LIST);
  const hidden = tools.state === 'answered' ? hiddenByLimit(tools) : tools;
  if (hidden?.state === 'inconclusive') return hidden;
  const result = tools.state === 'answered' ? tools.response?.result : undefined;
  if (!isRecord(result) || !Array.isArray(result.tools)) return undefined;
  const initialize = readRpc(await askInitialize(client, url), INITIALIZE);
  const handshake = initialize.state === 'answered' ? initialize.response?.result : undefined;
  // If `initialize` works and the result of `tools/list` has no `resultType`, the server may speak only 2025 revisions: `resultType` is new in 2026.
  const named = isRecord(handshake) && isRecord(handshake.capabilities) ? handshake.capabilities : {};
  const lane: ModernOpen = {
    state: 'open',
    url,
    discover,
    capabilities: { ...named, tools: {} },
    withoutDiscover: true,
  };
  return handshake === undefined || 'resultType' in result ? lane : { ...lane, unproven: true };
}

async function askModern(context: ProbeContext, call: RpcCall, fault?: ModernFault): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  if (lane.state !== 'open') return notModern(context, lane);
  const revisedCall = { ...call, revision: fault?.version ?? MCP_MODERN_VERSION };
  const probe = readRpc(
    await context.client.request(lane.url, modernRequest(revisedCall, fault)),
    revisedCall,
  );
  return provenOn(lane, probe);
}

/** Marks a result as unproven if only `tools/list` shows support for revision 2026-07-28. Checks judge a failure as `absent`. */
export function provenOn<T extends McpProbe | McpUnfinished>(lane: ModernOpen, probe: T): T {
  const isAnswer = probe.state === 'answered' || probe.state === 'unfinished';
  return isAnswer && lane.withoutDiscover === true ? { ...probe, unproven: true } : probe;
}

/** Returns why revision 2026-07-28 cannot be tested. If an endpoint exists, refers to the check `mcp-server-discover`. */
async function notModern({ get }: ProbeContext, lane: Exclude<ModernLane, ModernOpen>): Promise<McpProbe> {
  const see = 'see mcp-server-discover';
  if (lane.state === 'missing')
    return {
      state: 'missing',
      evidence: says(
        lane.fault === undefined
          ? `the server does not support ${MCP_MODERN_VERSION}: ${see}`
          : `server/discover does not work: ${see}`,
      ),
      unprobed: true,
    };
  const reason =
    lane.state === 'inconclusive' && lane.status === 'error' && (await get('mcpDiscovery')).endpoint;
  return reason ? { ...lane, evidence: says(`server/discover could not be read: ${see}`) } : lane;
}

/** Sends a request that requires this capability, if the server declares the capability. */
async function askWith(context: ProbeContext, capability: string, call: RpcCall): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  if (lane.state !== 'open' || advertises(lane.capabilities, capability)) return askModern(context, call);
  return lacks(capability, lane.discover);
}

/** Sends a request with one fault. The method exists, so the server can refuse the request only because of the fault. */
async function askHarmless(context: ProbeContext, id: string, fault: ModernFault): Promise<McpProbe> {
  const lane = await context.get('mcpModern');
  const hasTools = lane.state === 'open' && advertises(lane.capabilities, 'tools');
  return askModern(context, { id, method: (hasTools ? TOOLS_LIST : DISCOVER).method }, fault);
}
