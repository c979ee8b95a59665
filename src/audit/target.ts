/** Turns a caller's input into the origin to audit. */
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { AuditError } from '../base/errors.ts';
import { MAX_URL_CHARS } from '../base/limits.ts';
import type { NetworkPolicy } from './io/address-guard.ts';

export interface Target {
  /** The name in the scorecard: the host, and its port unless it is the scheme's default. */
  readonly name: string;
  /** The host without the port, as in `URL.hostname` (lower case, punycode, IPv6 in brackets). */
  readonly hostname: string;
  /** The origin, `https://host[:port]`, without a slash. */
  readonly origin: string;
  /** The origin's root URL, with the slash. */
  readonly url: string;
}

/** Top-level names that no public site has (RFC 6761, 6762, 7686, 8375 and 9476, ICANN `.internal`). */
const SPECIAL_TLDS = new Set([
  'localhost',
  'local',
  'internal',
  'test',
  'example',
  'invalid',
  'onion',
  'arpa',
  'alt',
  // These names are not delegated on the internet, but used in local networks (RFC 6762 appendix G).
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
]);

/** The maximum number of characters of a refused input that an error message quotes. */
const MAX_SHOWN = 80;

const HINT =
  'Pass a host such as example.com, or a URL such as https://example.com or http://localhost:3000.';
const PUBLIC_HINT = 'Pass the host name of a public site, such as example.com or https://example.com.';

/**
 * Parses a host or an http(s) URL. Path, query and fragment are dropped; the default scheme is https.
 * @param network `public` also refuses what the public service does not audit: IP addresses, ports other than the default,
 *   single-label and special-use names
 * @throws AuditError `invalid_target`
 */
export function parseTarget(input: string, network: NetworkPolicy = 'any'): Target {
  const text = input.trim();
  const hint = network === 'public' ? PUBLIC_HINT : HINT;
  const refuse = (why: string) => refusal(text, why, hint);
  if (text === '') throw new AuditError('invalid_target', 'No site is named.', { hint });
  // URL parsers read a number as an IPv4 address. For example, `3001` would become 0.0.11.185.
  if (/^\d{1,5}$/.test(text))
    throw refusal(text, 'it is a number', `For a port on this machine, type localhost:${text}. ${hint}`);
  if (text.length > MAX_URL_CHARS) throw refuse('it is too long for the URL of a site');
  // Joiners are allowed because Persian and Indic names need them (the URL parser checks their positions), and variation
  // selectors because emoji contain them. Other invisible characters could hide that the text names a different host.
  if (/[\s\p{Cc}\\]|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) {
    throw refuse('it contains white space, a backslash or control characters');
  }
  const scheme = schemeOf(text);
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw refuse(`its scheme is ${scheme.slice(0, MAX_SHOWN)}, but only http and https sites can be audited`);
  }
  const whole = /^https?:\/\//i.test(text);
  if (scheme !== undefined && !whole) throw refuse('its scheme must be followed by //');
  let url: URL;
  try {
    url = new URL(whole ? text : `https://${text}`);
  } catch {
    throw refuse('it is neither a host name nor a URL');
  }
  if (url.username !== '' || url.password !== '') throw refuse('it contains a user name or password');
  const hostname = url.hostname.replace(/\.$/, '');
  if (hostname === '' || /[^a-z0-9.:[\]_-]/.test(hostname) || hostname.split('.').includes('')) {
    throw refuse('it has no valid host name');
  }
  // The URL parser accepts punycode labels that encode no valid Unicode label. `domainToUnicode` leaves them unchanged.
  if (hostname.includes('xn--') && /(?:^|\.)xn--/.test(domainToUnicode(hostname))) {
    throw refuse('its host name is not a valid internationalized name (UTS 46)');
  }
  if (
    !isLiteral(hostname) &&
    hostname.split('.').some((label) => label.length > 63 || hostname.length > 253)
  ) {
    throw refuse('its host name is longer than DNS allows (63 characters per label, 253 in total)');
  }
  url.hostname = hostname;
  const nonPublic = network === 'public' ? whyNotPublic(url) : undefined;
  if (nonPublic !== undefined) throw refuse(nonPublic);
  return { name: url.host, hostname, origin: url.origin, url: `${url.origin}/` };
}

/** Returns whether an input for `parseTarget` starts with `http://` or `https://`. */
export function hasScheme(input: string): boolean {
  return /^https?:\/\//i.test(input.trim());
}

/** Matches schemes whose URLs have an `@` but no `//`. In other texts with an `@`, a user name precedes the colon. */
const ADDRESS_SCHEMES = /^(?:mailto|sips?|xmpp|acct|ssh|git|im|pres):/i;

/**
 * Returns the scheme of an input, in lower case; `undefined` if it has none. A colon does not always end a scheme:
 * `localhost:3000` has a port, `user:secret@example.com` has a password, and `fe80::1` is an address.
 */
function schemeOf(text: string): string | undefined {
  const [start, name = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(text) ?? [];
  if (start === undefined) return undefined;
  const rest = text.slice(start.length);
  const scheme = name.toLowerCase();
  if (rest.startsWith('//') || scheme === 'http' || scheme === 'https') return scheme;
  if (scheme === 'localhost' || scheme.includes('.') || rest.startsWith(':')) return undefined;
  const [authority = ''] = rest.split(/[/?#]/, 1);
  if (/^\d+$/.test(authority)) return undefined;
  return authority.includes('@') && !ADDRESS_SCHEMES.test(text) ? undefined : scheme;
}

/** Returns why the public service may not request this URL; `undefined` if it may. Sends no DNS query. */
function whyNotPublic({ hostname, port }: URL): string | undefined {
  if (isLiteral(hostname)) return 'it is an IP address, but the public service audits only host names';
  const top = hostname.split('.').at(-1) ?? '';
  if (hostname === 'localhost') return 'localhost is not on the public internet';
  if (top === hostname) return 'a single-label name is not a public host';
  if (SPECIAL_TLDS.has(top)) return `names under .${top} are not on the public internet`;
  // Checked last, so `localhost` gets the same message with a port as without a port.
  if (port !== '') return `it has port ${port}, but the public service audits only the default ports`;
  return undefined;
}

/** Returns whether the public service may request this URL. Looks only at the URL and sends no DNS query. */
export function isPublicHost(url: URL): boolean {
  try {
    parseTarget(url.origin, 'public');
    return url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

/** Returns whether a host name has the form of a public name: not an address, a special-use name or a single label. */
export function isPublicName(hostname: string): boolean {
  return isPublicHost(new URL(`https://${hostname}`));
}

/**
 * Returns a function that checks which URLs an audit may request, or `undefined` if it may request all URLs. For the replay
 * of a recorded audit, `network` is the policy of the recorded audit.
 */
export function urlRule(network: NetworkPolicy | undefined): ((url: URL) => boolean) | undefined {
  return network === 'public' ? isPublicHost : undefined;
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0;
}

/** Creates the error for a refused input. The message shows the input shortened, without passwords and terminal escapes. */
function refusal(text: string, why: string, hint: string): AuditError {
  const safe = text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1…@')
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?');
  const excerpt = safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe;
  return new AuditError('invalid_target', `Cannot use “${excerpt}” as a site: ${why}.`, { hint });
}
