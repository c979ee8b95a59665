import type { APIRoute } from 'astro';
import { notFoundMarkdown } from '../render/not-found.ts';
import { markdownResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = ({ site }) => markdownResponse(notFoundMarkdown(originOf(site)), site);
