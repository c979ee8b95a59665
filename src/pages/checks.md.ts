import type { APIRoute } from 'astro';
import { checksMarkdown } from '../render/markdown/pages.ts';
import { listedTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_CHECKS_PAGE } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) =>
  alternateResponse(ABOUT_CHECKS_PAGE, checksMarkdown(await listedTargets(), originOf(site)), site);
