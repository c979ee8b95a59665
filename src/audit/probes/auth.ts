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
import {
  type IdentifiedMetadata,
  identified,
  type Metadata,
  parseAuthorizationServer,
  parseProtectedResource,
} from '../parse/agent-metadata.ts';
import { isPublicName } from '../target.ts';
import { documentAt } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
/** Of the servers that a protected resource names so many are asked. */
const MAX_ISSUERS = 2;

const isGood = ({ missing, otherHost }: IdentifiedMetadata) =>
  missing.length === 0 && otherHost === undefined;

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
    const issuer = (await context.origin()).origin;
    const read = metadataReader(context, parseAuthorizationServer, 'issuer', issuer);
    const atRoot = await documentAt(context, [OAUTH, OPENID], read, isGood);
    if (atRoot.state === 'found' && isGood(atRoot.value)) return atRoot;
    return firstComplete([atRoot, ...(await namedServers(context))], isGood);
  },

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
    const read = metadataReader(context, parseProtectedResource, 'resource', endpoint.url);
    return firstComplete(
      replies.map((reply) => readDocument(reply, site, read)),
      isGood,
    );
  },
} satisfies Partial<Probes>;

/**
 * The metadata of the authorization servers of this site that the protected resource names (RFC 9728 section 2). Each may
 * be in three places, so that one where nothing works says nothing.
 */
async function namedServers(context: ProbeContext): Promise<Surface<IdentifiedMetadata>[]> {
  const [origin, resource] = await Promise.all([context.origin(), context.get('protectedResource')]);
  const named = resource.state === 'found' ? resource.value.document.authorization_servers : undefined;
  const urls = (Array.isArray(named) ? named : []).slice(0, MAX_ISSUERS).flatMap((issuer) => {
    const url = isText(issuer) ? webUrl(issuer) : undefined;
    if (url === undefined || !sameSite(url.href, origin.href)) return [];
    return serverMetadataUrls(atOrigin(url, origin) ?? url).map((place) => [place, String(issuer)] as const);
  });
  const site = await siteBehaviour(context);
  const asked = [...new Map(urls)]
    .filter(([url]) => url !== origin.origin + OAUTH && url !== origin.origin + OPENID)
    .map(async ([url, issuer]) => {
      const read = metadataReader(context, parseAuthorizationServer, 'issuer', issuer);
      return readDocument(await context.client.request(url), site, read);
    });
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

/**
 * Makes a reader of metadata that also compares the address which a document names as its own. A site whose name is not
 * public (a preview, a container) may speak of a public one: it is compared only if `--canonical-origin` says which.
 *
 * @param expected what the document was fetched for
 */
function metadataReader(
  { start, canonicalOrigin }: ProbeContext,
  parse: (text: string) => Parsed<Metadata>,
  member: 'issuer' | 'resource',
  expected: string,
): (answer: Answer) => Parsed<IdentifiedMetadata> {
  const isComparable = canonicalOrigin !== undefined || isPublicName(new URL(expected).hostname);
  return ({ text, url, hops }) => {
    const parsed = parse(text);
    if (!parsed.ok || !isComparable) return parsed;
    // The name that was typed may redirect here, and an issuer may be where the document is.
    const alsoHere = [start, canonicalOrigin, member === 'issuer' && hops.length > 0 ? url : undefined];
    return {
      ok: true,
      value: identified(
        parsed.value,
        member,
        expected,
        alsoHere.filter((one) => one !== undefined),
      ),
    };
  };
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
