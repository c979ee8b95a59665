/** Sends requests to an MCP server in each protocol that it supports: stateful (revisions of 2025), modern (2026-07-28). */

import type { HeaderList } from '../../base/headers.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import type { Evidence } from '../evidence/evidence.ts';
import {
  advertises,
  type McpInapplicable,
  type McpProbe,
  type McpSession,
  type RpcCall,
  readRpc,
} from '../evidence/mcp-answer.ts';
import { seeInitialize } from '../evidence/mcp-endpoint.ts';
import {
  lacks,
  type McpUnfinished,
  type ModernLane,
  notOpen,
  type OnLanes,
  orUnfinished,
  type StatefulLane,
} from '../evidence/mcp-lanes.ts';
import type { Reply } from '../evidence/reply.ts';
import type { Inconclusive } from '../evidence/surface.ts';
import { challengeSignature } from '../walls/refusal.ts';
import { provenOn } from './mcp-modern.ts';
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
import { inSession } from './mcp-stateful.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { RequestOptions } from './request.ts';

/** Builds the requests of one lane (protocol revision), with its headers. */
interface Form {
  readonly request: (call: RpcCall, variation?: Variation) => RequestOptions;
  /** The headers in addition to the content type. */
  readonly headers: HeaderList;
}

interface Lane {
  readonly revision: string;
  /** Sends a request. If the session has ended, sends it again in a new session. */
  readonly ask: (make: (form: Form) => RequestOptions) => Promise<Reply>;
}

/** A request with a malformed body, which has no id that the response could repeat. */
const MALFORMED: RpcCall = { id: '', method: 'POST with a malformed body' };
const UNKNOWN_TOOL: RpcCall = {
  id: 'anc-unknown-tool',
  method: 'tools/call',
  params: { name: NO_SUCH_TOOL, arguments: {} },
};

export const mcpLanesProbes = {
  mcpMalformedBody: (context) =>
    onLanes(context, async (lane) => {
      const reply = await lane.ask(({ headers }) => ({
        method: 'POST',
        accept: MCP_ACCEPT,
        headers: [['content-type', JSON_TYPE], ...headers],
        body: '{not json',
      }));
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
        return readRpc(await lane.ask(({ request }) => request(call)), call);
      },
      ({ capabilities }) => advertises(capabilities, 'tools'),
    );
  },
} satisfies Partial<Probes>;

/**
 * Sends a request in each MCP lane that works: stateful (revisions of 2025) and modern (revision 2026-07-28). If neither works,
 * sends the request without a handshake, because the transport can still be tested.
 */
async function onLanes<T extends McpProbe | McpUnfinished>(
  context: ProbeContext,
  ask: (lane: Lane) => Promise<T>,
  applies: (lane: { capabilities: Readonly<Record<string, unknown>> }) => boolean = () => true,
): Promise<OnLanes<T> | McpInapplicable | Inconclusive> {
  const [stateful, modern] = await Promise.all([context.get('mcpStateful'), context.get('mcpModern')]);
  if (modern.state !== 'open' && stateful.state !== 'open' && stateful.state !== 'failed')
    return seeInitialize(stateful);
  const older = olderLane(context, stateful, modern);
  const newer = modern.state === 'open' && !(older !== undefined && modern.unproven) ? modern : undefined;
  const [first, second] = await Promise.all([
    older !== undefined && (stateful.state !== 'open' || applies(stateful)) ? ask(older) : undefined,
    newer !== undefined && applies(newer) ? ask(modernLane(context, newer.url)) : undefined,
  ]);
  return {
    state: 'lanes',
    stateful: first,
    modern: newer && second && provenOn(newer, second),
  };
}

function olderLane(context: ProbeContext, stateful: StatefulLane, modern: ModernLane): Lane | undefined {
  const formIn = (session: McpSession | undefined): Form => ({
    request: (call, variation) => statefulRequest(call, session, variation),
    headers: sessionHeaders(session),
  });
  if (stateful.state === 'open') {
    return {
      revision: stateful.session.version,
      ask: (make) => inSession(context, stateful, (session) => make(formIn(session))),
    };
  }
  if (stateful.state !== 'failed' || modern.state === 'open') return undefined;
  return {
    revision: MCP_STATEFUL_VERSION,
    ask: (make) => context.client.request(stateful.url, make(formIn(undefined))),
  };
}

const MODERN_FORM: Form = {
  request: (call, variation) => modernRequest(call, {}, variation),
  headers: [
    ['mcp-protocol-version', MCP_MODERN_VERSION],
    ['mcp-method', TOOLS_LIST.method],
  ],
};

function modernLane({ client }: ProbeContext, url: string): Lane {
  return { revision: MCP_MODERN_VERSION, ask: (make) => client.request(url, make(MODERN_FORM)) };
}

function vary(context: ProbeContext, id: string, variation: Variation): Promise<Evidence['mcpAcceptJson']> {
  return onLanes(context, async (lane) => {
    const call = { ...TOOLS_LIST, id, revision: lane.revision };
    const reply = await lane.ask(({ request }) => request(call, variation));
    return readRpc(await ofEndpoint(context, reply), call);
  });
}

/**
 * Corrects a reply from a working endpoint that looks like a refusal. A 405 or 406 is the endpoint's own response, even if the
 * root sends the same status: a firewall would have refused the handshake too.
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
