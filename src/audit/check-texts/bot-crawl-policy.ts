/** Definitions of the checks for AI agents' access and for the site's crawl policy. */
import type { Definition } from './definition.ts';

export const botCrawlPolicy = [
  {
    id: 'agent-ua-reachable',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'The home page answers AI agents',
    fails: 'AI agents do not get the home page',
    goal: 'An assistant that fetches the site for its user gets the page instead of a challenge.',
    passesWhen: 'The home page responds 2xx, without a challenge, to the User-Agent of an AI assistant.',
    fix: 'Let the User-Agents of AI assistants (such as ChatGPT-User, Claude-User, Perplexity-User) through your bot protection for GET requests to public pages. Answer them with the page itself, not with a challenge, 401, 403, 429 or 503.',
    resources: [
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
      { label: 'RFC 9110: status codes', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15' },
    ],
  },

  {
    id: 'robots-ai-rules',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt has rules for AI crawlers',
    fails: 'robots.txt has no rules for AI crawlers',
    goal: 'AI crawlers find rules written for them, and do not have to guess.',
    passesWhen:
      'robots.txt has a group that names at least one AI crawler. `User-agent: *` alone does not count.',
    fix: 'Add a group to robots.txt that names the AI crawlers you have a rule for, for example `User-agent: OAI-SearchBot`, `User-agent: Claude-User`, `User-agent: PerplexityBot`, one name per line, followed by their `Allow:` and `Disallow:` lines. `User-agent: *` alone does not say what you want AI systems to do.',
    resources: [
      { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    ],
  },

  {
    id: 'content-signals',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt says how content may be used',
    passes: 'The site says how AI may use its content',
    fails: 'The site does not say clearly how AI may use its content',
    goal: 'AI systems know whether they may search, quote or train on what they fetch.',
    passesWhen:
      'robots.txt has a `Content-Signal:` line that sets `search`, `ai-input` or `ai-train`, or a `Content-Usage` preference.',
    fix: 'Add a `Content-Signal:` line to each group of robots.txt, with what the owner decided about `search`, `ai-input` and `ai-train`: each is set to `yes` or `no`, and left out without a decision. `Content-Usage: train-ai=n` of the IETF drafts, with `y` and `n`, counts too.',
    findings: {
      absent: 'robots.txt does not say how AI may use the content.',
      noncompliant: 'The AI preferences use no known vocabulary.',
      broken: 'The Content-Signal line in robots.txt has no known signal.',
    },
    resources: [
      { label: 'Content Signals', url: 'https://contentsignals.org/' },
      {
        label: 'Content Signals Policy (Cloudflare)',
        url: 'https://developers.cloudflare.com/bots/additional-configurations/managed-robots-txt/',
      },
      {
        label: 'AIPREF: Content-Usage (IETF draft)',
        url: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
      },
    ],
  },

  {
    id: 'web-bot-auth',
    category: 'bot-crawl-policy',
    keyword: 'may',
    principle: 'P6',
    label: 'Bot signature keys are published',
    fails: 'Bot signature keys are not published correctly',
    goal: 'Sites that this host’s bots visit can verify that a signed request really comes from them.',
    passesWhen:
      '`/.well-known/http-message-signatures-directory` responds with a key set (JWKS), without a redirect and with the directory’s media type.',
    fix: 'If you run bots or agents, serve a JSON Web Key Set with their public keys at /.well-known/http-message-signatures-directory itself, without a redirect, with the media type application/http-message-signatures-directory+json. Each key needs its `kty`.',
    findings: {
      noncompliant: 'The directory of keys is served in a way that verifiers refuse.',
      broken: 'The key directory is not valid.',
    },
    resources: [
      {
        label: 'HTTP Message Signatures for automated traffic (IETF draft of the webbotauth group)',
        url: 'https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/',
      },
      {
        label: 'RFC 9421: HTTP Message Signatures',
        url: 'https://www.rfc-editor.org/rfc/rfc9421.html',
      },
      { label: 'RFC 7517: JSON Web Key', url: 'https://www.rfc-editor.org/rfc/rfc7517.html' },
    ],
  },

  {
    id: 'security-txt',
    category: 'bot-crawl-policy',
    keyword: 'may',
    principle: 'P4',
    label: 'security.txt names a contact',
    fails: 'No correct security.txt is published',
    goal: 'Anyone who finds a security problem, agent or person, knows where to report it.',
    passesWhen:
      '`/.well-known/security.txt` has a `Contact:` and one `Expires:` date in the future, in the form of RFC 9116.',
    fix: 'Serve /.well-known/security.txt as plain text with at least one `Contact:` (each a mailto:, https: or tel: URI), exactly one `Expires:` date in the future, written like 2027-01-31T00:00:00Z, and `Preferred-Languages:` at most once. Renew it before it expires.',
    findings: {
      noncompliant: 'security.txt lacks a contact or a valid expiry date.',
      broken: 'security.txt names neither a contact nor an expiry date.',
    },
    resources: [
      { label: 'RFC 9116: security.txt', url: 'https://www.rfc-editor.org/rfc/rfc9116.html' },
      { label: 'securitytxt.org', url: 'https://securitytxt.org/' },
    ],
  },
] as const satisfies readonly Definition[];
