import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { llmsFullTxt } from '../site/llms.ts';

export const GET: APIRoute = async ({ site }) => new Response(llmsFullTxt(await siteContent(site)));
