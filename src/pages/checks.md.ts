import type { APIRoute } from 'astro';
import { checksMarkdown } from '../render/markdown/pages.ts';
import { listedTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_CHECKS_PAGE } from '../view/about.ts';
import { ratesByCheck } from '../view/plots.ts';

export const GET: APIRoute = async ({ site }) => {
  const rates = ratesByCheck((await listedTargets()).map(({ scored }) => scored));
  return alternateResponse(ABOUT_CHECKS_PAGE, checksMarkdown(rates, originOf(site)), site);
};
