import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { principlesMarkdown } from '../site/markdown.ts';
import { markdownResponse } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return markdownResponse(principlesMarkdown(principles, origin));
};
