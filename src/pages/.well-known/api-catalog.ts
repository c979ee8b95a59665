import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../../site/respond.ts';
import { apiCatalog } from '../../site/well-known.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(apiCatalog(originOf(site)));
