/** What people type → the origin that is audited. */
import { isIP } from 'node:net';
import { AuditError } from './errors.ts';
import type { NetworkPolicy } from './io/guard.ts';

/** An origin to audit. */
export interface Target {
  /** How the scorecard names it: the host, with the port where it is not the scheme's own. */
  readonly name: string;
  /** The host alone, as in `URL.hostname` (lower case, punycode, IPv6 in brackets). */
  readonly hostname: string;
  /** `https://host[:port]`, without a slash. */
  readonly origin: string;
  /** The root URL, with the slash. */
  readonly url: string;
}

/** Top-level names that never lead to a public site (RFC 6761, 6762, 7686, 8375 and 9476, ICANN `.internal`). */
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
]);

/** How much of a refused input a message repeats, in characters. */
const MAX_SHOWN = 80;

const HINT =
  'Pass a host such as example.com, or a URL such as https://example.com or http://localhost:3000.';

/**
 * Reads a host or an http(s) URL; path, query and fragment are dropped, the default scheme is https.
 *
 * @param network `public` also refuses what the public service does not take: IP literals, other ports, user
 *   info, single-label and special-use names.
 * @throws AuditError `invalid_target`
 */
export function parseTarget(input: string, network: NetworkPolicy = 'any'): Target {
  const text = input.trim();
  if (text === '') throw refuse(input, 'it is empty');
  if (text.length > 2048) throw refuse(text, 'it is longer than any address of a site');
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) {
    throw refuse(text, 'it contains white space, a backslash or control characters');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw refuse(text, `its scheme is ${scheme}, and only http and https sites can be audited`);
  }
  if (scheme === undefined && /^https?:/i.test(text)) throw refuse(text, 'its scheme must be followed by //');
  let url: URL;
  try {
    url = new URL(scheme === undefined ? `https://${text}` : text);
  } catch {
    throw refuse(text, 'it is neither a host name nor a URL');
  }
  if (url.username !== '' || url.password !== '') throw refuse(text, 'it contains a user name or password');
  const hostname = url.hostname.replace(/\.$/, '');
  if (hostname === '' || /[^a-z0-9.:[\]_-]/.test(hostname) || hostname.split('.').includes('')) {
    throw refuse(text, 'it has no valid host name');
  }
  if (
    !isLiteral(hostname) &&
    hostname.split('.').some((label) => label.length > 63 || hostname.length > 253)
  ) {
    throw refuse(text, 'its host name is longer than DNS allows (63 characters a label, 253 in all)');
  }
  url.hostname = hostname;
  if (network === 'public') refuseNonPublic(text, url);
  return { name: url.host, hostname, origin: url.origin, url: `${url.origin}/` };
}

/**
 * Refuses the forms of a URL that the public service never calls, before any lookup.
 *
 * @throws AuditError `invalid_target`
 */
function refuseNonPublic(text: string, url: URL): void {
  const { hostname } = url;
  if (isLiteral(hostname))
    throw refuse(text, 'it is an IP address, and the public service audits host names only');
  if (url.port !== '')
    throw refuse(text, `it names port ${url.port}, and the public service audits the default ports only`);
  const top = hostname.split('.').at(-1) ?? '';
  if (SPECIAL_TLDS.has(top)) throw refuse(text, `names under .${top} are not on the public internet`);
  if (top === hostname) throw refuse(text, 'a name of one label is not a public host');
}

/** Whether the public service may call this URL, judged by its form alone (redirects are held to it). */
export function isPublicForm(url: URL): boolean {
  try {
    parseTarget(url.origin, 'public');
    return url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

/** What URLs an audit may call, by their form: recordings are judged under the same rule as they were made. */
export function urlRule(network: NetworkPolicy | undefined): ((url: URL) => boolean) | undefined {
  return network === 'public' ? isPublicForm : undefined;
}

function isLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0;
}

/** The input as it may be shown: without a password, without what could steer a terminal, and not endless. */
function refuse(text: string, why: string): AuditError {
  const safe = text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1…@')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const shown = safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe;
  return new AuditError('invalid_target', `Cannot audit “${shown}”: ${why}.`, { hint: HINT });
}
