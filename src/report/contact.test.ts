import { describe, expect, it } from 'vitest';
import { contactOf, issueLink, mailLink } from './contact.ts';

const contact = contactOf({
  CONTACT_EMAIL: 'a+b?c@catalog.example',
  ISSUE_FORM_URL: 'https://code.example/issues/new?template=verdict.md',
});
const reported = { host: 'site.example', check: 'llms-txt', rules: 3, date: '2026-11-21' };
const SUBJECT = 'Wrong verdict: llms-txt on site.example, rules 3, 2026-11-21';

describe('a report of a wrong verdict', () => {
  it('names the check, the site, the rules and the day, in a mail and in an issue', () => {
    const mail = mailLink(contact, reported) ?? '';
    expect(mail).toBe(`mailto:a%2Bb%3Fc@catalog.example?subject=${encodeURIComponent(SUBJECT)}`);
    const issue = new URL(issueLink(contact, reported) ?? '');
    expect(issue.origin + issue.pathname).toBe('https://code.example/issues/new');
    expect(Object.fromEntries(issue.searchParams)).toEqual({ template: 'verdict.md', title: SUBJECT });
  });

  it('has a one-line subject, even with hostile names of the site and the check', () => {
    const evil = {
      ...reported,
      host: 'x&body=send%20money\r\nBcc: a@b.example',
      check: `\ud800"><b>&cc=x${'y'.repeat(999)}`,
    };
    const mail = new URL(mailLink(contact, evil) ?? '');
    expect([...mail.searchParams.keys()]).toEqual(['subject']);
    expect(mail.href).not.toMatch(/%0d|%0a|[<>"\r\n]/i);
    expect(mail.href.length).toBeLessThan(1_000);
    expect([...new URL(issueLink(contact, evil) ?? '').searchParams.keys()]).toEqual(['template', 'title']);
  });

  it('is not offered if the operator has set no contact', () => {
    expect(mailLink(contactOf({}), reported)).toBeUndefined();
    expect(issueLink(contactOf({ CONTACT_EMAIL: ' ', ISSUE_FORM_URL: '' }), reported)).toBeUndefined();
  });
});
