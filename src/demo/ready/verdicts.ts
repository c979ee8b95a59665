/** What is true of Tidewatch. */
import {
  AGENT_DOCUMENTS,
  API,
  LLMS_DETAILS,
  MCP_CALLS,
  MCP_DOCUMENTS,
  ROOT_HTML,
  verdicts,
} from '../verdicts.ts';

export const READY_VERDICTS = verdicts({
  pass: [
    'robots',
    'sitemap',
    'link-headers',
    'agent-friendly-404',
    'agent-friendly-404-md',
    'llms-txt',
    ...LLMS_DETAILS,
    ...ROOT_HTML,
    'agent-ua-reachable',
    'robots-ai-rules',
    'content-signals',
    'web-bot-auth',
    'security-txt',
    ...API,
    ...MCP_CALLS,
    ...MCP_DOCUMENTS,
    // The alerts of the API need a token, so the site has an auth surface.
    'oauth-discovery',
    'auth-md',
    ...AGENT_DOCUMENTS,
  ],
  'n_a (antecedent-unmet)': [
    // Served on an address, which has no DNS records.
    'dns-aid',
    // The MCP endpoint is open to all and never challenges.
    'oauth-protected-resource',
  ],
});
