/** What is true of Stormglass. */
import { LLMS_DETAILS, MODERN_MCP, verdicts } from '../verdicts.ts';

export const BROKEN_VERDICTS = verdicts({
  pass: [
    'agent-friendly-404',
    'root-link-rel',
    // It advertises tools and resources, whatever comes of them.
    'mcp-capabilities',
  ],
  noncompliant: [
    // Markdown without a way on.
    'agent-friendly-404-md',
    // The title again.
    'root-meta-description',
    // Neither says what the server is.
    'mcp-initialize',
    'mcp-server-discover',
    // A result with isError.
    'mcp-unknown-tool',
  ],
  broken: [
    'robots',
    'sitemap',
    'llms-txt',
    'accept-markdown',
    'markdown-accept-plain',
    'schema-org-jsonld',
    'agent-ua-reachable',
    'web-bot-auth',
    'security-txt',
    'openapi',
    'json-errors',
    'api-catalog',
    'json-schemas',
    'mcp-tools-list',
    'mcp-resources-list',
    'mcp-unknown-method',
    ...MODERN_MCP.filter((id) => id !== 'mcp-server-discover'),
    'mcp-malformed-body',
    'mcp-get-fast-fail',
    'mcp-accept-json',
    'mcp-cors-preflight',
    'mcp-cors-actual',
    'well-known-mcp-card',
    // A temporary redirect, and a card in an old place.
    'mcp-card-legacy-aliases',
    'mcp-usage-doc',
    'webmcp',
    'oauth-discovery',
    'auth-md',
    'ai-catalog',
    'a2a-agent-card',
    'agent-skills',
  ],
  absent: [
    'link-headers',
    'content-without-js',
    'noscript-fallback',
    'rate-limit-headers',
    // An Accept that it cannot meet is ignored.
    'mcp-accept-unsatisfiable',
  ],
  // It refuses AI assistants, so that what it would give them cannot be seen.
  error: ['markdown-agent-ua', 'markdown-vary', 'markdown-frontmatter'],
  'n_a (optional-absent)': ['markdown-cli-ua', 'semantic-html'],
  'n_a (antecedent-unmet)': [
    'dns-aid',
    'robots-ai-rules',
    'content-signals',
    ...LLMS_DETAILS,
    // The endpoint never challenges.
    'oauth-protected-resource',
  ],
});
