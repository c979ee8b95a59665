/** The catalog's contact: the settings CONTACT_EMAIL and ISSUE_FORM_URL, which are read when the site is built. */
import type { AstroIntegration } from 'astro';
import { type Contact, type ContactSettings, contactOf, hasContact } from '../report/contact.ts';

/**
 * Returns the operator's contact from CONTACT_EMAIL and ISSUE_FORM_URL. If neither is set, the contact is empty.
 * @throws Error for an invalid setting
 */
export function siteContact(environment: ContactSettings = process.env): Contact {
  return contactOf(environment);
}

const WARNING =
  'No contact is set, which is fine on your own machine. Before you deploy, set CONTACT_EMAIL (an address that is read), ' +
  'ISSUE_FORM_URL (such as https://github.com/<owner>/<repository>/issues/new), or both. ' +
  'Without a contact nobody can report a wrong verdict, and the site has no security.txt.';

export function contactWarning(): string | undefined {
  return hasContact(siteContact()) ? undefined : WARNING;
}

/** Warns in a build without a contact, and stops a build with invalid settings. */
export function contactNotice(): AstroIntegration {
  return {
    name: 'contact',
    hooks: {
      'astro:config:setup': ({ command, logger }) => {
        const warning = contactWarning();
        if (command === 'build' && warning !== undefined) logger.warn(warning);
      },
    },
  };
}
