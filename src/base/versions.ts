/** The versions that every scorecard names (.github/DECISIONS.md, "The envelope"), and the default addresses. */

/** Version of the agent-native standard. */
export const SPEC_VERSION = '0.5.0';
/** Version of the scorecard's schema. */
export const SCHEMA_VERSION = '0.4';
/** The stateful MCP revision that the auditor asks for. */
export const MCP_STATEFUL_VERSION = '2025-11-25';
/** The stateless MCP revision ("modern lane"). */
export const MCP_MODERN_VERSION = '2026-07-28';
/**
 * Where the catalog lives until a build (`URL`) or a caller (`--base-url`) says it: a name that nobody can have (RFC 2606), so
 * that no text leads to a stranger's site, and no command runs what a stranger publishes there.
 */
export const DEFAULT_BASE_URL = 'https://agent-readiness-catalog.example';
/** That name as a pattern, which a build that puts its own address in place of the default one leaves as it is. */
const NOBODYS = /^https:\/\/agent-readiness-catalog\.example(?=[/?#]|$)/;
/** Whether an address is of the default catalog, where nothing is: texts then name a command in its place. */
export function leadsNowhere(url: string): boolean {
  return NOBODYS.test(url);
}
/** The public resolver that is asked for DNS-AID records, over HTTPS (RFC 8484), unless an operator names another. */
export const DEFAULT_RESOLVER = 'https://cloudflare-dns.com/dns-query';
