import type { APIRoute } from 'astro';
import { robotsTxt } from '../site/policies.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = ({ site }) => new Response(robotsTxt(originOf(site)));
