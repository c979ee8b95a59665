import type { APIRoute } from 'astro';
import { listedTargets } from '../site/catalog.ts';
import { homeMarkdown } from '../site/home.ts';
import { markdownResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  markdownResponse(homeMarkdown(await listedTargets(), originOf(site)));
