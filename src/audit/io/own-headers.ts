/**
 * Request headers of the caller's own, which get an audit past what protects a preview: a bypass token, the tokens of an access
 * service, an Authorization header, a cookie. They go to the target's own origin and nowhere else. A request is recorded as it
 * was asked, without them, and what a server sends back of them is erased; so are the sessions that it opens for them.
 */
import type { HeaderList } from '../../base/headers.ts';
import { eraseSession, SHORTEST_SECRET, spellingsOf } from './erase.ts';
import type { HttpRequest } from './io.ts';

/** The caller's headers, and the only origin that gets them. */
export interface HeadersOfOrigin {
  /** As in `URL.origin`. */
  readonly origin: string;
  /** Names in lower case, with their values. */
  readonly fields: HeaderList;
}

/** What a request says itself, what makes up the connection, and what an audit varies to see what changes. */
const TAKEN =
  /^(?:accept(?:-.*)?|access-control-.*|connection|content-.*|expect|host|http2-settings|if-.*|keep-alive|last-event-id|mcp-.*|origin|proxy-.*|range|sec-.*|signature(?:-.*)?|te|trailer|transfer-encoding|upgrade|user-agent)$/;

/** The auditor sends it back, so that it is renamed and not erased. */
const SESSION_ID = 'mcp-session-id';

/** The name of a field as RFC 9110 has it (section 5.1). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
/** Of one value, in characters: servers refuse more. */
const MAX_VALUE = 8_192;

/** Why a header of this name cannot be the caller's; `undefined` where it can. */
export function whyNotOwn(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(lower)) return 'is not the name of a header';
  return TAKEN.test(lower) ? 'is a header that the auditor sets itself' : undefined;
}

/** Why a text cannot be the value of a header; `undefined` where it can. The reason never quotes it. */
export function whyNoValue(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length > MAX_VALUE) return `is longer than ${MAX_VALUE} characters`;
  return /^[\x20-\x7e\t]*$/.test(value)
    ? undefined
    : 'has a line break or a character that is not printable ASCII';
}

/** The names of headers whose values are too short to be told from ordinary text, where a site sends them back. */
export function tooShortToErase(fields: HeaderList): readonly string[] {
  return fields.filter(([, value]) => value.length < SHORTEST_SECRET).map(([name]) => name);
}

/** The caller's headers in one audit. */
export class OwnHeaders {
  readonly #given: HeadersOfOrigin | undefined;
  /** What is erased from every answer, of any server. */
  readonly needles: readonly string[];
  /** The MCP sessions that were opened, by the ids that the auditor knows them by. */
  readonly #sessions = new Map<string, string>();

  constructor(given: HeadersOfOrigin | undefined) {
    this.#given = given;
    const secrets = (given?.fields ?? []).flatMap(([name, value]) => secretsOf(name, value));
    const forms = secrets.filter((one) => one.length >= SHORTEST_SECRET).flatMap(spellingsOf);
    this.needles = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  }

  /** What goes out with a request beside its own headers. */
  of({ url }: HttpRequest): HeaderList {
    return this.#given !== undefined && new URL(url).origin === this.#given.origin ? this.#given.fields : [];
  }

  /** A request's own headers as they go out: with the true id of a session. */
  sent({ headers }: HttpRequest): HeaderList {
    return headers.map(([name, value]) => [
      name,
      name === SESSION_ID ? (this.#sessions.get(value) ?? value) : value,
    ]);
  }

  /** What comes back on the caller's headers, without the session that it opens (`eraseSession`). */
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

/** A value, and the parts of it that are secret by themselves. */
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

/** Of `name=value` or `name="value"` the value. */
function afterEquals(pair: string): string {
  return pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}
