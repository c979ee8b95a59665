/** The MCP endpoint that discovery led to, and what it means that there is none, or one that answers nothing. */

import { concluding, type Facts, says } from './facts.ts';
import type { McpInapplicable } from './mcp-answer.ts';
import { ASKS_FOR_AUTHORIZATION } from './mcp-answer.ts';
import type { Inconclusive } from './surface.ts';

/** One attempt to find the endpoint, as the scorecard lists it. */
export interface DiscoveryAttempt {
  /** The path or document that was probed. */
  readonly source: string;
  readonly endpoint?: string | undefined;
  /** Why the endpoint was not called. */
  readonly blocked?: string | undefined;
  /** The method that was used. */
  readonly probed?: string | undefined;
}

/** The endpoint that was found. */
export interface McpEndpoint {
  readonly url: string;
  /**
   * `open`: it answers as MCP; `authorization`: it asks for authorization before it answers anything; `silent`: a
   * document of the site promises it, and it answers as something else.
   */
  readonly access: 'open' | 'authorization' | 'silent';
  /** The `WWW-Authenticate` value, where the endpoint asks for authorization. */
  readonly challenge: string | undefined;
  /** What the address answered to `initialize`. */
  readonly evidence: Facts;
}

/** All attempts, in order, and what they led to. */
export interface McpDiscoveryResult {
  readonly attempts: readonly DiscoveryAttempt[];
  readonly endpoint: McpEndpoint | undefined;
  /** The endpoint that the site itself leads to, where the caller named the one above. */
  readonly discovered?: McpEndpoint | undefined;
  /** Why there may be an endpoint all the same: probes that could not be seen. */
  readonly inconclusive: Inconclusive | undefined;
  /** What was asked and what came back, where there is no endpoint. */
  readonly evidence?: Facts;
}

export interface McpEndpointFound extends McpEndpoint {
  readonly state: 'found';
}

const NO_ENDPOINT = 'no MCP endpoint';

const NOT_MCP = 'the endpoint does not answer as MCP';

/**
 * Nothing can be asked: there is no endpoint, or whether there is one could not be seen.
 *
 * @param form `full` says what was asked, which one check tells; the others refer to it
 */
export function noEndpoint(
  { inconclusive, evidence = [] }: McpDiscoveryResult,
  form: 'full' | 'short',
): Inconclusive | McpInapplicable {
  if (inconclusive !== undefined) return form === 'full' ? inconclusive : seeInitialize(inconclusive);
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
export function seeInitialize<T extends McpInapplicable | Inconclusive>(state: T): T {
  if (state.state === 'inconclusive') {
    const cause = 'the endpoint could not be seen';
    return state.status === 'skip' ? state : { ...state, evidence: says(`${cause}: see mcp-initialize`) };
  }
  return state.cause === undefined
    ? state
    : { ...state, evidence: says(`${state.cause}: see mcp-initialize`) };
}
