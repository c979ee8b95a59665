/** Where the MCP endpoint is (contract: checks.md, "Discovery"). */
import { headerOf } from '../io/io.ts';
import { cardEndpoints, type McpCard } from '../parse/mcp-card.ts';
import type { McpDiscovery } from '../scorecard/schema.ts';
import type { ProbeClient, Reply } from './client.ts';
import { askCards, CARD_PATH, type CardAt } from './mcp-cards.ts';
import { noEndpoint } from './mcp-endpoint.ts';
import {
  askDiscover,
  askInitialize,
  challengeOf,
  DISCOVER,
  INITIALIZE,
  type McpInapplicable,
  readAnswer,
  sessionHeaders,
  sessionOf,
} from './mcp-rpc.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { describeReply, firstFound, type Surface, type Unseen, unseen } from './surface.ts';

export type { McpCard } from '../parse/mcp-card.ts';

/** The endpoint that was found. */
export interface McpEndpoint {
  readonly url: string;
  /** The `WWW-Authenticate` value, where the endpoint asks for authorization. */
  readonly challenge: string | undefined;
}

/** All attempts, in order, and what they led to. */
export interface McpDiscoveryResult {
  readonly attempts: readonly McpDiscovery[];
  readonly endpoint: McpEndpoint | undefined;
  /** Why there may be an endpoint all the same: probes that could not be seen. */
  readonly unseen: Unseen | undefined;
  /** What was asked and what came back, where there is no endpoint. */
  readonly evidence?: string;
}

export interface McpDiscoveryEvidence {
  /** The canonical path and the three older ones, in this order. */
  readonly mcpCardPaths: readonly CardAt[];
  readonly mcpCanonicalCard: Surface<McpCard>;
  /** The first of them that has a card. */
  readonly mcpCards: Surface<McpCard>;
  readonly mcpDiscovery: McpDiscoveryResult;
  /** The endpoint, for what needs to know only whether there is one. */
  readonly mcpEndpoint: McpEndpointFound | McpInapplicable | Unseen;
}

export interface McpEndpointFound extends McpEndpoint {
  readonly state: 'found';
}

const FALLBACK_PATHS = ['/mcp', '/api/mcp', '/sse', '/message'] as const;
const OTHER_ORIGIN = 'declared on a different origin';

export const mcpDiscoveryProbes: Probes<McpDiscoveryEvidence> = {
  mcpCardPaths: async (context) => Promise.all(await askCards(context)),

  mcpCanonicalCard: async ({ get }) =>
    (await get('mcpCardPaths')).find(({ path }) => path === CARD_PATH)?.card ?? {
      state: 'absent',
      evidence: CARD_PATH,
    },

  mcpCards: async ({ get }) => firstFound((await get('mcpCardPaths')).map(({ card }) => card)),

  async mcpEndpoint({ get }) {
    const discovery = await get('mcpDiscovery');
    const { endpoint } = discovery;
    return endpoint === undefined ? noEndpoint(discovery) : { state: 'found', ...endpoint };
  },

  async mcpDiscovery(context) {
    const origin = await context.origin();
    const cards = await askCards(context);
    const declared = (
      await Promise.all(cards.map((card) => followCard(context.client, card, origin)))
    ).flat();
    if (declared.some(({ endpoint }) => endpoint !== undefined)) return summarize(declared);
    const asked = new Set(declared.map(({ entry }) => entry.endpoint));
    const paths = (await answersHtml(context)) ? FALLBACK_PATHS : [...FALLBACK_PATHS, '/'];
    const guesses = paths
      .map((path) => new URL(path, origin))
      .filter(({ href }) => !asked.has(href))
      .map((url) => askCandidate(context.client, url.pathname, url, origin));
    return summarize([...declared, ...(await Promise.all(guesses))]);
  },
};

/** One attempt and what it saw. */
interface Attempt {
  readonly entry: McpDiscovery;
  readonly endpoint?: McpEndpoint;
  readonly unseen?: Unseen;
  /** What was asked, where there is no endpoint. */
  readonly evidence: string;
}

/** A root that could not be seen is not asked again: only one that is known not to be a page may be an endpoint. */
async function answersHtml({ get }: ProbeContext): Promise<boolean> {
  return (await get('rootHtml')).state !== 'absent';
}

/** Goes where a card points, as soon as the card is there; a path without a card is an attempt too. */
async function followCard(
  client: ProbeClient,
  asked: Promise<CardAt>,
  origin: URL,
): Promise<readonly Attempt[]> {
  const { path, card } = await asked;
  const { evidence } = card;
  if (card.state === 'unseen') return [{ entry: { source: path }, unseen: card, evidence }];
  if (card.state !== 'found') return [{ entry: { source: path }, evidence }];
  const endpoints = cardEndpoints(card.value, card.answer.url);
  if (endpoints.length === 0) return [{ entry: { source: path }, evidence }];
  return Promise.all(endpoints.map((url) => askCandidate(client, path, new URL(url), origin)));
}

