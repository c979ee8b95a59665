import type { APIRoute } from 'astro';
import { siteContent } from '../../../site/content.ts';
import { jsonResponse } from '../../../site/respond.ts';
import { skillsIndex } from '../../../site/well-known.ts';

export const GET: APIRoute = async ({ site }) => {
  const { origin, guides } = await siteContent(site);
  return jsonResponse(skillsIndex(origin, guides));
};
