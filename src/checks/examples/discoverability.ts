/** Examples of the checks in ../discoverability.ts. */
import { says } from '../../evidence/facts.ts';
import { parseRobots } from '../../parse/robots.ts';
import { faulty, found, missing } from './answers.ts';
import type { Examples } from './example.ts';

export const discoverabilityExamples = {
  robots: [
    {
      title: 'served as text',
      given: { robots: found(parseRobots('User-agent: *\nAllow: /'), { path: '/robots.txt' }) },
      expect: 'pass',
    },
    { title: 'not there', given: { robots: missing('/robots.txt') }, expect: 'absent' },
    { title: 'an HTML page', given: { robots: faulty('/robots.txt', 'an HTML page') }, expect: 'broken' },
  ],

  sitemap: [
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

  'dns-aid': [
    {
      title: 'a record',
      given: {
        dnsAid: { state: 'found', evidence: says('_mcp._agents.site.example SVCB -> NOERROR (1 record)') },
      },
      expect: 'pass',
    },
    {
      title: 'no record',
      given: { dnsAid: { state: 'absent', evidence: says('_mcp._agents.site.example SVCB -> NXDOMAIN') } },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'the answer that a wildcard gives to every name',
      given: {
        dnsAid: {
          state: 'absent',
          evidence: says(
            '_agents.site.example TXT -> NOERROR (1 record); _anc-no-such._agents.site.example TXT -> NOERROR (1 record), the same: a wildcard',
          ),
        },
      },
      expect: 'n_a',
      reason: 'optional-absent',
      evidence: 'a wildcard',
    },
    {
      title: 'the host is an address',
      given: { dnsAid: { state: 'inapplicable', evidence: says('192.0.2.1 is an address, not a name') } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
