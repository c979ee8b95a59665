import type { APIRoute } from 'astro';
import { listedTargets } from '../site/catalog.ts';
import { checksMarkdown } from '../site/markdown.ts';
import { ratesByCheck } from '../site/plots.ts';
import { markdownResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const rates = ratesByCheck((await listedTargets()).map(({ scored }) => scored));
  return markdownResponse(checksMarkdown(rates, originOf(site)));
};
