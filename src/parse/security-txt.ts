/** security.txt (RFC 9116). */

export interface SecurityTxt {
  /** The values of its Contact fields. */
  readonly contacts: readonly string[];
  /** The value of its first Expires field, as written. */
  readonly expires: string | undefined;
}

const SIGNATURE = '-----BEGIN PGP SIGNATURE-----';

/**
 * Reads the fields; comments, other fields and the armour of a cleartext signature (RFC 9580 section 7) are passed
 * over, and its dash-escapes undone.
 */
export function parseSecurityTxt(text: string): SecurityTxt {
  const contacts: string[] = [];
  let expires: string | undefined;
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (line.startsWith(SIGNATURE)) break;
    const [, name = '', rest = ''] = /^(?:- )?([a-z-]{1,64})[ \t]*:(.*)$/is.exec(line) ?? [];
    const value = rest.trim();
    if (value === '') continue;
    if (name.toLowerCase() === 'contact') contacts.push(value);
    if (name.toLowerCase() === 'expires') expires ??= value;
  }
  return { contacts, expires };
}

/**
 * The moment that an Expires field names, in milliseconds since 1970; `undefined` when it names none. RFC 9116 asks for
 * RFC 3339; the form of e-mail headers, which its drafts asked for, is read too. Without a time zone it is UTC.
 */
export function expiryOf(expires: string): number | undefined {
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)\s*(z|[+-]\d{2}:?\d{2})?)?$/i.exec(expires);
  const text =
    iso === null
      ? /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|gmt|utc?)$/i.exec(
          expires,
        )?.[0]
      : `${iso[1]}T${iso[2] ?? '00:00:00'}${(iso[3] ?? 'Z').toUpperCase()}`;
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
