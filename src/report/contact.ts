/** Where to report a wrong verdict: the operator's settings, and the addresses made from them. Pure. */
import { plain } from '../base/text.ts';

/** Where reports go. A deployment may have both, or none: then no page may lead to one. */
export interface Contact {
  readonly email?: string | undefined;
  /** The operator's form for issues; takes `title` in its query, as that of GitHub does. */
  readonly issueForm?: string | undefined;
  /** The repository that this deployment is built from, as people open it. */
  readonly source?: string | undefined;
}

export interface ContactSettings {
  readonly CONTACT_EMAIL?: string | undefined;
  readonly ISSUE_FORM_URL?: string | undefined;
  readonly SOURCE_URL?: string | undefined;
}

/** @throws Error that names the setting that cannot be read */
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

/** @throws Error for what is neither an address of the web nor empty */
function webAddress(name: string, value: string): string {
  const text = value.trim();
  if (text !== '' && !/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error(`${name} is not an http or https URL.`);
  return text.replace(/(?:\.git)?\/?$/, '');
}

/** Whether there is anybody to write to. */
export function hasContact({ email, issueForm }: Contact): boolean {
  return email !== undefined || issueForm !== undefined;
}

/** Which verdict a report is about. */
export interface ReportedVerdict {
  readonly host: string;
  readonly check: string;
  /** The number of the rules. */
  readonly rules: number;
  /** The day of the audit. */
  readonly date: string;
}

/** The operator's form with the verdict filled in; `undefined` where no form is set. */
export function issueLink({ issueForm }: Contact, reported: ReportedVerdict): string | undefined {
  if (issueForm === undefined) return undefined;
  const url = new URL(issueForm);
  url.searchParams.set('title', subjectOf(reported));
  return url.href;
}

/** A mail with the verdict filled in (RFC 6068); `undefined` where no address is set. */
export function mailLink({ email }: Contact, reported: ReportedVerdict): string | undefined {
  if (email === undefined) return undefined;
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subjectOf(reported))}`;
}

/** Longer than any name of a host or a check that is really one. */
const NAME_CHARS = 120;

/** All that tells which verdict it is, in one line: a page has many of them. */
function subjectOf({ host, check, rules, date }: ReportedVerdict): string {
  return `Wrong verdict: ${nameOf(check)} on ${nameOf(host)}, rules ${rules}, ${nameOf(date)}`;
}

/** One line, without what would break an address. */
function nameOf(text: string): string {
  return plain(text, NAME_CHARS).toWellFormed();
}
