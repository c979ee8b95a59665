import type { APIRoute } from 'astro';
import { siteContent } from '../content.ts';
import { jsonResponse } from '../respond.ts';
import { specDocument } from '../standard.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return jsonResponse(specDocument(principles, origin));
};
