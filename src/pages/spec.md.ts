import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { specMarkdown } from '../site/markdown.ts';
import { markdownResponse } from '../site/respond.ts';
import { SPEC_VERSION } from '../versions.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles } = await siteContent(site);
  return markdownResponse(specMarkdown(principles, SPEC_VERSION));
};
