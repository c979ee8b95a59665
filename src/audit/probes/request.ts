import type { HeaderList } from '../../base/headers.ts';
import type { HttpRequest } from '../io/io.ts';
import type { Resume } from './resumed-stream.ts';

export interface RequestOptions {
  readonly method?: HttpRequest['method'];
  readonly accept?: string;
  readonly userAgent?: string;
  /** Additional headers, with names in lower case. */
  readonly headers?: HeaderList;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly enough?: (text: string) => boolean;
  /** Called when the response is an event stream. Returns how to resume the stream if it ended too early. */
  readonly resume?: Resume;
  /** Whether to follow redirects. If not, the redirect is the response. By default, only GET requests follow redirects. */
  readonly follow?: boolean;
  /** Whether this is one of several similar requests. If there are too many requests to other sites, these are dropped first. */
  readonly sample?: boolean;
  /** Whether other responses are compared with the response to this request. */
  readonly control?: boolean;
}

/** Adds the default headers to a request, and removes the fragment from its URL. */
export function requestTo(url: string, options: RequestOptions, ownUserAgent: string): HttpRequest {
  const target = new URL(url);
  target.hash = '';
  return {
    method: options.method ?? 'GET',
    url: target.href,
    headers: [
      ['accept', options.accept ?? '*/*'],
      ['accept-encoding', 'gzip, deflate, br'],
      ['user-agent', options.userAgent ?? ownUserAgent],
      ...(options.headers ?? []),
    ],
    ...(options.body === undefined ? {} : { body: options.body }),
    ...(options.userAgent === undefined ? { isOwn: true } : {}),
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.enough === undefined ? {} : { enough: options.enough }),
  };
}
