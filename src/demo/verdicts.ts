/** Writing down what is true of a site: by status, so that a table reads as a description of the site. */
import type { Expected, VerdictTable } from './site.ts';

/** Every check on the MCP endpoint's behaviour and documents: n_a where there is no endpoint. */
export const STATEFUL_MCP = [
  'mcp-initialize',
  'mcp-capabilities',
  'mcp-tools-list',
  'mcp-resources-list',
  'mcp-unknown-method',
  'mcp-unknown-tool',
] as const;
export const MODERN_MCP = [
  'mcp-server-discover',
  'mcp-modern-tools-list',
  'mcp-modern-unknown-method',
  'mcp-modern-clientcaps',
  'mcp-modern-header-mismatch',
  'mcp-modern-version-reject',
  'mcp-modern-resources-miss',
  'mcp-batch-reject',
] as const;
export const MCP_HTTP = [
  'mcp-malformed-body',
  'mcp-get-fast-fail',
  'mcp-accept-unsatisfiable',
  'mcp-accept-json',
  'mcp-cors-preflight',
  'mcp-cors-actual',
] as const;
export const MCP_DOCUMENTS = ['well-known-mcp-card', 'mcp-card-legacy-aliases', 'mcp-usage-doc'] as const;
export const MCP_CALLS = [...STATEFUL_MCP, ...MODERN_MCP, ...MCP_HTTP] as const;
export const API = ['openapi', 'json-errors', 'rate-limit-headers', 'api-catalog', 'json-schemas'] as const;
export const AUTH = ['oauth-discovery', 'oauth-protected-resource', 'auth-md'] as const;
export const AGENT_DOCUMENTS = ['ai-catalog', 'a2a-agent-card', 'agent-skills'] as const;
/** What reads the HTML of the root page, the four negotiations and what follows from them included. */
export const ROOT_HTML = [
  'root-link-rel',
  'accept-markdown',
  'markdown-accept-plain',
  'markdown-cli-ua',
  'markdown-agent-ua',
  'markdown-vary',
  'markdown-frontmatter',
  'root-meta-description',
  'schema-org-jsonld',
  'content-without-js',
  'semantic-html',
  'noscript-fallback',
  'webmcp',
] as const;
/** What follows from llms.txt. */
export const LLMS_DETAILS = [
  'llms-txt-format',
  'llms-txt-when-to-use',
  'llms-txt-links',
  'llms-full-txt',
  'llms-txt-scoped',
  'llms-full-txt-scoped',
] as const;

/**
 * Check ids by status → a table by check id.
 *
 * @throws Error when a check is named twice
 */
export function verdicts(byStatus: Readonly<Partial<Record<Expected, readonly string[]>>>): VerdictTable {
  const table: Record<string, Expected> = {};
  for (const [status, ids] of Object.entries(byStatus)) {
    for (const id of ids) {
      if (table[id] !== undefined) throw new Error(`${id} is both ${table[id]} and ${status}`);
      table[id] = status as Expected;
    }
  }
  return table;
}
