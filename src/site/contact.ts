/** Whom to write to about this catalog: one setting, CONTACT_EMAIL, read when the site is built. */

/** The operator's address; `undefined` where none is set, and then no document may name one. */
export function contactEmail(
  environment: { readonly CONTACT_EMAIL?: string | undefined } = process.env,
): string | undefined {
  const email = environment.CONTACT_EMAIL?.trim() ?? '';
  if (email === '') return undefined;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email)) throw new Error('CONTACT_EMAIL is not an e-mail address.');
  return email;
}
