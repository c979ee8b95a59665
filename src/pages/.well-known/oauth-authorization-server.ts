import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../../site/respond.ts';
import { authorizationServer } from '../../site/well-known.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(authorizationServer(originOf(site)));
