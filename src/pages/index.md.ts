import type { APIRoute } from 'astro';
import { ABOUT_HOME } from '../site/about.ts';
import { listedTargets } from '../site/catalog.ts';
import { homeMarkdown } from '../site/home.ts';
import { originOf, twinResponse } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  twinResponse(ABOUT_HOME, homeMarkdown(await listedTargets(), originOf(site)));
