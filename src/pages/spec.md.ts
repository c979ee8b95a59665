import type { APIRoute } from 'astro';
import { specMarkdown } from '../render/markdown/pages.ts';
import { siteContent } from '../site/content.ts';
import { alternateResponse } from '../site/respond.ts';
import { SPEC_VERSION } from '../versions.ts';
import { aboutSpec } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles } = await siteContent(site);
  return alternateResponse(aboutSpec(principles), specMarkdown(principles, SPEC_VERSION), site);
};
