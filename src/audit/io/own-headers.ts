/** The caller's own request headers. They are sent only to the target's origin, not recorded, and erased from responses. */
import type { HeaderList } from '../../base/headers.ts';
import { eraseSession, SHORTEST_SECRET, spellingsOf } from './erase.ts';
import type { HttpRequest } from './io.ts';

/** The caller's headers, and the only origin that may receive them. */
export interface HeadersOfOrigin {
  readonly origin: string;
  /** Header names in lower case, with their values. */
  readonly fields: HeaderList;
}

/** Matches headers that a caller may not set, because the auditor sets them itself or they control the connection. */
const TAKEN =
  /^(?:accept(?:-.*)?|access-control-.*|connection|content-.*|expect|host|http2-settings|if-.*|keep-alive|last-event-id|mcp-.*|origin|proxy-.*|range|sec-.*|signature(?:-.*)?|te|trailer|transfer-encoding|upgrade|user-agent)$/;

/** The header with an MCP session's id. The audit uses a placeholder. `OwnHeaders` replaces it with the real id in requests. */
const SESSION_ID = 'mcp-session-id';

/** Matches a header name (RFC 9110 section 5.1). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
/** The maximum length of a header value, in characters. Servers refuse longer values. */
const MAX_VALUE = 8_192;

/** Returns why the caller may not set a header with this name; `undefined` if the caller may. */
export function whyNotOwn(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(lower)) return 'is not a header name';
  return TAKEN.test(lower) ? 'is a header that the auditor sets itself' : undefined;
}

/** Returns why a string cannot be a header value; `undefined` if it is valid. The reason never quotes the string. */
export function whyNoValue(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length > MAX_VALUE) return `is longer than ${MAX_VALUE} characters`;
  return /^[\x20-\x7e\t]*$/.test(value)
    ? undefined
    : 'has a line break or a character that is not printable ASCII';
}

/** Returns the names of headers whose values are too short to be erased from a site's text. */
export function tooShortToErase(fields: HeaderList): readonly string[] {
  return fields.filter(([, value]) => value.length < SHORTEST_SECRET).map(([name]) => name);
}

export class OwnHeaders {
  readonly #callerHeaders: HeadersOfOrigin | undefined;
  /** The strings to erase from responses: the caller's secrets in each form in which a server may echo them. */
  readonly needles: readonly string[];
  /** The real ids of the opened MCP sessions, keyed by the placeholders that the auditor sees. */
  readonly #sessions = new Map<string, string>();

  constructor(headersOfOrigin: HeadersOfOrigin | undefined) {
    this.#callerHeaders = headersOfOrigin;
    const secrets = (headersOfOrigin?.fields ?? []).flatMap(([name, value]) => secretsOf(name, value));
    const forms = secrets.filter((one) => one.length >= SHORTEST_SECRET).flatMap(spellingsOf);
    this.needles = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  }

  of({ url }: HttpRequest): HeaderList {
    return this.#callerHeaders !== undefined && new URL(url).origin === this.#callerHeaders.origin
      ? this.#callerHeaders.fields
      : [];
  }

  /** Returns the request's headers with the real MCP session id in place of its placeholder. */
  sent({ headers }: HttpRequest): HeaderList {
    return headers.map(([name, value]) => [
      name,
      name === SESSION_ID ? (this.#sessions.get(value) ?? value) : value,
    ]);
  }

  /** Removes session secrets from response headers, as `eraseSession` does. Replaces MCP session ids with placeholders. */
  received(fields: HeaderList): ReturnType<typeof eraseSession> {
    const known = eraseSession(fields);
    const renamed = known.fields.map(([name, value], i): HeaderList[number] => {
      if (name !== SESSION_ID) return [name, value];
      const id = `session-${this.#sessions.size + 1}`;
      this.#sessions.set(id, fields[i]?.[1] ?? '');
      return [name, id];
    });
    return { ...known, fields: renamed };
  }
}

/** Returns a header's value and the secrets within it, such as a password or the value of a cookie. */
function secretsOf(name: string, value: string): string[] {
  if (name === 'cookie') return [value, ...value.split(';').map(afterEquals)];
  if (!name.endsWith('authorization')) return [value];
  const [scheme = '', credentials = ''] = value.split(/ (.*)/s, 2);
  if (scheme.toLowerCase() !== 'basic')
    return [value, credentials, ...credentials.split(',').map(afterEquals)];
  const pair = Buffer.from(credentials, 'base64').toString('latin1');
  return [
    value,
    credentials,
    ...[pair, pair.slice(pair.indexOf(':') + 1)].filter((one) => whyNoValue(one) === undefined),
  ];
}

/** Returns the value in `name=value` or `name="value"`. */
function afterEquals(pair: string): string {
  return pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}
