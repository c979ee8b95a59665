/** Tells readers where to report a wrong verdict, with links built from the operator's settings. Pure. */
import { plain } from '../base/text.ts';

/** Where readers can report a wrong verdict. If all settings are empty, pages show no such link. */
export interface Contact {
  readonly email?: string | undefined;
  /** The URL of the operator's issue form. It accepts `title` in its query, as GitHub's forms do. */
  readonly issueForm?: string | undefined;
  /** The web page of the repository with the source code of this deployment. */
  readonly source?: string | undefined;
}

export interface ContactSettings {
  readonly CONTACT_EMAIL?: string | undefined;
  readonly ISSUE_FORM_URL?: string | undefined;
  readonly SOURCE_URL?: string | undefined;
}

/** @throws Error that names an invalid setting */
export function contactOf({
  CONTACT_EMAIL = '',
  ISSUE_FORM_URL = '',
  SOURCE_URL = '',
}: ContactSettings): Contact {
  const email = CONTACT_EMAIL.trim();
  if (email !== '' && !/^[^\s@<>]+@[^\s@<>]+$/.test(email))
    throw new Error('CONTACT_EMAIL is not an e-mail address.');
  const issueForm = webAddress('ISSUE_FORM_URL', ISSUE_FORM_URL);
  const source = webAddress('SOURCE_URL', SOURCE_URL);
  return {
    ...(email !== '' && { email }),
    ...(issueForm !== '' && { issueForm }),
    ...(source !== '' && { source }),
  };
}

/** Returns the web address in a setting; empty if it is not set. @throws Error if the value is not a web address */
export function webAddress(name: string, value: string): string {
  const text = value.trim();
  if (text !== '' && !/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error(`${name} is not an http or https URL.`);
  return text.replace(/(?:\.git)?\/?$/, '');
}

export function hasContact({ email, issueForm }: Contact): boolean {
  return email !== undefined || issueForm !== undefined;
}

export interface ReportedVerdict {
  readonly host: string;
  readonly check: string;
  readonly rules: number;
  readonly date: string;
}

/** Returns a link to the operator's issue form with the verdict filled in; `undefined` if no form is set. */
export function issueLink({ issueForm }: Contact, reported: ReportedVerdict): string | undefined {
  if (issueForm === undefined) return undefined;
  const url = new URL(issueForm);
  url.searchParams.set('title', subjectOf(reported));
  return url.href;
}

/** Returns a mail link (RFC 6068) with the verdict filled in; `undefined` if no address is set. */
export function mailLink({ email }: Contact, reported: ReportedVerdict): string | undefined {
  if (email === undefined) return undefined;
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subjectOf(reported))}`;
}

/** The maximum length of a host name or check id in a subject, in characters. No real name is longer. */
const NAME_CHARS = 120;

/** Returns a subject line that identifies the verdict. It is short, because a page has such a line for each verdict. */
function subjectOf({ host, check, rules, date }: ReportedVerdict): string {
  return `Wrong verdict: ${nameOf(check)} on ${nameOf(host)}, rules ${rules}, ${nameOf(date)}`;
}

/** Returns the text on one line, without characters that would break a URL. */
function nameOf(text: string): string {
  return plain(text, NAME_CHARS).toWellFormed();
}
