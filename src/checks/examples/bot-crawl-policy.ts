/** Examples of the checks in ../bot-crawl-policy.ts. */
import { parseSecurityTxt } from '../../parse/security-txt.ts';
import { answered, faulty, found, missing, refused, timedOutReply } from './answers.ts';
import type { Examples } from './example.ts';

const securityOf = (text: string) =>
  found(parseSecurityTxt(text), { path: '/.well-known/security.txt', type: 'text/plain', text });

export const botCrawlPolicyExamples = {
  'agent-ua-reachable': [
    {
      title: 'the page, as for everyone',
      given: { rootForAgent: answered(), rootForOthers: answered(), rootReply: answered() },
      expect: 'pass',
    },
    {
      title: 'a challenge that others do not get',
      given: {
        rootForAgent: refused('Cloudflare challenge'),
        rootForOthers: answered(),
        rootReply: answered(),
      },
      expect: 'broken',
      evidence: 'Cloudflare challenge',
    },
    {
      title: 'a challenge for everyone',
      given: {
        rootForAgent: refused('Cloudflare challenge'),
        rootForOthers: refused('Cloudflare challenge'),
        rootReply: refused('Cloudflare challenge'),
      },
      expect: 'broken',
    },
    {
      title: 'a challenge that came up during the audit',
      given: {
        rootForAgent: refused('Cloudflare challenge'),
        rootForOthers: refused('Cloudflare challenge'),
        rootReply: answered(),
      },
      expect: 'error',
    },
    {
      title: 'a plain 403',
      given: {
        rootForAgent: answered({ status: 403 }),
        rootForOthers: answered(),
        rootReply: answered(),
      },
      expect: 'broken',
      evidence: 'to an AI agent; 200 to others',
    },
    {
      title: 'a price',
      given: {
        rootForAgent: refused('Cloudflare pay per crawl', {
          status: 402,
          headers: [['crawler-price', 'USD 0.01']],
        }),
        rootForOthers: answered(),
        rootReply: answered(),
      },
      expect: 'broken',
      evidence: 'USD 0.01',
    },
    {
      title: 'a 403 for everyone',
      given: {
        rootForAgent: answered({ status: 403 }),
        rootForOthers: answered({ status: 403 }),
        rootReply: answered({ status: 403 }),
      },
      expect: 'error',
    },
    {
      title: 'a login for everyone',
      given: {
        rootForAgent: answered({ status: 401 }),
        rootForOthers: answered({ status: 401 }),
        rootReply: answered({ status: 401 }),
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'everyone is asked to log in',
    },
    {
      title: 'a login only for agents',
      given: { rootForAgent: answered({ status: 401 }), rootForOthers: answered(), rootReply: answered() },
      expect: 'broken',
    },
    {
      title: 'a 404 only for agents',
      given: {
        rootForAgent: answered({ status: 404 }),
        rootForOthers: answered(),
        rootReply: answered(),
      },
      expect: 'broken',
    },
    {
      title: 'a server error only for agents',
      given: {
        rootForAgent: answered({ status: 500 }),
        rootForOthers: answered(),
        rootReply: answered(),
      },
      expect: 'broken',
    },
    {
      title: 'a server error for everyone',
      given: {
        rootForAgent: answered({ status: 500 }),
        rootForOthers: answered({ status: 502 }),
        rootReply: answered({ status: 502 }),
      },
      expect: 'error',
    },
    {
      title: 'no page at / for anyone',
      given: {
        rootForAgent: answered({ status: 404 }),
        rootForOthers: answered({ status: 404 }),
        rootReply: answered({ status: 404 }),
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'the connection fails',
      given: { rootForAgent: timedOutReply(), rootForOthers: answered(), rootReply: answered() },
      expect: 'error',
    },
    {
      title: 'a 404, and what others get could not be seen',
      given: {
        rootForAgent: answered({ status: 404 }),
        rootForOthers: timedOutReply(),
        rootReply: timedOutReply(),
      },
      expect: 'error',
    },
  ],

  'security-txt': [
    {
      title: 'a contact, not expired',
      given: {
        securityTxt: securityOf('Contact: mailto:security@site.example\nExpires: 2999-01-01T00:00:00Z\n'),
      },
      expect: 'pass',
    },
    {
      title: 'expired',
      given: { securityTxt: securityOf('Contact: mailto:a@site.example\nExpires: 2020-01-01T00:00:00Z\n') },
      expect: 'noncompliant',
      evidence: 'Expires 2020-01-01T00:00:00Z is past',
    },
    {
      title: 'no Expires',
      given: { securityTxt: securityOf('Contact: https://site.example/report\n') },
      expect: 'noncompliant',
      evidence: 'no Expires',
    },
    {
      title: 'an Expires that is no date',
      given: { securityTxt: securityOf('Contact: https://site.example/report\nExpires: never\n') },
      expect: 'noncompliant',
      evidence: 'no date',
    },
    {
      title: 'an Expires on a day that no calendar has',
      given: {
        securityTxt: securityOf('Contact: https://site.example/report\nExpires: 2999-02-30T00:00:00Z\n'),
      },
      expect: 'noncompliant',
      evidence: 'Expires 2999-02-30T00:00:00Z is no date',
    },
    {
      title: 'no Contact',
      given: { securityTxt: securityOf('Expires: 2999-01-01T00:00:00Z\n') },
      expect: 'noncompliant',
      evidence: 'no Contact',
    },
    {
      title: 'neither field',
      given: { securityTxt: faulty('/.well-known/security.txt', 'neither a Contact nor an Expires field') },
      expect: 'broken',
    },
    {
      title: 'not there',
      given: { securityTxt: missing('/.well-known/security.txt') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
  ],
} satisfies Examples;
