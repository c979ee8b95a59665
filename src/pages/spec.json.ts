import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { jsonResponse } from '../site/respond.ts';
import { specDocument } from '../view/standard.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return jsonResponse(specDocument(principles, origin));
};
