/** Authorization: whether the site asks for any, and the documents that say how. */

import type { Shown } from '../evidence/api.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import { type Facts, replyFacts, says } from '../evidence/facts.ts';
import type { McpEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isUnseen, unseen } from '../evidence/surface.ts';
import {
  cardDeclaresSecurity,
  type Metadata,
  parseAuthorizationServer,
  parseProtectedResource,
} from '../parse/agent-metadata.ts';
import { resourceMetadataUrl } from '../parse/challenge-header.ts';
import { headerOf } from '../parse/headers.ts';
import { isJsonType } from '../parse/media-type.ts';
import { declaresSecurity } from '../parse/openapi.ts';
import type { Parsed } from '../parse/parsed.ts';
import { webUrl } from '../parse/url.ts';
import { documentAt } from './document.ts';
import { isBasicOnly } from './mcp-authorization.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const isComplete = ({ missing }: Metadata) => missing.length === 0;

export const authProbes = {
  async authSurface({ get }) {
    const [root, openapiPaths, errors, openapi, mcp, mcpCard, agentCard, metadata] = await Promise.all([
      get('rootReply'),
      get('openapiPaths'),
      get('apiErrors'),
      get('openapi'),
      get('mcpDiscovery'),
      get('mcpCards'),
      get('agentCard'),
      get('oauthMetadata'),
    ]);
    const shown = (evidence: Facts): Shown => ({ state: 'shown', evidence });
    const replies = [root, ...openapiPaths.map(({ reply }) => reply), ...errors];
    const challenged = replies.find(challenges);
    if (challenged !== undefined) return shown(replyFacts(challenged));
    if (mcp.endpoint !== undefined && asksForTokens(mcp.endpoint))
      return shown(says(`${mcp.endpoint.url} asks for authorization`));
    if (openapi.state === 'found' && declaresSecurity(openapi.value)) {
      return shown(says(`${openapi.answer.url} declares security`));
    }
    if (mcpCard.state === 'found' && cardDeclaresSecurity(mcpCard.value)) {
      return shown(says(`${mcpCard.answer.url} declares security`));
    }
    if (agentCard.state === 'found' && cardDeclaresSecurity(agentCard.value.document)) {
      return shown(says(`${agentCard.answer.url} declares security`));
    }
    // What does not work is there all the same.
    if (metadata.state === 'found' || metadata.state === 'broken') return shown(metadata.evidence);
    const blind = [openapi, mcp.unseen, mcpCard, agentCard, metadata].find(isUnseen);
    return (
      blind ??
      replies.map(unseen).find((reply) => reply !== undefined) ?? {
        state: 'absent',
        evidence: says(
          'no auth surface: no 401 and no challenge from the root, the API or an MCP endpoint, no card or description that declares security, no OAuth metadata',
        ),
      }
    );
  },

  oauthMetadata: (context) =>
    documentAt(
      context,
      ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
      ({ text }) => parseAuthorizationServer(text),
      isComplete,
    ),

  authMd: (context) => documentAt(context, ['/.well-known/auth.md', '/auth.md'], parseText),

  async protectedResource(context) {
    const { endpoint, unseen: blind } = await context.get('mcpDiscovery');
    if (endpoint === undefined || !asksForTokens(endpoint)) {
      const basic = endpoint !== undefined && isBasicOnly(endpoint.challenge);
      const asks = basic ? 'asks for Basic credentials, not for tokens' : 'asks for no authorization';
      const evidence = says(endpoint === undefined ? 'no MCP endpoint' : `${endpoint.url} ${asks}`);
      return (endpoint === undefined ? blind : undefined) ?? { state: 'open', evidence };
    }
    const asked = metadataUrls(endpoint).map((url) => context.client.request(url));
    const [site, ...replies] = await Promise.all([siteBehaviour(context), ...asked]);
    return firstComplete(
      replies.map((reply) => readDocument(reply, site, ({ text }) => parseProtectedResource(text))),
      isComplete,
    );
  },
} satisfies Partial<Probes>;

/** The endpoint challenges, on one request at least, and not for the `Basic` credentials of a door before the site. */
function asksForTokens({ access, challenge }: McpEndpoint): boolean {
  return (access === 'authorization' || challenge !== undefined) && !isBasicOnly(challenge);
}

/** An answer that asks for credentials. */
function challenges(reply: Reply): boolean {
  if (reply.kind !== 'answer') return false;
  const { status, headers } = reply.answer;
  return status === 401 || headerOf(headers, 'www-authenticate') !== undefined;
}

/**
 * Where a protected resource's metadata may be: as its challenge says (RFC 9728 section 5.1), the well-known path
 * before the resource's own (section 3.1), the well-known path alone.
 */
function metadataUrls({ url, challenge }: McpEndpoint): string[] {
  const resource = new URL(url);
  const wellKnown = '/.well-known/oauth-protected-resource';
  const path = resource.pathname === '/' ? '' : resource.pathname;
  const urls = [new URL(wellKnown + path, resource), new URL(wellKnown, resource)];
  const named = resourceMetadataUrl(challenge);
  const said = named === undefined ? undefined : webUrl(named, url);
  if (said !== undefined) urls.unshift(said);
  return [...new Set(urls.map(({ href }) => href))];
}

/** Text for people and agents, not JSON. */
function parseText({ text, type }: Answer): Parsed<string> {
  return isJsonType(type) ? { ok: false, why: `served as ${type?.essence}` } : { ok: true, value: text };
}
