import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../../site/respond.ts';
import { protectedResource } from '../../site/well-known.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(protectedResource(originOf(site)));
