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
  /** Called with an event stream that is the response; returns where to resume the stream if it ended too early. */
  readonly resume?: Resume;
  /** `false`: the redirect itself is the response. Default: GET follows, other methods do not. */
  readonly follow?: boolean;
  /** Whether it is one of several similar requests. These are left out first if too many go to other sites. */
  readonly sample?: boolean;
  /** Whether other responses are compared with this one (see `SendOptions`). */
  readonly control?: boolean;
}

/** Returns the request in the form in which it is sent. */
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
