/** The versions that every scorecard names (.github/DECISIONS.md, "The envelope"), and the default URLs. */

/** The version of the agent-native standard. */
export const SPEC_VERSION = '0.5.0';
export const SCHEMA_VERSION = '0.4';
/** The stateful MCP revision that the auditor requests. */
export const MCP_STATEFUL_VERSION = '2025-11-25';
/** The stateless MCP revision, which the code calls modern. */
export const MCP_MODERN_VERSION = '2026-07-28';
/**
 * The catalog's URL unless a build (variable `URL`) or a user (`--base-url`) sets another. Nobody can register this host (RFC
 * 2606), so no text links to a stranger's site and no command runs a stranger's package.
 */
export const DEFAULT_BASE_URL = 'https://agent-readiness-catalog.example';
/** Matches the default URL. A build for another URL replaces `DEFAULT_BASE_URL`, but not this pattern. */
const NOBODYS = /^https:\/\/agent-readiness-catalog\.example(?=[/?#]|$)/;
/** Returns whether a URL is at the placeholder `DEFAULT_BASE_URL`. Reports do not link to it, because no site exists there. */
export function leadsNowhere(url: string): boolean {
  return NOBODYS.test(url);
}
/** The default DNS resolver for DNS-AID records: a public one, used over HTTPS (RFC 8484). Operators can configure another. */
export const DEFAULT_RESOLVER = 'https://cloudflare-dns.com/dns-query';
