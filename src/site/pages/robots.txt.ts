import type { APIRoute } from 'astro';
import { originOf } from '../respond.ts';
import { robotsTxt } from '../robots-txt.ts';

export const GET: APIRoute = ({ site }) => new Response(robotsTxt(originOf(site)));
