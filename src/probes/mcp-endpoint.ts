/** What it means for everything else that no endpoint was found, or one that answers nothing. */

import { concluding, type Facts, says } from '../evidence/facts.ts';
import type { Unseen } from '../evidence/surface.ts';
import type { DiscoveryEntry, McpEndpoint } from './mcp-candidate.ts';
import { ASKS_FOR_AUTHORIZATION, type McpInapplicable } from './mcp-rpc.ts';

/** All attempts, in order, and what they led to. */
export interface McpDiscoveryResult {
  readonly attempts: readonly DiscoveryEntry[];
  readonly endpoint: McpEndpoint | undefined;
  /** Why there may be an endpoint all the same: probes that could not be seen. */
  readonly unseen: Unseen | undefined;
  /** What was asked and what came back, where there is no endpoint. */
  readonly evidence?: Facts;
}

const NO_ENDPOINT = 'no MCP endpoint';
export const NOT_MCP = 'the endpoint does not answer as MCP';

/**
 * Nothing can be asked: there is no endpoint, or whether there is one could not be seen.
 *
 * @param form `full` says what was asked, which one check tells; the others refer to it
 */
export function noEndpoint(
  { unseen, evidence = [] }: McpDiscoveryResult,
  form: 'full' | 'short',
): Unseen | McpInapplicable {
  if (unseen !== undefined) return form === 'full' ? unseen : seeInitialize(unseen);
  if (form === 'short') return seeInitialize({ state: 'inapplicable', evidence: [], cause: NO_ENDPOINT });
  const told =
    evidence.length === 0 ? says(NO_ENDPOINT) : says(`${NO_ENDPOINT} (POST initialize):`, evidence);
  return { state: 'inapplicable', evidence: told, cause: NO_ENDPOINT };
}

/** The endpoint is there, and nothing can be asked of it. */
export function closedEndpoint({ access, evidence }: McpEndpoint): McpInapplicable | undefined {
  if (access === 'open') return undefined;
  const cause = access === 'silent' ? NOT_MCP : ASKS_FOR_AUTHORIZATION;
  return { state: 'inapplicable', evidence: concluding(evidence, `: ${cause}`), cause };
}

/** What stands around an endpoint that is only promised says nothing. */
export function promisedOnly(endpoint: McpEndpoint): McpInapplicable {
  return seeInitialize({ state: 'inapplicable', evidence: endpoint.evidence, cause: NOT_MCP });
}

/**
 * One cause fails many checks: `mcp-initialize` tells it, the others refer to it. What the audit's end cut off has no
 * cause that could be told.
 */
export function seeInitialize<T extends McpInapplicable | Unseen>(state: T): T {
  if (state.state === 'unseen') {
    const cause = 'the endpoint could not be seen';
    return state.status === 'skip' ? state : { ...state, evidence: says(`${cause}: see mcp-initialize`) };
  }
  return state.cause === undefined
    ? state
    : { ...state, evidence: says(`${state.cause}: see mcp-initialize`) };
}
