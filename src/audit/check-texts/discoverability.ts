/** Definitions of the checks that test whether an agent can find the site's resources. */
import type { Definition } from './definition.ts';

const RFC_8288 = { label: 'RFC 8288: Web Linking', url: 'https://www.rfc-editor.org/rfc/rfc8288.html' };

const RFC_8631 = {
  label: 'RFC 8631: link relations for web services',
  url: 'https://www.rfc-editor.org/rfc/rfc8631.html',
};

export const discoverability = [
  {
    id: 'robots',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt is published',
    fails: 'No correct robots.txt is published',
    goal: 'Agents learn from /robots.txt what they may fetch before they fetch it.',
    passesWhen: '`/robots.txt` responds 200 with text that is not HTML.',
    fix: 'Serve a plain-text /robots.txt with status 200. What it allows is the owner’s decision.',
    findings: {
      absent: 'There is no robots.txt.',
      noncompliant: 'A Sitemap line of robots.txt still has an example address.',
      broken: 'robots.txt is not a text file of rules.',
    },
    resources: [
      { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    ],
  },

  {
    id: 'sitemap',
    category: 'discoverability',
    keyword: 'may',
    principle: 'P7',
    label: 'A sitemap lists the site’s pages',
    fails: 'No valid sitemap was found',
    goal: 'Agents see every page that the site wants found, without crawling for it.',
    passesWhen:
      '`/sitemap.xml`, or an address in a `Sitemap:` line of robots.txt, responds 200 with a well-formed sitemap.',
    fix: 'Serve a well-formed XML sitemap (root element `urlset` or `sitemapindex`) at /sitemap.xml, or name its address in a `Sitemap:` line of robots.txt; an RSS or Atom feed or a text list of URLs counts if robots.txt names it. Most frameworks and content systems generate one.',
    findings: { broken: 'The sitemap file is not a valid sitemap.' },
    resources: [{ label: 'Sitemaps XML format', url: 'https://www.sitemaps.org/protocol.html' }],
  },

  {
    id: 'link-headers',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P3',
    label: 'Link headers point at agent resources',
    fails: 'No Link header leads to an agent resource',
    goal: 'An agent finds the machine-readable resources in the headers of the home page, before it reads any HTML.',
    passesWhen:
      'The home page sends a `Link` header to a resource for agents, such as llms.txt or an OpenAPI description.',
    fix: 'Send `Link` headers with the home page, for example `Link: </llms.txt>; rel="describedby"; type="text/plain"` or `Link: </openapi.json>; rel="service-desc"`. Links for browsers (`preload`, `preconnect`, `canonical`) do not count.',
    findings: {
      absent: 'The home page sends no Link header for agents.',
      noncompliant: 'The Link headers of the home page lead only to missing pages.',
    },
    resources: [RFC_8288, RFC_8631],
  },

  {
    id: 'root-link-rel',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P3',
    label: 'The home page links to machine-readable versions',
    fails: 'No link element leads to a machine-readable version',
    goal: 'An agent that reads the HTML of the home page finds the API description and the versions made for programs.',
    passesWhen:
      'The HTML of the home page has a `<link>` with the relation `service-desc` or `service-doc`, or an `alternate` for programs.',
    fix: 'Add to the head of the home page what the site has: `<link rel="service-desc" href="/openapi.json">`, `<link rel="service-doc" href="/docs">` or `<link rel="alternate" type="text/markdown" href="/index.md">`. Translations (`hreflang`) and feeds alone do not count.',
    findings: {
      absent: 'The home page has no link element for programs.',
      noncompliant: 'The link elements of the home page lead only to missing pages.',
    },
    resources: [
      RFC_8631,
      {
        label: 'HTML: the link type "alternate"',
        url: 'https://html.spec.whatwg.org/multipage/links.html#rel-alternate',
      },
    ],
  },

  {
    id: 'agent-friendly-404',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P8',
    label: 'Unknown pages answer 404',
    passes: 'Unknown pages answer 404 or 410',
    fails: 'Unknown pages do not answer 404',
    goal: 'An agent that follows a wrong link learns that nothing is there, and does not mistake another page for the answer.',
    passesWhen: 'An unknown path responds with status 404 or 410.',
    fix: 'Answer paths that do not exist with status 404 (or 410), not with 200, a redirect to the home page, or a server error. A single-page app should fall back to its page only for its own routes.',
    findings: {
      absent: 'A page that does not exist is answered with neither 404 nor 410.',
      broken: 'A page that does not exist is answered as if it existed, or with a server error.',
    },
    resources: [
      {
        label: 'RFC 9110: 404 Not Found',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-404-not-found',
      },
      {
        label: 'Google Search Central: soft 404 errors',
        url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
      },
    ],
  },

  {
    id: 'agent-friendly-404-md',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P8',
    label: 'The 404 page points agents somewhere useful',
    fails: 'No Markdown 404 page points agents somewhere useful',
    goal: 'An agent that requests a page that does not exist learns, in Markdown, where to look instead.',
    passesWhen:
      'For `Accept: text/markdown`, the 404 has a Markdown or plain-text body that links to a page of the site.',
    fix: 'When a request for an unknown path accepts `text/markdown`, answer 404 with a short Markdown body (`Content-Type: text/markdown`) that links to the sitemap, llms.txt or the start page of the documentation.',
    findings: {
      absent: 'The 404 page is not Markdown when Markdown is requested.',
      noncompliant: 'The 404 page is Markdown, but links to no page of this site.',
      broken: 'Requesting Markdown changes the status of a page that does not exist.',
    },
    resources: [
      { label: 'RFC 7763: text/markdown', url: 'https://www.rfc-editor.org/rfc/rfc7763.html' },
      {
        label: 'RFC 9110: content negotiation',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-content-negotiation',
      },
    ],
  },

  {
    id: 'dns-aid',
    category: 'discoverability',
    keyword: 'may',
    principle: 'P8',
    label: 'DNS records announce the site’s agents',
    fails: 'No DNS records announce the site’s agents',
    goal: 'An agent finds the site’s agent endpoints with one DNS lookup, before any HTTP request.',
    passesWhen:
      'DNS has SVCB records at `_index._agents`, `_a2a._agents` or `_mcp._agents` of the host, or a TXT record at `_agents`.',
    fix: 'Publish SVCB records for `_index._agents`, `_a2a._agents` or `_mcp._agents` under the host’s name, or a TXT record at `_agents`, that point at your endpoints. A wildcard record does not count: it answers for names that nobody published.',
    resources: [
      {
        label: 'DNS for AI Discovery (IETF draft)',
        url: 'https://datatracker.ietf.org/doc/draft-mozleywilliams-dnsop-dnsaid/',
      },
      { label: 'RFC 9460: SVCB and HTTPS records', url: 'https://www.rfc-editor.org/rfc/rfc9460.html' },
    ],
  },
] as const satisfies readonly Definition[];
