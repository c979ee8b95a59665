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

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(z|[+-]\d{2}:?\d{2})?)?$/i;
const MAIL =
  /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? ([+-]\d{4}|gmt|utc?)$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The moment that an Expires field names, in milliseconds since 1970; `undefined` when it names none, as 30 February and
 * 24:00 do not. RFC 9116 asks for RFC 3339; a date alone and the form of e-mail headers, which its drafts asked for, are
 * read too. Without a time zone it is UTC.
 */
export function expiryOf(expires: string): number | undefined {
  if (expires.length > 100) return undefined;
  const iso = ISO.exec(expires);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return momentOf(year, Number(month), day, hour, minute, second, zone);
  }
  const [, day, name = '', year, hour, minute, second, zone] = MAIL.exec(expires) ?? [];
  return momentOf(year, MONTHS.indexOf(name.toLowerCase()) + 1, day, hour, minute, second, zone);
}

function momentOf(
  year: string | undefined,
  month: number,
  dayOfMonth: string | undefined,
  hours = '0',
  minutes = '0',
  seconds = '0',
  zone = 'z',
): number | undefined {
  const [day, hour, minute, second] = [Number(dayOfMonth), Number(hours), Number(minutes), Number(seconds)];
  const offset = offsetOf(zone);
  const lastDay = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  // A leap second is the last of its minute (RFC 3339 section 5.7).
  const isTime = hour <= 23 && minute <= 59 && (second <= 59 || (second === 60 && minute === 59));
  if (!isDate || !isTime || offset === undefined) return undefined;
  return Date.UTC(Number(year), month - 1, day, hour, minute, Math.min(second, 59)) - offset;
}

/** A time zone's distance from UTC, in milliseconds. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
