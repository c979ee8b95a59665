import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { llmsTxt } from '../site/llms.ts';

export const GET: APIRoute = async ({ site }) => new Response(llmsTxt(await siteContent(site)));
