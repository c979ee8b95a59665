/** Parses JSON documents about a site's authorization. A document with none of the expected members is an error. */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { atOrigin } from '../../base/same-site.ts';
import { plain } from '../../base/text.ts';
import { webUrl } from '../../base/url.ts';

export interface Metadata {
  readonly document: Readonly<Record<string, unknown>>;
  /** The names of the missing required members, formatted for messages. */
  readonly missing: readonly string[];
}

/** A required member, or a group of members of which a document needs at least one. `name` is used in messages. */
interface Requirement {
  readonly name: string;
  readonly met: (document: Readonly<Record<string, unknown>>) => boolean;
}

function reader(what: string, requirements: readonly Requirement[], also: readonly string[] = []) {
  return (text: string): Parsed<Metadata> => {
    const parsed = parseJsonObject(text);
    if (!parsed.ok) return parsed;
    const document = parsed.value;
    const missing = requirements.filter(({ met }) => !met(document)).map(({ name }) => name);
    const isOne = missing.length < requirements.length || also.some((member) => member in document);
    if (!isOne) return { ok: false, why: `JSON, but not ${what}: no ${missing.join(' and no ')}` };
    return { ok: true, value: { document, missing } };
  };
}

const text = (member: string): Requirement => ({
  name: `\`${member}\``,
  met: (document) => isText(document[member]),
});

/** Parses authorization server metadata (RFC 8414 section 2) or OpenID provider metadata (OpenID Connect Discovery 1.0). */
export const parseAuthorizationServer = reader('authorization server metadata', [
  text('issuer'),
  {
    name: '`token_endpoint` or `authorization_endpoint`',
    met: (document) => isText(document.token_endpoint) || isText(document.authorization_endpoint),
  },
]);

/** Parses protected resource metadata (RFC 9728 section 2). */
export const parseProtectedResource = reader(
  'protected resource metadata',
  [text('resource')],
  ['authorization_servers', 'bearer_methods_supported', 'resource_name', 'resource_documentation'],
);

/** Metadata, with a message if its own `issuer` or `resource` URL differs from the expected URL. */
export interface IdentifiedMetadata extends Metadata {
  /** The message if the hosts differ. Clients must not use such metadata (RFC 8414 and RFC 9728, section 3.3). */
  readonly otherHost?: string;
  /** The message if the hosts are equal, but the URLs are not. */
  readonly difference?: string;
}

/**
 * Returns the metadata, with a message if the URL in `member` is not the URL that the metadata must describe (`expected`).
 * @param alsoHere other URLs whose hosts count as equal to the expected host
 */
export function identified(
  metadata: Metadata,
  member: 'issuer' | 'resource',
  expected: string,
  alsoHere: readonly string[] = [],
): IdentifiedMetadata {
  const named = metadata.document[member];
  if (!isText(named) || named === expected) return metadata;
  const both = `\`${member}\` is ${plain(named, 200)}, but the document is for ${plain(expected, 200)}`;
  const url = webUrl(named);
  const isHere = [expected, ...alsoHere].some((one) => atOrigin(url, new URL(one)) !== undefined);
  if (!isHere) return { ...metadata, otherHost: both };
  return { ...metadata, difference: `${both}: ${differenceOf(named, expected)}` };
}

function differenceOf(named: string, expected: string): string {
  const [first, second] = [named, expected].map((one) => one.replace(/\/$/, ''));
  if (first === second) return 'they differ in the trailing slash';
  return first === new URL(expected).origin ? 'it is the root of the same host' : 'the host is the same';
}

/** Returns whether an MCP or A2A card declares security schemes, or any authorization other than `none`. */
export function cardDeclaresSecurity(card: Readonly<Record<string, unknown>>): boolean {
  // A2A 1.0 renamed the member `security` to `securityRequirements`.
  const schemes = [card.securitySchemes, card.security, card.securityRequirements];
  return (
    schemes.some(hasContent) || [card.authentication, card.authorization, card.auth].some(asksForCredentials)
  );
}

function asksForCredentials(value: unknown): boolean {
  if (value === true) return true;
  if (isText(value)) return !/^(none|no|public|false|open)$/i.test(value.trim());
  if (Array.isArray(value)) return value.some(asksForCredentials);
  if (!isRecord(value) || value.required === false || value.enabled === false) return false;
  return value.required === true || ['schemes', 'type', 'methods', 'oauth2'].some((key) => isUse(value[key]));
}

/** Returns whether a value declares authorization: a string other than `none`, a list with such a string, or an object. */
function isUse(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string' ? asksForCredentials(value) : hasContent(value);
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
