/** Authorization: whether the site asks for any, and the documents that say how. */

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
import type { SiteBehaviour, Surface } from '../evidence/surface.ts';
import { type Metadata, parseAuthorizationServer, parseProtectedResource } from '../parse/agent-metadata.ts';
import { REFUSING } from '../walls/refusal.ts';
import { documentAt, documentIn } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
/** Of the servers that a protected resource names so many are asked. */
const MAX_ISSUERS = 2;

const isComplete = ({ missing }: Metadata) => missing.length === 0;

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
    const atRoot = await documentAt(context, 'server metadata', [OAUTH, OPENID], serverMetadata, isComplete);
    if (atRoot.state === 'found' && isComplete(atRoot.value)) return atRoot;
    return firstComplete([atRoot, ...(await namedServers(context))], isComplete);
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
    const [site, promised, found] = await Promise.all([
      siteBehaviour(context),
      Promise.all(named.map(ask)),
      usual.length === 0
        ? []
        : documentIn(
            context,
            'resource metadata',
            usual.map(ask),
            ({ text }) => parseProtectedResource(text),
            isComplete,
          ).then((surface) => [surface]),
    ]);
    const told = promised.map((reply) => readPromised(reply, site, endpoint, named.length));
    const dead = told.find(({ state }) => state === 'broken');
    return dead ?? firstComplete([...told, ...found], isComplete);
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

function protectedResource({ text }: Answer): Parsed<Metadata> {
  return parseProtectedResource(text);
}

/**
 * Returns the challenges of all 401s of an endpoint, `undefined` for one without `WWW-Authenticate`. An endpoint that is
 * open to the handshake may ask for authorization when its tools are listed or called.
 */
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

/** The maximum number of addresses taken from all challenges of an endpoint. */
const MAX_NAMED = 2;

/** The addresses of metadata that challenges name (RFC 9728, section 5.1), absolute, each once. */
function namedMetadata(challenges: readonly (string | undefined)[], { url }: McpEndpoint): readonly string[] {
  const urls = challenges.flatMap(resourceMetadataUrls).flatMap((named) => webUrl(named, url)?.href ?? []);
  return [...new Set(urls)].slice(0, MAX_NAMED);
}

/**
 * Reads the metadata at an address that a challenge names. Clients look nowhere else, so anything but the document is
 * broken. A refusal by another host says nothing of the document.
 *
 * @param count how many addresses the challenges name
 */
function readPromised(
  reply: Reply,
  site: SiteBehaviour,
  endpoint: McpEndpoint,
  count: number,
): Surface<Metadata> {
  const several = count > 1 ? '; it names two, and clients read one of them' : '';
  const broken = (evidence: Facts): Surface<Metadata> => ({
    state: 'broken',
    evidence: concluding(evidence, `, where the challenge of ${endpoint.url} sends clients${several}`),
  });
  if (reply.kind === 'failed' && reply.reason === 'forbidden') return broken(replyFacts(reply));
  // A login for every path that covers the metadata, too, is the site's own.
  const isOwn401 = reply.kind === 'blocked' && reply.answer.status === 401;
  const seen: Reply = isOwn401 ? { kind: 'answer', answer: reply.answer } : reply;
  const surface = readDocument(seen, site, protectedResource);
  if (surface.state !== 'absent' && surface.state !== 'broken') return surface;
  const isElsewhere = seen.kind === 'answer' && !sameHost(seen.answer.url, endpoint.url);
  return isElsewhere && REFUSING.has(seen.answer.status)
    ? { state: 'inconclusive', status: 'error', evidence: surface.evidence }
    : broken(surface.evidence);
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host;
}

/** Text for people and agents, not JSON. */
function parseText({ text, type }: Answer): Parsed<string> {
  return isJsonType(type) ? { ok: false, why: `served as ${type?.essence}` } : { ok: true, value: text };
}
