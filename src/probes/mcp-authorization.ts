/** Whether a 401 comes from an MCP endpoint (.github/DECISIONS.md, "MCP discovery"). */

import { isBasicOnly } from '../evidence/auth.ts';
import { challengeOf, readMcpAnswer } from '../evidence/mcp-answer.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { resourceMetadataUrl } from '../parse/headers.ts';
import { isRecord, isText, parseJsonObject } from '../parse/json.ts';
import { atOrigin } from '../parse/same-site.ts';
import { webUrl } from '../parse/url.ts';
import { INITIALIZE } from './mcp-rpc.ts';
import type { ProbeContext } from './probe.ts';

/** The 401 of a reply. One that the whole site gives counts as blocked, and keeps its answer. */
export function unauthorized(reply: Reply): Answer | undefined {
  return (reply.kind === 'answer' || reply.kind === 'blocked') && reply.answer.status === 401
    ? reply.answer
    : undefined;
}

/**
 * A 401 shows an endpoint where it speaks JSON-RPC or asks for more than `Basic` credentials, and either unknown paths are answered
 * otherwise or the metadata that it names is about this very address (RFC 9728 section 3.3).
 */
export async function isEndpointOf401(context: ProbeContext, url: string, reply: Reply): Promise<boolean> {
  const answer = unauthorized(reply);
  if (answer === undefined) return false;
  const challenge = challengeOf(answer);
  const speaks = readMcpAnswer(answer, INITIALIZE).response !== undefined;
  if (!speaks && (challenge === undefined || isBasicOnly(challenge))) return false;
  if (reply.kind === 'answer' && (await answersOtherwise(context))) return true;
  const named = resourceMetadataUrl(challenge);
  const metadata = named === undefined ? undefined : webUrl(named, url);
  if (metadata === undefined) return false;
  const own = atOrigin(metadata, await context.origin());
  return isAbout(await context.client.request(own ?? metadata), url);
}

async function answersOtherwise({ get }: ProbeContext): Promise<boolean> {
  const notFound = await get('notFound');
  return (notFound.kind === 'answer' || notFound.kind === 'blocked') && unauthorized(notFound) === undefined;
}

/** Whether this is metadata of the resource at `url`; a slash at the end makes no difference. */
function isAbout(reply: Reply, url: string): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  const parsed = parseJsonObject(reply.answer.text);
  const resource = parsed.ok && isRecord(parsed.value) ? parsed.value.resource : undefined;
  const asked = new URL(url);
  const named = isText(resource) ? atOrigin(webUrl(resource), asked) : undefined;
  return named !== undefined && addressOf(named) === addressOf(asked);
}

function addressOf({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}
