/**
 * The User-Agents that the auditor sends.
 *
 * Bot walls judge a User-Agent by its start. Anubis challenges every name with `Mozilla` or `Opera` (data/botPolicies.yaml,
 * rule generic-browser). go-away challenges every name that starts with `Mozilla/` or `Opera/` (examples/generic.yml, rule
 * standard-browser). Both expect browsers to run a script. The auditor's own name passes both. The OWASP Core Rule Set
 * (rules/scanners-user-agents.data) and the 6G firewall look for names of tools, so the name avoids words such as `bot`,
 * `crawler` or `python`. AWS WAF's Bot Control (SignalNonBrowserUserAgent) refuses everything that is not a browser. The name
 * does not pass it, because calling ourselves a browser would be false. The home page is requested with the same name, so all
 * responses are for one client.
 */

/** The auditor's product token, for robots.txt groups (RFC 9309, section 2.2.1). */
export const PRODUCT_TOKEN = 'AgentReadinessAuditor';

/** Returns the auditor's own User-Agent, with the URL of the page that explains it. */
export function auditorUserAgent(baseUrl: string): string {
  return `${PRODUCT_TOKEN}/1.0 (+${baseUrl}/about-the-auditor)`;
}

/**
 * Returns the User-Agent of an assistant that fetches a page for a user, as OpenAI documents ChatGPT-User
 * (https://platform.openai.com/docs/bots). It ends with the auditor's name, so owners can tell the probe from the assistant.
 * Sites that refuse one assistant usually refuse all. For example, Anubis names ChatGPT-User, Claude-User, MistralAI-User and
 * Perplexity-User in one rule (data/clients/ai.yaml).
 */
export function agentUserAgent(baseUrl: string): string {
  return `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot ${PRODUCT_TOKEN}/1.0 (+${baseUrl}/about-the-auditor)`;
}

/** The User-Agent of a command-line client, as sent by curl. */
export const CLI_USER_AGENT = 'curl/8.14.1';
