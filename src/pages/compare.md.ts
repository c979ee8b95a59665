import type { APIRoute } from 'astro';
import { compareMarkdown } from '../render/markdown/pages.ts';
import { listedTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_COMPARE } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) =>
  alternateResponse(ABOUT_COMPARE, compareMarkdown(await listedTargets(), originOf(site)), site);
