/** Decides whether a 401 response is from an MCP endpoint that requires authorization, or from the whole site. */
import { resourceMetadataUrls } from '../../base/headers.ts';
import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import { atOrigin } from '../../base/same-site.ts';
import { webUrl } from '../../base/url.ts';
import { isBasicOnly, wellKnownMetadata } from '../evidence/auth.ts';
import { challengeOf, readMcpAnswer } from '../evidence/mcp-answer.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { challengeSignature } from '../walls/refusal.ts';
import { INITIALIZE } from './mcp-rpc.ts';
import type { ProbeContext } from './probe.ts';

/** Treats a 401 at `/` as an endpoint's own response (kind `answer`, not `blocked`), unless unknown paths also get a 401. */
export async function ownAtRoot(context: ProbeContext, url: string, reply: Reply): Promise<Reply> {
  if (reply.kind !== 'blocked' || unauthorized(reply) === undefined) return reply;
  if (url !== (await context.origin()).href || challengeSignature(reply.answer) !== undefined) return reply;
  return (await answersOtherwise(context)) ? { kind: 'answer', answer: reply.answer } : reply;
}

/** Returns the response if it is a 401. If the whole site returns 401, the response is in a reply of the kind `blocked`. */
export function unauthorized(reply: Reply): Answer | undefined {
  return (reply.kind === 'answer' || reply.kind === 'blocked') && reply.answer.status === 401
    ? reply.answer
    : undefined;
}

/**
 * Returns whether a 401 comes from an MCP endpoint. One of these conditions is enough:
 * - unknown paths get another response, and the 401 has a JSON-RPC body or a challenge that is not only `Basic`;
 * - protected-resource metadata names exactly this address (RFC 9728, section 3.3). The metadata is at the URL in the
 *   challenge or, without a `Basic` challenge, at the well-known URLs (section 3.1).
 */
export async function isEndpointOf401(
  context: ProbeContext,
  url: string,
  reply: Reply,
  answer: Answer,
): Promise<boolean> {
  const challenge = challengeOf(answer);
  const speaks = readMcpAnswer(answer, INITIALIZE).response !== undefined;
  if (!speaks && isBasicOnly(challenge)) return false;
  const origin = await context.origin();
  if (speaks || challenge !== undefined) {
    if (reply.kind === 'answer' && (await answersOtherwise(context))) return true;
  }
  const named = resourceMetadataUrls(challenge).map((one) => webUrl(one, url));
  const places = [...named, ...(isBasicOnly(challenge) ? [] : wellKnownMetadata(url))]
    .filter((place) => place !== undefined)
    .map((place) => (atOrigin(place, origin) ?? place).href);
  for (const place of new Set(places)) if (isAbout(await context.client.request(place), url)) return true;
  return false;
}

async function answersOtherwise({ get }: ProbeContext): Promise<boolean> {
  const notFound = await get('notFound');
  return (notFound.kind === 'answer' || notFound.kind === 'blocked') && unauthorized(notFound) === undefined;
}

/** Returns whether a response is metadata for the resource at `url`. A trailing slash does not matter. */
function isAbout(reply: Reply, url: string): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  const parsed = parseJsonObject(reply.answer.text);
  const resource = parsed.ok && isRecord(parsed.value) ? parsed.value.resource : undefined;
  const address = new URL(url);
  const named = isText(resource) ? atOrigin(webUrl(resource), address) : undefined;
  return named !== undefined && addressOf(named) === addressOf(address);
}

export function addressOf({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}
