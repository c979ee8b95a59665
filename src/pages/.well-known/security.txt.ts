import type { APIRoute } from 'astro';
import { listedTargets } from '../../site/catalog.ts';
import { contactEmail } from '../../site/contact.ts';
import { securityTxt } from '../../site/policies.ts';
import { originOf } from '../../site/respond.ts';
import { newest } from '../../view/catalog.ts';

export const GET: APIRoute = async ({ site }) => {
  const asOf = newest(await listedTargets()) ?? new Date().toISOString();
  return new Response(securityTxt(originOf(site), contactEmail(), asOf));
};
