import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { principlesMarkdown } from '../site/markdown.ts';
import { twinResponse } from '../site/respond.ts';
import { ABOUT_PRINCIPLES } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return twinResponse(ABOUT_PRINCIPLES, principlesMarkdown(principles, origin));
};
