import type { APIRoute } from 'astro';
import { aboutSpec } from '../site/about.ts';
import { siteContent } from '../site/content.ts';
import { specMarkdown } from '../site/markdown.ts';
import { twinResponse } from '../site/respond.ts';
import { SPEC_VERSION } from '../versions.ts';

export const GET: APIRoute = async ({ site }) => {
  const { principles } = await siteContent(site);
  return twinResponse(aboutSpec(principles), specMarkdown(principles, SPEC_VERSION));
};
