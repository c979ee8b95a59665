/** Probes for authorization: whether the site requires authorization, and the documents that explain how to get it. */

import { resourceMetadataUrls } from '../../base/headers.ts';
import { isText } from '../../base/json.ts';
import { isJsonType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';
import { atOrigin, sameSite } from '../../base/same-site.ts';
import { webUrl } from '../../base/url.ts';
import { asksForTokens, authSurface, wellKnownMetadata } from '../evidence/auth.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import { concluding, type Facts, replyFacts, says } from '../evidence/facts.ts';
import { challengeOf } from '../evidence/mcp-answer.ts';
import type { McpEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { SiteBehavior, Surface } from '../evidence/surface.ts';
import {
  type IdentifiedMetadata,
  identified,
  type Metadata,
  parseAuthorizationServer,
  parseProtectedResource,
} from '../parse/agent-metadata.ts';
import { isPublicName } from '../target.ts';
import { REFUSING } from '../walls/refusal.ts';
import { documentAt, documentIn } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
/** The maximum number of authorization servers whose metadata is fetched for a protected resource. */
const MAX_ISSUERS = 2;

const isGood = ({ missing, otherHost }: IdentifiedMetadata) =>
  missing.length === 0 && otherHost === undefined;

export const authProbes = {
  async authSurface(context) {
    const { get } = context;
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
    const { endpoint } = mcpDiscovery;
    return authSurface({
      mcpChallenges: endpoint === undefined ? [] : await challengesOf(context, endpoint),
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
    const atRoot = await documentAt(context, 'server metadata', [OAUTH, OPENID], read, isGood);
    if (atRoot.state === 'found' && isGood(atRoot.value)) return atRoot;
    return firstComplete([atRoot, ...(await namedServers(context))], isGood);
  },

  authMd: (context) =>
    documentAt(context, 'auth.md', ['/.well-known/auth.md', '/auth.md'], parseText, () => false),

  async protectedResource(context) {
    const { endpoint, inconclusive: hidden } = await context.get('mcpDiscovery');
    if (endpoint === undefined) return hidden ?? { state: 'open', evidence: says('no MCP endpoint') };
    const challenges = await challengesOf(context, endpoint);
    if (!asksForTokens(challenges)) {
      const asks =
        challenges.length === 0 ? 'asks for no authorization' : 'asks for Basic credentials, not for tokens';
      return { state: 'open', evidence: says(`${endpoint.url} ${asks}`) };
    }
    const named = namedMetadata(challenges, endpoint);
    const usual = wellKnownMetadata(endpoint.url).filter(({ href }) => !named.includes(href));
    const ask = (url: string | URL) => context.client.request(url);
    const read = metadataReader(context, parseProtectedResource, 'resource', endpoint.url);
    const [site, promised, found] = await Promise.all([
      siteBehavior(context),
      Promise.all(named.map(ask)),
      usual.length === 0
        ? []
        : documentIn(context, 'resource metadata', usual.map(ask), read, isGood).then((surface) => [surface]),
    ]);
    const results = promised.map((reply) =>
      readPromised(reply, site, read, { endpoint, count: named.length }),
    );
    const dead = results.find(({ state }) => state === 'broken');
    return dead ?? firstComplete([...results, ...found], isGood);
  },
} satisfies Partial<Probes>;

/** Returns the metadata of a protected resource's authorization servers, if they are on this site (RFC 9728 section 2). */
async function namedServers(context: ProbeContext): Promise<Surface<IdentifiedMetadata>[]> {
  const [origin, resource] = await Promise.all([context.origin(), context.get('protectedResource')]);
  const named = resource.state === 'found' ? resource.value.document.authorization_servers : undefined;
  const urls = (Array.isArray(named) ? named : []).slice(0, MAX_ISSUERS).flatMap((issuer) => {
    const url = isText(issuer) ? webUrl(issuer) : undefined;
    if (url === undefined || !sameSite(url.href, origin.href)) return [];
    return serverMetadataUrls(atOrigin(url, origin) ?? url).map((place) => [place, String(issuer)] as const);
  });
  const site = await siteBehavior(context);
  const pending = [...new Map(urls)]
    .filter(([url]) => url !== origin.origin + OAUTH && url !== origin.origin + OPENID)
    .map(async ([url, issuer]) => {
      const read = metadataReader(context, parseAuthorizationServer, 'issuer', issuer);
      return readDocument(await context.client.request(url), site, read);
    });
  return (await Promise.all(pending)).map((surface) =>
    surface.state === 'broken' ? { state: 'absent', evidence: surface.evidence } : surface,
  );
}

/** Returns an issuer's metadata URLs (RFC 8414 section 3.1; OpenID Connect Discovery 1.0, section 4.1). */
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
 * Returns a function that parses metadata and compares its `issuer` or `resource` with `expected`. The metadata of a preview or
 * a container may name the production host. So a host that is not public is compared only if `--canonical-origin` is set.
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
    // The metadata may also name these hosts. After redirects, the issuer may be on the host that returned the metadata.
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

/** Returns the challenges in an endpoint's 401 responses. Tools may require authorization even if the handshake does not. */
async function challengesOf(
  { get }: ProbeContext,
  { access, challenge }: McpEndpoint,
): Promise<readonly (string | undefined)[]> {
  if (access !== 'open') return access === 'authorization' ? [challenge] : [];
  const unknownTool = await get('mcpUnknownTool');
  const probes = [
    ...(await Promise.all([
      get('mcpToolsList'),
      get('mcpModernToolsList'),
      get('mcpResourcesList'),
      get('mcpUnknownMethod'),
    ])),
    ...(unknownTool.state === 'lanes' ? [unknownTool.stateful, unknownTool.modern] : []),
  ];
  const late = probes.flatMap((probe) =>
    probe?.state === 'inapplicable' && probe.unauthorized !== undefined
      ? challengeOf(probe.unauthorized)
      : [],
  );
  return [...(challenge === undefined ? [] : [challenge]), ...late];
}

/** The maximum number of metadata URLs taken from an endpoint's challenges. */
const MAX_NAMED = 2;

/** Returns the metadata URLs in `WWW-Authenticate` challenges (RFC 9728, section 5.1), absolute and without duplicates. */
function namedMetadata(challenges: readonly (string | undefined)[], { url }: McpEndpoint): readonly string[] {
  const urls = challenges.flatMap(resourceMetadataUrls).flatMap((named) => webUrl(named, url)?.href ?? []);
  return [...new Set(urls)].slice(0, MAX_NAMED);
}

/**
 * Reads the metadata at a URL from a challenge. Clients try no other URL, so a response without metadata is `broken`. If another
 * host refuses the request, the result is `inconclusive`. `count` is the number of metadata URLs in the challenges.
 */
function readPromised(
  reply: Reply,
  site: SiteBehavior,
  read: (answer: Answer) => Parsed<IdentifiedMetadata>,
  { endpoint, count }: { readonly endpoint: McpEndpoint; readonly count: number },
): Surface<IdentifiedMetadata> {
  const several = count > 1 ? '; the challenge has two URLs, and clients read one of them' : '';
  const broken = (evidence: Facts): Surface<IdentifiedMetadata> => ({
    state: 'broken',
    evidence: concluding(evidence, `, the metadata URL in the challenge of ${endpoint.url}${several}`),
  });
  if (reply.kind === 'failed' && reply.reason === 'forbidden') return broken(replyFacts(reply));
  // A 401 is a `blocked` reply if every path requires a login. Here, a 401 means that clients cannot read the metadata.
  const isOwn401 = reply.kind === 'blocked' && reply.answer.status === 401;
  const readable: Reply = isOwn401 ? { kind: 'answer', answer: reply.answer } : reply;
  const surface = readDocument(readable, site, read);
  if (surface.state !== 'absent' && surface.state !== 'broken') return surface;
  const isElsewhere = readable.kind === 'answer' && !sameHost(readable.answer.url, endpoint.url);
  return isElsewhere && REFUSING.has(readable.answer.status)
    ? { state: 'inconclusive', status: 'error', evidence: surface.evidence }
    : broken(surface.evidence);
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host;
}

/** Returns the body of a text document, such as auth.md, unless its media type is JSON. */
function parseText({ text, type }: Answer): Parsed<string> {
  return isJsonType(type) ? { ok: false, why: `served as ${type?.essence}` } : { ok: true, value: text };
}
