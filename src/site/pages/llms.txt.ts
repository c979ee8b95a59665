import type { APIRoute } from 'astro';
import { siteContent } from '../content.ts';
import { llmsTxt } from '../llms-txt.ts';

export const GET: APIRoute = async ({ site }) => new Response(llmsTxt(await siteContent(site)));
