import type { APIRoute } from 'astro';
import { originOf } from '../site/respond.ts';
import { robotsTxt } from '../site/robots-txt.ts';

export const GET: APIRoute = ({ site }) => new Response(robotsTxt(originOf(site)));
