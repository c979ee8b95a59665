/** The HTTP+SSE transport of revision 2024-11-05. A GET opens a stream whose first event contains the POST address. */

import { documentUrl } from '../../base/url.ts';
import type { Reply } from '../evidence/reply.ts';
import { sseEndpoint, sseEndpointArrived } from '../parse/json-rpc.ts';
import type { ProbeClient } from './client.ts';

/** The result of `askSse`. `opens` says whether the response is an HTTP+SSE stream; `message` is the POST address in it. */
type SseReply =
  | { readonly opens: true; readonly message: URL | undefined; readonly reply: Reply }
  | { readonly opens: false; readonly reply: Reply };

/** The time to wait for the first event, in milliseconds. A longer silence means that the stream has another purpose. */
const FIRST_EVENT_MS = 3_000;
const EVENT_STREAM = 'text/event-stream';

/** Tests whether an address speaks HTTP+SSE. Waits for an event only if the response headers announce a stream. */
export async function askSse(client: ProbeClient, url: string): Promise<SseReply> {
  const reply = await client.request(url, { accept: EVENT_STREAM, follow: false, enough: () => true });
  if (reply.kind !== 'answer' || reply.answer.status !== 200 || reply.answer.type?.essence !== EVENT_STREAM)
    return { opens: false, reply };
  const stream = await client.request(url, {
    accept: EVENT_STREAM,
    // This header makes the request differ from the previous one, so the two do not share a response.
    headers: [['cache-control', 'no-store']],
    follow: false,
    enough: sseEndpointArrived,
    timeoutMs: FIRST_EVENT_MS,
  });
  const named = stream.kind === 'answer' ? sseEndpoint(stream.answer.text) : undefined;
  if (named === undefined) return { opens: false, reply };
  return { opens: true, message: withoutSession(documentUrl(named, url)), reply };
}

/** Removes the session id from a URL. The session has ended, and the id would differ between audits. */
function withoutSession(url: URL | undefined): URL | undefined {
  if (url === undefined) return undefined;
  for (const name of [...url.searchParams.keys()]) {
    if (/^session_?id$/i.test(name)) url.searchParams.delete(name);
  }
  return url;
}
