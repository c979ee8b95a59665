import type { APIRoute } from 'astro';
import { siteContent } from '../../../content.ts';
import { jsonResponse } from '../../../respond.ts';
import { skillsIndex } from '../../../well-known.ts';

export const GET: APIRoute = async ({ site }) => {
  const { origin, guides } = await siteContent(site);
  return jsonResponse(skillsIndex(origin, guides));
};
