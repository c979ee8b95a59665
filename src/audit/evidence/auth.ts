/** Authorization: whether the site asks for any. */

import { headerOf, parseAuthChallenges } from '../../base/headers.ts';
import { cardDeclaresSecurity } from '../parse/agent-metadata.ts';
import { declaresSecurity } from '../parse/openapi.ts';
import type { Present } from './api.ts';
import type { Evidence } from './evidence.ts';
import { type Facts, replyFacts, says } from './facts.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import type { Reply } from './reply.ts';
import { type Absent, type Inconclusive, inconclusive, isInconclusive } from './surface.ts';

/** Whether a challenge asks for nothing but `Basic` credentials: a door before the site, not MCP's authorization. */
export function isBasicOnly(challenge: string | undefined): boolean {
  const schemes = parseAuthChallenges(challenge).map(({ scheme }) => scheme);
  return schemes.length > 0 && schemes.every((scheme) => scheme === 'basic');
}

/**
 * Whether the site asks for authorization anywhere, or says that it does.
 *
 * @param seen.replies of the root and of the API
 */
export function authSurface(seen: Seen): Present | Absent | Inconclusive {
  const { replies, openapi, mcpDiscovery, mcpCards, agentCard, oauthMetadata } = seen;
  const present = (evidence: Facts): Present => ({ state: 'present', evidence });
  const challenged = replies.find(challenges);
  if (challenged !== undefined) return present(replyFacts(challenged));
  if (mcpDiscovery.endpoint !== undefined && asksForTokens(mcpDiscovery.endpoint))
    return present(says(`${mcpDiscovery.endpoint.url} asks for authorization`));
  if (openapi.state === 'found' && declaresSecurity(openapi.value)) {
    return present(says(`${openapi.answer.url} declares security`));
  }
  if (mcpCards.state === 'found' && cardDeclaresSecurity(mcpCards.value)) {
    return present(says(`${mcpCards.answer.url} declares security`));
  }
  if (agentCard.state === 'found' && cardDeclaresSecurity(agentCard.value.document)) {
    return present(says(`${agentCard.answer.url} declares security`));
  }
  // What does not work is there all the same.
  if (oauthMetadata.state === 'found' || oauthMetadata.state === 'broken')
    return present(oauthMetadata.evidence);
  const hidden = [openapi, mcpDiscovery.inconclusive, mcpCards, agentCard, oauthMetadata].find(
    isInconclusive,
  );
  return (
    hidden ??
    replies.map(inconclusive).find((reply) => reply !== undefined) ?? {
      state: 'absent',
      evidence: says(
        `no auth surface: ${mcpAnswers(mcpDiscovery.evidence)}, no card or description that declares security, no OAuth metadata`,
      ),
    }
  );
}

/** A 401 without metadata where MCP was looked for makes no endpoint, and is named all the same. */
function mcpAnswers(asked: Facts = []): string {
  const refused = asked.find((fact) => 'url' in fact && fact.status === 401);
  return refused !== undefined && 'url' in refused
    ? `${refused.url} answers 401, but not as an MCP endpoint does; no 401 and no challenge from the root or the API`
    : 'no 401 and no challenge from the root, the API or an MCP endpoint';
}

interface Seen
  extends Pick<Evidence, 'openapi' | 'mcpDiscovery' | 'mcpCards' | 'agentCard' | 'oauthMetadata'> {
  readonly replies: readonly Reply[];
}

/** The endpoint challenges, on one request at least, and not for the `Basic` credentials of a door before the site. */
export function asksForTokens({ access, challenge }: McpEndpoint): boolean {
  return (access === 'authorization' || challenge !== undefined) && !isBasicOnly(challenge);
}

/** An answer that asks for credentials. */
function challenges(reply: Reply): boolean {
  if (reply.kind !== 'answer') return false;
  const { status, headers } = reply.answer;
  return status === 401 || headerOf(headers, 'www-authenticate') !== undefined;
}
