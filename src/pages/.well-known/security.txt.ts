import type { APIRoute } from 'astro';
import { listedTargets } from '../../site/catalog.ts';
import { siteContact } from '../../site/contact.ts';
import { securityTxt } from '../../site/policies.ts';
import { originOf } from '../../site/respond.ts';
import { newest } from '../../view/catalog.ts';

export const GET: APIRoute = async ({ site }) => {
  const asOf = newest(await listedTargets()) ?? new Date().toISOString();
  return new Response(securityTxt(originOf(site), siteContact().email, asOf));
};
