/** Erases secrets in responses before other code reads them, so no evidence or recording contains a secret. */
import type { HeaderList } from '../../base/headers.ts';

const ERASED = '*';

/** The minimum length of a secret, in characters. Shorter secrets look like ordinary text, which must not be erased. */
export const SHORTEST_SECRET = 8;

const TOKENS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z\d]{16,}/gi;
/** Returns whether a string is a token, not a long word or number. A token is a UUID, or has both letters and digits. */
const isToken = (text: string) => text.includes('-') || (/\d/.test(text) && /[a-z]/i.test(text));
/** Headers with a session secret to erase, in addition to `Set-Cookie`. `WWW-Authenticate` stays, because it is evidence. */
const SESSION_FIELDS: ReadonlySet<string> = new Set([
  'authorization',
  'csrf-token',
  'xsrf-token',
  'mcp-session-id',
]);
const SESSION_WORD = /token|session|secret|api-?key/;
/** Matches a token with a name, as in a login response or a form: a JSON member, a `meta` or an `input` element. */
const NAMED_TOKEN =
  /(["'])[\w-]{0,40}(?:token|csrf|xsrf|session|session[_-]?id|jwt)\1\s{0,9}(?::|(?:content|value)=)\s{0,9}(["'])(?=[\w.+/=~-]{0,200}?\d)(\w[\w.+/=~-]{15,})\2/gi;

/** Returns the headers without session secrets, and the secrets to erase from the body. Keeps cookie names. */
export function eraseSession(fields: HeaderList): {
  readonly fields: HeaderList;
  readonly needles: readonly string[];
} {
  const needles = new Set<string>();
  const erasedFields = fields.map(([name, value]): HeaderList[number] => {
    const isCookie = name === 'set-cookie';
    if (!isCookie && !opensSession(name)) return [name, value];
    const start = isCookie ? value.indexOf('=') + 1 : 0;
    const end = isCookie ? `${value};`.indexOf(';', start) : value.length;
    const secret = value.slice(start, end);
    for (const [text] of secret.matchAll(TOKENS)) if (isToken(text)) needles.add(text);
    return [name, value.slice(0, start) + ERASED.repeat(secret.length) + value.slice(end)];
  });
  return { fields: eraseFromFields(erasedFields, [...needles]), needles: [...needles] };
}

function opensSession(name: string): boolean {
  return SESSION_FIELDS.has(name) || (name.startsWith('x-') && SESSION_WORD.test(name.slice(2)));
}

/** Erases login tokens and CSRF tokens from a body, in place. */
export function eraseTokens(body: Uint8Array): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (const { 0: found, 3: token = '', index } of bytes.toString('latin1').matchAll(NAMED_TOKEN)) {
    const end = index + found.length - 1;
    bytes.fill(ERASED, end - token.length, end);
  }
}

/** A truncated body may end with the beginning of a secret. Beginnings shorter than this, in characters, are not erased. */
const SHORTEST_PIECE = 4;

export function eraseFromFields(fields: HeaderList, needles: readonly string[]): HeaderList {
  return fields.map(([name, value]) => [name, eraseFromText(value, needles)]);
}

function eraseFromText(text: string, needles: readonly string[]): string {
  return needles.reduce((rest, needle) => rest.replaceAll(needle, ERASED.repeat(needle.length)), text);
}

/** Erases all strings in `needles` (ASCII) from a body, in place. If `isCut` is true, the body may end within a secret. */
export function eraseFromBody(body: Uint8Array, needles: readonly string[], isCut: boolean): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (const needle of needles) {
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
      bytes.fill(ERASED, at, at + needle.length);
    if (!isCut) continue;
    for (let length = Math.min(needle.length - 1, bytes.length); length >= SHORTEST_PIECE; length--) {
      const at = bytes.length - length;
      if (bytes.subarray(at).equals(Buffer.from(needle.slice(0, length)))) bytes.fill(ERASED, at);
    }
  }
}

/**
 * Returns the forms in which a server may echo a secret, longest first: as it is, percent-encoded as in URLs and forms,
 * escaped as in JSON and HTML, in Base64 (alone or within a longer text, such as a JSON dump of all headers) and in
 * hexadecimal.
 *
 * Not covered: encodings that are not supersets of ASCII (UTF-16), digests, split or reversed secrets, and other nested
 * encodings.
 *
 * @param secret printable ASCII, at least `SHORTEST_SECRET` characters
 */
export function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const strict = percent.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    unicodeEscaped(json),
    ...[percent, strict, encodeURI(secret)].flatMap((form) => [
      form,
      form.replaceAll('%20', '+'),
      form.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
    ]),
    ...HTML_STYLES.map((style) => secret.replace(/[&<>"']/g, (one) => style[one] ?? one)),
    ...base64Forms(secret),
    ...base64Forms(json),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/** Escapes characters in JSON that have a meaning in HTML, as serialization libraries do. */
function unicodeEscaped(json: string): string {
  return json.replace(
    /[<>&'+=/]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
}

/** The ways in which template engines escape five characters in HTML. */
const HTML_STYLES: readonly Readonly<Record<string, string>>[] = [
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '"', "'": "'" },
];

/** Returns the forms of a secret inside Base64 and base64url text, for each of the three possible byte offsets. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    const standard = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
    return [standard, standard.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
