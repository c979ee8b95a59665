/** Parses HTTP headers: Vary, CORS and WWW-Authenticate. */

/** Header lines in the order sent, with names in lower case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Returns all values of a header, joined by commas (RFC 9110, section 5.2); `undefined` if the header is missing. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Whether a Vary header names each of the two request headers that matter to the audit; `*` names both. */
export interface Varied {
  readonly accept: boolean;
  readonly userAgent: boolean;
}

/** Parses a Vary header (RFC 9110, section 12.5.5). */
export function parseVary(value: string): Varied {
  const names = new Set(value.split(',', 200).map((name) => name.trim().toLowerCase()));
  const all = names.has('*');
  return { accept: all || names.has('accept'), userAgent: all || names.has('user-agent') };
}

/** The three CORS headers of a preflight response, unparsed (Fetch standard, "CORS protocol"). */
interface CorsHeaders {
  readonly origin: string | undefined;
  readonly methods: string | undefined;
  readonly headers: string | undefined;
}

export function readCors(headers: HeaderList): CorsHeaders {
  return {
    origin: headerOf(headers, 'access-control-allow-origin')?.trim(),
    methods: headerOf(headers, 'access-control-allow-methods'),
    headers: headerOf(headers, 'access-control-allow-headers'),
  };
}

/** Returns whether CORS allows pages of the origin `requested` to read the response. */
export function grantsOrigin({ origin }: CorsHeaders, requested: string): boolean {
  return origin === '*' || origin?.toLowerCase() === requested.toLowerCase();
}

/** Returns the requested headers that a preflight response does not allow; `*` allows all except `authorization`. */
export function refusedHeaders({ headers }: CorsHeaders, requested: readonly string[]): readonly string[] {
  const allowed = new Set((headers ?? '').split(',', 200).map((name) => name.trim().toLowerCase()));
  return requested.filter((name) => !allowed.has(name) && !(allowed.has('*') && name !== 'authorization'));
}

/** One challenge of a WWW-Authenticate header (RFC 9110, section 11.6.1). Scheme and parameter names are in lower case. */
interface AuthChallenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
  /** All values of the parameter `resource_metadata`, in the order sent. */
  readonly metadata: readonly string[];
}

/** The maximum number of characters parsed in one header; the rest is ignored. */
const MAX_CHALLENGE_CHARS = 16 * 1024;
/** The maximum number of `resource_metadata` URLs taken from one header. */
const MAX_METADATA = 2;
const TOKEN = /[!#$%&'*+.^_`|~\w-]+/y;
const SEPARATORS = /[\s,]+/y;
/** Matches `=` and a value, quoted or not; accepts white space around `=`. */
const VALUE = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
/** Matches a token68: the single unnamed value, with its `=` padding, that a challenge may have instead of parameters. */
const TOKEN68 = /[ \t]+[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;

/** Parses the challenges of a WWW-Authenticate header, up to the first invalid one. */
export function parseAuthChallenges(value: string | undefined): AuthChallenge[] {
  const text = value?.slice(0, MAX_CHALLENGE_CHARS) ?? '';
  const challenges: { scheme: string; params: Map<string, string>; metadata: string[] }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    take(SEPARATORS);
    const name = take(TOKEN)?.[0].toLowerCase();
    if (name === undefined) break;
    const current = challenges.at(-1);
    const assigned = current === undefined ? null : take(VALUE);
    if (current !== undefined && assigned !== null) {
      const [, quoted, token] = assigned;
      const parameterValue = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
      if (!current.params.has(name)) current.params.set(name, parameterValue);
      if (name === 'resource_metadata') current.metadata.push(parameterValue);
      continue;
    }
    challenges.push({ scheme: name, params: new Map(), metadata: [] });
    take(TOKEN68);
  }
  return challenges;
}

/**
 * Returns the URLs of protected-resource metadata in a header's challenges (RFC 9728, section 5.1), without duplicates. One
 * challenge may have only one such URL (RFC 9110, section 11.2). If a server sends two, some clients read the first and
 * others the last, so both are returned.
 */
export function resourceMetadataUrls(value: string | undefined): readonly string[] {
  return [...new Set(parseAuthChallenges(value).flatMap(({ metadata }) => metadata))].slice(0, MAX_METADATA);
}
