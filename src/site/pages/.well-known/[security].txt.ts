import type { APIRoute, GetStaticPaths } from 'astro';
import { type Contact, hasContact } from '../../../report/contact.ts';
import { catalogDigest } from '../../catalog.ts';
import { siteContact } from '../../contact.ts';
import { originOf } from '../../respond.ts';

/** `security.txt` exists only if the operator has set a contact, because it must name one (RFC 9116, section 2.5.3). */
export const getStaticPaths: GetStaticPaths = () =>
  hasContact(siteContact()) ? [{ params: { security: 'security' } }] : [];

export const GET: APIRoute = async ({ site }) => {
  const asOf = (await catalogDigest()).figures.latest ?? new Date().toISOString();
  return new Response(securityTxt(originOf(site), siteContact(), asOf));
};

/** Returns security.txt (RFC 9116) with the same contact as the pages. */
export function securityTxt(origin: string, { email, issueForm }: Contact, asOf: string): string {
  // Web addresses in `Contact` must begin with `https:` (RFC 9116, section 2.5.3).
  const form = issueForm?.startsWith('https:') === true ? [issueForm] : [];
  const ways = [
    ...(email === undefined ? [] : [`mailto:${email}`]),
    ...form,
    `${origin}/docs/authentication`,
  ];
  return [
    ...ways.map((way) => `Contact: ${way}`),
    `Expires: ${expiryAfter(asOf)}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Returns a date about a year after the latest audit, not after today, so builds of the same content are identical. */
export function expiryAfter(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCFullYear() + 1}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-01T00:00:00Z`;
}
