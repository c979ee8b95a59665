/** Finds the MCP endpoint of a site (.github/DECISIONS.md, "MCP discovery"). */

import { atOrigin } from '../../base/same-site.ts';
import { NAMED_ENDPOINT } from '../check-texts/vocabulary.ts';
import { says } from '../evidence/facts.ts';
import type { CardAt, ListedCards } from '../evidence/mcp-cards.ts';
import { type McpDiscoveryResult, noEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer } from '../evidence/reply.ts';
import { firstFound, isHtml, type Surface } from '../evidence/surface.ts';
import { cardEndpoints, type McpCard } from '../parse/mcp-card.ts';
import { mcpInCatalog, mcpInText } from '../parse/mcp-named.ts';
import { type Attempt, askCandidate, type Candidate, isDocument, sseAttempt } from './mcp-candidate.ts';
import { askCards, CATALOG_PATHS, cardBesideEndpoint, listedCards, MCP_CARD_PATH } from './mcp-cards.ts';
import { askSse } from './mcp-sse.ts';
import type { ProbeContext, Probes } from './probe.ts';

/** The usual paths of MCP endpoints. They receive a POST even if no document names them. */
const USUAL_PATHS = ['/mcp', '/api/mcp'] as const;
/** The usual path of an HTTP+SSE stream. The auditor sends only GET requests to it. */
const SSE_PATH = '/sse';
const READ = 'GET';

export const mcpDiscoveryProbes = {
  mcpCardPaths: async (context) => Promise.all(await askCards(context)),

  mcpCanonicalCard: async ({ get }) =>
    (await get('mcpCardPaths')).find(({ path }) => path === MCP_CARD_PATH)?.card ?? {
      state: 'absent',
      evidence: says(MCP_CARD_PATH),
    },

  mcpCards: async ({ get }) => firstFound((await get('mcpCardPaths')).map(({ card }) => card)),

  mcpListedCards: listedCards,

  async mcpHostedCards(context) {
    const [{ cards }, discovery, canonical] = await Promise.all([
      context.get('mcpListedCards'),
      context.get('mcpDiscovery'),
      context.get('mcpCanonicalCard'),
    ]);
    const endpoint = 'discovered' in discovery ? discovery.discovered : discovery.endpoint;
    // If the usual path has a card, the card at `<endpoint>/server-card` is not needed.
    if (endpoint === undefined || canonical.state === 'found') return cards;
    return [await cardBesideEndpoint(context, endpoint), ...cards];
  },

  async mcpEndpoint({ get }) {
    const discovery = await get('mcpDiscovery');
    const { endpoint } = discovery;
    return endpoint === undefined ? noEndpoint(discovery, 'short') : { state: 'found', ...endpoint };
  },

  async mcpDiscovery(context) {
    const { mcpEndpoint, typedPath } = context;
    const origin = await context.origin();
    const [named, found] = await Promise.all([
      mcpEndpoint === undefined ? typedPath && askTyped(context, typedPath) : askNamed(context, mcpEndpoint),
      discover(context),
    ]);
    if (!named) return completed(found, origin);
    const attempts = [...named.attempts, ...found.attempts];
    if (mcpEndpoint !== undefined || named.endpoint !== undefined)
      return completed({ ...named, attempts, discovered: found.endpoint }, origin);
    const inconclusive =
      found.endpoint === undefined ? (found.inconclusive ?? named.inconclusive) : undefined;
    const evidence = [...(named.evidence ?? []), ...(found.evidence ?? [])];
    return completed({ ...found, attempts, inconclusive, evidence }, origin);
  },
} satisfies Partial<Probes>;

async function discover(context: ProbeContext): Promise<McpDiscoveryResult> {
  const origin = await context.origin();
  // Reads the catalogs at the same time as the cards, although the catalogs are used last.
  const listed = context.get('mcpListedCards');
  const cards = await askCards(context);
  const declared = (await Promise.all(cards.map((card) => followCard(context, card, origin)))).flat();
  if (declared.some(works)) return summarize(declared);
  const usual = [...declared, ...(await askUsualPlaces(context, origin, declared))];
  if (usual.some(works)) return summarize(usual);
  const [further, named] = await Promise.all([
    followListed(context, await listed, origin, declared),
    followNamed(context, origin, declared, usual),
  ]);
  return summarize([...usual, ...further, ...named]);
}

