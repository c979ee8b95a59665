/** Probes the HTTP behavior of the MCP endpoint, and its documentation for agents. */

import { isJsonType } from '../../base/media-type.ts';
import { atOrigin } from '../../base/same-site.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { answerFacts } from '../evidence/facts.ts';
import { type McpInapplicable, type RpcCall, readRpc } from '../evidence/mcp-answer.ts';
import { noEndpoint, promisedOnly, seeInitialize } from '../evidence/mcp-endpoint.ts';
import { orUnfinished, readAny } from '../evidence/mcp-lanes.ts';
import type { Reply } from '../evidence/reply.ts';
import {
  firstFound,
  type Inconclusive,
  isHtml,
  readSurface,
  type SiteBehavior,
  type Surface,
} from '../evidence/surface.ts';
import { cardDocumentation } from '../parse/mcp-card.ts';
import { ofEndpoint } from './mcp-lanes.ts';
import { endpointGet, modernRequest, statefulRequest, TOOLS_LIST, type Variation } from './mcp-rpc.ts';
import { inSession } from './mcp-stateful.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

/** The origin of a page on another site, for which CORS headers are needed. */
export const FOREIGN_ORIGIN = 'https://agent-readiness.example';
/** The headers that the preflight of an MCP request lists, because they are not safelisted (Fetch standard). */
export const MCP_REQUEST_HEADERS = ['content-type', 'mcp-protocol-version'] as const;
const USAGE_PATHS = ['/mcp.md', '/mcp-skill.md', '/.well-known/mcp/usage.md'] as const;

/** A GET request, which has no JSON-RPC id that the response could repeat. */
const GET: RpcCall = { id: '', method: 'GET' };
const PREFLIGHT: RpcCall = { id: '', method: 'OPTIONS' };

export const mcpHttpProbes = {
  async mcpGet(context) {
    const lane = await laneFor(context);
    if (lane.state !== 'speaks') return lane;
    const reply = await context.client.request(lane.url, endpointGet());
    return orUnfinished(await ofEndpoint(context, reply), GET);
  },

  async mcpCorsActual(context) {
    const lane = await laneFor(context);
    if (lane.state !== 'speaks') return lane;
    const call = { ...TOOLS_LIST, id: 'anc-cors', revision: lane.revision };
    return readRpc(await lane.ask(call, { headers: [['origin', FOREIGN_ORIGIN]] }), call);
  },

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
    return readAny(await ofEndpoint(context, reply), PREFLIGHT);
  },

  async mcpUsageDoc(context) {
    const [discovery, origin, card] = await Promise.all([
      context.get('mcpDiscovery'),
      context.origin(),
      context.get('mcpCards'),
    ]);
    if (discovery.endpoint === undefined) return noEndpoint(discovery, 'short');
    if (discovery.endpoint.access === 'silent') return promisedOnly(discovery.endpoint);
    const linked = card.state === 'found' ? cardDocumentation(card.value, card.answer.url) : undefined;
    const paths = USAGE_PATHS.map((path) => new URL(path, origin).href);
    const atSite = linked === undefined ? undefined : atOrigin(new URL(linked), origin)?.href;
    const site = siteBehavior(context);
    const read = async (url: string) => {
      const reply = await context.client.request(url);
      const text = paths.includes(url) ? readText(reply, await site) : readLinked(reply, await site);
      return unlessShared(context, 'mcp usage', reply, text, () => false);
    };
    return firstFound(
      await Promise.all([...new Set([...paths, ...(atSite === undefined ? [] : [atSite])])].map(read)),
    );
  },
} satisfies Partial<Probes>;

/** The lane (protocol revision) in which the transport is tested, with a function that sends requests in it. */
interface Speaking {
  readonly state: 'speaks';
  readonly url: string;
  readonly revision: string;
  readonly ask: (call: RpcCall, variation: Variation) => Promise<Reply>;
}

/** Returns how to send requests: in an open session of a 2025 revision, else in revision 2026-07-28, else without a session. */
async function laneFor(context: ProbeContext): Promise<Speaking | McpInapplicable | Inconclusive> {
  const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
  if (stateful.state === 'open') {
    const { url, session } = stateful;
    const ask: Speaking['ask'] = (call, vary) =>
      inSession(context, stateful, (current) => statefulRequest(call, current, vary));
    return { state: 'speaks', url, revision: session.version, ask };
  }
  if (modern.state === 'open') {
    const { url } = modern;
    const ask: Speaking['ask'] = (call, vary) => context.client.request(url, modernRequest(call, {}, vary));
    return { state: 'speaks', url, revision: MCP_MODERN_VERSION, ask };
  }
  if (stateful.state === 'failed') {
    const { url } = stateful;
    const ask: Speaking['ask'] = (call, vary) =>
      context.client.request(url, statefulRequest(call, undefined, vary));
    return { state: 'speaks', url, revision: MCP_STATEFUL_VERSION, ask };
  }
  return seeInitialize(stateful);
}

/** Reads the MCP server's usage guide for agents at one of `USAGE_PATHS`. A guide that is JSON or empty is an error. */
function readText(reply: Reply, site: SiteBehavior): Surface<string> {
  return readSurface(reply, site, ({ text, type }) => {
    if (isJsonType(type)) return { ok: false, why: 'JSON, not text' };
    return text.trim() === '' ? { ok: false, why: 'empty' } : { ok: true, value: text };
  });
}

/** Reads the document that the MCP server card links to. It may be HTML or JSON, which counts as absent, not as broken. */
function readLinked(reply: Reply, site: SiteBehavior): Surface<string> {
  if (reply.kind === 'answer' && reply.answer.status === 200) {
    const { answer } = reply;
    if (isHtml(answer)) return { state: 'absent', evidence: answerFacts(answer, 'an HTML page') };
    if (isJsonType(answer.type)) return { state: 'absent', evidence: answerFacts(answer, 'JSON') };
  }
  return readText(reply, site);
}
