/** Parses security.txt (RFC 9116). */

export interface SecurityField {
  /** The line number, starting at 1. */
  readonly line: number;
  /** The field's value; empty if nothing follows the colon. */
  readonly value: string;
}

/** The fields that the check `security-txt` needs. Each list is in file order. */
export interface SecurityTxt {
  readonly contacts: readonly SecurityField[];
  readonly expires: readonly SecurityField[];
  readonly languages: readonly SecurityField[];
}

const SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const MAX_FIELDS = 1_000;

/** Parses the fields. Skips comments, other fields and PGP signatures (RFC 9580 section 7), and removes dash escapes. */
export function parseSecurityTxt(text: string): SecurityTxt {
  const fields = new Map<string, SecurityField[]>();
  for (const [i, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.startsWith(SIGNATURE)) break;
    const [, name = '', value = ''] = /^(?:- )?([a-z-]{1,64})[ \t]*:(.*)$/is.exec(line) ?? [];
    const same = fields.get(name.toLowerCase()) ?? [];
    if (same.length < MAX_FIELDS) same.push({ line: i + 1, value: value.trim() });
    if (name !== '') fields.set(name.toLowerCase(), same);
  }
  const named = (name: string) => fields.get(name) ?? [];
  return {
    contacts: named('contact'),
    expires: named('expires'),
    languages: named('preferred-languages'),
  };
}

/** Matches a text with only the characters of a URI, including percent-encoding (RFC 3986, section 2). */
const URI = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;

/** Returns whether a `Contact` is a `mailto:`, `tel:` or `https://` URI (RFC 9116 section 2.5.3). */
export function isContactUri(contact: string): boolean {
  return /^(?:mailto:.|tel:.|https:\/\/[^/?#])/i.test(contact) && URI.test(contact);
}

/** Matches an RFC 3339 `date-time` (section 5.6). `T`, seconds and a time zone are required. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})t(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,20})?(?:z|([+-])(\d{2}):(\d{2}))$/i;

/** Returns an `Expires` value in milliseconds since 1970; `undefined` if it is not an RFC 3339 `date-time`. */
export function expiryOf(expires: string): number | undefined {
  const parts = DATE_TIME.exec(expires);
  if (parts === null) return undefined;
  const number = (i: number) => Number(parts[i] ?? 0);
  const [year, month, day, hour, minute, second] = [
    number(1),
    number(2),
    number(3),
    number(4),
    number(5),
    number(6),
  ];
  const isDate =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  // A leap second is possible only in the last minute of an hour (RFC 3339 section 5.7).
  const isTime = hour <= 23 && minute <= 59 && (second <= 59 || (second === 60 && minute === 59));
  const isZone = number(8) <= 23 && number(9) <= 59;
  if (!isDate || !isTime || !isZone) return undefined;
  const offset = (parts[7] === '-' ? -1 : 1) * (number(8) * 60 + number(9)) * 60_000;
  return Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59)) - offset;
}
