import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../../site/respond.ts';
import { ownApiCatalog } from '../../site/well-known.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(ownApiCatalog(originOf(site)));
