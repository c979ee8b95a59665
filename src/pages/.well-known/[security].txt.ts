import type { APIRoute, GetStaticPaths } from 'astro';
import { listedTargets } from '../../site/catalog.ts';
import { siteContact } from '../../site/contact.ts';
import { securityTxt } from '../../site/policies.ts';
import { originOf } from '../../site/respond.ts';
import { newest } from '../../view/catalog.ts';
import { hasContact } from '../../view/contact.ts';

/** There only where the operator has set a contact: without one the file would say nothing (RFC 9116, section 2.5.3). */
export const getStaticPaths: GetStaticPaths = () =>
  hasContact(siteContact()) ? [{ params: { security: 'security' } }] : [];

export const GET: APIRoute = async ({ site }) => {
  const asOf = newest(await listedTargets()) ?? new Date().toISOString();
  return new Response(securityTxt(originOf(site), siteContact(), asOf));
};
