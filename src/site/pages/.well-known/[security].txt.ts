import type { APIRoute, GetStaticPaths } from 'astro';
import { newest } from '../../../catalog/catalog.ts';
import { type Contact, hasContact } from '../../../report/contact.ts';
import { catalogDigest } from '../../catalog.ts';
import { siteContact } from '../../contact.ts';
import { originOf } from '../../respond.ts';

/** There only where the operator has set a contact: without one the file would say nothing (RFC 9116, section 2.5.3). */
export const getStaticPaths: GetStaticPaths = () =>
  hasContact(siteContact()) ? [{ params: { security: 'security' } }] : [];

export const GET: APIRoute = async ({ site }) => {
  const asOf = newest((await catalogDigest()).listed) ?? new Date().toISOString();
  return new Response(securityTxt(originOf(site), siteContact(), asOf));
};

/** RFC 9116, for a catalog whose operator has set a contact. The page names the same. */
export function securityTxt(origin: string, { email, issueForm }: Contact, asOf: string): string {
  // An https address is the only one of a page that the field takes (section 2.5.3).
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

/**
 * The first day of the same month a year later, which is within the year that RFC 9116 recommends. It follows from the
 * latest audit, not from the clock: two builds of the same content are equal, and each run of the catalog renews it.
 */
export function expiryAfter(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCFullYear() + 1}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-01T00:00:00Z`;
}
