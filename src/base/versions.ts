/** The versions in every scorecard (.github/DECISIONS.md, "The envelope"), and the default addresses. */

/** Version of the agent-native standard. */
export const SPEC_VERSION = '0.5.0';
/** Version of the scorecard's schema. */
export const SCHEMA_VERSION = '0.4';
/** The stateful MCP revision that the auditor requests. */
export const MCP_STATEFUL_VERSION = '2025-11-25';
/** The stateless MCP revision ("modern lane"). */
export const MCP_MODERN_VERSION = '2026-07-28';
/**
 * The catalog's address until a build (`URL`) or a caller (`--base-url`) sets it: a name that cannot be registered (RFC
 * 2606), so that no text links to a stranger's site, and no command runs a stranger's package.
 */
export const DEFAULT_BASE_URL = 'https://agent-readiness-catalog.example';
/** That name as a pattern. A build that replaces the default address leaves it unchanged. */
const NOBODYS = /^https:\/\/agent-readiness-catalog\.example(?=[/?#]|$)/;
/** Returns whether an address belongs to the default catalog, which does not exist: texts then name a command instead. */
export function leadsNowhere(url: string): boolean {
  return NOBODYS.test(url);
}
/** The public resolver for DNS-AID records, over HTTPS (RFC 8484), unless an operator names another. */
export const DEFAULT_RESOLVER = 'https://cloudflare-dns.com/dns-query';
