/** How the auditor presents itself. */

/** The auditor's own name, with the page that explains it. */
export function auditorUserAgent(baseUrl: string): string {
  return `Mozilla/5.0 (compatible; AgentReadinessAuditor/1.0; +${baseUrl}/about-the-auditor)`;
}

/**
 * A User-Agent of the kind that assistants send when they fetch a page for their user, with the auditor's name at the
 * end, so that a site's owner can tell the probe from the assistant itself.
 */
export function agentUserAgent(baseUrl: string): string {
  return `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot) AgentReadinessAuditor/1.0 (+${baseUrl}/about-the-auditor)`;
}

/** A bare command-line User-Agent, as curl sends it. */
export const CLI_USER_AGENT = 'curl/8.14.1';
