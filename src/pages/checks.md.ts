import type { APIRoute } from 'astro';
import { ABOUT_CHECKS } from '../site/about.ts';
import { listedTargets } from '../site/catalog.ts';
import { checksMarkdown } from '../site/markdown.ts';
import { ratesByCheck } from '../site/plots.ts';
import { originOf, twinResponse } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const rates = ratesByCheck((await listedTargets()).map(({ scored }) => scored));
  return twinResponse(ABOUT_CHECKS, checksMarkdown(rates, originOf(site)));
};