/** Asks a candidate for both handshakes at once; one on another origin is never called. */
async function askCandidate(client: ProbeClient, source: string, url: URL, origin: URL): Promise<Attempt> {
  if (url.origin !== origin.origin) {
    const evidence = `${url.href} (${OTHER_ORIGIN}, not called)`;
    return { entry: { source, endpoint: url.href, blocked: OTHER_ORIGIN }, evidence };
  }
  const first = await askBoth(client, url.href);
  const moved = movedTo(first, url);
  if (moved === undefined) return readAttempt(client, source, url.href, first);
  if (moved.origin !== origin.origin) {
    const evidence = `${url.href} (redirects to ${moved.origin}, not called)`;
    return { entry: { source, endpoint: moved.href, blocked: 'redirects to a different origin' }, evidence };
  }
  return readAttempt(client, source, moved.href, await askBoth(client, moved.href));
}

interface Handshakes {
  readonly initialize: Reply;
  readonly discover: Reply;
}

async function askBoth(client: ProbeClient, url: string): Promise<Handshakes> {
  const [initialize, discover] = await Promise.all([askInitialize(client, url), askDiscover(client, url)]);
  return { initialize, discover };
}

/** Clients follow 307 and 308 with the same POST (`/mcp` → `/mcp/` is common); 301 to 303 would turn it into a GET. */
function movedTo({ initialize, discover }: Handshakes, from: URL): URL | undefined {
  for (const reply of [initialize, discover]) {
    if (reply.kind !== 'answer' || ![307, 308].includes(reply.answer.status)) continue;
    const location = headerOf(reply.answer.headers, 'location');
    const to = location === undefined ? null : URL.parse(location, from.href);
    if (to !== null && to.href !== from.href) return to;
  }
  return undefined;
}

function readAttempt(client: ProbeClient, source: string, url: string, asked: Handshakes): Attempt {
  endSession(client, url, asked.initialize);
  const initialize = readHandshake(asked.initialize, INITIALIZE);
  const discover = readHandshake(asked.discover, DISCOVER);
  const evidence = describeReply(asked.initialize);
  if (initialize.speaks || discover.speaks) {
    // Where both answer, the one with a result names the attempt.
    const best = initialize.result || (initialize.speaks && !discover.result) ? INITIALIZE : DISCOVER;
    const challenge = initialize.challenge ?? discover.challenge;
    return { entry: { source, endpoint: url, probed: best.method }, endpoint: { url, challenge }, evidence };
  }
  const entry = { source, endpoint: url, probed: `${DISCOVER.method}, ${INITIALIZE.method}` };
  const blind = [asked.initialize, asked.discover].map(unseen).find((one) => one !== undefined);
  return blind === undefined ? { entry, evidence } : { entry, evidence, unseen: blind };
}

/** Whether a reply shows an endpoint: a JSON-RPC answer, or a 401 with a challenge. */
function readHandshake(reply: Reply, call: typeof INITIALIZE) {
  if (reply.kind !== 'answer') return { speaks: false, result: false, challenge: undefined };
  const challenge = challengeOf(reply.answer);
  const { response } = readAnswer(reply.answer, call);
  return {
    speaks: response !== undefined || challenge !== undefined,
    result: response !== undefined && response.error === undefined,
    challenge,
  };
}

/** A session that discovery opened is ended after the audit (MCP 2025-11-25, "Session Management"). */
function endSession(client: ProbeClient, url: string, initialize: Reply): void {
  if (initialize.kind !== 'answer') return;
  const session = sessionOf(readAnswer(initialize.answer, INITIALIZE));
  if (session.id === undefined) return;
  client.atEnd(url, { method: 'DELETE', headers: sessionHeaders(session) });
}

/** The first attempt with an endpoint wins; attempts are listed in the order of their sources. */
function summarize(attempts: readonly Attempt[]): McpDiscoveryResult {
  const endpoint = attempts.find((attempt) => attempt.endpoint !== undefined)?.endpoint;
  const blind = attempts.map((attempt) => attempt.unseen).filter((one) => one !== undefined);
  const worst = blind.find(({ status }) => status === 'error') ?? blind[0];
  return {
    attempts: attempts.map(({ entry }) => entry),
    endpoint,
    unseen: endpoint === undefined ? worst : undefined,
    evidence: attempts
      .filter(({ entry }) => entry.endpoint !== undefined)
      .map(({ evidence }) => evidence)
      .join('; '),
  };
}
