/** Describes the site's MCP endpoint, or the reason why the audit cannot test one. */

import { ASKS_FOR_AUTHORIZATION, concluding, type Facts, says } from './facts.ts';
import type { McpInapplicable } from './mcp-answer.ts';
import type { Inconclusive } from './surface.ts';

/** One attempt to find the site's MCP endpoint, as listed in the scorecard. */
export interface DiscoveryAttempt {
  readonly source: string;
  readonly endpoint?: string | undefined;
  readonly blocked?: string | undefined;
  readonly probed?: string | undefined;
}

export interface McpEndpoint {
  readonly url: string;
  /** How the endpoint responds. `silent`: a document of the site declares it, but it does not speak MCP. */
  readonly access: 'open' | 'authorization' | 'silent';
  /** The `WWW-Authenticate` header, if the endpoint requires authorization. */
  readonly challenge: string | undefined;
  readonly evidence: Facts;
}

export interface McpDiscoveryResult {
  readonly attempts: readonly DiscoveryAttempt[];
  readonly endpoint: McpEndpoint | undefined;
  /** The endpoint that the audit itself found. Set only if `endpoint` is the one that the caller named. */
  readonly discovered?: McpEndpoint | undefined;
  /** Why an endpoint may exist although none was found: some responses could not be read. */
  readonly inconclusive: Inconclusive | undefined;
  /** The requests and responses, if no endpoint was found. */
  readonly evidence?: Facts;
}

export interface McpEndpointFound extends McpEndpoint {
  readonly state: 'found';
}

const NO_ENDPOINT = 'no MCP endpoint';

const NOT_MCP = 'the endpoint does not speak MCP';

/**
 * Returns why MCP requests cannot be sent: there is no endpoint, or the audit could not find out whether there is one.
 * @param form `full`, for the check `mcp-initialize`, lists the requests; `short`, for other checks, refers to `mcp-initialize`
 */
export function noEndpoint(
  { inconclusive, evidence = [] }: McpDiscoveryResult,
  form: 'full' | 'short',
): Inconclusive | McpInapplicable {
  if (inconclusive !== undefined) return form === 'full' ? inconclusive : seeInitialize(inconclusive);
  if (form === 'short') return seeInitialize({ state: 'inapplicable', evidence: [], cause: NO_ENDPOINT });
  const requests =
    evidence.length === 0 ? says(NO_ENDPOINT) : says(`${NO_ENDPOINT} (POST initialize):`, evidence);
  return { state: 'inapplicable', evidence: requests, cause: NO_ENDPOINT };
}

/** Returns why an endpoint cannot be tested; `undefined` if it is open. */
export function closedEndpoint({ access, evidence }: McpEndpoint): McpInapplicable | undefined {
  if (access === 'open') return undefined;
  const cause = access === 'silent' ? NOT_MCP : ASKS_FOR_AUTHORIZATION;
  return { state: 'inapplicable', evidence: concluding(evidence, `: ${cause}`), cause };
}

/** Returns the result for documents that declare an endpoint, such as server cards, if the endpoint does not speak MCP. */
export function promisedOnly(endpoint: McpEndpoint): McpInapplicable {
  return seeInitialize({ state: 'inapplicable', evidence: endpoint.evidence, cause: NOT_MCP });
}

/** Shortens the reason why the endpoint was not tested. The check `mcp-initialize` shows the full reason. */
export function seeInitialize<T extends McpInapplicable | Inconclusive>(state: T): T {
  if (state.state === 'inconclusive') {
    const cause = 'the endpoint could not be tested';
    return state.status === 'skip' ? state : { ...state, evidence: says(`${cause}: see mcp-initialize`) };
  }
  return state.cause === undefined
    ? state
    : { ...state, evidence: says(`${state.cause}: see mcp-initialize`) };
}