/** Completes discovery attempts: if they have no address or method, adds the source document's address and `GET`. */
function completed(result: McpDiscoveryResult, origin: URL): McpDiscoveryResult {
  const attempts = result.attempts.map(({ source, endpoint, blocked, probed }) => ({
    source,
    // Sources without a path (a header, the HTML) are parts of the home page.
    endpoint: endpoint ?? new URL(source.startsWith('/') ? source : '/', origin).href,
    ...(blocked === undefined ? { probed: probed ?? READ } : { blocked }),
  }));
  return { ...result, attempts };
}

/** Requests the endpoint that the caller named, which may be on any origin. */
async function askNamed(context: ProbeContext, name: string): Promise<McpDiscoveryResult> {
  const { client } = context;
  const url = new URL(client.ownUrl(name), await context.origin());
  client.allow(url.origin);
  return summarize([await askCandidate(context, { source: NAMED_ENDPOINT, url, declared: 'endpoint' }, url)]);
}

/**
 * Requests the path that the caller typed. Only an MCP response shows that it is an endpoint, because no document declares it.
 * Unless the path ends in `/mcp` or `/sse`, a GET is sent first, because pages must not receive a POST.
 */
async function askTyped(context: ProbeContext, path: string): Promise<McpDiscoveryResult | undefined> {
  const url = new URL(path, await context.origin());
  if (!/\/(?:mcp|sse)\/?$/i.test(url.pathname) && (await isDocument(context, url.href))) return undefined;
  const attempt = await askCandidate(context, { source: path, url }, url);
  // An endpoint at the typed path is treated like an endpoint that the caller names with `--mcp-endpoint`.
  const entry = attempt.endpoint === undefined ? attempt.entry : { ...attempt.entry, source: NAMED_ENDPOINT };
  return summarize([{ ...attempt, entry }]);
}

/** Returns whether an endpoint works. A `silent` endpoint, which does not speak MCP, is used only if no other is found. */
function works({ endpoint }: Attempt): boolean {
  return endpoint !== undefined && endpoint.access !== 'silent';
}

/** Requests the endpoints in an MCP server card when it has arrived. A path without a card is listed as an attempt, too. */
async function followCard(
  context: ProbeContext,
  pending: Promise<CardAt>,
  origin: URL,
): Promise<readonly Attempt[]> {
  const { path, card } = await pending;
  return followSurface(context, path, card, origin);
}

async function followSurface(
  context: ProbeContext,
  source: string,
  card: Surface<McpCard>,
  origin: URL,
  known: ReadonlySet<string> = new Set(),
): Promise<readonly Attempt[]> {
  if (card.state === 'inconclusive') return [{ entry: { source }, inconclusive: card }];
  if (card.state !== 'found') return [{ entry: { source } }];
  const endpoints = cardEndpoints(card.value, card.answer.url)
    .map(({ url: href, ...more }) => ({ ...more, url: atOrigin(new URL(href), origin) ?? new URL(href) }))
    .filter(({ url }) => !known.has(url.href));
  if (endpoints.length === 0) return [{ entry: { source } }];
  return Promise.all(
    endpoints.map(({ url, sse, vague }) => {
      // If an MCP server card has only a `url` and it is the site's root, the card may mean the site, not the endpoint.
      const declared = vague && url.pathname === '/' ? 'vague' : 'endpoint';
      return askCandidate(context, { source, url, declared, sse }, origin);
    }),
  );
}

/** Requests the usual paths, the root if it may be an endpoint, and the address that a stream at `/sse` returns. */
async function askUsualPlaces(
  context: ProbeContext,
  origin: URL,
  before: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const triedAddresses = addressesOf(before);
  const paths = (await mayBeEndpoint(context)) ? [...USUAL_PATHS, '/'] : USUAL_PATHS;
  const guesses = paths
    .map((path) => new URL(path, origin))
    .filter(({ href }) => !triedAddresses.has(href))
    .map((url) => askCandidate(context, { source: url.pathname, url }, origin));
  const sse = new URL(SSE_PATH, origin);
  const [found, stream] = await Promise.all([
    Promise.all(guesses),
    triedAddresses.has(sse.href) ? [] : followStream(context, sse, origin, triedAddresses),
  ]);
  return [...found, ...stream];
}

