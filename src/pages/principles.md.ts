import type { APIRoute } from 'astro';
import { principlesMarkdown } from '../render/markdown/pages.ts';
import { siteContent } from '../site/content.ts';
import { alternateResponse } from '../site/respond.ts';
import { ABOUT_PRINCIPLES } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return alternateResponse(ABOUT_PRINCIPLES, principlesMarkdown(principles, origin), site);
};
