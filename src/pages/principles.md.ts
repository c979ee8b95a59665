import type { APIRoute } from 'astro';
import { ABOUT_PRINCIPLES } from '../site/about.ts';
import { siteContent } from '../site/content.ts';
import { principlesMarkdown } from '../site/markdown.ts';
import { twinResponse } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return twinResponse(ABOUT_PRINCIPLES, principlesMarkdown(principles, origin));
};
