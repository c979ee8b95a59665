import type { APIRoute } from 'astro';
import { listedTargets } from '../site/catalog.ts';
import { catalogMarkdown } from '../site/markdown.ts';
import { markdownResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  markdownResponse(catalogMarkdown(await listedTargets(), originOf(site)));
