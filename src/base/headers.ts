/** Parses HTTP headers: Vary, CORS and WWW-Authenticate. */

/** Headers in the order sent, with names in lower case and one entry per header line. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Returns all values of a header, joined as RFC 9110 section 5.2 allows; `undefined` if it is missing. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** The request headers that a Vary value names, among those that matter to the audit; `*` names them all. */
export interface Varied {
  readonly accept: boolean;
  readonly userAgent: boolean;
}

/** Parses Vary (RFC 9110, section 12.5.5). */
export function parseVary(value: string): Varied {
  const names = new Set(value.split(',', 200).map((name) => name.trim().toLowerCase()));
  const all = names.has('*');
  return { accept: all || names.has('accept'), userAgent: all || names.has('user-agent') };
}

/** The three headers of a preflight response, as sent (Fetch standard, "CORS protocol"). */
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

/** Returns whether pages of this origin may read the response. */
export function grantsOrigin({ origin }: CorsHeaders, requested: string): boolean {
  return origin === '*' || origin?.toLowerCase() === requested.toLowerCase();
}

/** Returns the request headers that the response does not allow; `*` allows all headers except `authorization`. */
export function refusedHeaders({ headers }: CorsHeaders, requested: readonly string[]): readonly string[] {
  const allowed = new Set((headers ?? '').split(',', 200).map((name) => name.trim().toLowerCase()));
  return requested.filter((name) => !allowed.has(name) && !(allowed.has('*') && name !== 'authorization'));
}

/** One challenge of WWW-Authenticate (RFC 9110, section 11.6.1): its scheme and its parameters, with names in lower case. */
interface AuthChallenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
  /** All values of `resource_metadata`, in the order sent. */
  readonly metadata: readonly string[];
}

/** The maximum length of a header that is parsed, in characters. */
const MAX_CHALLENGE_CHARS = 16 * 1024;
/** The maximum number of addresses taken from one header. */
const MAX_METADATA = 2;
const TOKEN = /[!#$%&'*+.^_`|~\w-]+/y;
const SEPARATORS = /[\s,]+/y;
/** Matches `= value`, where the value is quoted or a token and white space around `=` is accepted. */
const VALUE = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
/** Matches the single unnamed value that a challenge may have instead of parameters (token68), including `=` padding. */
const TOKEN68 = /[ \t]+[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;

/** Parses all challenges of a header; stops at the first invalid one. */
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
 * Returns the addresses of protected-resource metadata in a header's challenges (RFC 9728, section 5.1), without duplicates.
 * One challenge may name only one address (RFC 9110, section 11.2); if a server names two, some clients read the first and
 * others the last.
 */
export function resourceMetadataUrls(value: string | undefined): readonly string[] {
  return [...new Set(parseAuthChallenges(value).flatMap(({ metadata }) => metadata))].slice(0, MAX_METADATA);
}
