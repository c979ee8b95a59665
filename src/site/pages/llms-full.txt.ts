import type { APIRoute } from 'astro';
import { siteContent } from '../content.ts';
import { llmsFullTxt } from '../llms-txt.ts';

export const GET: APIRoute = async ({ site }) => new Response(llmsFullTxt(await siteContent(site)));