/** Returns whether the root may be an MCP endpoint, because it refuses GET (405, 406, a JSON-RPC error …). */
async function mayBeEndpoint({ get }: ProbeContext): Promise<boolean> {
  const reply = await get('rootReply');
  if (reply.kind !== 'answer' && reply.kind !== 'blocked') return false;
  const { answer } = reply;
  // A bot wall may refuse all paths. But a server that has only an MCP endpoint may send 401, 405 or 406 for them.
  if (reply.kind === 'blocked' && ![401, 405, 406].includes(answer.status)) return false;
  return answer.status >= 400 && !isHtml(answer);
}

/** Requests an HTTP+SSE stream, and its POST address, which may also be an endpoint of a current MCP revision. */
async function followStream(
  context: ProbeContext,
  url: URL,
  origin: URL,
  triedAddresses: ReadonlySet<string>,
): Promise<readonly Attempt[]> {
  const stream = await askSse(context.client, url.href);
  if (!stream.opens) return [{ entry: { source: SSE_PATH } }];
  const attempt = sseAttempt(SSE_PATH, url, stream.reply);
  const { message } = stream;
  const usual = USUAL_PATHS.map((path) => new URL(path, origin).href);
  if (message === undefined || triedAddresses.has(message.href) || usual.includes(message.href))
    return [attempt];
  return [attempt, await askCandidate(context, { source: SSE_PATH, url: message }, origin)];
}

/** Requests the endpoints in MCP server cards from catalogs and links. A catalog without a card is listed as an attempt, too. */
async function followListed(
  context: ProbeContext,
  { cards, inconclusive }: ListedCards,
  origin: URL,
  before: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const triedAddresses = addressesOf(before);
  const sources = [...new Set([...CATALOG_PATHS, ...cards.map(({ source }) => source)])];
  const attempts = sources.map(async (source) => {
    const ofSource = cards.filter((one) => one.source === source);
    const hidden = inconclusive.find((one) => one.source === source);
    if (ofSource.length === 0)
      return [{ entry: { source }, ...(hidden && { inconclusive: hidden.surface }) }];
    return (
      await Promise.all(
        ofSource.map(({ card }) => followSurface(context, source, card, origin, triedAddresses)),
      )
    ).flat();
  });
  return (await Promise.all(attempts)).flat();
}

/** Requests the addresses that llms.txt and the api-catalog describe as MCP, except those already requested. */
async function followNamed(
  context: ProbeContext,
  origin: URL,
  declared: readonly Attempt[],
  usual: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const [llms, catalog] = await Promise.all([context.get('llmsTxt'), context.get('apiCatalog')]);
  const promised = new Set(addressesOf(declared));
  const tried = new Set(addressesOf(usual));
  const named = [
    ...(catalog.state === 'found' ? read('/.well-known/api-catalog', catalog.answer, mcpInCatalog) : []),
    ...(llms.state === 'found' ? read('/llms.txt', llms.answer, mcpInText) : []),
  ].flatMap(({ url: href, isPromise, source }): Candidate[] => {
    const url = atOrigin(new URL(href), origin);
    if (url === undefined || (isPromise ? promised : tried).has(url.href)) return [];
    promised.add(url.href);
    tried.add(url.href);
    return [{ source, url, declared: isPromise ? 'catalog' : 'suggested' }];
  });
  return Promise.all(named.map((candidate) => askCandidate(context, candidate, origin)));
}

function read(source: string, { text, url }: Answer, find: typeof mcpInText) {
  return find(text, url).map((one) => ({ ...one, source }));
}

function addressesOf(attempts: readonly Attempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(({ entry }) => entry.endpoint ?? []));
}

/** Returns all attempts and the best endpoint: the first that works, otherwise the first that a document declares. */
function summarize(attempts: readonly Attempt[]): McpDiscoveryResult {
  const endpoint = (attempts.find(works) ?? attempts.find((attempt) => attempt.endpoint))?.endpoint;
  const hidden = attempts.map((attempt) => attempt.inconclusive).filter((one) => one !== undefined);
  const worst = hidden.find(({ status }) => status === 'error') ?? hidden[0];
  return {
    attempts: attempts.map(({ entry }) => entry),
    endpoint,
    inconclusive: endpoint === undefined ? worst : undefined,
    evidence: attempts.flatMap(({ evidence }) => evidence ?? []),
  };
}
