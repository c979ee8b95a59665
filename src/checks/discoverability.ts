/** Can an agent find what the site has for it? */
import { parseRobots } from '../parse/robots.ts';
import { absent, check, judge, notApplicable, pass, withDetail } from './check.ts';
import { faulty, found, missing } from './examples.ts';
import { linkChecks } from './links.ts';
import { notFoundChecks } from './not-found.ts';

export const discoverabilityChecks = [
  check({
    id: 'robots',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt is published',
    goal: 'Agents learn from /robots.txt what they may fetch, before they fetch it.',
    fix: 'Serve a plain-text /robots.txt with status 200. One with `User-agent: *` and `Allow: /` says that everything is open.',
    resources: [
      { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    ],
    needs: ['robots'],
    evaluate: ({ robots }) => judge(robots),
    examples: [
      {
        title: 'served as text',
        given: { robots: found(parseRobots('User-agent: *\nAllow: /'), { path: '/robots.txt' }) },
        expect: 'pass',
      },
      { title: 'not there', given: { robots: missing('/robots.txt') }, expect: 'absent' },
      { title: 'an HTML page', given: { robots: faulty('/robots.txt', 'an HTML page') }, expect: 'broken' },
    ],
  }),
  check({
    id: 'sitemap',
    category: 'discoverability',
    keyword: 'may',
    principle: 'P7',
    label: 'A sitemap lists the pages',
    goal: 'Agents see every page that the site wants found, without crawling for it.',
    fix: 'Serve a well-formed XML sitemap (root element `urlset` or `sitemapindex`) at /sitemap.xml, or name its address in a `Sitemap:` line of robots.txt; an RSS or Atom feed or a text list of URLs counts where robots.txt names it. Most frameworks and content systems generate one.',
    resources: [{ label: 'Sitemaps XML format', url: 'https://www.sitemaps.org/protocol.html' }],
    needs: ['sitemap'],
    evaluate: ({ sitemap }) =>
      judge(sitemap, ({ value, evidence }) =>
        pass(
          withDetail(evidence, `${value.kind} of ${value.locations.length}${value.more ? ' or more' : ''}`),
        ),
      ),
    examples: [
      {
        title: 'a urlset',
        given: {
          sitemap: found(
            { kind: 'urlset', locations: ['https://site.example/a'], more: false },
            { path: '/sitemap.xml', type: 'application/xml' },
          ),
        },
        expect: 'pass',
        evidence: 'urlset of 1)',
      },
      {
        title: 'a feed that robots.txt names, longer than what is read of it',
        given: {
          sitemap: found(
            { kind: 'RSS feed', locations: ['https://site.example/a'], more: true },
            { path: '/feed.xml', type: 'application/rss+xml' },
          ),
        },
        expect: 'pass',
        evidence: 'RSS feed of 1 or more',
      },
      {
        title: 'nowhere',
        given: { sitemap: missing('/sitemap.xml') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'XML of another kind',
        given: { sitemap: faulty('/sitemap.xml', 'XML, but its root is <books>') },
        expect: 'broken',
      },
      {
        title: 'not well-formed',
        given: { sitemap: faulty('/sitemap.xml', 'not well-formed XML: line 3, a bare “&”') },
        expect: 'broken',
      },
    ],
  }),
  ...linkChecks,
  ...notFoundChecks,
  check({
    id: 'dns-aid',
    category: 'discoverability',
    keyword: 'may',
    principle: 'P8',
    label: 'DNS names the host’s agents',
    goal: 'An agent finds the host’s agent endpoints by one DNS lookup, before any HTTP request.',
    fix: 'Publish SVCB records for `_index._agents`, `_a2a._agents` or `_mcp._agents` under the host’s name, or a TXT record at `_agents`, that point at the endpoints that you have. A wildcard record does not count: it answers for names that nobody published.',
    resources: [
      {
        label: 'DNS for AI Discovery (IETF draft)',
        url: 'https://datatracker.ietf.org/doc/draft-mozleywilliams-dnsop-dnsaid/',
      },
      { label: 'RFC 9460: SVCB and HTTPS records', url: 'https://www.rfc-editor.org/rfc/rfc9460.html' },
    ],
    needs: ['dnsAid'],
    evaluate: ({ dnsAid }) => {
      if (dnsAid.state === 'inapplicable') return notApplicable(dnsAid.evidence);
      return dnsAid.state === 'found' ? pass(dnsAid.evidence) : absent(dnsAid.evidence);
    },
    examples: [
      {
        title: 'a record',
        given: {
          dnsAid: { state: 'found', evidence: '_mcp._agents.site.example SVCB -> NOERROR (1 record)' },
        },
        expect: 'pass',
      },
      {
        title: 'no record',
        given: { dnsAid: { state: 'absent', evidence: '_mcp._agents.site.example SVCB -> NXDOMAIN' } },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'the answer that a wildcard gives to every name',
        given: {
          dnsAid: {
            state: 'absent',
            evidence:
              '_agents.site.example TXT -> NOERROR (1 record); _anc-no-such._agents.site.example TXT -> NOERROR (1 record), the same: a wildcard',
          },
        },
        expect: 'n_a',
        reason: 'optional-absent',
        evidence: 'a wildcard',
      },
      {
        title: 'the host is an address',
        given: { dnsAid: { state: 'inapplicable', evidence: '192.0.2.1 is an address, not a name' } },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
