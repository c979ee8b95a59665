/** The WWW-Authenticate field (RFC 9110 section 11.6.1). */

/** One challenge: its scheme and its parameters, names in lower case. */
interface AuthChallenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

/** A field longer than this is not read further, in characters. */
const MAX_CHARS = 16 * 1024;
const TOKEN = /[!#$%&'*+.^_`|~\w-]+/y;
const SEPARATORS = /[\s,]+/y;
/** `= value`, quoted or a token; bad white space around `=` is allowed. */
const VALUE = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
/** The one value without a name that a challenge may have in place of parameters (token68), `=` padding included. */
const TOKEN68 = /[ \t]+[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;

/** Reads all challenges of a field value; what is no challenge ends the reading. */
export function parseAuthChallenges(value: string | undefined): AuthChallenge[] {
  const text = value?.slice(0, MAX_CHARS) ?? '';
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
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
      if (!current.params.has(name)) current.params.set(name, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
      continue;
    }
    challenges.push({ scheme: name, params: new Map() });
    take(TOKEN68);
  }
  return challenges;
}

/** Where the metadata of the protected resource is, as a challenge says (RFC 9728 section 5.1). */
export function resourceMetadataUrl(value: string | undefined): string | undefined {
  for (const { params } of parseAuthChallenges(value)) {
    const url = params.get('resource_metadata');
    if (url !== undefined) return url;
  }
  return undefined;
}
