/** The first event of the HTTP+SSE transport (MCP 2024-11-05, "HTTP with SSE"): `event: endpoint`, where to post to. */
import { createParser } from 'eventsource-parser';

/** After so many events a stream is not looked through further. */
const MAX_EVENTS = 20;

/** The address that an `endpoint` event names, as it is sent; `undefined` where the stream has none so far. */
export function sseEndpoint(text: string): string | undefined {
  return readEvents(text).endpoint;
}

/** Whether a stream has been read far enough: it has named its endpoint, or sent many other events. */
export function sseEndpointArrived(text: string): boolean {
  const { endpoint, events } = readEvents(text);
  return endpoint !== undefined || events >= MAX_EVENTS;
}

function readEvents(text: string): { endpoint: string | undefined; events: number } {
  let endpoint: string | undefined;
  let events = 0;
  const parser = createParser({
    onEvent({ event, data }) {
      events++;
      if (event === 'endpoint' && events <= MAX_EVENTS) endpoint ??= data.trim();
    },
  });
  parser.feed(text);
  return { endpoint, events };
}
