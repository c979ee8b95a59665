/**
 * How the auditor presents itself.
 *
 * Walls judge a User-Agent by how it begins, and their default rules disagree: Anubis challenges whatever contains
 * `Mozilla` or `Opera` (data/botPolicies.yaml, rule generic-browser), go-away what begins with `Mozilla/` or `Opera/`
 * (examples/generic.yml, rule standard-browser), because both have browsers run a script. A name of one's own passes
 * both, and no list of scanners or bad bots has this one: the OWASP Core Rule Set's (rules/scanners-user-agents.data)
 * and the 6G firewall's look for names of tools, and words such as `bot`, `crawler` or `python` are left out of it.
 * What the name does not pass is AWS WAF's Bot Control (SignalNonBrowserUserAgent), which refuses all that is no
 * browser; to call oneself one would be no truer than before. The home page is asked for under the same name, so that
 * all answers are those to one client.
 */

/** The auditor's product token, by which a robots.txt names it (RFC 9309, section 2.2.1). */
export const PRODUCT_TOKEN = 'AgentReadinessAuditor';

/** The auditor's own name, with the page that explains it. */
export function auditorUserAgent(baseUrl: string): string {
  return `${PRODUCT_TOKEN}/1.0 (+${baseUrl}/about-the-auditor)`;
}

/**
 * The User-Agent of an assistant that fetches a page for its user, as OpenAI documents that of ChatGPT-User
 * (https://platform.openai.com/docs/bots), with the auditor's name at the end, so that a site's owner can tell the probe
 * from the assistant itself. Who refuses one assistant mostly refuses them all: Anubis names ChatGPT-User, Claude-User,
 * MistralAI-User and Perplexity-User in one rule (data/clients/ai.yaml).
 */
export function agentUserAgent(baseUrl: string): string {
  return `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot ${PRODUCT_TOKEN}/1.0 (+${baseUrl}/about-the-auditor)`;
}

/** A bare command-line User-Agent, as curl sends it. */
export const CLI_USER_AGENT = 'curl/8.14.1';
