/** Authorization: whether the site asks for any, and the documents that say how. */

import { asksForTokens, authSurface, isBasicOnly } from '../evidence/auth.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import { says } from '../evidence/facts.ts';
import type { McpEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer } from '../evidence/reply.ts';
import { type Metadata, parseAuthorizationServer, parseProtectedResource } from '../parse/agent-metadata.ts';
import { resourceMetadataUrl } from '../parse/challenge-header.ts';
import { isJsonType } from '../parse/media-type.ts';
import type { Parsed } from '../parse/parsed.ts';
import { webUrl } from '../parse/url.ts';
import { documentAt } from './document.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const isComplete = ({ missing }: Metadata) => missing.length === 0;

export const authProbes = {
  async authSurface({ get }) {
    const [rootReply, openapiPaths, apiErrors, openapi, mcpDiscovery, mcpCards, agentCard, oauthMetadata] =
      await Promise.all([
        get('rootReply'),
        get('openapiPaths'),
        get('apiErrors'),
        get('openapi'),
        get('mcpDiscovery'),
        get('mcpCards'),
        get('agentCard'),
        get('oauthMetadata'),
      ]);
    return authSurface({
      replies: [rootReply, ...openapiPaths.map(({ reply }) => reply), ...apiErrors],
      openapi,
      mcpDiscovery,
      mcpCards,
      agentCard,
      oauthMetadata,
    });
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
    const { endpoint, inconclusive: hidden } = await context.get('mcpDiscovery');
    if (endpoint === undefined || !asksForTokens(endpoint)) {
      const basic = endpoint !== undefined && isBasicOnly(endpoint.challenge);
      const asks = basic ? 'asks for Basic credentials, not for tokens' : 'asks for no authorization';
      const evidence = says(endpoint === undefined ? 'no MCP endpoint' : `${endpoint.url} ${asks}`);
      return (endpoint === undefined ? hidden : undefined) ?? { state: 'open', evidence };
    }
    const asked = metadataUrls(endpoint).map((url) => context.client.request(url));
    const [site, ...replies] = await Promise.all([siteBehaviour(context), ...asked]);
    return firstComplete(
      replies.map((reply) => readDocument(reply, site, ({ text }) => parseProtectedResource(text))),
      isComplete,
    );
  },
} satisfies Partial<Probes>;

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
