/** Authorization: whether the site asks for any, and the documents that say how. */

import { resourceMetadataUrl } from '../../base/headers.ts';
import { isText } from '../../base/json.ts';
import { isJsonType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';
import { atOrigin, sameSite } from '../../base/same-site.ts';
import { webUrl } from '../../base/url.ts';
import { asksForTokens, authSurface, isBasicOnly } from '../evidence/auth.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import { says } from '../evidence/facts.ts';
import type { McpEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer } from '../evidence/reply.ts';
import type { Surface } from '../evidence/surface.ts';
import { type Metadata, parseAuthorizationServer, parseProtectedResource } from '../parse/agent-metadata.ts';
import { documentAt, documentIn } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
/** Of the servers that a protected resource names so many are asked. */
const MAX_ISSUERS = 2;

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

  async oauthMetadata(context) {
    const atRoot = await documentAt(context, 'server metadata', [OAUTH, OPENID], serverMetadata, isComplete);
    if (atRoot.state === 'found' && isComplete(atRoot.value)) return atRoot;
    return firstComplete([atRoot, ...(await namedServers(context))], isComplete);
  },

  authMd: (context) =>
    documentAt(context, 'auth.md', ['/.well-known/auth.md', '/auth.md'], parseText, () => false),

  async protectedResource(context) {
    const { endpoint, inconclusive: hidden } = await context.get('mcpDiscovery');
    if (endpoint === undefined || !asksForTokens(endpoint)) {
      const basic = endpoint !== undefined && isBasicOnly(endpoint.challenge);
      const asks = basic ? 'asks for Basic credentials, not for tokens' : 'asks for no authorization';
      const evidence = says(endpoint === undefined ? 'no MCP endpoint' : `${endpoint.url} ${asks}`);
      return (endpoint === undefined ? hidden : undefined) ?? { state: 'open', evidence };
    }
    const asked = metadataUrls(endpoint).map((url) => context.client.request(url));
    return documentIn(
      context,
      'resource metadata',
      asked,
      ({ text }) => parseProtectedResource(text),
      isComplete,
    );
  },
} satisfies Partial<Probes>;

/**
 * The metadata of the authorization servers of this site that the protected resource names (RFC 9728 section 2). Each may
 * be in three places, so that one where nothing works says nothing.
 */
async function namedServers(context: ProbeContext): Promise<Surface<Metadata>[]> {
  const [origin, resource] = await Promise.all([context.origin(), context.get('protectedResource')]);
  const named = resource.state === 'found' ? resource.value.document.authorization_servers : undefined;
  const urls = (Array.isArray(named) ? named : []).slice(0, MAX_ISSUERS).flatMap((issuer) => {
    const url = isText(issuer) ? webUrl(issuer) : undefined;
    if (url === undefined || !sameSite(url.href, origin.href)) return [];
    return serverMetadataUrls(atOrigin(url, origin) ?? url);
  });
  const site = await siteBehaviour(context);
  const asked = [...new Set(urls)]
    .filter((url) => url !== origin.origin + OAUTH && url !== origin.origin + OPENID)
    .map(async (url) => readDocument(await context.client.request(url), site, serverMetadata));
  return (await Promise.all(asked)).map((surface) =>
    surface.state === 'broken' ? { state: 'absent', evidence: surface.evidence } : surface,
  );
}

/**
 * Where the metadata of an issuer may be: the well-known path before its own (RFC 8414 section 3.1), for OpenID as well, or
 * behind it (OpenID Connect Discovery 1.0, section 4.1).
 */
function serverMetadataUrls(issuer: URL): string[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const places = [OAUTH + path, OPENID + path, path + OPENID].map((pathname) => {
    const url = new URL(issuer.origin);
    url.pathname = pathname;
    return url.href;
  });
  return [...new Set(places)];
}

function serverMetadata({ text }: Answer): Parsed<Metadata> {
  return parseAuthorizationServer(text);
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
