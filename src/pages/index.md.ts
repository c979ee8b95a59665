import type { APIRoute } from 'astro';
import { homeMarkdown } from '../render/markdown/pages.ts';
import { listedTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_HOME } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) =>
  alternateResponse(ABOUT_HOME, homeMarkdown(await listedTargets(), originOf(site)), site);
