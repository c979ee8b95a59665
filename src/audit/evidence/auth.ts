/** Decides whether the site requires authorization. */

import { headerOf, parseAuthChallenges } from '../../base/headers.ts';
import { cardDeclaresSecurity } from '../parse/agent-metadata.ts';
import { declaresSecurity } from '../parse/openapi.ts';
import type { Present } from './api.ts';
import type { Evidence } from './evidence.ts';
import { type Facts, replyFacts, says } from './facts.ts';
import type { Reply } from './reply.ts';
import { type Absent, type Inconclusive, inconclusive, isInconclusive } from './surface.ts';

/** Returns whether a challenge accepts only `Basic` credentials, which protect whole sites and are not MCP authorization. */
export function isBasicOnly(challenge: string | undefined): boolean {
  const schemes = parseAuthChallenges(challenge).map(({ scheme }) => scheme);
  return schemes.length > 0 && schemes.every((scheme) => scheme === 'basic');
}

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** Returns the URLs of a protected resource's metadata: with the resource's path (RFC 9728, section 3.1) and without it. */
export function wellKnownMetadata(url: string): readonly URL[] {
  const resource = new URL(url);
  const path = resource.pathname === '/' ? '' : resource.pathname;
  const paths = [...new Set([PROTECTED_RESOURCE + path, PROTECTED_RESOURCE])];
  return paths.map((pathname) => new URL(pathname, resource.origin));
}

/** Returns whether any part of the site requires authorization, or declares that it does. */
export function authSurface(signs: AuthSigns): Present | Absent | Inconclusive {
  const { replies, mcpChallenges, openapi, mcpDiscovery, mcpCards, agentCard, oauthMetadata } = signs;
  const present = (evidence: Facts): Present => ({ state: 'present', evidence });
  const challenged = replies.find(challenges);
  if (challenged !== undefined) return present(replyFacts(challenged));
  if (mcpDiscovery.endpoint !== undefined && asksForTokens(mcpChallenges))
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
  // Even broken metadata shows that the site uses authorization.
  if (oauthMetadata.state === 'found' || oauthMetadata.state === 'broken')
    return present(oauthMetadata.evidence);
  const hidden = [openapi, mcpDiscovery.inconclusive, mcpCards, agentCard, oauthMetadata].find(
    isInconclusive,
  );
  return (
    hidden ??
    replies.map(inconclusive).find((reply) => reply !== undefined) ?? {
      state: 'absent',
      evidence: noAuthSurface(mcpDiscovery),
    }
  );
}

const NO_AUTH_SURFACE =
  'no auth surface: the home page and the API require no credentials, no MCP endpoint requires a token, no card or API description declares security, no OAuth metadata';

/** Returns the evidence that nothing requires authorization. It includes 401 responses that do not ask for a token. */
function noAuthSurface({ evidence = [], endpoint }: Evidence['mcpDiscovery']): Facts {
  const plain = [...evidence, ...(endpoint?.evidence ?? [])].filter(
    (fact) => 'status' in fact && fact.status === 401,
  );
  return plain.length === 0
    ? says(NO_AUTH_SURFACE)
    : says(`${NO_AUTH_SURFACE}; a 401 that does not ask for a token:`, plain);
}

interface AuthSigns
  extends Pick<Evidence, 'openapi' | 'mcpDiscovery' | 'mcpCards' | 'agentCard' | 'oauthMetadata'> {
  readonly replies: readonly Reply[];
  /** The challenge of each 401 response from the MCP endpoint; `undefined` if the response has no challenge. */
  readonly mcpChallenges: readonly (string | undefined)[];
}

/** Returns whether any 401 requires more than `Basic` credentials. A 401 without a challenge counts, too. */
export function asksForTokens(challenges: readonly (string | undefined)[]): boolean {
  return challenges.some((challenge) => !isBasicOnly(challenge));
}

function challenges(reply: Reply): boolean {
  if (reply.kind !== 'answer') return false;
  const { status, headers } = reply.answer;
  return status === 401 || headerOf(headers, 'www-authenticate') !== undefined;
}
